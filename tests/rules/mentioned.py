"""The names that a rule's advice uses: environment variables, options, configuration keys, arguments and functions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from denpex_tui.engine.rules.model import Rule

_PATTERNS = (
    re.compile(r"(?<![\w-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w.])"),
    re.compile(r"(?<![\w-])--[a-z][\w-]*"),
    re.compile(r'"([a-z0-9]+(?:_[a-z0-9]+)+)"'),
    re.compile(r'"([a-z0-9_]+)": '),
    re.compile(r"""(?<![\w.-])([a-z][a-z0-9]*(?:_[a-z0-9]+)+)=(?=[\w"'(\[<{/])"""),
    re.compile(r"\b(?:torch|deepspeed|dist|engine|model|tokenizer)(?:\.[A-Za-z_]\w*)+"),
)


def mentioned(rule: Rule) -> frozenset[str]:
    """All names in the texts of a rule that a reader would type or set."""
    found = (match for text in _advice(rule) for pattern in _PATTERNS for match in pattern.finditer(text))
    return frozenset(match[match.lastindex or 0] for match in found)


def _advice(rule: Rule) -> Iterator[str]:
    yield from (rule.explanation, rule.does_not_prove, rule.undecided.explanation)
    for variant in rule.variants:
        yield variant.explanation
    for item in rule.checklist:
        yield from (item.text, item.means, item.how, item.changes, item.pending)
    for fix in rule.fixes:
        yield from (fix.title, fix.when, fix.change, fix.verify, fix.expect)
    for claim, fact in rule.misbeliefs:
        yield from (claim, fact)
