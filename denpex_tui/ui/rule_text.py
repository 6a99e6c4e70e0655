"""A rule as paragraphs: what it means, its causes, what to check and what to change, and where it is from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.content import Content

from denpex_tui.engine.rules.model import FixText, Item, Rule
from denpex_tui.engine.rules.texts import fill
from denpex_tui.ui.hanging import Hanging, paragraph

GAP = Hanging(Content(""), Content(""))


def rule_paragraphs(rule: Rule) -> Iterator[Hanging]:
    """The whole rule but its signals, which are listed with the lines that they match."""
    yield Hanging(Content(""), Content.styled(rule.title, "bold"))
    silent = " · silent: the job does not crash of it" if rule.silent else ""
    yield Hanging(Content(""), Content.styled(f"{rule.area} · {rule.phase}{silent}", "dim"))
    yield GAP
    yield Hanging(Content(""), Content(rule.summary.strip()))
    yield from _section("What it means", [Hanging(Content(""), Content(rule.explanation.strip()))])
    yield from _section("What it does not prove", [Hanging(Content(""), Content(rule.does_not_prove.strip()))])
    yield from _section("Competing causes", (_pair(v.title, v.explanation) for v in rule.variants))
    yield from _section("What to check", (line for item in rule.checklist for line in _item(item)))
    for number, fix in enumerate(rule.fixes, start=1):
        yield from _section(f"Fix {number}: {fix.title}", _fix(fix))
    yield from _section("Often said, and not so", (_pair(said, fact) for said, fact in rule.misbeliefs))
    yield from _section("References", (line for title, url in rule.references for line in _reference(title, url)))
    yield from _section("Where it is from", [Hanging(Content(""), Content(_origin(rule)))])


def _section(heading: str, lines: Iterable[Hanging]) -> Iterator[Hanging]:
    listed = list(lines)
    if listed:
        yield GAP
        yield Hanging(Content(""), Content.styled(heading, "bold $text-accent"))
        yield from listed


def _pair(head: str, text: str) -> Hanging:
    return Hanging(Content("· "), Content.styled(f"{head}: ", "bold") + Content(text.strip()))


def _item(item: Item) -> Iterator[Hanging]:
    yield Hanging(Content("· "), Content(fill(item.text, {})) + Content.styled(f"  {item.mode}", "dim"))
    if item.how:
        yield Hanging(Content("  "), Content.styled(fill(item.how.strip(), {}), "dim"))


def _fix(fix: FixText) -> Iterator[Hanging]:
    for label, text in (("when", fix.when), ("change", fix.change), ("verify", fix.verify), ("expect", fix.expect)):
        if text:
            yield paragraph(label, fill(text, {}))


def _reference(title: str, url: str) -> Iterator[Hanging]:
    yield Hanging(Content("· "), Content(title))
    yield Hanging(Content("  "), Content.styled(url, "dim"))


def _origin(rule: Rule) -> str:
    return f"rule {rule.id}" if rule.path is None else f"rule {rule.id}, {rule.path}"
