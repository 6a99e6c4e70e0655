"""Times of ranks by one clock: corrected by the offsets of their hosts, with the error that remains."""

from __future__ import annotations

from denpex_tui.engine.infer.clocks import NO_CLOCK_ERROR
from denpex_tui.engine.model import ClockOffset, Snapshot


class CorrectedTime:
    """Corrects to the clock of the reference host, as the engine does for its verdict."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._hosts = {status.rank: status.host for status in snapshot.ranks}
        self._offsets = {clock.host: clock for clock in snapshot.clocks}
        self._several = len({host for host in self._hosts.values() if host}) > 1

    def of(self, rank: int | None) -> ClockOffset | None:
        """The offset of the host of ``rank``; None for the reference host and where nothing is known."""
        host = None if rank is None else self._hosts.get(rank)
        return None if host is None else self._offsets.get(host)

    def corrected(self, rank: int | None, time: float | None) -> float | None:
        """``time`` as ``rank`` wrote it, by the reference clock, in seconds since the epoch."""
        offset = self.of(rank)
        return time if time is None or offset is None else time - offset.offset

    def error(self, rank: int | None) -> float:
        """Seconds by which a corrected time of ``rank`` may be wrong; 0 on the reference host."""
        offset = self.of(rank)
        if offset is not None:
            return offset.error
        return NO_CLOCK_ERROR if self._several and not self._offsets else 0.0
