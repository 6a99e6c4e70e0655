"""Reads ``config.toml``; what is wrong in it is told with file, line, reason and help."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from denpex_tui.engine.errors import UsageError
from denpex_tui.engine.rules.errors import Problems, RuleError

_KNOWN = ("theme", "bell", "notify", "keys")
CHECK = "'denpex-tui config check' lists all of them"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the file says."""

    theme: str | None = None
    bell: bool = False
    """Ring when a job that is followed fails."""
    notify: bool = False
    """Show a desktop notification then."""
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Id of an action to the keys that take the place of its own."""


def read_settings(path: Path) -> tuple[Settings, Problems]:
    """What the file says, and what is wrong in it. Raises UsageError when it cannot be read at all."""
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return Settings(), Problems(path, "")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: is not UTF-8 (byte {error.start}); save it as UTF-8") from error
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}; correct or remove it") from error
    problems = Problems(path, text)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        problems.add((), f"is not TOML: {error}", help="'denpex-tui config print' shows a file to start from")
        return Settings(), problems
    return _settings(content, problems), problems


def _settings(content: dict[str, Any], problems: Problems) -> Settings:
    for name in content:
        if name not in _KNOWN:
            problems.add((name,), f"unknown setting '{name}'", help=f"known are {', '.join(_KNOWN)}")
    theme = content.get("theme")
    if theme is not None and not isinstance(theme, str):
        problems.add(("theme",), "the theme is not a text", help='write it as theme = "textual-light"')
        theme = None
    bell, notify = (_switch(content, name, problems) for name in ("bell", "notify"))
    return Settings(theme, bell, notify, _keys(content.get("keys", {}), problems))


def _switch(content: dict[str, Any], name: str, problems: Problems) -> bool:
    value = content.get(name, False)
    if isinstance(value, bool):
        return value
    problems.add((name,), f"'{name}' is neither true nor false", help=f"write it as {name} = true")
    return False


def _keys(table: object, problems: Problems) -> dict[str, tuple[str, ...]]:
    if not isinstance(table, dict):
        problems.add(("keys",), "'keys' is not a table", help='write [keys] and below it "evidence.next" = "n"')
        return {}
    found = {}
    for name, value in table.items():
        keys = [value] if isinstance(value, str) else value
        if isinstance(keys, list) and keys and all(isinstance(key, str) and key for key in keys):
            found[name] = tuple(keys)
        else:
            problems.add(
                ("keys", name), f"'{name}' has no key", help='a key such as "n", or a list such as ["n", "ctrl+n"]'
            )
    return found


def refuse(problems: list[RuleError]) -> None:
    """Raises UsageError for the first of the problems, when there is one."""
    if problems:
        more = f"; and {len(problems) - 1} more: {CHECK}" if len(problems) > 1 else ""
        raise UsageError(problems[0].sentence + more)
