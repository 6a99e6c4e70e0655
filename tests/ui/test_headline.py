"""Each state has a sentence of its own, and the verdict never jumps silently."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from denpex_tui.engine.model import Certainty, Outcome, Progress, Snapshot
from denpex_tui.ui.banner_rows import banner_rows
from denpex_tui.ui.headline import headline
from denpex_tui.ui.messages import SnapshotReady
from tests.ui.conftest import CORPUS, OpenCase
from tests.ui.screen import incident, log_place, opened, settled, text


def read(open_case: OpenCase, case: str) -> Snapshot:
    session = open_case(case)
    session.poll()
    return session.snapshot


def said(snapshot: Snapshot, width: int = 120, compact: bool = False) -> str:
    return "\n".join(row.content.plain for row in banner_rows(headline(snapshot), width, compact))


@pytest.mark.parametrize(
    ("case", "first", "below"),
    [
        ("rank-local-error", "▶ FIRST  rank 2 · certain   ValueError: sample 30", "because"),
        ("bf16-nan-norm", "≡ SYMMETRIC  all 4 ranks · look at rank 2   AssertionError", "because"),
        ("bf16-inf-loss", "≡ SYMMETRIC  all 4 ranks   AssertionError", "undecided"),
        ("pt-hang-skipped-collective", "▶ FIRST  rank 1 · likely   rank 1 never joined the collective", "but"),
        ("pt-elastic-restart", "✓ RECOVERED  attempt 0: rank 1; attempt 1: rank 3", "attempt 1 first rank 3 · certain"),
        ("slurm-scancel", "■ CANCELLED  through the scheduler (scancel)", ""),
        ("pt-healthy", "✓ NO FAILURE FOUND  ranks 0-3 finished", "harmless"),
    ],
)
def test_each_outcome_of_a_real_job_has_its_sentence(open_case: OpenCase, case: str, first: str, below: str) -> None:
    """Glyph, word, who and how sure, on the first row; reasons or cases below."""
    rows = said(read(open_case, case)).splitlines()
    assert rows[0].startswith(first)
    assert below in "\n".join(rows[1:])


async def test_a_symmetric_failure_opens_at_its_origin(open_case: OpenCase) -> None:
    """All ranks raised the same: rank 2, whose loss alone was NaN, is the one to look at, not the lowest rank."""
    async with opened(open_case("bf16-nan-norm")) as pilot:
        path, line = log_place(pilot)
        assert path.endswith("/2/stderr.log") and line == 18
    async with opened(open_case("bf16-inf-loss")) as pilot:
        assert log_place(pilot)[0].endswith("/0/stderr.log")  # no rank differs: the first of them


def test_ambiguous_names_all_who_may_have_been_first(open_case: OpenCase) -> None:
    """No certainty is claimed: the ranks are joined by "or"."""
    snapshot = read(open_case, "rank-local-error")
    broken = snapshot.incidents[0]
    first = replace(broken.first, ranks=(3, 7), certainty=Certainty.AMBIGUOUS)
    assert said(replace(snapshot, incidents=(replace(broken, first=first),))).startswith("? AMBIGUOUS  ranks 3 or 7 ")


def test_while_reading_the_verdict_says_what_it_rests_on(open_case: OpenCase) -> None:
    """With a verdict: from how much; without one: how far the reading is."""
    snapshot = read(open_case, "rank-local-error")
    part_read = replace(snapshot, partial=True, progress=Progress(340, 1000))
    assert "from 34 % read" in said(part_read, 200)
    assert "READING  34 % read of 1.0 kB" in said(replace(part_read, incidents=(), headline=None))


def test_a_live_job_without_failure_says_so(open_case: OpenCase) -> None:
    """How far the ranks are, and that nothing failed."""
    snapshot = replace(
        read(open_case, "pt-healthy"), outcome=Outcome.RUNNING, outcome_reason="no failure found, 4 ranks, last step 11"
    )
    assert said(snapshot).startswith("● LIVE, NO FAILURE FOUND  4 ranks, last step 11")


def test_what_speaks_against_the_verdict_is_never_left_out(open_case: OpenCase) -> None:
    """Four rows at 80 columns: the verdict, a reason, the cause, and the "but"."""
    rows = said(read(open_case, "bf16-nan-norm"), 78, compact=True).splitlines()
    assert [row.split()[0] for row in rows[1:]] == ["because", "cause", "but"]
    assert all(len(row) <= 78 for row in rows) and rows[3].endswith("…")


async def test_waiting_says_what_is_looked_for_and_where(
    open_paths: OpenCase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty directory is watched until something appears."""
    (tmp_path / "logs").mkdir()
    monkeypatch.chdir(tmp_path)
    session = open_paths("logs", live=True)
    async with opened(session) as pilot:
        assert "WAITING FOR LOGS" in text(pilot) and "logs" in text(pilot)
        (tmp_path / "logs" / "rank_0.log").write_text("[rank0]: ValueError: x\n")
        session.poll()
        incident(pilot).post_message(SnapshotReady(session.snapshot))
        await settled(pilot)
        assert "WAITING FOR LOGS" not in text(pilot) and "rank_0.log" in text(pilot)


async def test_nothing_readable_says_why_file_by_file(open_paths: OpenCase, tmp_path: Path) -> None:
    """Each file that is no log stands there with its reason."""
    (tmp_path / "loss.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(2000))
    (tmp_path / "model.bin").write_bytes(bytes(range(256)) * 20)
    async with opened(open_paths(str(tmp_path))) as pilot:
        assert "NOTHING READABLE" in text(pilot) and "2 files" in text(pilot)
        assert "loss.png: " in text(pilot) and "model.bin: " in text(pilot)


async def test_an_overturned_verdict_stays_readable(open_paths: OpenCase, tmp_path: Path) -> None:
    """What it was, until when, and why it is no longer: below the new one for a while, and in the incident pane."""
    attempt = CORPUS / "rank-local-error" / "logs" / "none_71i79ppv" / "attempt_0"
    (tmp_path / "logs").mkdir()
    session = open_paths(str(tmp_path / "logs"), live=True)
    async with opened(session) as pilot:
        for ranks in ("13", "02"):
            for rank in ranks:
                log = tmp_path / "logs" / "attempt_0" / rank / "stderr.log"
                log.parent.mkdir(parents=True)
                log.write_bytes((attempt / rank / "stderr.log").read_bytes())
            session.poll()
            incident(pilot).post_message(SnapshotReady(session.snapshot))
            await settled(pilot)
        assert "▶ FIRST  rank 2 · certain" in text(pilot)
        assert "was       undecided" in text(pilot) and "earlier verdicts" in text(pilot)


def test_a_concern_is_said_although_nothing_crashed(open_case: OpenCase) -> None:
    """Gradients that are zero while the training runs on: no failure, and yet the banner says so."""
    rows = said(read(open_case, "bf16-zero-norm-zero2"))
    assert rows.startswith("✓ NO FAILURE FOUND") and "concern   Gradients are zero while training runs" in rows
