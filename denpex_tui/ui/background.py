"""Looking through logs on a thread while the screen goes on; what was found so far is told now and then."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, Protocol, TypeVar

from textual.message import Message

from denpex_tui.ui.messages import PassAdvanced

SLICE_S = 0.1
"""How often what was found is told."""
Work = Callable[[], None]
Deliver = Callable[[Message], object]


class Pass(Protocol):
    """One way through the logs. One thread calls `advance`, any may look at what was found."""

    @property
    def left(self) -> int:
        """How much has not been looked at; 0 at the end."""

    def advance(self, seconds: float) -> bool:
        """Look further, for about ``seconds``; True while there is more."""

    def grown(self) -> bool:
        """Take note of logs that grew; True when there is more to look at."""

    def stop(self) -> None:
        """Look no further."""


P = TypeVar("P", bound=Pass)


class Background(Generic[P]):
    """At most one pass that counts; lives on the screen's thread. ``run`` starts a thread, ``deliver`` is for any."""

    def __init__(self, run: Callable[[Work], object], deliver: Deliver) -> None:
        self._run = run
        self._deliver = deliver
        self._under_way = False
        self.current: P | None = None

    def begin(self, way: P) -> None:
        """Stop the pass that is under way and start another."""
        self.stop()
        self.current = way
        self._start(way)

    def stop(self) -> None:
        """Stop the pass that is under way."""
        if self.current is not None:
            self.current.stop()
        self.current, self._under_way = None, False

    def grown(self) -> None:
        """The logs may have grown: look at what is new."""
        if self.current is not None and self.current.grown() and not self._under_way:
            self._start(self.current)

    def take(self, message: PassAdvanced) -> bool:
        """Whether a message is of the pass that counts. One that has ended begins again if logs grew meanwhile."""
        if self.current is None or message.way is not self.current:
            return False
        if message.ended:
            self._under_way = False
            if self.current.left:
                self._start(self.current)
        return True

    def _start(self, way: P) -> None:
        self._under_way = True
        self._run(partial(self._look, way))

    def _look(self, way: P) -> None:
        while way.advance(SLICE_S):
            self._deliver(PassAdvanced(way, ended=False))
        self._deliver(PassAdvanced(way, ended=True))
