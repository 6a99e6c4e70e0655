"""Joins the lines of a Python traceback, also when other ranks write between them.

A traceback has no end marker: it begins with its head, goes on with indented frames, and ends with the first line
that is not indented, which names the exception. In a combined file only lines with the head's own tags belong to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from denpex_tui.engine.lines import Line
from denpex_tui.engine.model import Frame, Place, Traceback
from denpex_tui.engine.rich_tracebacks import RichJoiner, is_box

MAX_LINES = 2_000
"""A block longer than this is cut; deep recursion prints a thousand frames."""
MAX_MESSAGE_LINES = 40

HEAD = "Traceback (most recent call last)"
_FRAME = re.compile(r'^\s*(?:\|\s*)?File "(?P<file>[^"]*)", line (?P<line>\d+)(?:, in (?P<function>.*))?$')
_EXCEPTION = re.compile(r"^(?P<name>[A-Za-z_][\w.]*)(?:: ?(?P<message>.*))?$")
_CHAIN = (
    "During handling of the above exception, another exception occurred:",
    "The above exception was the direct cause of the following exception:",
)


@dataclass(slots=True)
class _Link:
    """One exception of the chain while its lines arrive."""

    frames: list[Frame] = field(default_factory=list)
    exception: str | None = None
    message: list[str] = field(default_factory=list)
    place: Place | None = None
    innermost: set[int] = field(default_factory=set)

    def add_frame(self, match: re.Match[str], place: Place) -> None:
        self.innermost = {place.line}
        function = (match["function"] or "").strip()
        self.frames.append(Frame(match["file"], int(match["line"]), function, "", place))

    def add_code(self, text: str, place: Place) -> None:
        self.innermost.add(place.line)
        last = self.frames[-1]
        if not last.code:
            self.frames[-1] = Frame(last.file, last.line, last.function, text.strip(), last.place)

    def name(self, match: re.Match[str], place: Place) -> None:
        self.exception, self.place = match["name"], place
        self.message = [match["message"] or ""]


class TracebackJoiner:
    """Takes the lines of one writer in order, from the head on; `done` once the block is over."""

    def __init__(self, head: Line) -> None:
        self.tags = head.tags
        self.done = False
        self._links = [_Link()]
        self._lines = {head.place.line}
        self._quoted: set[int] = set()
        self._pending: list[int] = []
        self._chained = False
        self._carried: bool | None = None
        """Whether a collector put a time before every line of the block; None before the first."""

    def feed(self, line: Line) -> None:
        """One more line of the file; lines of other writers are passed over."""
        if self.done or not self._same_writer(line):
            return
        if self._carried is None:
            self._carried = line.stamp is not None and line.level is None
        if len(self._lines) >= MAX_LINES:
            self.done = True
        elif self._links[-1].exception is None:
            self._feed_frames(line)
        else:
            self._feed_message(line)

    def _same_writer(self, line: Line) -> bool:
        same = (line.tags.rank, line.tags.local_rank) == (self.tags.rank, self.tags.local_rank)
        if same:
            # Collectors name the pod or the process on every line: there the untagged lines are of several writers.
            return self.tags.host in (None, line.tags.host) and self.tags.pid in (None, line.tags.pid)
        # torch prints the blank lines of a chained traceback without its prefix.
        return not line.text.strip() and line.tags.rank is None and self.tags.local_rank is None

    def _feed_frames(self, line: Line) -> None:
        link, text = self._links[-1], line.text
        if frame := _FRAME.match(text):
            link.add_frame(frame, line.place)
            self._take(line, quoted=True)
        elif text.startswith((" ", "\t")) or not text.strip():
            if link.frames and text.strip():
                link.add_code(text, line.place)
            self._take(line, quoted=True)
        elif (exception := _EXCEPTION.match(text)) and not self._is_record(line):
            link.name(exception, line.place)
            self._take(line)
        else:
            self.done = True

    def _feed_message(self, line: Line) -> None:
        text = line.text
        if HEAD in text:
            self._restart(line)
        elif text.strip() in _CHAIN:
            self._chained = True
            self._accept_pending()
            self._take(line)
        elif not text.strip():
            self._pending.append(line.place.line)
            self.done = len(self._pending) > 2
        elif self._continues(line):
            self._accept_pending()
            self._links[-1].message.append(text.strip())
            self._take(line)
        else:
            self.done = True

    def _restart(self, line: Line) -> None:
        if not self._chained:
            self.done = True
            return
        self._chained = False
        self._links.append(_Link())
        self._accept_pending()
        self._take(line)

    def _continues(self, line: Line) -> bool:
        """Whether a line goes on with the exception's message.

        An untagged writer could print anything next, so there only indented lines count; the excepthook of a rank
        tags every line of its message.
        """
        if self._chained or self._is_record(line) or len(self._links[-1].message) >= MAX_MESSAGE_LINES:
            return False
        return self.tags.rank is not None or line.text.startswith((" ", "\t"))

    def _is_record(self, line: Line) -> bool:
        """Whether a logger wrote the line: its time begins a record, a collector's stands before whatever comes."""
        return line.stamp is not None and not (self._carried and line.level is None)

    def _accept_pending(self) -> None:
        self._lines.update(self._pending)
        self._pending.clear()

    def _take(self, line: Line, *, quoted: bool = False) -> None:
        self._lines.add(line.place.line)
        if quoted:
            self._quoted.add(line.place.line)

    def result(self) -> Traceback | None:
        """The block so far; None when it is over and held neither an exception nor a frame."""
        named = [link for link in self._links if link.exception is not None]
        if not named:
            return self._unfinished()
        raises = frozenset(number for link in self._links for number in link.innermost)
        causes = tuple(_traceback(link) for link in named[:-1])
        last = _traceback(named[-1])
        return Traceback(
            last.exception,
            last.message,
            last.frames,
            causes,
            complete=self.done,
            place=last.place,
            lines=frozenset(self._lines),
            quoted=frozenset(self._quoted),
            raises=raises,
        )

    def _unfinished(self) -> Traceback | None:
        link = self._links[-1]
        if not link.frames and self.done:
            return None  # only the words
        return Traceback(
            "",
            "",
            tuple(link.frames),
            complete=False,
            place=link.frames[-1].place if link.frames else None,
            lines=frozenset(self._lines),
            quoted=frozenset(self._quoted),
            raises=frozenset(link.innermost),
        )


def _traceback(link: _Link) -> Traceback:
    return Traceback(link.exception or "", "\n".join(link.message).strip(), tuple(link.frames), place=link.place)


def join(head: Line, following: Iterable[Line]) -> Traceback | None:
    """The traceback that begins at ``head``, from the lines behind it; reads no further than its end."""
    joiner = RichJoiner(head) if is_box(head.text) else TracebackJoiner(head)
    lines: Iterator[Line] = iter(following)
    while not joiner.done:
        line = next(lines, None)
        if line is None:
            break
        joiner.feed(line)
    return joiner.result()
