"""In invented jobs of several ranks the right rule leads, and nobody is named first without proof (scenarios.toml)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from denpex_tui.engine.model import Incident, ItemState, Snapshot
from tests.engine.pipeline import snapshot_of, write_logs
from tests.rules.catalogue import NAMES

DATA = tomllib.loads((Path(__file__).parent / "scenarios.toml").read_text())
BLOCKS: Mapping[str, str] = DATA["blocks"]
SCENARIOS: list[dict[str, Any]] = DATA["scenarios"]
RANKS = range(4)


def logs_of(scenario: Mapping[str, Any]) -> dict[str, str]:
    """One file a rank, and the scenario's other files."""
    logs = {f"rank_{rank}.log": "\n".join([*_steps(rank, scenario), *_end(rank, scenario), ""]) for rank in RANKS}
    for name, text in scenario.get("files", {}).items():
        logs[name] = BLOCKS.get(text, text).strip("\n") + "\n"
    return logs


def _steps(rank: int, scenario: Mapping[str, Any]) -> list[str]:
    start = f"2026-05-04 10:00:00,{100 + rank} [rank{rank}] INFO train: rank {rank} of 4 is ready"
    return [start, *(_step(rank, step) for step in range(1, scenario.get("steps", 6) + 1))]


def _step(rank: int, step: int) -> str:
    values = f"loss {2.5 - 0.01 * step - 0.001 * rank:.4f} | grad_norm {0.9 - 0.01 * step:.3f} | lr 0.0002"
    return f"2026-05-04 10:00:{4 * step:02d},{100 + rank} [rank{rank}] INFO train: step {step}/500 | {values}"


def _end(rank: int, scenario: Mapping[str, Any]) -> list[str]:
    said = scenario.get("says", {}).get(str(rank), scenario.get("others", ""))
    parts = [scenario.get("before", {}).get(str(rank), ""), BLOCKS.get(said, said)]
    return [part.strip("\n").replace("{rank}", str(rank)) for part in parts if part.strip()]


@pytest.fixture(params=SCENARIOS, ids=lambda scenario: scenario["name"])
def scenario(request: pytest.FixtureRequest) -> dict[str, Any]:
    return dict(request.param)


def test_the_right_rule_leads_and_nobody_is_named_without_proof(scenario: dict[str, Any], tmp_path: Path) -> None:
    snapshot = snapshot_of(write_logs(tmp_path / "logs", logs_of(scenario)))
    assert [concern.rule for concern in snapshot.concerns] == scenario.get("concerns", [])
    if not scenario["rule"]:
        assert snapshot.incidents == ()
        return
    (incident,) = snapshot.incidents
    assert (_rule(incident), sorted(incident.first.ranks)) == (scenario["rule"], scenario["first"])
    assert set(scenario.get("ticks", ())) <= _ticked(incident)
    assert scenario.get("also", "") in " ".join(_named_beside(snapshot))


def _rule(incident: Incident) -> str:
    return incident.diagnosis.rule or "" if incident.diagnosis is not None else ""


def _ticked(incident: Incident) -> set[str]:
    return {item.id for item in incident.checklist if item.found is ItemState.FOUND}


def _named_beside(snapshot: Snapshot) -> list[str]:
    return [claim.text for incident in snapshot.incidents for claim in incident.other]


def test_scenarios_are_of_rules_that_exist_and_of_at_least_twenty_of_them() -> None:
    """Each also names what matches beside the rule that leads."""
    shown = {scenario[key] for scenario in SCENARIOS for key in ("rule", "also") if scenario.get(key)}
    shown |= {concern for scenario in SCENARIOS for concern in scenario.get("concerns", ())}
    assert shown <= set(NAMES)
    assert len(shown) >= 30
