"""The command line holds its contract: exit codes, one sentence for a mistake, and never a traceback."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import orjson
import pytest

from denpex_tui import __version__
from denpex_tui.cli import main
from denpex_tui.demo import logs, names

FAILED = str(logs("bf16-zero-norm"))
HEALTHY = str(Path(__file__).parent / "cases" / "corpus" / "pt-healthy" / "logs")
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 4


def run(*words: str, **options: object) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONIOENCODING": "utf-8", "COLUMNS": "80"} | dict(options.pop("env", {}))  # type: ignore[call-overload]
    command = [sys.executable, "-m", "denpex_tui", *words]
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        command, capture_output=True, text=True, encoding="utf-8", env=environment, check=False, **options
    )


def assert_one_sentence(done: subprocess.CompletedProcess[str], *parts: str) -> None:
    assert done.returncode == 2
    assert_sentence(done.stderr, *parts)


def assert_sentence(text: str, *parts: str) -> None:
    assert text.startswith("denpex-tui: ")
    assert text.count("\n") == 1
    assert "Traceback" not in text
    for part in parts:
        assert part in text


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"denpex-tui {__version__}\n"


def test_help_has_examples_and_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    for part in ("denpex-tui demo", "--control", "--rules", "examples:", "exit codes", "0 no failure found"):
        assert part in text
    assert text.isascii()


@pytest.mark.parametrize("command", ["demo", "report", "completions"])
def test_every_command_has_help_with_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert "examples:" in capsys.readouterr().out


MISTAKES = {
    "nothing given": ([], "give a log directory"),
    "only an option": (["--control", "x"], "no log is named"),
    "unknown option": (["report", "x", "--bogus"], "--bogus"),
    "unknown format": (["report", "x", "--format", "xml"], "xml"),
    "no path": (["report"], "PATH"),
    "until without follow": (["report", "x", "--until-failure"], "--follow"),
    "bell for a report": (["report", "x", "--follow", "--bell"], "--bell and --notify are for the screen"),
    "notification for a report": (["--notify", "report", "x"], "--bell and --notify are for the screen"),
    "grace without until": (["report", "x", "--follow", "--grace", "3"], "add --until-failure"),
    "grace that is no time": (["report", "x", "--follow", "--until-failure", "--grace=-3"], "0 or more"),
    "grace that never ends": (["report", "x", "--follow", "--until-failure", "--grace", "inf"], "0 or more"),
    "follow as text": (["report", "x", "--follow", "--format", "text"], "JSON lines"),
    "quick and follow": (["report", "x", "--follow", "--quick"], "choose one"),
    "unknown demo": (["demo", "nope"], "bf16-nan-norm"),
    "no such rules": (["report", FAILED, "--rules", "/no/such"], "/no/such"),
    "missing path": (["report", "/no/such/logs"], "/no/such/logs"),
    "missing path for the screen": (["/no/such/logs"], "/no/such/logs"),
    "missing control": (["report", FAILED, "--control", "/no/such/run"], "/no/such/run"),
    "glob without match": (["report", "/no/such/*.log"], "/no/such/*.log"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_one_sentence_and_exit_code_2(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words, part = MISTAKES[name]
    assert main(words) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert_sentence(shown.err, part)


def test_an_empty_directory_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    assert_one_sentence(run("report", str(tmp_path / "logs")), "logs")


def test_empty_logs_are_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "rank_0.log").touch()
    assert_one_sentence(run("report", str(tmp_path)), "only empty logs")
    assert_one_sentence(run("report", "-", input=""), "standard input was empty")


def test_a_directory_that_is_gone_is_one_sentence(tmp_path: Path) -> None:
    shell = f"cd {tmp_path}/gone && rmdir ../gone && exec {sys.executable} -m denpex_tui report ."
    (tmp_path / "gone").mkdir()
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)}
    done = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, check=False, env=environment)
    assert_one_sentence(done, "current directory is gone")


def test_a_binary_file_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "core.bin").write_bytes(bytes(range(256)) * 64)
    assert_one_sentence(run("report", str(tmp_path / "core.bin")), "core.bin")


def test_a_directory_of_images_is_one_sentence_and_lists_them(tmp_path: Path) -> None:
    for number in range(2):
        (tmp_path / f"{number}.png").write_bytes(PNG)
    assert_one_sentence(run("report", str(tmp_path)), "0.png", "image")
    done = run("report", str(tmp_path), "--format", "json")
    assert_one_sentence(done)
    assert [entry["path"] for entry in orjson.loads(done.stdout)["not_read"]] == ["0.png", "1.png"]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable for root")
def test_an_unreadable_file_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "rank_0.log"
    path.write_text("step 1 | loss 2.0\n")
    path.chmod(0)
    assert_one_sentence(run("report", str(path)), "rank_0.log")


@pytest.mark.parametrize("name", names())
def test_a_failed_job_exits_1_in_every_format(name: str) -> None:
    text = run("report", str(logs(name)))
    assert text.returncode == 1, text.stderr
    assert text.stdout.startswith(("▶ FIRST", "≡ SYMMETRIC"))
    value = orjson.loads(run("report", "--format", "json", str(logs(name))).stdout)
    assert value["outcome"] == "failed"
    assert run("report", str(logs(name)), "--format=markdown").stdout.startswith("## ")


def test_the_same_input_gives_the_same_bytes() -> None:
    assert len({run("report", FAILED, "--format", "json").stdout for _ in range(2)}) == 1


def test_a_job_without_failure_exits_0() -> None:
    done = run("report", HEALTHY)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("✓ NO FAILURE FOUND")


def test_a_quick_report_gives_the_same_verdict_on_a_short_log() -> None:
    quick = orjson.loads(run("report", FAILED, "--quick", "--format", "json").stdout)
    whole = orjson.loads(run("report", FAILED, "--format", "json").stdout)
    assert whole["partial"] is False
    assert quick["incidents"][0]["first"]["ranks"] == whole["incidents"][0]["first"]["ranks"]


def test_options_may_stand_before_between_and_after(tmp_path: Path) -> None:
    wanted = run("report", FAILED, "--control", HEALTHY, "--format", "json").stdout
    assert wanted
    assert run("--control", HEALTHY, "report", "--format", "json", FAILED).stdout == wanted
    assert run("report", "--format", "json", FAILED, f"--control={HEALTHY}").stdout == wanted


def test_a_directory_named_like_a_command(tmp_path: Path) -> None:
    (tmp_path / "demo").symlink_to(FAILED)
    done = run("report", "./demo", cwd=tmp_path)
    assert done.returncode == 1, done.stderr


def test_without_a_terminal_the_screen_is_the_plain_report() -> None:
    assert run(FAILED).stdout == run("report", FAILED).stdout
    assert run(FAILED).returncode == 1


def test_the_demo_without_a_terminal_prints_the_report_and_succeeds() -> None:
    done = run("demo")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("≡ SYMMETRIC")


def test_a_dumb_terminal_gets_the_plain_report() -> None:
    screen, terminal = os.openpty()
    command = [sys.executable, "-m", "denpex_tui", "demo"]
    environment = os.environ | {"TERM": "dumb", "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment) as process:
        os.close(terminal)
        shown = b""
        try:
            while part := os.read(screen, 65536):
                shown += part
        except OSError:  # how a terminal on Linux says that nobody writes any more
            pass
        os.close(screen)
        assert process.wait() == 0
    assert shown.decode().startswith("≡ SYMMETRIC")
    assert b"\x1b[?" not in shown


def test_logs_come_in_on_standard_input() -> None:
    text = next(Path(FAILED).rglob("1/stderr.log")).read_text()
    done = run("report", "-", "--format", "json", input=text)
    assert done.returncode == 1, done.stderr
    assert orjson.loads(done.stdout)["outcome"] == "failed"


def test_output_goes_to_a_file(tmp_path: Path) -> None:
    for form in ("text", "json", "markdown"):
        done = run("report", FAILED, "--format", form, "-o", str(tmp_path / form))
        assert (done.returncode, done.stdout) == (1, "")
        assert (tmp_path / form).read_text(encoding="utf-8") == run("report", FAILED, "--format", form).stdout


def test_output_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    assert_one_sentence(
        run("report", FAILED, "-o", str(tmp_path / "no" / "such" / "r.txt")), "-o ", "cannot be written"
    )
    assert_one_sentence(run("report", FAILED, "-o", str(tmp_path)), "cannot be written")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_a_full_disk_is_one_sentence(form: str) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "denpex_tui", "report", FAILED, "--format", form]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert_one_sentence(done, "cannot be written")


def test_a_report_never_replaces_a_log(tmp_path: Path) -> None:
    log = tmp_path / "rank_0.log"
    log.write_bytes(next(Path(FAILED).rglob("1/stderr.log")).read_bytes())
    before = log.read_bytes()
    assert_one_sentence(run("report", str(tmp_path), "-o", str(log)), "is one of the logs")
    assert log.read_bytes() == before


@pytest.mark.parametrize("form", ["text", "json", "markdown"])
@pytest.mark.parametrize(("path", "code"), [(FAILED, 1), (HEALTHY, 0)])
def test_a_reader_that_leaves_early_is_quiet(form: str, path: str, code: int) -> None:
    command = [sys.executable, "-m", "denpex_tui", "report", path, "--format", form]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == code


@pytest.mark.parametrize("words", [("list",), ("show", "nccl-watchdog-timeout"), ("docs",)])
def test_a_reader_of_the_rules_that_has_left_is_no_error(words: tuple[str, ...]) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        command = [sys.executable, "-m", "denpex_tui", "rules", *words]
        run = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(write)
    assert (run.returncode, run.stderr) == (0, b"")


def test_ctrl_c_is_quiet() -> None:
    command = [sys.executable, "-m", "denpex_tui", "report", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(b"step 1 | loss 2.0\n")
        process.stdin.flush()
        _wait_until_taken(process.stdin.fileno())
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=120) == 130
        assert process.stderr.read() == b""


def _wait_until_taken(pipe: int) -> None:
    """Wait until the reader has taken all that was written: it has long started by then, however busy the machine."""
    deadline = time.monotonic() + 120
    while int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder):
        assert time.monotonic() < deadline, "the command never read its standard input"
        time.sleep(0.01)


def test_a_terminal_without_utf8_gets_ascii() -> None:
    done = run("report", FAILED, env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 1, done.stderr
    assert done.stdout.isascii()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completions_name_every_command_and_option(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completions", shell]) == 0
    text = capsys.readouterr().out
    for word in (
        "demo",
        "report",
        "rules",
        "format",
        "until-failure",
        "grace",
        "bell",
        "notify",
        "redact",
        "markdown",
        "bf16-nan-norm",
    ):
        assert word in text


def test_the_bash_completion_completes(tmp_path: Path) -> None:
    script = run("completions", "bash").stdout
    ask = 'COMP_WORDS=(denpex-tui report x --fo); COMP_CWORD=3; _denpex_tui; echo "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-c", f"{script}\n{ask}"], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.split() == ["--format", "--follow"]
