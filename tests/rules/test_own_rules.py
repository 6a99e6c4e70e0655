"""Rules of the user's own: where they come from, how they replace bundled ones, and how a change takes effect live."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.cli import main
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.rules.places import user_rules_dir
from denpex_tui.engine.session import Session
from tests.rules.written import GOOD, LOG, written

BROKEN = GOOD.replace('role = "initiator"', 'role = "culprit"')


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    path = tmp_path / "logs"
    path.mkdir()
    (path / "rank_0.log").write_text(LOG)
    return path


def oom(title: str) -> str:
    """The bundled rule for CUDA out of memory under another title."""
    rule = RuleBook.bundled().get("cuda-oom")
    assert rule is not None and rule.path is not None
    return rule.path.read_text().replace('title = "CUDA out of memory"', f'title = "{title}"')


def test_the_directory_is_that_of_xdg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """$XDG_CONFIG_HOME when it is absolute, as the specification asks, else ~/.config."""
    assert user_rules_dir() == tmp_path / "config" / "denpex-tui" / "rules"
    monkeypatch.setenv("HOME", "/home/someone")
    for value in ("", "relative"):
        monkeypatch.setenv("XDG_CONFIG_HOME", value)
        assert user_rules_dir() == Path("/home/someone/.config/denpex-tui/rules")


def test_a_rule_of_the_user_explains_a_failure(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without an option, from the configuration directory alone."""
    assert main(["report", str(logs)]) == 1
    assert "shard 7 is gone" in capsys.readouterr().out
    written(user_rules_dir())
    assert main(["report", str(logs), "--format", "json"]) == 1
    assert '"rule": "my-failure"' in capsys.readouterr().out
    assert main(["rules", "show", "my-failure"]) == 0
    assert "It fails." in capsys.readouterr().out


def test_a_replaced_rule_is_announced_everywhere(
    logs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the list and in every report; --rules wins over the configuration directory."""
    first = written(user_rules_dir(), oom("Mine"), "memory", "cuda-oom")
    second = written(tmp_path / "team", oom("Ours"), "memory", "cuda-oom")
    sentences = (
        f"rule cuda-oom of the catalogue is replaced by {first}",
        f"rule cuda-oom of {first} is replaced by {second}",
    )
    assert main(["rules", "list", "--rules", str(tmp_path / "team")]) == 0
    listed = capsys.readouterr().out
    assert all(sentence in listed for sentence in sentences) and "Ours" in listed
    assert main(["report", str(logs), "--rules", str(tmp_path / "team"), "--format", "json"]) == 1
    reported = capsys.readouterr().out
    assert all(sentence in reported for sentence in sentences)


def test_a_broken_file_is_a_warning_with_its_line(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(user_rules_dir(), BROKEN)
    assert main(["report", str(logs), "--format", "json"]) == 1
    assert f"{path}:12: signals[0].role is 'culprit'; use one of initiator" in capsys.readouterr().out


def test_a_book_is_the_same_until_a_file_changes(tmp_path: Path) -> None:
    """Bundled rules are not watched, and a directory that is not there yet is no error."""
    assert RuleBook.bundled().watch_paths() == ()
    assert (bundled := RuleBook.bundled()).reload() is bundled
    book = RuleBook.bundled([tmp_path / "own"])
    assert book.watch_paths() == () and book.reload() is book
    written(tmp_path / "own")
    assert book.watch_paths() == (tmp_path / "own",)
    changed = book.reload()
    assert changed.get("my-failure") is not None and book.get("my-failure") is None
    assert changed.reload() is changed


def test_a_rule_whose_file_broke_stays_as_it_was(tmp_path: Path) -> None:
    """The error is told meanwhile; a repaired file takes effect, and a removed one takes its rule away."""
    path = written(tmp_path)
    book = RuleBook.bundled([tmp_path])
    written(tmp_path, BROKEN)
    book = book.reload()
    assert book.get("my-failure") is not None
    assert [(problem.path, problem.line) for problem in book.problems] == [(path, 12)]
    written(tmp_path, BROKEN + "\n")
    assert book.reload().get("my-failure") is not None
    written(tmp_path, GOOD.replace("My failure", "Our failure"))
    book = book.reload()
    rule = book.get("my-failure")
    assert rule is not None and rule.title == "Our failure" and book.problems == ()
    path.unlink()
    assert book.reload().get("my-failure") is None


def test_a_removed_rule_gives_the_bundled_one_back(tmp_path: Path) -> None:
    path = written(tmp_path, oom("Ours"), "memory", "cuda-oom")
    book = RuleBook.bundled([tmp_path])
    path.unlink()
    rule = book.reload().get("cuda-oom")
    assert rule is not None and rule.title == "CUDA out of memory"


def test_a_session_takes_up_a_changed_rule_while_it_follows(tmp_path: Path, logs: Path) -> None:
    """Written, broken and repaired while the logs are followed: the verdict follows the rules."""
    session = Session([str(logs)], book=RuleBook.bundled([tmp_path / "own"]), live=True)
    session.poll()
    log = session.log(0)
    assert kind(session) == "python-exception" and not warnings(session)
    written(tmp_path / "own")
    assert tmp_path / "own" in session.watch_paths()
    assert session.poll() and kind(session) == "my-failure"
    assert not session.poll()
    written(tmp_path / "own", BROKEN)
    assert session.poll() and kind(session) == "my-failure"
    assert any(":12: " in warning for warning in warnings(session))
    written(tmp_path / "own", GOOD.replace("is gone'", "is lost'").replace("shard 7 is gone", "shard 7 is lost"))
    assert session.poll() and kind(session) == "python-exception" and not warnings(session)
    with (logs / "rank_0.log").open("a") as file:
        file.write("one line more\n")
    session.poll()
    assert log.count == LOG.count("\n") + 1, "a log that is shown goes on growing"
    session.close()


def kind(session: Session) -> str | None:
    incident = session.snapshot.incident
    return None if incident is None else incident.first.kind


def warnings(session: Session) -> tuple[str, ...]:
    return session.snapshot.warnings
