"""The first look at a source, renewed while its beginning is still being written."""

from __future__ import annotations

from time import monotonic

from denpex_tui.engine.probe import PROBE_BYTES, Probe, probe_bytes
from denpex_tui.engine.reader import Reader

PAUSE_S = 5.0


class Reprobe:
    """A probe takes half a millisecond, so it waits until there is twice as much, or no more has come for a while."""

    def __init__(self) -> None:
        self._due: float | None = None

    def update(self, probe: Probe, reader: Reader, grew: bool) -> Probe | None:
        """A new probe of what there is now, or None while ``probe`` will do."""
        if probe.size >= PROBE_BYTES or not (grew or self._due):
            return None
        size, now = min(reader.size(), PROBE_BYTES), monotonic()
        if size <= probe.size:
            return None
        if size >= min(2 * probe.size, PROBE_BYTES):
            self._due = now
        elif grew:
            self._due = now + PAUSE_S
        if self._due is None or now < self._due:
            return None
        self._due = None
        return probe_bytes(reader.between(0, PROBE_BYTES))
