"""Searching logs: the lines found are those that match as they are seen, also in any order and while they grow."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from denpex_tui.engine.logview import LineIndex, LogFile
from denpex_tui.engine.search.line_blocks import GRID
from denpex_tui.engine.search.log_search import LogSearch
from denpex_tui.engine.search.query import Query, QueryError
from denpex_tui.engine.search.source_search import SourceSearch
from tests.engine.cases import all_logs, corpus

PATTERNS = [
    "error", "Error", "e", r"rank ?\d+\]", r"step\s+1\d", r"loss[^,]*nan", r"^\[rank0\]", r"\bFAILED\b|exitcode", "10$",
    r"^\s+File", "█", r"it/s", "(foo|Traceback) .*last", r"\d+/\d+ \[", "ünïcode", r"\S+\.py:\d+",
]  # fmt: skip
LINE = "2026-11-30 20:25:%02d,000 INFO [rank 0] train: step %d | loss 2.5\n"


def opened(path: Path) -> LogFile:
    log = LogFile(path, LineIndex())
    log.index.add(path.read_bytes(), 0)
    return log


def search(log: LogFile, pattern: str | Query, line: int = 1) -> SourceSearch:
    found = SourceSearch(log, Query(pattern) if isinstance(pattern, str) else pattern, line)
    while found.advance():
        pass
    return found


def hits(found: SourceSearch) -> list[int]:
    """All hits, from one to the next."""
    lines, at = [], 0
    while (following := found.after(at)) is not None:
        lines.append(at := following)
    return lines


def test_finds_the_lines_that_match_as_they_are_seen() -> None:
    """On every real log: the same lines as Python's `re` on the clean text, though bytes are searched."""
    queries = {pattern: Query(pattern) for pattern in PATTERNS}
    judged = {pattern: re.compile(pattern, re.I if queries[pattern].ignore_case else 0) for pattern in PATTERNS}
    total = dict.fromkeys(PATTERNS, 0)
    for path in all_logs():
        log = opened(path)
        lines = log.lines(1, log.count)
        for pattern, judge in judged.items():
            expected = [line.number for line in lines if judge.search(line.text)]
            assert hits(search(log, queries[pattern])) == expected, (path, pattern)
            total[pattern] += len(expected)
    assert [pattern for pattern, count in total.items() if not count] == ["ünïcode"]


def test_escape_sequences_do_not_hide_a_match(tmp_path: Path) -> None:
    """Colours in the middle of a word, tabs, and what a carriage return overwrote."""
    path = tmp_path / "rank_0.log"
    path.write_bytes(b"\x1b[31mERR\x1b[1mOR\x1b[0m: norm\tis zero\r\nold error\rnew text\nplain error: norm\n")
    log = opened(path)
    assert hits(search(log, "error: norm")) == [1, 3]
    assert hits(search(log, "norm {1,8}is zero")) == [1]
    assert hits(search(log, "old")) == []
    assert hits(search(log, "new")) == [2]


def test_small_letters_match_capitals_and_capitals_only_themselves() -> None:
    assert Query("rank").ignore_case and Query(r"\S+ \W").ignore_case and not Query("Rank").ignore_case


def test_spans_are_characters_of_the_clean_line() -> None:
    assert Query("lo+ss|oss").spans("the looss and the Loss") == [(4, 9), (18, 22)]
    assert Query("失败").spans("训练失败 of rank 3: 失败") == [(2, 4), (16, 18)]
    assert Query("x+").spans("nothing") == []


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("(norm", "'(norm' cannot be searched for: Missing close parenthesis"),
        ("norm(?=0)", "Zero-width assertions are not supported"),
        (r"(a)\1", "Back-references are unsupported"),
        ("a*", "'a*' also matches nothing at all, so every line; use + in place of * or ?"),
        ("a)|(b", "cannot be searched for"),
        ("\ud800", "cannot be searched for"),
    ],
)
def test_what_cannot_be_searched_for_is_said_in_one_sentence(pattern: str, said: str) -> None:
    with pytest.raises(QueryError, match=re.escape(said)) as raised:
        Query(pattern)
    assert "\n" not in str(raised.value)


def test_a_hostile_pattern_takes_linear_time(tmp_path: Path) -> None:
    """What stops a backtracking engine for years."""
    path = tmp_path / "rank_0.log"
    path.write_bytes(b"a" * 4_000 + b"!\n" + b"a" * 4_000 + b"\n")
    assert hits(search(opened(path), r"^(a+)+$")) == [2]


def large(path: Path, lines: int = 20_000) -> LogFile:
    """Many blocks, a line longer than a block among them."""
    text = [LINE % (number % 60, number) for number in range(1, lines + 1)]
    text[7_000] = "long " + "x" * (2 * GRID) + "\n"
    path.write_text("".join(text))
    return opened(path)


@pytest.mark.parametrize("start", [1, 9_000, 20_000])
def test_any_block_may_be_searched_first(tmp_path: Path, start: int) -> None:
    """From the middle to the end and round, hits and positions are those of one pass."""
    log = large(tmp_path / "rank_0.log")
    found = search(log, r"step \d*77\b|^long", start)
    expected = [number for number in range(1, 20_001) if number % 100 == 77] + [7_001]
    assert hits(found) == sorted(expected) and found.total == 201
    assert found.position(7_001) == 71 and found.position(7_002) is None
    assert [found.before(78), found.before(77), found.before(100_000)] == [77, None, 19_977]


def test_hits_are_found_while_the_log_grows(tmp_path: Path) -> None:
    """Wherever the growth is cut, an unfinished line included."""
    path = tmp_path / "rank_0.log"
    data = "".join(LINE % (number % 60, number) for number in range(1, 9_001)).encode()
    log = LogFile(path, LineIndex())
    found = SourceSearch(log, Query(r"step \d+00 \|"))
    for cut in (0, 100_000, GRID - 10, GRID + 30, 2 * GRID - 1, len(data)):
        path.write_bytes(data[:cut])
        whole = data.rfind(b"\n", 0, cut) + 1
        log.index.add(data[:whole], 0)
        log.index.rest = cut - whole
        found.grown()
        while found.advance():
            pass
        assert found.total == len(re.findall(rb"step \d+00 \|", data[:cut])) == len(hits(found))


def test_steps_from_log_to_log_and_round(tmp_path: Path) -> None:
    """The next hit in this log, then in the next log that has one, then the first again."""
    logs = {}
    for rank, text in ((3, "a\nhit\nb\nhit\n"), (1, "none\n"), (2, "hit\n")):
        path = tmp_path / f"rank_{rank}.log"
        path.write_text(text)
        logs[rank] = opened(path)
    search = LogSearch(Query("hit"), logs, source=2, line=1)
    while search.advance(0.0):
        pass
    assert (search.total, search.sources, search.within(3), search.left) == (3, 2, 2, 0)
    assert [search.step(3, 1, 1), search.step(3, 2, 1), search.step(3, 4, 1)] == [(3, 2), (3, 4), (2, 1)]
    assert [search.step(2, 1, 1), search.step(2, 1, -1), search.step(1, 1, -1)] == [(3, 2), (3, 4), (3, 4)]


def test_a_stopped_search_searches_no_further(tmp_path: Path) -> None:
    search = LogSearch(Query("step"), {0: large(tmp_path / "rank_0.log")})
    search.stop()
    assert not search.advance(60.0) and search.total == 0 and search.left > 0


def test_a_log_whose_bytes_are_gone_has_no_hits(tmp_path: Path) -> None:
    log = opened(corpus("pt-healthy") / "agent.log")
    gone = LogFile(tmp_path / "gone.log", log.index)
    assert hits(search(gone, "e")) == []
