"""What the rule of the norm assertion makes of real jobs: variant, evidence, checklist, fixes, origin."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.engine.model import Diagnosis, Incident, ItemMode, ItemState, Standing
from tests.engine.cases import corpus, report
from tests.engine.pipeline import snapshot_of, write_logs
from tests.infer.joblogs import GLOO_CLOSED, RANKS, rank_files, steps, traceback


def incident_of(path: Path) -> Incident:
    snapshot = snapshot_of(path)
    assert snapshot.incident is not None
    return snapshot.incident


def diagnosis_of(path: Path) -> Diagnosis:
    diagnosis = incident_of(path).diagnosis
    assert diagnosis is not None
    return diagnosis


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("bf16-zero-norm-torchrun", "zero-gradient"),
        ("bf16-underflow-norm", "underflow"),
        ("bf16-nan-norm", "nan"),
        ("zero-norm-then-timeout", "zero-gradient"),
    ],
)
def test_the_variant_that_the_lines_before_the_traceback_decide(name: str, variant: str) -> None:
    diagnosis = diagnosis_of(corpus(name))
    assert diagnosis.variant == variant
    chosen = [standing for standing in diagnosis.variants if standing.standing is Standing.CHOSEN]
    assert [standing.id for standing in chosen] == [variant]
    assert any(claim.events for claim in chosen[0].evidence), "and it rests on lines of the log"


def test_the_assertion_alone_decides_nothing() -> None:
    diagnosis = diagnosis_of(report("02-lf9298-z0-step2"))
    assert diagnosis.variant == "undecided"
    assert Standing.CHOSEN not in {standing.standing for standing in diagnosis.variants}


def test_a_variant_that_is_ruled_out_says_by_what() -> None:
    diagnosis = diagnosis_of(corpus("bf16-underflow-norm"))
    ruled_out = [standing for standing in diagnosis.variants if standing.standing is Standing.RULED_OUT]
    assert ruled_out
    assert all(standing.against for standing in ruled_out)


def test_the_facts_of_the_job() -> None:
    facts = {fact.label.lower(): fact.value for fact in diagnosis_of(corpus("bf16-zero-norm-torchrun")).facts}
    assert "0.19.7" in facts.values()
    assert "BF16_Optimizer" in facts.values() or "BF16 optimizer" in facts.values()
    assert any("(step 12)" in value for label, value in facts.items() if label.startswith("last loss"))


def test_the_checklist_in_the_order_of_the_rule() -> None:
    items = incident_of(corpus("bf16-zero-norm-torchrun")).checklist
    assert [item.id for item in items[:6]] == [
        "reproduce",
        "assertion",
        "fp16-control",
        "same-step",
        "zero-norm-logged",
        "targeted-fix",
    ]
    states = {item.id: item.state for item in items}
    assert states["assertion"] is ItemState.FOUND
    assert {item.state for item in items if item.mode is ItemMode.MANUAL} == {ItemState.PENDING}
    assert not [item.text for item in items if "{" in item.text], "its texts are filled"


def test_found_items_cite_the_lines() -> None:
    for item in incident_of(corpus("bf16-zero-norm-torchrun")).checklist:
        if item.mode is ItemMode.SIGNAL and item.state is ItemState.FOUND:
            assert any(claim.events for claim in item.claims), item.id


def test_fixes_of_another_variant_do_not_apply() -> None:
    fixes = incident_of(corpus("bf16-underflow-norm")).fixes
    assert {fix.applies for fix in fixes} == {True, False}
    undecided = incident_of(report("02-lf9298-z0-step2")).fixes
    assert {fix.applies for fix in undecided} == {True}


# --- origin ---------------------------------------------------------------------------------------------------------


def test_the_rank_whose_own_loss_was_bad() -> None:
    incident = incident_of(corpus("bf16-nan-norm"))
    assert incident.first.ranks == (0, 1, 2, 3)
    assert incident.first.origin == (2,)
    assert any(claim.text.startswith("look at rank 2") and claim.events for claim in incident.first.reasons)


def test_no_origin_where_no_rank_differs() -> None:
    assert incident_of(corpus("bf16-zero-norm-torchrun")).first.origin == ()


def test_the_origin_of_an_error_without_a_rule(tmp_path: Path) -> None:
    texts = {
        rank: steps(rank)
        + f"2026-11-30 20:10:06,000 [rank{rank}] INFO train: step 6/30 loss={'nan' if rank == 3 else '2.0'}\n"
        + traceback(rank, "ValueError: the reduced loss is not finite")
        for rank in RANKS
    }
    assert incident_of(write_logs(tmp_path, rank_files(texts))).first.origin == (3,)


# --- texts ----------------------------------------------------------------------------------------------------------


def test_values_from_a_log_are_quoted_in_commands(tmp_path: Path) -> None:
    """The log is hostile: a host's name could be a command."""
    host = "node$(reboot)"
    texts = {rank: steps(rank) + traceback(rank, "ValueError: x" if rank == 1 else GLOO_CLOSED) for rank in RANKS}
    files = {f"node-0/{name}": text for name, text in rank_files(texts).items()}
    files["node-0/dmesg.log"] = f"Nov 30 20:10:00 {host} kernel: NVRM: Xid (PCI:0000:3b:00): 79, pid=1\n"
    for fix in incident_of(write_logs(tmp_path, files)).fixes:
        assert "$(reboot)" not in fix.verify or "'" in fix.verify
