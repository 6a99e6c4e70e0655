"""Snapshots made by hand, one per outcome, for the tests of the plain report."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from denpex_tui.engine.model import (
    Alternative,
    Certainty,
    ChecklistItem,
    Claim,
    ClockOffset,
    Collateral,
    Diagnosis,
    Event,
    Fact,
    FirstFailure,
    Fix,
    Incident,
    ItemMode,
    ItemState,
    NotRead,
    Outcome,
    Place,
    Progress,
    RankState,
    RankStatus,
    Snapshot,
    Source,
    Standing,
    VariantStanding,
)

START = 1_796_070_662.0
"""2026-11-30 20:31:02 UTC."""


def source(index: int, rank: int | None = None, path: str | None = None) -> Source:
    name = path or f"none_ab12/attempt_0/{rank}/stderr.log"
    return Source(
        index, name, Path("/logs") / name, "torchrun", rank=rank, attempt=0, bytes=1173, bytes_read=1173, lines=16
    )


def event(source_id: int, line: int, text: str, *, rank: int | None = None, time: float | None = None) -> Event:
    return Event("signal", "rule/signal", Place(source_id, line, line * 70), text, rank=rank, time=time)


ASSERTION = replace(event(1, 16, "AssertionError", rank=1, time=START + 0.114), span=(0, 14))
CLOSED = event(0, 20, "RuntimeError: Connection closed by peer [127.0.0.1]:4711", rank=0, time=START + 3.2)
FILTERED = event(1, 11, "step  10 | loss spike filter: dropping this batch's gradients", rank=1, time=START)

FIRST = FirstFailure(
    ranks=(1,),
    certainty=Certainty.CERTAIN,
    kind="deepspeed-bf16-grad-norm",
    rule="deepspeed-bf16-grad-norm",
    message="AssertionError: all_groups_norm > 0",
    step=10,
    time=START + 0.114,
    host="node-0",
    reasons=(
        Claim("its assertion is a local cause; the others only lost their connection to it", (ASSERTION, CLOSED)),
    ),
    but=(Claim("this norm is all-reduced, so one rank alone asserting means its gradients differ", (FILTERED,)),),
    alternatives=(Alternative((0, 2), Claim("they lost their connection to rank 1, 3.1 s later", (CLOSED,))),),
    event=ASSERTION,
)

DIAGNOSIS = Diagnosis(
    rule="deepspeed-bf16-grad-norm",
    title="DeepSpeed bf16 gradient norm assertion",
    variant="zero-gradient",
    variant_title="no gradient reached the step",
    explanation="The norm was\nexactly 0.\n\nLook:\n    if True:\n        print(1)\nNor can you.",
    evidence=(Claim("the script dropped this batch's gradients", (FILTERED,)),),
    contradictions=(Claim("ZeRO stage 2 does not use this optimizer"),),
    variants=(
        VariantStanding("zero-gradient", "zero gradient", Standing.CHOSEN),
        VariantStanding("nan", "NaN", Standing.RULED_OUT, against=(Claim("all losses are finite", (FILTERED,)),)),
    ),
    facts=(Fact("DeepSpeed", "0.19.7", FILTERED),),
    does_not_prove="The assertion alone does not prove an underflow.",
    misbeliefs=(("fp16 cures it", "another optimizer runs, and hides it"),),
    references=(("The issue", "https://github.com/deepspeedai/DeepSpeed/issues/5223"),),
)

CHECKLIST = (
    ChecklistItem("assertion", "The assertion is present", ItemMode.SIGNAL, ItemState.FOUND, ItemState.FOUND,
                  (Claim("seen on rank 1", (ASSERTION,)),)),
    ChecklistItem("clean", "Reproduce from a clean checkpoint", ItemMode.MANUAL, ItemState.PENDING, how="delete"),
    ChecklistItem("fp16", "Runs fine with fp16", ItemMode.COMPARISON, ItemState.CONFIRMED, note="seen on the old node"),
    ChecklistItem("nan", "NaN loss", ItemMode.SIGNAL, ItemState.CONTRADICTED, ItemState.CONTRADICTED, changes="data"),
    ChecklistItem("skip", "Skipped by hand", ItemMode.MANUAL, ItemState.SKIPPED),
    ChecklistItem("rejected", "Rejected by hand", ItemMode.MANUAL, ItemState.REJECTED),
)  # fmt: skip

FIXES = (
    Fix(
        "Guard the batch",
        "the norm was 0",
        "n = (labels != -100).sum()\nif n == 0:\n    skip()",
        "grep -c n_valid=0 log",
        "0",
    ),
    Fix("Find the NaN", "the norm was -1", "TORCH_NCCL_NAN_CHECK=1", "run", "no nan", applies=False),
)

INCIDENT = Incident(
    attempt=0,
    first=FIRST,
    collateral=(Collateral((0, 2), "connection-closed", "connection closed",
                           Claim("rank 1 was gone", (CLOSED,)), (3.122, 3.121)),
                Collateral((3,), "sigterm", "ended by SIGTERM", Claim("the launcher ended it"), (None,))),
    other=(Claim("ChildFailedError is torchrun's wrapper, not a cause"),),
    diagnosis=DIAGNOSIS,
    checklist=CHECKLIST,
    fixes=FIXES,
)  # fmt: skip

RANKS = (
    RankStatus(0, "node-0", RankState.COLLATERAL, 9, START, last_text="RuntimeError: Connection closed by peer"),
    RankStatus(1, "node-0", RankState.FIRST, 10, START),
    RankStatus(2, "node-0", RankState.COLLATERAL, 9, None),
    RankStatus(3, None, RankState.SILENT),
)

FAILED = Snapshot(
    sequence=1,
    title="./logs",
    outcome=Outcome.FAILED,
    outcome_reason="rank 1 failed first",
    world_size=4,
    headline=0,
    sources=tuple(source(rank, rank) for rank in range(4)),
    not_read=(NotRead("core.1234", "binary data"),),
    ranks=RANKS,
    incidents=(INCIDENT,),
    clocks=(ClockOffset("node-1", -37.0, 0.1, 9),),
    not_failures=(event(2, 3, "WARNING: error_policy=raise", rank=2),),
    warnings=("the checklist file could not be read; starting afresh",),
)

_SYMMETRIC = replace(
    FIRST, ranks=(0, 1, 2, 3), certainty=Certainty.SYMMETRIC, origin=(2,), alternatives=(), host=None, but=()
)
SYMMETRIC = replace(FAILED, incidents=(replace(INCIDENT, first=_SYMMETRIC, collateral=()),))

_AMBIGUOUS = replace(FIRST, ranks=(3, 7), certainty=Certainty.AMBIGUOUS, kind="hang", rule=None, message="hang")
UNDECIDED = replace(FAILED, incidents=(replace(INCIDENT, first=_AMBIGUOUS),))
UNDECIDED_BARE = replace(
    FAILED, incidents=(Incident(0, replace(_AMBIGUOUS, ranks=(), certainty=Certainty.UNKNOWN, alternatives=())),)
)

_FINISHED = tuple(RankStatus(rank, "node-0", RankState.FINISHED, 12, START) for rank in range(4))
RECOVERED = replace(
    FAILED,
    outcome=Outcome.RECOVERED,
    outcome_reason="attempt 0 failed, attempt 1 finished at step 12",
    ranks=_FINISHED,
    sources=(*FAILED.sources, replace(source(4, 0, "none_ab12/attempt_1/0/stderr.log"), attempt=1)),
)
HEALTHY = replace(
    FAILED, outcome=Outcome.HEALTHY, outcome_reason="4 ranks finished", headline=None, incidents=(), ranks=_FINISHED
)
RUNNING = replace(
    HEALTHY,
    outcome=Outcome.RUNNING,
    outcome_reason="rank 3 has been silent for 4 min",
    ranks=tuple(
        RankStatus(rank, None, RankState.RUNNING if rank < 3 else RankState.SILENT, 1023 + rank) for rank in range(4)
    ),
    partial=True,
    progress=Progress(2_000_000, 10_000_000, True),
)
CANCELLED = replace(
    HEALTHY, outcome=Outcome.CANCELLED, outcome_reason="cancelled by scancel (slurmstepd)", ranks=RANKS[3:]
)
WAITING = Snapshot(1, "./logs", Outcome.UNKNOWN, "no log has been written yet")
UNREADABLE = replace(
    WAITING, outcome_reason="", not_read=(NotRead("a.png", "an image"), NotRead("b.bin", "binary data"))
)

ALL = {
    "failed": FAILED,
    "symmetric": SYMMETRIC,
    "undecided": UNDECIDED,
    "undecided-bare": UNDECIDED_BARE,
    "recovered": RECOVERED,
    "healthy": HEALTHY,
    "running": RUNNING,
    "cancelled": CANCELLED,
    "waiting": WAITING,
    "unreadable": UNREADABLE,
}
