"""Prints the table of the catalogue: each rule, its samples, and the real cases in which it matches.

python -m tests.rules
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tests.rules.fires import Row, rows

SHOWN = 6
"""Of more cases only so many are named."""


def table(area: str, of_area: Iterable[Row]) -> Table:
    """The rules of one area. A case that is not as reviewed is named in full."""
    made = Table("rule", "match", "not", "leads", "cases", "in", "not as reviewed", title=area, title_justify="left")
    for row in of_area:
        seen = sorted(row.fired & row.expected)
        wrong = [f"UNEXPECTED {case}" for case in sorted(row.unexpected)]
        wrong += [f"MISSING {case}" for case in sorted(row.missing)]
        more = f" and {len(seen) - SHOWN} more" if len(seen) > SHOWN else ""
        cells = (row.rule, str(row.good), str(row.bad), str(row.leads), str(len(seen)), ", ".join(seen[:SHOWN]) + more)
        made.add_row(*map(Text, (*cells, ", ".join(wrong))))
    return made


def main() -> None:
    """Print one table an area, and what it adds up to."""
    console = Console()
    found = rows()
    for area, of_area in groupby(found, key=lambda row: row.area):
        console.print(table(area, of_area))
    wrong = sum(bool(row.unexpected or row.missing) for row in found)
    samples = sum(row.good + row.bad for row in found)
    matching = sum(bool(row.fired) for row in found)
    console.print(f"{len(found)} rules, {samples} samples, {matching} match in real cases, {wrong} not as reviewed")


if __name__ == "__main__":
    main()
