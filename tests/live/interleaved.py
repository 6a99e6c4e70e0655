"""Lets something happen to the files while the engine is between two given lines of its own code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import denpex_tui.engine

_ENGINE = str(Path(denpex_tui.engine.__file__).parent)
Action = Callable[[], object]


class Interleaved:
    """``actions`` happen in their order, each before the engine's line with the number that stands in ``at``."""

    def __init__(self, actions: Sequence[Action], at: Sequence[int]) -> None:
        self._due = sorted(zip(at, range(len(at)), actions, strict=True))
        self.lines = 0
        """How many lines the engine went through."""

    def run(self, work: Action) -> None:
        """Do the engine's ``work``; what was not due before its end happens after it."""
        sys.settrace(self._enter)
        try:
            work()
        finally:
            sys.settrace(None)
        self._act(sys.maxsize)

    def _enter(self, frame: FrameType, _event: str, _argument: object) -> Any:
        return self._step if frame.f_code.co_filename.startswith(_ENGINE) else None

    def _step(self, _frame: FrameType, event: str, _argument: object) -> Any:
        if event == "line":
            self.lines += 1
            self._act(self.lines)
        return self._step

    def _act(self, now: int) -> None:
        tracer = sys.gettrace()
        sys.settrace(None)
        while self._due and self._due[0][0] <= now:
            self._due.pop(0)[2]()
        sys.settrace(tracer)
