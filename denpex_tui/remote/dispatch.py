"""Hands the sources out to the workers and takes back what they saw, whatever becomes of the workers meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from queue import Empty, Queue
from time import monotonic
from typing import TYPE_CHECKING, Any

from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.errors import UsageError
from denpex_tui.engine.rules.model import Rule
from denpex_tui.remote.cluster import workers
from denpex_tui.remote.union import Home
from denpex_tui.remote.work import Order, Reading, read

if TYPE_CHECKING:
    from distributed import Client, Future

CHECK_S = 1.0
"""How often is looked whether the workers that are waited for are still there."""
MAX_TRIES = 3
"""A source that was lost with its worker so often is not tried again."""


class Dispatch:
    """The orders of one pass. Where a source has a home, only workers of that home can read it.

    Dask itself runs a task of a worker that died again, on another one that may. Where there is none, workers that
    were started since are looked for, for ``patience`` seconds.
    """

    def __init__(self, client: Client, rules: tuple[Rule, ...], patience: float) -> None:
        self._client = client
        self._rules = client.scatter(rules, broadcast=True, hash=False)
        self._patience = patience
        self._orders: dict[int, tuple[Order, Home | None]] = {}
        """What has not come back, by source."""
        self._futures: dict[int, Future] = {}
        self._tries: dict[int, int] = {}
        self._done: Queue[tuple[int, Future]] = Queue()
        self._missing: dict[Home, float] = {}
        """Homes without a worker, and since when."""
        self._checked = 0.0

    def submit(self, orders: Sequence[Order], homes: Sequence[Home | None]) -> None:
        """Have sources read."""
        for order, home in zip(orders, homes, strict=True):
            self._orders[order.source.id] = (order, home)
            self._start(order, home, home.addresses if home is not None else ())

    @property
    def waiting(self) -> bool:
        """Whether something has not come back."""
        return bool(self._orders)

    def collect(self, seconds: float | None) -> Iterator[Reading]:
        """What comes back within ``seconds``, or all of it."""
        deadline = None if seconds is None else monotonic() + seconds
        while self._orders and (deadline is None or monotonic() < deadline):
            left = CHECK_S if deadline is None else max(0.0, min(CHECK_S, deadline - monotonic()))
            try:
                source, future = self._done.get(timeout=left)
            except Empty:
                yield from self._look_for_workers()
                continue
            if self._futures.get(source) is future and (reading := self._result(source, future)) is not None:
                del self._futures[source], self._orders[source]
                yield reading

    def close(self) -> None:
        """Give up what has not come back."""
        self._client.cancel(list(self._futures.values()))
        self._orders.clear()
        self._futures.clear()

    def _start(self, order: Order, home: Home | None, addresses: Sequence[str]) -> None:
        source = order.source.id
        self._tries[source] = self._tries.get(source, 0) + 1
        where: dict[str, Any] = {"workers": list(addresses)} if home is not None else {}
        future = self._client.submit(read, self._rules, order, pure=False, **where)
        self._futures[source] = future
        future.add_done_callback(lambda done: self._done.put((source, done)))

    def _result(self, source: int, future: Future) -> Reading | None:
        """What came back, or None when it is tried once more."""
        if future.status == "finished":
            reading: Reading = future.result()
            return reading
        order, home = self._orders[source]
        if future.status in ("cancelled", "lost") and self._client.status == "running":
            if self._tries[source] < MAX_TRIES and home is None:
                self._start(order, home, ())
                return None
            return Reading(source, problem="its worker went away before it was read")
        if future.status != "error":
            return Reading(source, problem="the Dask scheduler went away before it was read")
        error = future.exception()
        name = type(error).__name__
        if name == "KilledWorker":
            return Reading(source, problem="the workers that read it died, one after the other")
        return Reading(source, problem=clean_text(f"its worker failed: {name}: {error}", 200))

    def _look_for_workers(self) -> Iterator[Reading]:
        """Move what waits for workers that are gone to others of the same home; give it up when none comes."""
        present = set(self._client.nthreads()) if self._client.status == "running" else set()
        orphans = [
            source
            for source, (_, home) in self._orders.items()
            if home is not None and present.isdisjoint(home.addresses)
        ]
        known = self._known() if orphans else {}
        for source in orphans:
            order, home = self._orders[source]
            assert home is not None
            if at := [address for address, who in known.items() if home.has(who)]:
                yield from self._move(source, order, home, at)
            elif monotonic() - self._missing.setdefault(home, monotonic()) >= self._patience:
                yield self._give_up(source, f"its worker on {home.label} went away before it was read")

    def _known(self) -> dict[str, Any]:
        try:
            return dict(workers(self._client))
        except UsageError:
            return {}

    def _move(self, source: int, order: Order, home: Home, addresses: Sequence[str]) -> Iterator[Reading]:
        if self._tries[source] >= MAX_TRIES:
            yield self._give_up(source, f"its worker on {home.label} died each time it was read")
            return
        future = self._futures.pop(source)
        moved = Home(home.label, home.host, home.name, tuple(addresses))
        self._orders[source] = (order, moved)
        self._start(order, moved, addresses)
        self._client.cancel([future])

    def _give_up(self, source: int, problem: str) -> Reading:
        self._client.cancel([self._futures.pop(source)])
        del self._orders[source]
        return Reading(source, problem=problem)
