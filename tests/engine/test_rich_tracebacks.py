"""A traceback that rich drew as a box gives the same facts as a plain one."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from denpex_tui.engine.lines import Line, parse_line
from denpex_tui.engine.model import Place, Traceback
from denpex_tui.engine.tracebacks import join


def check_batch(step: int) -> None:
    raise ValueError(f"batch {step} has 3 non-finite input values")


def load_shard() -> None:
    try:
        check_batch(7)
    except ValueError as error:
        raise RuntimeError("loader failed on shard 3") from error


def drawn(width: int = 100) -> list[str]:
    """The lines that rich prints for the failure."""
    out = io.StringIO()
    console = Console(file=out, width=width)
    try:
        load_shard()
    except RuntimeError:
        console.print_exception()
    return out.getvalue().splitlines()


def lines(texts: list[str], prefix: str = "") -> list[Line]:
    return [parse_line((prefix + text).encode(), Place(0, n, n * 200)) for n, text in enumerate(texts, 1)]


def joined(parsed: list[Line]) -> Traceback:
    head = next(at for at, line in enumerate(parsed) if "Traceback (most recent" in line.text)
    traceback = join(parsed[head], parsed[head + 1 :])
    assert traceback is not None
    return traceback


def test_chain_frames_and_messages() -> None:
    """The cause is the first exception, with the frame that raised it and its code."""
    traceback = joined(lines(drawn()))
    assert (traceback.exception, traceback.message) == ("RuntimeError", "loader failed on shard 3")
    root = traceback.root
    assert (root.exception, root.message) == ("ValueError", "batch 7 has 3 non-finite input values")
    assert root.innermost is not None
    assert root.innermost.function == "check_batch"
    assert Path(root.innermost.file).name == "test_rich_tracebacks.py"
    assert root.innermost.code.startswith("raise ValueError(")


def test_what_follows_is_not_part_of_it() -> None:
    """The next record ends the block, and no line of the box is an event of its own."""
    after = "2026-11-30 20:00:05,000 INFO [rank 1] train: step 9 | loss 2.0"
    parsed = lines([*drawn(), after])
    traceback = joined(parsed)
    assert len(parsed) not in traceback.lines
    assert traceback.quoted < traceback.lines
    assert traceback.complete


def test_tagged_by_a_launcher() -> None:
    """Behind torchrun's own prefix it is the same, and another rank's lines in between do not disturb it."""
    tagged = lines(drawn(), "[default1]:")
    other = lines(["step 8 | loss 2.0"], "[default0]:")
    mixed = [piece for line in tagged for piece in (line, *other)]
    assert joined(mixed).exception == joined(tagged).exception == "RuntimeError"
