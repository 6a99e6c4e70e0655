"""``denpex-tui rules``: the catalogue is listed, shown, checked and extended from the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from denpex_tui.cli import main
from tests.rules.catalogue import NAMES


def test_list_names_every_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "list"]) == 0
    text = capsys.readouterr().out
    assert all(name in text for name in NAMES)


def test_show_prints_a_rule_by_id_or_alias(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "show", "bf16-norm-assert"]) == 0
    text = capsys.readouterr().out
    for part in ("deepspeed-bf16-grad-norm", "What it does not prove", "Checklist", "Fix 1:", "References"):
        assert part in text


def test_show_of_an_unknown_id_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "show", "nothing"]) == 2
    assert "no rule is called 'nothing'" in capsys.readouterr().err


def test_check_without_a_path_checks_the_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "check"]) == 0
    assert capsys.readouterr().out == f"{len(NAMES)} good\n"


def test_check_of_nothing_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "check", "/no/such/place"]) == 2
    assert "no such file or directory" in capsys.readouterr().err


def problems_at(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[list[int], str]:
    """The lines that ``check`` names, and all that it says."""
    assert main(["rules", "check", str(path)]) == 2
    out = capsys.readouterr().out
    return [int(line.split(":")[1]) for line in out.splitlines() if line.startswith(f"{path}:")], out


def test_check_names_everything_that_the_skeleton_leaves_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each TODO with its line, phase, pattern, reference and samples included."""
    assert main(["rules", "new", "lost-shard", "--area", "data", "--dir", str(tmp_path)]) == 0
    path = tmp_path / "data" / "lost-shard.toml"
    capsys.readouterr()
    lines = enumerate(path.read_text().splitlines(), start=1)
    left = [number for number, line in lines if "TODO" in line and not line.startswith("#")]
    named, out = problems_at(path, capsys)
    assert named == left
    for part in ("phase still says TODO", "signals[0].pattern", "references[0].url", "samples[1].text"):
        assert part in out


def test_a_skeleton_whose_marks_alone_were_taken_away_is_no_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What says "what failed, in a few words" says nothing."""
    assert main(["rules", "new", "lost-shard", "--area", "data", "--dir", str(tmp_path)]) == 0
    path = tmp_path / "data" / "lost-shard.toml"
    capsys.readouterr()
    marked = sum("TODO" in line and not line.startswith("#") for line in path.read_text().splitlines())
    path.write_text(path.read_text().replace("TODO: ", "").replace("TODO ", "").replace("TODO", ""))
    named, out = problems_at(path, capsys)
    assert len(named) == marked
    for part in ("title still says what the skeleton says", "unknown phase ''", "'' is no address"):
        assert part in out


def test_a_newcomer_s_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every TODO of the skeleton replaced, and nothing else done: ``check`` is content, and the rule is used."""
    assert main(["rules", "new", "lost-shard", "--area", "data", "--dir", str(tmp_path)]) == 0
    path = tmp_path / "data" / "lost-shard.toml"
    text = path.read_text().replace('phase = "TODO"', 'phase = "data-loading"')
    text = text.replace('url = "TODO"', 'url = "https://wiki.example.org/shards"')
    path.write_text(re.sub(r"TODO:?", "shard", text))
    assert main(["rules", "check", str(tmp_path)]) == 0
    assert main(["rules", "list", "--rules", str(tmp_path)]) == 0
    assert "lost-shard" in capsys.readouterr().out


def test_new_does_not_overwrite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["rules", "new", "lost-shard", "--dir", str(tmp_path)]
    assert main(words) == 0
    assert main(words) == 2
    assert "exists already" in capsys.readouterr().err


def test_new_refuses_an_id_that_no_rule_may_have(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "new", "Lost Shard!", "--dir", str(tmp_path)]) == 2
    assert "cannot be an id" in capsys.readouterr().err
