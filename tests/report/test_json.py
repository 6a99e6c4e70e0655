"""The JSON report keeps its schema whatever happened, and never invents a value."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import orjson
import pytest

from denpex_tui.engine.model import NotRead, Snapshot
from denpex_tui.report.evidence import number_evidence
from denpex_tui.report.json import render_json
from tests.report import snapshots

TOP = [
    "schema",
    "outcome",
    "world_size",
    "headline",
    "partial",
    "sources",
    "not_read",
    "ranks",
    "incidents",
    "evidence",
]
SOURCE = {"path", "rank", "host", "attempt", "bytes", "bytes_read", "lines"}
RANK = {"rank", "host", "state", "last_step", "last_time"}
FIRST = [
    "ranks", "certainty", "kind", "rule", "message", "step", "time", "origin", "reasons", "alternatives",
]  # fmt: skip
DIAGNOSIS = {"rule", "variant", "explanation", "evidence", "contradictions"}
ITEM = {"id", "text", "mode", "state", "evidence", "note"}
FIX = {"title", "when", "change", "verify", "expect"}
EVIDENCE = {"path", "line", "offset", "rank", "time", "text"}


def report(snapshot: Snapshot) -> dict[str, Any]:
    value = orjson.loads(render_json(snapshot))
    assert isinstance(value, dict)
    return value


@pytest.mark.parametrize("name", snapshots.ALL)
def test_every_key_of_the_schema_is_there(name: str) -> None:
    value = report(snapshots.ALL[name])
    assert [key for key in value if key in TOP] == TOP
    assert value["schema"] == "denpex-report/1"
    assert all(set(entry) >= SOURCE for entry in value["sources"])
    assert all(set(entry) >= RANK for entry in value["ranks"])
    assert all(set(entry) >= EVIDENCE for entry in value["evidence"].values())
    for incident in value["incidents"]:
        assert [key for key in incident["first"] if key in FIRST] == FIRST
        assert set(incident["diagnosis"]) >= DIAGNOSIS
        assert all(set(item) >= ITEM for item in incident["checklist"])
        assert all(set(fix) == FIX for fix in incident["fixes"])
        assert all(set(group) >= {"ranks", "kind", "why", "evidence"} for group in incident["collateral"])


def test_the_failed_job_reads_as_the_contract_says() -> None:
    value = report(snapshots.FAILED)
    first = value["incidents"][0]["first"]
    assert (value["outcome"], value["headline"], value["world_size"]) == ("failed", 0, 4)
    assert (first["ranks"], first["certainty"], first["step"]) == ([1], "certain", 10)
    assert first["time"] == "2026-11-30T20:31:02.114"
    assert first["reasons"][0]["evidence"] == ["e1", "e2"]
    assert first["alternatives"][0]["ranks"] == [0, 2]
    assert first["alternatives"][0]["why_not"] == "they lost their connection to rank 1, 3.1 s later"
    assert value["incidents"][0]["diagnosis"]["variant"] == "zero-gradient"
    assert value["evidence"]["e1"] == value["evidence"]["e1"] | {
        "path": "none_ab12/attempt_0/1/stderr.log",
        "line": 16,
        "offset": 1120,
        "rank": 1,
        "time": "2026-11-30T20:31:02.114",
        "text": "AssertionError",
    }


def test_a_fix_of_another_variant_does_not_stand_among_the_fixes() -> None:
    incident = report(snapshots.FAILED)["incidents"][0]
    assert [fix["title"] for fix in incident["fixes"]] == ["Guard the batch"]
    assert [fix["title"] for fix in incident["other_fixes"]] == ["Find the NaN"]


def test_unknown_is_null() -> None:
    value = report(snapshots.UNDECIDED_BARE)
    assert value["incidents"][0]["first"]["ranks"] == []
    assert value["incidents"][0]["diagnosis"]["rule"] is None
    assert value["incidents"][0]["diagnosis"]["explanation"] is None
    assert report(snapshots.FAILED)["ranks"][3] == {
        "rank": 3, "host": None, "state": "silent", "last_step": None, "last_time": None,
    }  # fmt: skip
    assert report(snapshots.WAITING)["headline"] is None


@pytest.mark.parametrize("name", snapshots.ALL)
def test_same_snapshot_same_bytes(name: str) -> None:
    assert render_json(snapshots.ALL[name]) == render_json(replace(snapshots.ALL[name]))


def test_the_compact_form_is_one_line_that_says_the_same() -> None:
    line = render_json(snapshots.FAILED, compact=True)
    assert line.count(b"\n") == 1
    assert orjson.loads(line) == report(snapshots.FAILED)


def test_evidence_is_numbered_in_the_order_in_which_it_is_cited() -> None:
    evidence = number_evidence(snapshots.FAILED)
    assert list(evidence.events) == ["e1", "e2", "e3", "e4"]
    assert evidence.cite([snapshots.FILTERED, snapshots.ASSERTION, snapshots.FILTERED]) == ["e3", "e1"]


def test_every_number_that_is_cited_is_listed() -> None:
    value = report(snapshots.FAILED)
    incident = value["incidents"][0]
    cited = {name for claim in incident["first"]["reasons"] + incident["first"]["but"] for name in claim["evidence"]}
    cited |= {name for item in incident["checklist"] for name in item["evidence"]}
    cited |= {name for group in incident["collateral"] for name in group["evidence"]}
    assert cited <= set(value["evidence"])


def test_a_file_name_that_is_no_text_is_written_all_the_same() -> None:
    odd = replace(snapshots.UNREADABLE, not_read=(NotRead("a\udcff.log", "an image"),))
    assert report(odd)["not_read"][0]["path"] == "a?.log"
