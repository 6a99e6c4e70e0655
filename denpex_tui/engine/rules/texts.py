"""The texts of a rule and the parameters that fill them.

A placeholder is ``{name}`` with a lower-case identifier; any other brace stands for itself, so that JSON and shell
snippets need no escaping.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping

STEP = "step {step}"
"""How a text speaks of the failing step, so that it reads well where no log tells its number."""
_UNKNOWN_STEP = "the failing step"

_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")

_OWN_LINE = re.compile(r"\s|[-*•] |\d+\. ")


def reflow(text: str) -> str:
    """Prose as one line a paragraph, whatever its line breaks in the file; indented and listed lines keep theirs."""
    lines: list[str] = []
    for line in text.strip("\n").splitlines():
        joins = lines and lines[-1].strip() and line.strip() and not _OWN_LINE.match(line)
        if joins and not lines[-1][0].isspace():
            lines[-1] = f"{lines[-1].rstrip()} {line}"
        else:
            lines.append(line)
    return "\n".join(lines)


def placeholders(text: str) -> tuple[str, ...]:
    """Names of the placeholders of ``text``, in order."""
    return tuple(_PLACEHOLDER.findall(text))


def fill(text: str, values: Mapping[str, str], quote: bool = False) -> str:
    """``text`` with its placeholders replaced; an unknown one becomes ``<name>``, an unknown step "the failing step".

    ``quote`` makes each value one safe word of a shell command, since values come from hostile logs; an unknown one
    becomes ``NAME``, which no shell takes for a redirection.
    """
    if "step" not in values:
        text = text.replace(STEP, _UNKNOWN_STEP)

    def replace(match: re.Match[str]) -> str:
        value = values.get(match[1])
        if value is None:
            return match[1].upper() if quote else f"<{match[1].replace('_', ' ')}>"
        return shlex.quote(value) if quote else value

    return _PLACEHOLDER.sub(replace, text)
