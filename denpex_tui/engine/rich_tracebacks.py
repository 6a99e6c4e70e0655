"""Joins a traceback that rich drew as a box: frames inside it, the exception on the line below it."""

from __future__ import annotations

import re

from denpex_tui.engine.lines import Line
from denpex_tui.engine.model import Frame, Place, Traceback

MAX_LINES = 2_000
_TOP, _BOTTOM, _SIDE = ("╭", "┏", "+-"), ("╰", "┗", "+-"), "│┃|"
_FRAME = re.compile(r"^(?P<file>\S.*):(?P<line>\d+) in (?P<function>\S+)$")
_RAISED = re.compile(r"^❱\s*(?P<number>\d+)\s*[│|]?\s?(?P<code>.*)$|^>\s*(?P<number2>\d+)\s*[│|]\s?(?P<code2>.*)$")
_EXCEPTION = re.compile(r"^(?P<name>[A-Za-z_][\w.]*)(?:: ?(?P<message>.*))?$")
_CHAIN = ("During handling of the above exception", "The above exception was the direct cause")


def is_box(text: str) -> bool:
    """Whether the head of a traceback is the top of a box."""
    return text.lstrip().startswith(_TOP)


class RichJoiner:
    """Takes the lines of one writer in order, from the head on; `done` once the block is over."""

    def __init__(self, head: Line) -> None:
        self.tags = head.tags
        self.done = False
        self._links: list[Traceback] = []
        self._frames: list[Frame] = []
        self._lines = {head.place.line}
        self._quoted = {head.place.line}
        self._innermost: set[int] = set()
        self._below = False
        self._chained = False

    def feed(self, line: Line) -> None:
        """One more line of the file; lines of other writers are passed over."""
        tags = line.tags
        if self.done or (tags.rank, tags.local_rank) != (self.tags.rank, self.tags.local_rank):
            return
        text = line.text.strip()
        if len(self._lines) >= MAX_LINES:
            self.done = True
        elif self._below:
            self._feed_below(text, line)
        elif text.startswith(_BOTTOM) and not text.startswith("+- "):
            self._take(line)
            self._below = True
        elif text[:1] in _SIDE:
            self._feed_inside(text.strip(_SIDE + " "), line)
        elif text:
            # A line of another kind between the sides: somebody wrote into the box.
            return

    def _feed_inside(self, text: str, line: Line) -> None:
        self._take(line)
        if frame := _FRAME.match(text):
            self._frames.append(Frame(frame["file"], int(frame["line"]), frame["function"], "", line.place))
            self._innermost = {line.place.line}
        elif (code := _RAISED.match(text)) and self._frames:
            last = self._frames[-1]
            shown = (code["code"] or code["code2"] or "").strip()
            self._frames[-1] = Frame(last.file, last.line, last.function, shown, last.place)
            self._innermost.add(line.place.line)

    def _feed_below(self, text: str, line: Line) -> None:
        if is_box(text) and self._chained:
            self._below = self._chained = False
            self._frames = []
            self._take(line)
        elif text.startswith(_CHAIN):
            self._chained = True
            self._lines.add(line.place.line)
        elif not text:
            return
        elif not self._chained and self._frames and (found := _EXCEPTION.match(text)) and line.stamp is None:
            self._name(found, line.place)
            self._lines.add(line.place.line)
        else:
            self.done = True

    def _name(self, found: re.Match[str], place: Place) -> None:
        self._links.append(Traceback(found["name"], (found["message"] or "").strip(), tuple(self._frames), place=place))
        self._frames = []

    def _take(self, line: Line) -> None:
        self._lines.add(line.place.line)
        self._quoted.add(line.place.line)

    def result(self) -> Traceback | None:
        """The block so far; None when no exception line was seen."""
        if not self._links:
            return None
        last = self._links[-1]
        return Traceback(
            last.exception,
            last.message,
            last.frames,
            tuple(self._links[:-1]),
            complete=True,
            place=last.place,
            lines=frozenset(self._lines),
            quoted=frozenset(self._quoted),
            raises=frozenset(self._innermost),
        )
