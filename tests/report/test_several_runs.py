"""Several directories at once: what is cited is where it says, and one launch given twice repeats nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import orjson
import pytest

from denpex_tui.cli import main

CORPUS = Path(__file__).parent.parent / "cases" / "corpus"


def _report(capsys: pytest.CaptureFixture[str], *paths: Path) -> dict[str, object]:
    main(["report", "--format", "json", *map(str, paths)])
    return orjson.loads(capsys.readouterr().out)  # type: ignore[no-any-return]


def test_evidence_stands_in_the_file_that_is_cited(capsys: pytest.CaptureFixture[str]) -> None:
    """The runs are ordered by their times, the sources are not."""
    names = ("bf16-zero-norm-torchrun", "zero-norm-then-collateral", "bf16-nan-norm")
    for order in (names, names[::-1]):
        report = _report(capsys, *(CORPUS / name / "logs" for name in order))
        evidence = report["evidence"]
        assert isinstance(evidence, dict) and len(evidence) > 6
        for item in evidence.values():
            line = (CORPUS / item["path"]).read_text(encoding="utf-8").splitlines()[item["line"] - 1]
            first = item["text"].splitlines()[0].strip()[:40]
            assert first in line or item["kind"] == "condition"


def test_one_launch_given_twice_is_no_repetition(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a", "b"):
        shutil.copytree(CORPUS / "pt-jsonl" / "logs", tmp_path / name)
    text = orjson.dumps(_report(capsys, tmp_path / "a", tmp_path / "b")).decode()
    assert "the same logs again" in text
    assert "deterministic" not in text


def test_one_log_of_a_check_that_all_ranks_share_names_nobody_first(capsys: pytest.CaptureFixture[str]) -> None:
    """All four ranks asserted; the norm is reduced over them."""
    (log,) = (CORPUS / "bf16-zero-norm-torchrun" / "logs").glob("none*/attempt_0/3/stderr.log")
    for path in (log, log.parent):
        incident = _report(capsys, path)["incidents"][0]  # type: ignore[index]
        assert incident["first"]["certainty"] == "symmetric"


def test_runs_are_called_by_their_directories(capsys: pytest.CaptureFixture[str]) -> None:
    """They are no attempts of one launch; one failed by a signal, the other for want of space: each has its own fix."""
    paths = [str(CORPUS / name / "logs") for name in ("pt-sigkill-rank3", "pt-enospc")]
    main(["report", *paths])
    text = capsys.readouterr().out
    assert "run pt-sigkill-rank3" in " ".join(text.partition("cause")[0].split())
    others = text.partition("Other incidents\n")[2].partition("\nRanks\n")[0]
    assert "run pt-enospc\n" in others and "· attempt" not in text
    assert "↳ ranks 1-3" in others and "fix " in others and "df -h" in others
    runs = {source["path"].split("/")[0]: source["run"] for source in _report(capsys, *map(Path, paths))["sources"]}  # type: ignore[attr-defined]
    assert runs == {"pt-sigkill-rank3": 0, "pt-enospc": 1}
