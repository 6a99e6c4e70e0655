"""A verdict says what it could not read: the first failure may stand in the one log that is closed."""

from __future__ import annotations

from denpex_tui.engine.incidents import Context
from denpex_tui.engine.model import Certainty, NotRead, Snapshot
from denpex_tui.engine.snapshots import build
from tests.engine.cases import corpus
from tests.engine.pipeline import book, scans_of

CLOSED = NotRead("rank_1.log", "it cannot be read: permission denied", unreadable=True)
NO_LOG = NotRead("truth.json", "it is a JSON document, not a log of JSON lines")


def snapshot(*not_read: NotRead) -> Snapshot:
    scans = scans_of(corpus("pt-valueerror-rank2"))
    built, _ = build("logs", [scans], book(), Context(), not_read)
    return built


def test_a_log_that_is_closed_is_said_to_be_missing_beside_the_verdict() -> None:
    incident = snapshot(CLOSED, NO_LOG).incident
    assert incident is not None and incident.first.certainty is Certainty.CERTAIN
    assert [claim.text for claim in incident.first.but][-1] == (
        "rank_1.log could not be read: an earlier failure may stand there (see what was not read)"
    )


def test_a_file_that_is_no_log_leaves_no_doubt() -> None:
    incident = snapshot(NO_LOG).incident
    assert incident is not None and not any("could not be read" in claim.text for claim in incident.first.but)
