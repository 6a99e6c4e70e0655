"""Every table and key of a rule file with what it is for, in the order in which a rule is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from denpex_tui.engine.rules.model import (
    Condition,
    Contradiction,
    FixText,
    Item,
    Lookup,
    Rule,
    Sample,
    Signal,
    Undecided,
    Variant,
)
from denpex_tui.engine.rules.vocabulary import LEAST_ITEMS, MOST_ITEMS


@dataclass(frozen=True, slots=True)
class Table:
    """One table of the format."""

    name: str
    """As in the header; empty for the keys at the top."""
    meaning: str
    keys: Mapping[str, str]
    cls: type | None = None
    """Its class in the model; None where it is a table of strings."""
    many: bool = True
    """Whether it is an array of tables, ``[[name]]``."""


TOP = Table(
    "",
    "the rule itself",
    {
        "id": "lower-case letters, digits and hyphens; the name of the file",
        "title": "what failed, in a few words",
        "area": "the name of the directory",
        "phase": "where in a step or a job it happens, see below",
        "tags": "words to find it by; some mean something, see below",
        "aliases": "other ids by which `rules show` finds it",
        "scope": "over how many ranks the check runs that fails",
        "priority": "of several rules that match one failure the highest leads (0 where left out)",
        "overrides": "ids of rules whose match is only a symptom of this one, whatever the priorities",
        "silent": "true for trouble that crashes nothing: a warning, never a blamed rank",
        "summary": "one sentence: what it detects",
        "explanation": "what happens and why",
        "does_not_prove": "what seeing it does not show",
    },
    Rule,
    many=False,
)

TABLES = (
    Table(
        "signals",
        "what to look for in single lines",
        {
            "id": "its name within the rule",
            "pattern": "a regular expression for one line; named groups become fields",
            "role": "what seeing it means for the order of failures",
            "where": "which lines it may match",
            "text": "what seeing it says, as a sentence with `{fields}`",
            "ignore_case": "true to match in any case",
        },
        Signal,
    ),
    Table(
        "conditions",
        "what to look for in the values of a metric over steps",
        {
            "id": "its name, in one space with the signals",
            "metric": "the metric's name as the log writes it, or a list of names of which a rank's first one counts",
            "test": "what must hold",
            "at": "of which values",
            "ranks": "on how many ranks",
            "value": "the number to compare with",
            "steps": "how many values a trend looks at (3 where left out)",
            "role": "as for signals; `evidence` where left out",
            "text": "what it says when it holds",
            "origin": "true when the ranks that meet it are where a symmetric failure began",
        },
        Condition,
    ),
    Table(
        "variants",
        "the competing causes of one message",
        {
            "id": "its name",
            "title": "the cause in a few words",
            "explanation": "what it means",
            "decided_by": "any of these proves it",
            "supported_by": "any of these speaks for it",
            "ruled_out_by": "any of these excludes it",
        },
        Variant,
    ),
    Table(
        "undecided",
        "what to say when no variant, or more than one, is decided",
        {"title": "in a few words", "explanation": "what would decide it"},
        Undecided,
        many=False,
    ),
    Table(
        "contradictions",
        "what in a log does not go with the explanation",
        {"when": "any of these shows it", "text": "the sentence to show"},
        Contradiction,
    ),
    Table(
        "checklist",
        f"statements that the engineer goes through: {LEAST_ITEMS} to {MOST_ITEMS}, at least one not `manual`",
        {
            "id": "its name",
            "text": "a statement that is true when this is the cause",
            "mode": "how it is verified",
            "found_by": "any of these ticks it off",
            "contradicted_by": "any of these refutes it",
            "comparison": "what a `comparison` compares with",
            "control_shows": "signals that tell that the control run used the other setting",
            "control_lacks": "signals that the control run must not show",
            "means": "what follows when it is true",
            "how": "how to check it by hand",
            "changes": "what it would change if it were not true",
            "pending": "what to say while nothing decides it",
        },
        Item,
    ),
    Table(
        "fixes",
        "changes that remove the cause, at least one, the safest first",
        {
            "title": "in a few words",
            "when": "when it applies",
            "change": "the exact change, ready to be copied",
            "verify": "a command that shows whether it worked; never run by the program",
            "expect": "what it shows then",
            "variants": "the variants that it is for; all where left out",
        },
        FixText,
    ),
    Table("facts", 'fields worth showing by themselves: `field = "Label"`', {}, many=False),
    Table(
        "lookups",
        "facts derived from another through a table, such as a release from a line number",
        {
            "id": "the name of the new field",
            "source": "the field that is looked up",
            "label": "under which it is shown",
            "table": "value of the source = value of the new field",
        },
        Lookup,
    ),
    Table(
        "misbeliefs",
        "widely repeated advice that is wrong",
        {"claim": "what is said", "fact": "what is true"},
    ),
    Table("references", "public sources; at least one", {"title": "what it shows", "url": "where it is"}),
    Table(
        "samples",
        "log excerpts that prove the rule: at least one that must match and one that must not",
        {
            "text": "the excerpt, prefixes and traceback lines as they stand in a log",
            "matches": "ids of the signals that must match; left out: no initiator or collateral signal may match",
            "note": "what it shows",
        },
        Sample,
    ),
)
