"""Checks that a rule says all that a reader needs: texts, a checklist, fixes, a reference, samples of both kinds."""

from __future__ import annotations

import re

from denpex_tui.engine.model import ItemMode
from denpex_tui.engine.rules.errors import Problems
from denpex_tui.engine.rules.model import Item, Rule
from denpex_tui.engine.rules.toml_lines import Key
from denpex_tui.engine.rules.vocabulary import COMPARISONS, LEAST_ITEMS, MODES, MOST_ITEMS, URL

_URL = re.compile(URL)


def check_complete(rule: Rule, problems: Problems) -> None:
    """Add everything that is missing."""
    for name in ("title", "summary", "explanation", "does_not_prove"):
        if not getattr(rule, name).strip():
            problems.add((name,), f"{name} is empty", help="write the text")
    _check_checklist(rule, problems)
    if not rule.fixes:
        problems.add((), "no fix", help="add [[fixes]] with title, when, change, verify and expect, the safest first")
    _check_references(rule, problems)
    if not any(sample.matches for sample in rule.samples):
        problems.add((), "no sample that must match", help="add [[samples]] with text and matches = [signal ids]")
    if all(sample.matches for sample in rule.samples):
        problems.add((), "no sample that must not match", help="add [[samples]] with text alone, without matches")


def _check_checklist(rule: Rule, problems: Problems) -> None:
    count = len(rule.checklist)
    if not LEAST_ITEMS <= count <= MOST_ITEMS:
        wanted = f"{LEAST_ITEMS} to {MOST_ITEMS}"
        problems.add((), f"the checklist has {count} items, not {wanted}", help="add or join [[checklist]] tables")
    for index, item in enumerate(rule.checklist):
        _check_item(item, ("checklist", index), problems)
    if rule.checklist and all(item.mode == ItemMode.MANUAL for item in rule.checklist):
        help_text = 'give one mode = "signal" and found_by, or mode = "comparison"'
        problems.add(("checklist", 0, "mode"), "no checklist item verifies itself", help=help_text)


def _check_item(item: Item, where: Key, problems: Problems) -> None:
    if item.mode not in MODES:
        problems.add((*where, "mode"), f"unknown mode {item.mode!r}", help=f"use one of {', '.join(MODES)}")
    elif item.mode == ItemMode.COMPARISON and item.comparison not in COMPARISONS:
        problems.add(where, f"item {item.id!r} compares nothing", help='add comparison = "control" or "same-step"')
    elif item.mode == ItemMode.SIGNAL and not (item.found_by or item.contradicted_by):
        problems.add(where, f"item {item.id!r} is verified by nothing", help="add found_by or contradicted_by")


def _check_references(rule: Rule, problems: Problems) -> None:
    if not rule.references:
        problems.add((), "no reference", help="add [[references]] with title and url of a public source")
    for index, (_, url) in enumerate(rule.references):
        if not _URL.match(url) and "TODO" not in url:
            problems.add(("references", index, "url"), f"{url!r} is no address", help="write https://host/page")
