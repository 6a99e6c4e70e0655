"""What is fuzzed, and what must hold for any bytes."""

from __future__ import annotations

import math
import tempfile
import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path

from denpex_tui.engine import error_json, jsonlines, tracebacks
from denpex_tui.engine.catalogue import Catalogue
from denpex_tui.engine.clean import LINE_LIMIT, clean_line, clean_text
from denpex_tui.engine.lines import Line, parse_line
from denpex_tui.engine.model import Event, Place, Source
from denpex_tui.engine.prefixes import peel
from denpex_tui.engine.probe import probe_bytes
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.rules.load import read_rule
from denpex_tui.engine.source_scan import SourceScan
from denpex_tui.engine.timestamps import parse_stamp
from denpex_tui.report.secrets import mask

_UNSAFE = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def _assert_safe(text: str, lines: bool = False) -> None:
    unsafe = {c for c in text if unicodedata.category(c) in _UNSAFE} - ({"\n"} if lines else set())
    assert not unsafe, f"{unsafe} reached the screen"


def cleaning(data: bytes) -> None:
    """What is cleaned is safe, bounded, and clean for good."""
    line = clean_line(data)
    _assert_safe(line.text)
    assert len(line.text) <= LINE_LIMIT and line.cut >= 0
    assert clean_line(line.text.encode()).text == line.text
    text = clean_text(data.decode("utf-8", "surrogateescape"))
    _assert_safe(text)
    assert clean_text(text) == text
    assert mask(mask(text)) == mask(text)


def peeling(data: bytes) -> None:
    """What is peeled is an end of the line, whatever is said of its labels."""
    text = clean_line(data).text
    for labelled in (False, True):
        peeled = peel(text, labelled, 1.8e9)
        assert text[peeled.start :] == peeled.text or text.endswith(peeled.text.strip())
        assert peeled.tags.rank is None or peeled.tags.rank >= 0


def timestamps(data: bytes) -> None:
    """A stamp is a finite moment and ends inside the text."""
    text = clean_line(data).text
    for near in (None, 1.8e9):
        found = parse_stamp(text, near)
        assert found is None or (math.isfinite(found[0].seconds) and 0 < found[1] <= len(text))


def _lines(data: bytes) -> list[Line]:
    return [parse_line(raw, Place(0, number, 0)) for number, raw in enumerate(data.split(b"\n"), 1)]


def joining(data: bytes) -> None:
    """A traceback from any lines is bounded and names lines that are there."""
    head, *rest = _lines(b"Traceback (most recent call last):\n" + data)
    found = tracebacks.join(head, rest)
    if found is not None:
        assert found.lines <= set(range(1, len(rest) + 2)) and len(found.lines) <= tracebacks.MAX_LINES + 64
        _assert_safe(found.headline)


def json_lines(data: bytes) -> None:
    """A record's texts are safe and its numbers are numbers; an error file and a first look never fail."""
    for raw in data.split(b"\n"):
        record = jsonlines.parse_record(raw)
        if record is not None:
            _assert_safe(record.text)
            _assert_safe(record.exception or "", lines=True)
            _assert_safe("".join([record.host or "", *(name for name, _ in record.values)]))
            assert record.time is None or math.isfinite(record.time)
    probe_bytes(data)
    if (found := error_json.read(data, Place(0, 1, 0))) is not None:
        _assert_safe(found.event.text)


def rules(data: bytes) -> None:
    """A rule file is a rule or problems that are safe to print; it never raises."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "x.toml"
        path.write_bytes(data)
        rule, problems = read_rule(path, scanner=False)
        assert (rule is None) == bool(problems)
        for problem in problems:
            _assert_safe(str(problem), lines=True)
            _assert_safe(problem.sentence)


@cache
def _catalogue() -> Catalogue:
    return Catalogue(RuleBook.bundled())


def reading(data: bytes) -> None:
    """Any chunking gives the same events: the first byte says how the rest arrives."""
    size, content = (data[0] % 61) + 3 if data else 1, data[1:]
    with tempfile.TemporaryDirectory() as directory:
        whole, pieces = (Path(directory) / name for name in ("whole.log", "pieces.log"))
        whole.write_bytes(content)
        pieces.touch()
        source = Source(0, "x.log", pieces, "combined")
        probe = probe_bytes(content[:16_384] or b"x\n")
        growing = SourceScan(source, probe, _catalogue())
        with pieces.open("ab", buffering=0) as file:
            for at in range(0, len(content), max(size, len(content) // 40)):
                file.write(content[at : at + max(size, len(content) // 40)])
                growing.advance()
        at_once = SourceScan(Source(0, "x.log", whole, "combined"), probe, _catalogue())
        at_once.advance()
        assert _told(growing) == _told(at_once)
        for scan in (growing, at_once):
            scan.close()


def _told(scan: SourceScan) -> list[tuple[str, str, Place, str]]:
    def key(event: Event) -> tuple[str, str, Place, str]:
        return event.kind, event.name, event.place, event.text

    return [key(event) for event in scan.events_now()]


TARGETS: dict[str, Callable[[bytes], None]] = {
    "cleaning": cleaning,
    "peeling": peeling,
    "timestamps": timestamps,
    "joining": joining,
    "json_lines": json_lines,
    "rules": rules,
    "reading": reading,
}
