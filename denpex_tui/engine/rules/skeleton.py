"""The skeleton that ``denpex-tui rules new`` writes, and the words of it that are no rule yet."""

from __future__ import annotations

import re
import textwrap
import tomllib
from functools import cache

from denpex_tui.engine.errors import UsageError
from denpex_tui.engine.rules.toml_strings import strings
from denpex_tui.engine.rules.vocabulary import PHASES

_ID = re.compile(r"[a-z0-9][a-z0-9-]*")
_MARK = re.compile(r"TODO:?\s*")

_SKELETON = """\
#:schema ../rule.schema.json
# A rule is one kind of failure as data. 'denpex-tui rules check FILE' says what is still missing.
# Replace each TODO and the words behind it. Texts may use {{name}} for what a signal captures with (?P<name>...),
# and {{step}}, {{rank}}, {{ranks}}, {{first_rank}}, {{world_size}}, {{host}}, {{attempt}}.

id = "{id}"
title = "TODO: what failed, in a few words"
area = "{area}"
{phases}
phase = "TODO"
tags = []
summary = "TODO: one sentence: what it detects"
explanation = "TODO: what happens and why, in two or three sentences"
does_not_prove = "TODO: what seeing it does not show"

# Roles: initiator (the rank that prints it failed by itself), collateral (another rank's failure caused it),
# evidence (speaks for it), counter (speaks against it), context (a version, a setting, a launcher's line).
# Patterns match one line; ^ is the start of the text behind its prefixes. No look-around and no back-references.
[[signals]]
id = "message"
pattern = '^RuntimeError: TODO your message with (?P<number>\\d+)'
role = "initiator"
text = "TODO: what seeing it says, with {{number}}"

# What no line says, but the logged values do. Take the '# ' away to use it: its id stands for it in any list below.
# [[conditions]]
# id = "loss-nan"
# metric = "loss"          # as the log writes it; grad_norm, lr and others alike
# test = "nan"             # or zero, above, below, constant, rising, falling ...
# at = "last"              # or failure (the failing step, if it was logged), before, any, all
# text = "the loss was NaN on rank {{ranks}} at step {{step}}"

# Three to eight statements that are true when this is the cause; at least one that verifies itself.
# "signal" ticks itself off when a name in found_by was seen; a list holds alternatives, "a + b" needs both:
# with the condition above it could say found_by = ["message + loss-nan"].
[[checklist]]
id = "seen"
text = "TODO: a statement that is true when this is the cause"
mode = "signal"
found_by = ["message"]
means = "TODO: what follows when it is true"
how = "Look for the message in the rank's own log."
changes = "Without it this is another failure."

# "comparison" ticks itself off when the logs of several attempts or runs are given.
[[checklist]]
id = "same-step"
text = "It happens at the same step each time"
mode = "comparison"
comparison = "same-step"
means = "Data or code decides: the same sample, or the same branch."
how = "Run it again with the same seed and give both log directories."
changes = "Another step each time: storage, a race or hardware."

# "manual" is what no log can show.
[[checklist]]
id = "by-hand"
text = "TODO: a statement that only a person can verify"
mode = "manual"
means = "TODO: what follows when it is true"
how = "TODO: the command or the place to look at"
changes = "TODO: what it would change if it were not true"

[[fixes]]
title = "TODO: the safest change first"
when = "TODO: when it applies"
change = "TODO: the exact change"
verify = "TODO: a command that shows whether it worked"
expect = "TODO: what it shows then"

# A public page, or one of your own: https://wiki.example.org/our-failures
[[references]]
title = "TODO: what the page shows"
url = "TODO"

# At least one sample that must match, and one that must not: real lines of a log, with their prefixes.
[[samples]]
matches = ["message"]
text = '''
[rank0]: RuntimeError: TODO your message with 42
'''

[[samples]]
note = "what looks like it and is not"
text = '''
INFO train: TODO a line of a healthy run that resembles it
'''
"""


def skeleton(rule_id: str, area: str) -> str:
    """The text of a new rule file. Raises UsageError for an id that no rule may have."""
    if not _ID.fullmatch(rule_id):
        raise UsageError(f"{rule_id!r} cannot be an id; use lower-case letters, digits and hyphens, as in my-failure")
    phases = textwrap.wrap(f"One of {', '.join(PHASES)}.", 117, break_on_hyphens=False)
    return _SKELETON.format(id=rule_id, area=area, phases="\n".join(f"# {line}" for line in phases))


def without_marks(text: str) -> str:
    """``text`` as it is left when somebody only takes the marks away."""
    return _MARK.sub("", text).strip()


@cache
def placeholder_words() -> frozenset[str]:
    """What the skeleton says where a rule's author has to write, without the marks."""
    document = tomllib.loads(skeleton("any", "data"))
    return frozenset(without_marks(text) for _, text in strings(document) if "TODO" in text) - {""}
