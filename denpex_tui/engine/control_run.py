"""The run that a job is compared with, read once."""

from __future__ import annotations

from collections.abc import Sequence

from denpex_tui.engine.catalogue import Catalogue
from denpex_tui.engine.discover import discover
from denpex_tui.engine.job import Job, gather
from denpex_tui.engine.source_scan import SourceScan


def read_control(paths: Sequence[str], catalogue: Catalogue) -> Job | None:
    """What the logs of the comparison run show, or None when none is named. Raises `UsageError`, `OSError`."""
    if not paths:
        return None
    found = discover(paths)
    scans = [SourceScan(source, probe, catalogue) for source, probe in zip(found.sources, found.probes, strict=True)]
    for scan in scans:
        scan.advance()
    job = gather([scans])
    for scan in scans:
        scan.close()
    return job
