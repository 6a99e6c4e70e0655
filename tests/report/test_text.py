"""The terminal report is readable at 80 columns, without colour, without UTF-8, whatever the log says."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from denpex_tui.engine.model import Claim, RankState, RankStatus, Snapshot
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.session import Session
from denpex_tui.report.text import render_text
from tests.engine.cases import corpus
from tests.report import snapshots


def shown(snapshot: Snapshot, width: int = 80, encoding: str = "utf-8", *, colour: bool = False) -> str:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding, write_through=True)
    render_text(snapshot, Console(file=file, width=width, force_terminal=colour, legacy_windows=False))
    return raw.getvalue().decode(encoding)


OPENINGS = {
    "failed": "▶ FIRST  rank 1 · certain · step 10 · node-0 · 20:31:02,114",
    "symmetric": "≡ SYMMETRIC  ranks 0-3 together · step 10",
    "undecided": "? AMBIGUOUS  ranks 3 or 7 · step 10",
    "undecided-bare": "? UNDECIDED  no rank can be named",
    "recovered": "✓ RECOVERED  4 ranks\n  attempt 0 failed, attempt 1 finished at step 12",
    "healthy": "✓ NO FAILURE FOUND  4 ranks · step 12\n  4 ranks finished",
    "running": "● LIVE, NO FAILURE  4 ranks · steps 1,023 to 1,026\n  rank 3 has been silent for 4 min",
    "cancelled": "■ CANCELLED  1 of 4 ranks\n  cancelled by scancel (slurmstepd)",
    "waiting": "… WAITING FOR LOGS  ./logs\n  no log has been written yet",
    "unreadable": "✗ NOTHING READABLE  nothing in ./logs is a log",
}


@pytest.mark.parametrize("name", snapshots.ALL)
def test_every_outcome_opens_with_its_own_sentence(name: str) -> None:
    assert shown(snapshots.ALL[name]).startswith(OPENINGS[name])


@pytest.mark.parametrize("name", snapshots.ALL)
@pytest.mark.parametrize("width", [60, 80, 200])
def test_no_row_is_wider_than_the_terminal(name: str, width: int) -> None:
    rows = shown(snapshots.ALL[name], width).splitlines()
    copied = ("      ", "  The issue ")  # commands and addresses are not wrapped, so that they can be copied
    assert [row for row in rows if len(row.rstrip()) > width and not row.startswith(copied)] == []


@pytest.mark.parametrize("name", snapshots.ALL)
def test_a_terminal_without_utf8_gets_ascii_only(name: str) -> None:
    text = shown(snapshots.ALL[name], encoding="ascii")
    assert text.isascii()
    assert "\\u" not in text


def test_reasons_quote_their_lines_with_path_and_number_once() -> None:
    text = shown(snapshots.FAILED)
    assert text.count("┃ none_ab12/attempt_0/1/stderr.log:16  rank 1 · 20:31:02,114  e1\n") == 1
    assert (
        text.index("because") < text.index("but  ") < text.index("not  ") < text.index("Collateral: ranks 0, 2 and 3")
    )


def test_every_checklist_state_has_glyph_and_word() -> None:
    text = shown(snapshots.FAILED)
    for state in ("● found", "○ pending", "✓ confirmed", "✗ contradicted", "» skipped", "– rejected"):
        assert f"  {state}" in text
    assert "note      seen on the old node" in text


def test_only_the_fixes_of_the_found_variant_are_shown_and_commands_stand_alone() -> None:
    text = shown(snapshots.FAILED)
    assert "Fix 1 of 1: Guard the batch" in text
    assert "Find the NaN" not in text
    assert "\n      grep -c n_valid=0 log\n" in text


def test_code_within_an_explanation_keeps_its_lines() -> None:
    text = shown(snapshots.FAILED)
    assert "  The norm was exactly 0.\n" in text
    assert "\n      if True:\n          print(1)\n  Nor can you.\n" in text


def test_an_undecided_verdict_says_what_would_decide() -> None:
    assert "to decide Reproduce from a clean checkpoint: delete" in shown(snapshots.UNDECIDED)
    assert "to decide add the launcher's log" in shown(snapshots.UNDECIDED_BARE)


def test_a_symmetric_verdict_names_the_rank_to_look_at() -> None:
    assert "20:31:02,114 · look at rank 2\n" in shown(snapshots.SYMMETRIC)


def test_a_partial_verdict_says_so() -> None:
    assert "partial   this verdict rests on 2.0 MB of 10.0 MB" in shown(snapshots.RUNNING)


def test_log_text_is_never_markup() -> None:
    hostile = "[bold]x[/foo] [link=https://evil.example]y[/link] :boom: [rank0]: done"
    line = replace(snapshots.ASSERTION, text=hostile, span=None)
    first = replace(snapshots.FIRST, message=hostile, reasons=(Claim(hostile, (line,)),), event=line)
    incident = replace(snapshots.INCIDENT, first=first)
    text = shown(replace(snapshots.FAILED, incidents=(incident,)), 200)
    assert text.count(hostile) >= 3


def test_the_matched_part_stands_out_and_a_long_line_keeps_it() -> None:
    long = "x" * 3000 + " AssertionError " + "y" * 3000
    line = replace(snapshots.ASSERTION, text=long, span=(3001, 3015))
    first = replace(snapshots.FIRST, reasons=(Claim("it is long", (line,)),), event=line)
    snapshot = replace(snapshots.FAILED, incidents=(replace(snapshots.INCIDENT, first=first),))
    plain = shown(snapshot)
    assert "AssertionError" in plain
    assert "…xxx" in plain
    assert plain.count("x") < 300
    assert "\x1b[1;7mAssertionError" in shown(snapshot, 200, colour=True)


def test_four_thousand_ranks_fit_a_screen() -> None:
    ranks = tuple(
        RankStatus(rank, f"node-{rank // 8}", RankState.SILENT if rank == 1337 else RankState.COLLATERAL, 100)
        for rank in range(4096)
    )
    text = shown(replace(snapshots.FAILED, ranks=ranks))
    assert "0-1336, 1338-4095 (4,095)  ↳ collateral  512 hosts  100" in text
    assert "1337 (1)" in text
    assert len(text.splitlines()) < 120


@pytest.mark.parametrize("case", ["slurm-scancel", "pt-keyboardinterrupt"])
def test_ranks_that_were_cancelled_with_the_job_say_so(case: str) -> None:
    session = Session([str(corpus(case))], book=RuleBook.bundled())
    session.poll()
    assert {status.state for status in session.snapshot.ranks} == {RankState.CANCELLED}
    assert shown(session.snapshot).count("■ cancelled") == 4
