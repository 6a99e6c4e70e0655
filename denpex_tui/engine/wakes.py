"""Wakes a follower when something below the watched paths may have changed."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path


def wakes(
    paths: Sequence[Path], stop: threading.Event, *, sweep_ms: int, debounce_ms: int, step_ms: int = 50
) -> Iterator[None]:
    """Yields at every change and at least every ``sweep_ms``, until ``stop`` is set.

    Where the system cannot watch (a directory's name is no UTF-8, no watches are left) there are only the sweeps.
    """
    from watchfiles import watch

    existing = [path for path in paths if path.exists()]
    if existing:
        try:
            for _ in watch(
                *existing,
                watch_filter=None,
                debounce=debounce_ms,
                step=step_ms,
                rust_timeout=sweep_ms,
                yield_on_timeout=True,
                stop_event=stop,
                ignore_permission_denied=True,
            ):
                yield
            return
        except (RuntimeError, OSError):
            pass
    while not stop.wait(sweep_ms / 1000):
        yield
