"""The console that reports and listings are written to."""

from __future__ import annotations

from typing import TextIO

from rich.console import Console


class PlainConsole(Console):
    """Nothing in a text is taken for markup. A reader that has left is for the caller to see, as `BrokenPipeError`;
    rich would end the program with exit code 1."""

    def __init__(self, file: TextIO) -> None:
        super().__init__(file=file, markup=False, highlight=False, emoji=False)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError
