"""The skeleton that ``denpex-tui rules new`` writes."""

from __future__ import annotations

import re

from denpex_tui.engine.errors import UsageError

_ID = re.compile(r"[a-z0-9][a-z0-9-]*")

_SKELETON = """\
#:schema ../rule.schema.json
# A rule is one kind of failure as data. 'denpex-tui rules check FILE' says what is still missing.
# Texts may use {{name}} for what a signal captures with (?P<name>...), and {{step}}, {{rank}}, {{ranks}},
# {{first_rank}}, {{world_size}}, {{host}}, {{attempt}}.

id = "{id}"
title = "TODO: what failed, in a few words"
area = "{area}"
phase = "TODO: start-up, data-loading, forward, optimizer-step, communication, checkpoint, shutdown or any"
tags = []
summary = "TODO: one sentence"
explanation = "TODO: what happens and why, in two or three sentences"
does_not_prove = "TODO: what seeing it does not show"

# Roles: initiator (the rank that prints it failed by itself), collateral (another rank's failure caused it),
# evidence, counter (speaks against it), context (a launcher or scheduler line).
# Patterns match one line; ^ is the start of the text behind its prefixes. No look-around and no back-references.
[[signals]]
id = "message"
pattern = '^RuntimeError: TODO your message with (?P<number>\\d+)'
role = "initiator"
text = "TODO: what seeing it says, with {{number}}"

[[checklist]]
id = "seen"
text = "TODO: a statement that is true when this is the cause"
mode = "signal"          # or comparison, or manual
found_by = ["message"]
means = "TODO: what follows when it is true"
how = "TODO: how to check it by hand"
changes = "TODO: what it would change if it were not true"

[[fixes]]
title = "TODO: the safest change first"
when = "TODO: when it applies"
change = "TODO: the exact change"
verify = "TODO: a command"
expect = "TODO: what it should show"

[[references]]
title = "TODO: a public source"
url = "TODO: https://..."

# At least one sample that must match, and one that must not.
[[samples]]
matches = ["message"]
text = '''
[rank0]: RuntimeError: TODO your message with 42
'''

[[samples]]
note = "what looks like it and is not"
text = '''
INFO train: nothing wrong here
'''
"""


def skeleton(rule_id: str, area: str) -> str:
    """The text of a new rule file. Raises UsageError for an id that no rule may have."""
    if not _ID.fullmatch(rule_id):
        raise UsageError(f"{rule_id!r} cannot be an id; use lower-case letters, digits and hyphens, as in my-failure")
    return _SKELETON.format(id=rule_id, area=area)
