"""From logs to what the engine makes of them, with the scanner compiled once for all tests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from denpex_tui.engine.catalogue import Catalogue
from denpex_tui.engine.dated import first_dated
from denpex_tui.engine.discover import discover
from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.cases import cases
from denpex_tui.engine.job import Job, gather
from denpex_tui.engine.model import Snapshot
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.runs import group
from denpex_tui.engine.session import Session
from denpex_tui.engine.source_scan import SourceScan


@cache
def book() -> RuleBook:
    """The bundled rules."""
    return RuleBook.bundled()


@cache
def catalogue() -> Catalogue:
    """The bundled rules, compiled."""
    return Catalogue(book())


def write_logs(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Files below ``root`` by their relative names; returns ``root``."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def scans_of(*paths: Path) -> list[SourceScan]:
    """The scans of the logs at ``paths``, read to their ends."""
    found = discover([str(path) for path in paths])
    near = first_dated([source.location for source in found.sources])
    scans = [
        SourceScan(source, probe, catalogue(), near=near)
        for source, probe in zip(found.sources, found.probes, strict=True)
    ]
    for scan in scans:
        scan.advance()
    return scans


def scan_file(path: Path) -> SourceScan:
    """The scan of one file, read to its end."""
    (scan,) = scans_of(path)
    return scan


def job_of(*paths: Path) -> Job:
    """The job that the logs at ``paths`` show."""
    scans = scans_of(*paths)
    job = gather(group([str(path) for path in paths], scans))
    for scan in scans:
        scan.close()
    return job


def cases_of(*paths: Path) -> tuple[Case, ...]:
    """The attempts that the logs at ``paths`` show."""
    return cases(job_of(*paths), book())


def case_of(*paths: Path) -> Case:
    """The only attempt that the logs at ``paths`` show."""
    (case,) = cases_of(*paths)
    return case


def snapshot_of(*paths: Path, control: Path | None = None) -> Snapshot:
    """What a front end would show of ``paths``, all read."""
    controls = [str(control)] if control is not None else []
    session = Session([str(path) for path in paths], book=book(), controls=controls)
    session.poll()
    session.close()
    return session.snapshot
