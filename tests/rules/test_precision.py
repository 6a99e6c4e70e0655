"""Text that speaks of failures and is none: no rule takes it for one, neither alone nor through the engine."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from denpex_tui.engine.infer.explain import role_of
from denpex_tui.engine.rules.places import bundled_rules_dir
from tests.engine.cases import CASES
from tests.engine.pipeline import book, job_of, snapshot_of, write_logs
from tests.rules.catalogue import FILES, NAMES, TELLING, telling_matches

NOISE = sorted((CASES / "noise").glob("*.log"))
"""Printed by real programs: a configuration dump of DeepSpeed, ``pip list``, torch's collect_env, and tracebacks,
plain and drawn by rich, through source lines that quote the messages of twelve failures."""
_SAMPLES = re.compile(r"^\[\[samples\]\].*", re.MULTILINE | re.DOTALL)
"""The end of each rule file: real messages, which a rule must know in whatever text."""


def _fired(logs: Path) -> set[str]:
    """Initiator and collateral signals that the engine sees in logs."""
    events = job_of(logs).events
    return {event.name for event in events if event.kind == "signal" and role_of(event, book()) in TELLING}


def _alone(text: str) -> dict[str, dict[str, str]]:
    """The same of each rule for itself, with the lines."""
    return {rule.id: found for rule in book().rules if (found := telling_matches(rule, text))}


@pytest.mark.parametrize("path", NOISE, ids=lambda path: path.stem)
def test_no_rule_fires_on_what_real_programs_print(path: Path, tmp_path: Path) -> None:
    text = path.read_text()
    assert _fired(write_logs(tmp_path, {"rank_0.log": text})) == set()


def test_the_noise_is_all_there() -> None:
    assert {path.stem for path in NOISE} == {
        "collect-env",
        "deepspeed-config",
        "pip-list",
        "quoted-source",
        "quoted-source-rich",
    }


@pytest.mark.parametrize("name", ["collect-env", "deepspeed-config", "pip-list"])
def test_what_is_no_failure_has_no_verdict(name: str, tmp_path: Path) -> None:
    text = (CASES / "noise" / f"{name}.log").read_text()
    snapshot = snapshot_of(write_logs(tmp_path, {"rank_0.log": text}))
    assert (snapshot.incidents, snapshot.concerns) == ((), ())


@pytest.mark.parametrize("name", ["quoted-source", "quoted-source-rich"])
def test_a_traceback_is_explained_by_its_exception_not_by_its_source_lines(name: str, tmp_path: Path) -> None:
    text = (CASES / "noise" / f"{name}.log").read_text()
    (incident,) = snapshot_of(write_logs(tmp_path, {"rank_0.log": text})).incidents
    assert incident.diagnosis is not None and incident.diagnosis.rule == "python-exception"
    assert incident.first.message.endswith("ValueError: y")


@pytest.mark.parametrize("name", ["README.md", "rule.schema.json"])
def test_no_rule_fires_on_the_catalogue_s_reference(name: str, tmp_path: Path) -> None:
    text = (bundled_rules_dir() / name).read_text()
    assert _alone(text) == {}
    assert _fired(write_logs(tmp_path, {"rank_0.log": text})) == set()


def test_no_rule_fires_on_the_rule_files_themselves(tmp_path: Path) -> None:
    """All of them in one log, without their samples."""
    text = "".join(_SAMPLES.sub("", path.read_text()) for path in FILES)
    assert text.count("\nid = ") >= len(FILES)
    assert _alone(text) == {}
    assert _fired(write_logs(tmp_path, {"rank_0.log": text})) == set()


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_samples_end_a_rule_file(path: Path) -> None:
    """Behind them the test above would not look."""
    assert list(tomllib.loads(path.read_text()))[-1] == "samples"
