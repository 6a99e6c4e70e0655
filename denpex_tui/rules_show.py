"""The catalogue and single rules as text in a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.rules.model import FixText, Item, Rule
from denpex_tui.engine.rules.vocabulary import AREAS


def show_catalogue(book: RuleBook, console: Console) -> None:
    """Every rule by area with its title, and the files that could not be used."""
    for area in AREAS:
        rules = [rule for rule in book.rules if rule.area == area]
        if rules:
            console.print(Text(area, style="bold"))
            console.print(Padding(_rows((rule.id, rule.title) for rule in rules), (0, 0, 1, 2)))
    console.print(Text(f"{len(book.rules)} rules; 'denpex-tui rules show ID' prints one"))
    for sentence in book.replaced:
        console.print(Text(clean_text(sentence), style="yellow"), soft_wrap=True)
    for problem in book.problems:
        console.print(Text(str(problem), style="yellow"), soft_wrap=True)


def show_rule(rule: Rule, console: Console) -> None:
    """One rule in full: what it means, what it looks for, what to check and to change."""
    console.print(Text(f"{rule.id}  ·  {rule.area}  ·  {rule.phase}", style="bold"))
    console.print(Text(rule.title))
    _section(console, "In short", rule.summary)
    _section(console, "What it means", rule.explanation)
    _section(console, "What it does not prove", rule.does_not_prove)
    _table(console, "Signals", ((f"{s.role}  {s.id}", s.text or s.pattern) for s in rule.signals))
    _table(console, "From the metrics", ((f"{c.role}  {c.id}", c.text) for c in rule.conditions))
    _table(console, "Competing causes", ((v.title, v.explanation) for v in rule.variants))
    _table(console, "Checklist", ((f"{item.mode}  {item.id}", _item(item)) for item in rule.checklist))
    for number, fix in enumerate(rule.fixes, start=1):
        _section(console, f"Fix {number}: {fix.title}", _fix(fix))
    _table(console, "Often said, and not so", rule.misbeliefs)
    _table(console, "References", rule.references)


def _section(console: Console, heading: str, text: str) -> None:
    console.print()
    console.print(Text(heading, style="bold"))
    console.print(Padding(Text(text), (0, 0, 0, 2)))


def _table(console: Console, heading: str, rows: Iterable[tuple[str, str]]) -> None:
    listed = list(rows)
    if listed:
        console.print()
        console.print(Text(heading, style="bold"))
        console.print(Padding(_rows(listed), (0, 0, 0, 2)))


def _rows(rows: Iterable[tuple[str, str]]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(overflow="fold", max_width=44)
    table.add_column(overflow="fold")
    for left, right in rows:
        table.add_row(Text(left), Text(right))
    return table


def _item(item: Item) -> str:
    return "\n".join(part for part in (item.text, f"how: {item.how}" if item.how else "") if part)


def _fix(fix: FixText) -> str:
    return f"when: {fix.when}\n{fix.change}\nverify: {fix.verify}\nexpect: {fix.expect}"
