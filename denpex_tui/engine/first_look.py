"""What the first look at all sources showed, kept until each of them has been read as a whole.

A verdict from the ends of the logs must not vanish while the bytes before them are read: the failure lies at the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from denpex_tui.engine.log_end import LogEnd
from denpex_tui.engine.model import Progress
from denpex_tui.engine.quick_scan import QuickScan
from denpex_tui.engine.source_scan import SourceScan


class FirstLook:
    """The scans of the beginnings and ends, by source."""

    def __init__(self, scans: Sequence[QuickScan]) -> None:
        self._scans = {scan.source.id: scan for scan in scans}
        self._whole: frozenset[int] = frozenset()
        """Sources that had been read as a whole when the verdict was last made."""

    @property
    def is_partial(self) -> bool:
        return any(scan.skipped for scan in self._scans.values())

    def news(self, scans: Sequence[SourceScan]) -> bool:
        """Whether a source has been read as a whole since the last verdict, or one has come."""
        return frozenset(scan.source.id for scan in scans if not self._stands_for(scan)) != self._whole

    def stand_in(self, scans: Sequence[SourceScan]) -> list[SourceScan]:
        """The scans to judge by: what was read as a whole, and the first look at the rest."""
        self._whole = frozenset(scan.source.id for scan in scans if not self._stands_for(scan))
        return [self._of(scan) if self._stands_for(scan) else scan for scan in scans]

    def progress(self, scans: Sequence[SourceScan], live: bool) -> Progress:
        """How far the reading is, and on how many bytes the verdict rests meanwhile."""
        judged = sum((self._of(scan) if self._stands_for(scan) else scan).bytes_read for scan in scans)
        total = sum(max(scan.size, scan.bytes_read) for scan in scans)
        return Progress(sum(scan.bytes_read for scan in scans), total, live, judged)

    def end_of(self, scan: SourceScan) -> LogEnd | None:
        """The end of a source that was seen while what lies before it has not been read, else None."""
        first = self._scans.get(scan.source.id)
        if first is None or not first.skipped or not scan.unsettled or scan.source.earlier:
            return None  # of a rotated log the first look counts the bytes of one file only
        return LogEnd(first.reader.file, first.tail, first.skipped, lambda: not scan.unsettled, scan.labels)

    def _stands_for(self, scan: SourceScan) -> bool:
        return scan.unsettled and scan.source.id in self._scans

    def _of(self, scan: SourceScan) -> QuickScan:
        first = self._scans[scan.source.id]
        first.source = scan.source
        return first

    def close(self) -> None:
        """Close the files; they are opened again where a line of them is asked for."""
        for scan in self._scans.values():
            scan.close()
