"""Snapshots made by hand over real logs: a symmetric failure, a failure with collateral, and the states without one."""

from __future__ import annotations

from dataclasses import replace

from denpex_tui.engine.model import (
    Alternative,
    Certainty,
    ChecklistItem,
    Claim,
    Collateral,
    Diagnosis,
    Fact,
    FirstFailure,
    Fix,
    Incident,
    ItemMode,
    ItemState,
    NotRead,
    Outcome,
    Progress,
    RankState,
    RankStatus,
    Snapshot,
    Standing,
    VariantStanding,
)
from tests.ui.real_logs import Logs, read_case

RULE = "deepspeed-bf16-grad-norm"


def symmetric() -> Snapshot:
    """``bf16-nan-norm``: all four ranks assert together, only rank 2's loss was NaN."""
    logs = read_case("bf16-nan-norm")
    asserts = tuple(logs.traceback(f"{rank}/stderr.log", 3, 18, "AssertionError") for rank in range(4))
    nan = logs.event("2/stdout.log", 16, "loss nan", time=1796070519.769)
    fine = logs.event("0/stdout.log", 28, "loss 5.471", time=1796070519.770)
    optimizer = logs.event("0/stdout.log", 13, "optimizer BF16_Optimizer, dtype bf16, ZeRO stage 1")
    agent = logs.event("agent.log", 47, "Root Cause (first observed failure)")
    first = FirstFailure(
        ranks=(0, 1, 2, 3),
        certainty=Certainty.SYMMETRIC,
        kind=RULE,
        rule=RULE,
        message="AssertionError: all_groups_norm > 0",
        step=8,
        time=1796070519.77,
        host="localhost",
        origin=(2,),
        reasons=(
            Claim("the norm is reduced over all ranks, so all 4 assert at the same step and none is first", asserts),
            Claim("only rank 2's loss was NaN at step 8; the other ranks' losses were finite", (nan, fine)),
        ),
        but=(Claim("torchrun's table names rank 1 as root cause: it is only the first that the agent polled", (agent,)),),
        event=asserts[0],
    )
    diagnosis = Diagnosis(
        rule=RULE,
        title="DeepSpeed bf16 gradient norm assertion",
        variant="nan",
        variant_title="NaN in the loss or the gradients",
        explanation="A NaN on one rank spreads with the reduction; the norm is replaced by -1, and every rank asserts. "
        "The bare assertion looks the same for a norm of exactly 0.",
        evidence=(Claim("rank 2's loss was NaN before the step that failed", (nan,)),),
        variants=(
            VariantStanding("zero-gradient", "no gradient reached the step", Standing.RULED_OUT, (),
                            (Claim("124,224 gradient elements were not zero at step 8", (fine,)),)),
            VariantStanding("underflow", "every fp32 square underflowed", Standing.RULED_OUT, (),
                            (Claim("the largest gradient element was 6.0e-02", (fine,)),)),
            VariantStanding("nan", "NaN in the loss or the gradients", Standing.CHOSEN,
                            (Claim("rank 2's loss was NaN before the step that failed", (nan,)),)),
            VariantStanding("inf", "Inf, or a squared norm that overflows", Standing.POSSIBLE),
        ),
        facts=(Fact("DeepSpeed", "0.19.7", optimizer), Fact("optimizer", "BF16_Optimizer", optimizer),
               Fact("ZeRO stage", "1", optimizer)),
        does_not_prove="The assertion alone does not tell a norm of 0 from NaN or Inf.",
        misbeliefs=(("fp16 cures it", "fp16 runs another optimizer that skips such steps; the cause stays"),),
        references=(("DeepSpeed issue 5223", "https://github.com/deepspeedai/DeepSpeed/issues/5223"),),
    )  # fmt: skip
    checklist = (
        ChecklistItem("clean-repro", "Reproduce the failure from a clean checkpoint and seed", ItemMode.MANUAL,
                      ItemState.PENDING, how="start from the last checkpoint in an empty output directory",
                      means="warm-up state of a previous run is not the cause"),
        ChecklistItem("assertion", "AssertionError on all_groups_norm > 0 in the gradient norm computation",
                      ItemMode.SIGNAL, ItemState.FOUND, ItemState.FOUND, (Claim("on all 4 ranks", asserts),)),
        ChecklistItem("fp16-control", "Runs fine with fp16, crashes with bf16", ItemMode.COMPARISON, ItemState.PENDING,
                      how="give the fp16 run with --control PATH"),
        ChecklistItem("zero-norm", "Gradient norm reported as 0.0 while the model is learning", ItemMode.SIGNAL,
                      ItemState.CONTRADICTED, ItemState.CONTRADICTED,
                      (Claim("the norm was 0.5 at step 7 and no probe printed 0", (fine,)),),
                      changes="without a zero norm the cause is NaN or Inf"),
        ChecklistItem("nan-loss", "The loss of one rank is NaN before the assertion", ItemMode.SIGNAL, ItemState.FOUND,
                      ItemState.FOUND, (Claim("rank 2, step 8", (nan,)),)),
    )  # fmt: skip
    fixes = (
        Fix("Print the norm before you change anything", "always",
            "try:\n    engine.step()\nexcept AssertionError:\n"
            "    print(rank, step, float(engine.optimizer._global_grad_norm), loss.item())\n    raise",
            "grep -n 'AssertionError' -B1 logs/*/attempt_0/*/stderr.log", "the printed norm is 0.0 or -1.0"),
        Fix("Guard the batch", "the norm was exactly 0", "n = (labels != -100).sum()\ndist.all_reduce(n)",
            "grep -c n_valid=0 train.log", "0", applies=False),
        Fix("Find the NaN on rank 2", "the norm was -1", "TORCH_NCCL_NAN_CHECK=1 torchrun train.py",
            "grep -c 'loss nan' logs/*/attempt_0/2/stdout.log", "0 for 50 steps beyond step 8"),
    )  # fmt: skip
    incident = Incident(0, first, (), (Claim("ChildFailedError is torchrun's wrapper", (agent,)),), diagnosis, checklist, fixes)
    return _snapshot(logs, incident, [RankState.SYMMETRIC] * 4, step=8)


def with_collateral() -> Snapshot:
    """``rank-local-error``: rank 2 raises in its loader, two ranks lose their connection, one is terminated."""
    logs = read_case("rank-local-error")
    raised = logs.traceback("2/stderr.log", 3, 13, "ValueError: sample 30: expected 32 tokens, got 27")
    closed = tuple(logs.traceback(f"{rank}/stderr.log", 3, 48, "Connection closed by peer") for rank in (1, 3))
    term = logs.event("agent.log", 30, "-15 (pid: 32421)  (SIGTERM)")
    agent = logs.event("agent.log", 48, "Root Cause (first observed failure)")
    first = FirstFailure(
        ranks=(2,),
        certainty=Certainty.CERTAIN,
        kind="python-exception",
        rule=None,
        message="ValueError: sample 30: expected 32 tokens, got 27 (truncated record?)",
        step=7,
        time=1796070321.337,
        host="localhost",
        reasons=(
            Claim("its ValueError is a local cause; ranks 1 and 3 only lost their connection", (raised, *closed)),
            Claim("torchrun's table names it too", (agent,)),
        ),
        alternatives=(Alternative((1, 3), Claim("a closed connection is the consequence of another's end", closed)),),
        event=raised,
    )
    collateral = (
        Collateral((1, 3), "connection-closed", "connection closed", Claim("rank 2 was gone", closed), (3.774, 3.773)),
        Collateral((0,), "sigterm", "ended by SIGTERM", Claim("torchrun ended it", (term,)), (None,)),
    )
    incident = Incident(0, first, collateral)
    states = [RankState.COLLATERAL, RankState.COLLATERAL, RankState.FIRST, RankState.COLLATERAL]
    return _snapshot(logs, incident, states, step=6)


def healthy() -> Snapshot:
    """``pt-healthy``: nothing failed, and some lines look as if something did."""
    logs = read_case("pt-healthy")
    alarming = tuple(logs.event("0/stderr.log", number) for number in (1, 2, 3))
    bare = _snapshot(logs, None, [RankState.FINISHED] * 4, step=None)
    return replace(bare, outcome=Outcome.HEALTHY, outcome_reason="all 4 ranks finished", not_failures=alarming)


def running() -> Snapshot:
    """The same job while it still runs, one rank silent."""
    bare = healthy()
    steps = (1025, 1023, 1024, None)
    states = [RankState.RUNNING, RankState.RUNNING, RankState.RUNNING, RankState.SILENT]
    ranks = tuple(
        replace(rank, last_step=step, state=state) for rank, step, state in zip(bare.ranks, steps, states, strict=True)
    )
    reason = "no failure so far; rank 3 has been silent for 4 min"
    live = replace(bare.progress, live=True)
    return replace(bare, outcome=Outcome.RUNNING, outcome_reason=reason, ranks=ranks, progress=live, not_failures=())


def waiting() -> Snapshot:
    """An empty directory."""
    return Snapshot(1, "./logs", Outcome.UNKNOWN, "no log yet")


def unreadable() -> Snapshot:
    """A directory in which nothing is a log."""
    files = (NotRead("plot.png", "an image"), NotRead("model.bin", "binary, no line of text in its first 16 kB"))
    return replace(waiting(), not_read=files)


def _snapshot(logs: Logs, incident: Incident | None, states: list[RankState], step: int | None) -> Snapshot:
    total = sum(source.bytes for source in logs.sources)
    ranks = tuple(_rank(logs, rank, state, step) for rank, state in enumerate(states))
    return Snapshot(
        sequence=1,
        title="./logs",
        outcome=Outcome.FAILED,
        outcome_reason="the job failed",
        world_size=len(states),
        headline=None if incident is None else 0,
        sources=logs.sources,
        ranks=ranks,
        incidents=() if incident is None else (incident,),
        progress=Progress(total, total),
    )


def _rank(logs: Logs, rank: int, state: RankState, step: int | None) -> RankStatus:
    own = tuple(source.id for source in logs.sources if source.rank == rank)
    last = logs.event(f"{rank}/stderr.log", 1)
    return RankStatus(rank, "localhost", state, step, 1796070519.0, last.place, last.text, own)
