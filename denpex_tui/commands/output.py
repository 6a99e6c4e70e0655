"""Where a report goes: standard output or a file, never over a log that was read."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from denpex_tui.engine.errors import UsageError
from denpex_tui.engine.model import Snapshot
from denpex_tui.report.disclosure import Disclosure
from denpex_tui.report.excerpts import OpenLog
from denpex_tui.report.render import rendered
from denpex_tui.terminal import silence_output


def write_report(snapshot: Snapshot, form: str, output: str | None, log: OpenLog, disclosure: Disclosure) -> None:
    """Write ``snapshot`` in one of the forms; a reader that closes the pipe early is no error.

    Secrets are masked, unless it is text for a terminal, which only the user sees.
    """
    refuse_overwriting(snapshot, output)
    to_terminal = form == "text" and output in (None, "-") and sys.stdout.isatty()
    if form == "text":
        disclosure.learn_logs(snapshot, log)
        content, snapshot = b"", snapshot if to_terminal and not disclosure.redact else disclosure.clean(snapshot)
    else:
        content = rendered(form, snapshot, log, disclosure)
    with output_file(output) as file:
        if form == "text":
            _write_text(snapshot, file if output not in (None, "-") else None)
        else:
            file.write(content)


def write_preview(snapshot: Snapshot, form: str, log: OpenLog, disclosure: Disclosure) -> None:
    """What redaction would replace in this form of the report; the report itself is not written."""
    from denpex_tui.report.redact.preview import KEPT, preview_lines

    others: list[object] = []
    if form == "html":
        from denpex_tui.report.excerpts import excerpts

        others.append(excerpts(snapshot, log))
    print("\n".join([*preview_lines(disclosure.preview(snapshot, log, *others)), "", KEPT]))


def _write_text(snapshot: Snapshot, file: BinaryIO | None) -> None:
    """To a file as UTF-8; to standard output in the terminal's encoding, with its colours and width."""
    from denpex_tui.report.console import PlainConsole
    from denpex_tui.report.text import render_text

    stream = sys.stdout if file is None else io.TextIOWrapper(file, encoding="utf-8", write_through=True)
    render_text(snapshot, PlainConsole(stream))
    if isinstance(stream, io.TextIOWrapper) and file is not None:
        stream.detach()


def refuse_overwriting(snapshot: Snapshot, output: str | None) -> None:
    """Raise UsageError when the report would replace one of the logs."""
    if output in (None, "-") or not Path(output).exists():
        return
    for source in snapshot.sources:
        if source.location.exists() and source.location.samefile(output):
            raise UsageError(f"-o {output}: that is one of the logs; choose another name")


@contextmanager
def output_file(output: str | None) -> Iterator[BinaryIO]:
    """The bytes to write to; UsageError when the file cannot be written."""
    try:
        if output in (None, "-"):
            yield sys.stdout.buffer
            sys.stdout.flush()
        else:
            with Path(output).open("wb") as file:
                yield file
    except BrokenPipeError:
        silence_output()
    except OSError as error:
        if output in (None, "-"):
            silence_output()
            raise UsageError(
                f"standard output cannot be written: {error.strerror}; free space or use -o FILE"
            ) from error
        raise UsageError(f"-o {output} cannot be written: {error.strerror}; choose another file") from error
