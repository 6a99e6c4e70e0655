"""The report as JSON, schema ``denpex-report/1``: the same snapshot always gives the same bytes.

Every key of the schema is always there; what is unknown is null.  Keys beyond the schema only add.
"""

from __future__ import annotations

from typing import Any

import orjson

from denpex_tui import __version__
from denpex_tui.engine.model import Event, NotRead, RankState, RankStatus, Snapshot, Source
from denpex_tui.report.evidence import Evidence, number_evidence, source_path
from denpex_tui.report.json_incident import claims_value, diagnosis_value, incident_value
from denpex_tui.report.times import iso

SCHEMA = "denpex-report/1"
_UNNAMED = (RankState.CANCELLED, RankState.SUSPECT)

Value = dict[str, Any]


def render_json(snapshot: Snapshot, *, compact: bool = False) -> bytes:
    """The report as UTF-8 bytes with a newline at the end; on one line when ``compact``."""
    option = orjson.OPT_APPEND_NEWLINE | (0 if compact else orjson.OPT_INDENT_2)
    value = report_value(snapshot)
    try:
        return orjson.dumps(value, option=option)
    except orjson.JSONEncodeError:
        return orjson.dumps(_encodable(value), option=option)


def report_value(snapshot: Snapshot) -> Value:
    """The report as plain dictionaries and lists, in the order of the schema."""
    evidence = number_evidence(snapshot)
    return {
        "schema": SCHEMA,
        "outcome": snapshot.outcome.value,
        "world_size": snapshot.world_size,
        "headline": snapshot.headline,
        "partial": snapshot.partial,
        "outcome_reason": snapshot.outcome_reason or None,
        "sources": [_source(source) for source in snapshot.sources],
        "not_read": [_not_read(entry) for entry in snapshot.not_read],
        "ranks": [_rank(status) for status in snapshot.ranks],
        "incidents": [incident_value(incident, evidence) for incident in snapshot.incidents],
        "evidence": {name: _evidence(event, snapshot) for name, event in evidence.events.items()},
        **_extras(snapshot, evidence),
    }


def _extras(snapshot: Snapshot, evidence: Evidence) -> Value:
    clocks = [
        {"host": clock.host, "offset": clock.offset, "error": clock.error, "samples": clock.samples}
        for clock in snapshot.clocks
    ]
    return {
        "concerns": [diagnosis_value(concern, evidence) for concern in snapshot.concerns],
        "alerts": claims_value(snapshot.alerts, evidence),
        "changes": [
            {"was": change.was, "until": iso(change.until), "because": change.because} for change in snapshot.changes
        ],
        "not_failures": evidence.cite(snapshot.not_failures),
        "clocks": clocks,
        "unattributed": snapshot.unattributed,
        "warnings": list(snapshot.warnings),
        "version": __version__,
    }


def _source(source: Source) -> Value:
    return {
        "path": source.path,
        "rank": source.rank,
        "host": source.host,
        "attempt": source.attempt,
        "bytes": source.bytes,
        "bytes_read": source.bytes_read,
        "lines": source.lines,
        "local_rank": source.local_rank,
        "node": source.node,
        "layout": source.layout,
        "stream": source.stream.value,
        "run": source.run,
    }


def _not_read(entry: NotRead) -> Value:
    return {"path": entry.path, "reason": entry.reason}


def _state(state: RankState) -> str:
    """``denpex-report/1`` has no word for a rank that was cancelled with its job, or is one of several suspects."""
    return (RankState.UNKNOWN if state in _UNNAMED else state).value


def _rank(status: RankStatus) -> Value:
    return {
        "rank": status.rank,
        "host": status.host,
        "state": _state(status.state),
        "last_step": status.last_step,
        "last_time": iso(status.last_time),
    }


def _evidence(event: Event, snapshot: Snapshot) -> Value:
    return {
        "path": source_path(event, snapshot),
        "line": event.place.line if event.place.line > 0 else None,
        "offset": event.place.offset,
        "rank": event.rank,
        "time": iso(event.time),
        "text": event.text,
        "kind": event.kind,
        "name": event.name,
        "attempt": event.attempt,
        "span": None if event.span is None else list(event.span),
    }


def _encodable(value: Any) -> Any:
    """The value with what UTF-8 cannot hold (halves of surrogate pairs, from odd file names) replaced by ``?``."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, list):
        return [_encodable(entry) for entry in value]
    if isinstance(value, dict):
        return {_encodable(name): _encodable(entry) for name, entry in value.items()}
    return value
