"""How fast logs are searched, filtered and merged, and how long one step from hit to hit takes.

    python -m tests.benchmarks.search [--ranks 4] [--megabytes 60] [--runs 3]

Patterns from none to every line; bytes a second beside the time of a step, which the screen waits for.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from denpex_tui.engine.logview import LogFile
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.search.levels import Level
from denpex_tui.engine.search.line_levels import lines_of_level
from denpex_tui.engine.search.log_search import LogSearch
from denpex_tui.engine.search.merging import TimedLog, merge_around, moment_of
from denpex_tui.engine.search.query import Query
from denpex_tui.engine.search.sieve import Sieve
from denpex_tui.engine.session import Session
from tests.benchmarks.generate import write

PATTERNS = ("no such words", r"\bValueError: batch \d+", "prefetched shard", r"loss \d+\.\d+", "e")


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def search_all(query: Query, logs: dict[int, LogFile]) -> LogSearch:
    search = LogSearch(query, logs)
    while search.advance(60.0):
        pass
    return search


def searching(logs: dict[int, LogFile], megabytes: float, runs: int) -> None:
    """One line of figures a pattern."""
    for pattern in PATTERNS:
        query = Query(pattern)
        seconds = statistics.median(timed(partial(search_all, query, logs)) for _ in range(runs))
        search = search_all(query, logs)
        lines = range(logs[0].count // 2, logs[0].count, 997)[:21]
        step = statistics.median(timed(partial(search.step, 0, line, 1)) for line in lines)
        speed = f"{megabytes / seconds:7.0f} MB/s"
        print(f"  {pattern!r:28} {speed}  {search.total:>10,} lines  step {1000 * step:5.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--megabytes", type=float, default=60)
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        write(Path(directory), args.ranks, int(args.megabytes * 1e6))
        session = Session([directory], book=RuleBook.bundled())
        session.poll()
        logs = {source.id: session.log(source.id) for source in session.snapshot.sources}
        megabytes = sum(log.size for log in logs.values()) / 1e6
        print(f"search of {len(logs)} logs, {megabytes:.0f} MB")
        searching(logs, megabytes, args.runs)
        sieves = [
            Sieve(log, [partial(lines_of_level, least=Level.WARNING, labels=log.labels)]) for log in logs.values()
        ]
        seconds = timed(lambda: [sieve.advance(600.0) for sieve in sieves])
        print(f"  {'errors and warnings':28} {megabytes / seconds:7.0f} MB/s")
        timed_logs = [TimedLog(source, log) for source, log in logs.items()]
        moment = moment_of(timed_logs[0], logs[0].count // 2) or 0.0
        print(f"  {'a window of all as one log':28} {1000 * timed(lambda: merge_around(timed_logs, moment)):7.0f} ms")
        session.close()


if __name__ == "__main__":
    main()
