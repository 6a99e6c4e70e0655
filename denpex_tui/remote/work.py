"""What runs on a worker: looking what logs there are, and reading one. Sent back are values, never files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any

from denpex_tui import __version__
from denpex_tui.engine.catalogue import Catalogue
from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.dated import MAX_FILES, beginning, first_dated
from denpex_tui.engine.discover import Found, discover
from denpex_tui.engine.errors import UsageError, out_of_memory
from denpex_tui.engine.logview import LogLine
from denpex_tui.engine.metric_sampler import Budget
from denpex_tui.engine.model import Source
from denpex_tui.engine.probe import Probe
from denpex_tui.engine.quick_scan import QuickScan
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.rules.model import Rule
from denpex_tui.engine.scanned import ScanResult, result_of
from denpex_tui.engine.source_scan import SourceScan
from denpex_tui.remote.excerpt import excerpt


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Who a worker is."""

    host: str
    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Sight:
    """What a worker finds under the paths of the command line: on disks of its own, or on shared ones."""

    found: Found | None
    problem: str = ""
    dated: tuple[int, float] | None = None
    """The first source that holds a full time, and that time."""


@dataclass(frozen=True, slots=True)
class Order:
    """One source to read, and how."""

    source: Source
    probe: Probe
    budget: Budget
    near: float | None
    quick: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of an order: ``problem`` says why there is no result."""

    source: int
    result: ScanResult | None = None
    excerpt: tuple[LogLine, ...] = ()
    problem: str = ""


def whereabouts(dask_worker: Any = None) -> Whereabouts:
    """Dask fills in the worker that this runs on."""
    return Whereabouts(clean_text(os.uname().nodename, 64), clean_text(str(dask_worker.name), 64), __version__)


def look(paths: Sequence[str]) -> Sight:
    """The logs that this worker sees. Variables in a path are those of the worker."""
    try:
        found = discover([str(Path(os.path.expandvars(path)).absolute()) for path in paths])
    except UsageError as error:
        return Sight(None, str(error))
    return Sight(replace(found, looked={}, directories={}), dated=_dated(found.sources))


def _dated(sources: Sequence[Source]) -> tuple[int, float] | None:
    for at, source in enumerate(sources[:MAX_FILES]):
        if (time := first_dated([beginning(source)])) is not None:
            return at, time
    return None


def read(rules: tuple[Rule, ...], order: Order) -> Reading:
    """The same scan as on one machine."""
    kind = QuickScan if order.quick else SourceScan
    scan = kind(order.source, order.probe, _catalogue(rules), order.budget, order.near)
    try:
        return _read(scan)
    except OSError as error:
        return _lost(order, error)
    except MemoryError:
        return _lost(order, out_of_memory())
    finally:
        scan.close()


def _lost(order: Order, error: OSError) -> Reading:
    return Reading(order.source.id, problem=f"cannot be read: {error.strerror or error}")


def _read(scan: SourceScan) -> Reading:
    try:
        scan.advance()
    except (OSError, MemoryError):
        raise
    except Exception as error:  # a defect that one source brings to light must not hide the others
        scan.fault = clean_text(f"{type(error).__name__}: {error}", 200)
    if isinstance(scan, QuickScan):
        return Reading(scan.source.id, result_of(scan, scan.skipped))
    return Reading(scan.source.id, result_of(scan), excerpt(scan))


_compiling = Lock()
_compiled: list[tuple[tuple[Rule, ...], Catalogue]] = []


def _catalogue(rules: tuple[Rule, ...]) -> Catalogue:
    """Compiled once per worker: Dask hands the same object to all tasks."""
    with _compiling:
        if not _compiled or _compiled[0][0] is not rules:
            _compiled[:] = [(rules, Catalogue(RuleBook(rules)))]
        return _compiled[0][1]
