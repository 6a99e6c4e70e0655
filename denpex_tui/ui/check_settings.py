"""Checks a configuration against what there is: themes, actions, keys, and keys that two actions want."""

from __future__ import annotations

import difflib
import unicodedata

from textual.keys import Keys
from textual.theme import BUILTIN_THEMES

from denpex_tui.config.settings import Settings
from denpex_tui.engine.rules.errors import Problems
from denpex_tui.ui import user_keys
from denpex_tui.ui.actions import key_name
from denpex_tui.ui.key_table import KnownAction, known_actions, meet

_MODIFIERS = frozenset(("ctrl", "shift", "alt", "super", "hyper", "meta"))
_OTHER_NAMES = frozenset(("minus", "plus", "slash", "at", "underscore", "less_than_sign", "greater_than_sign"))
_RESERVED = {"ctrl+p": "opens the palette"}


def check_settings(settings: Settings, problems: Problems) -> None:
    """Add what is wrong to ``problems``. The keys must have been chosen before any screen was loaded."""
    if settings.theme is not None and settings.theme not in BUILTIN_THEMES:
        known = ", ".join(sorted(BUILTIN_THEMES))
        problems.add(
            ("theme",), f"unknown theme '{settings.theme}'", help=f"{_nearest(settings.theme, known)}known are {known}"
        )
    if settings.keys:
        _check_keys(settings, problems)


def _check_keys(settings: Settings, problems: Problems) -> None:
    actions = known_actions()
    ids = {action.id for action in actions}
    for name, keys in settings.keys.items():
        if name not in ids:
            hint = _nearest(name, ", ".join(sorted(ids)))
            problems.add(("keys", name), f"unknown action '{name}'", help=f"{hint}'denpex-tui config print' lists all")
        for key in keys:
            if not _is_key(user_keys.full_name(key)):
                problems.add(
                    ("keys", name), f"'{key}' is no key", help='write it as "n", "N", "f5", "ctrl+n" or "pagedown"'
                )
    for action in actions:
        if action.id in settings.keys:
            _check_clashes(action, actions, problems)


def _check_clashes(action: KnownAction, actions: list[KnownAction], problems: Problems) -> None:
    for key in sorted(action.keys & _RESERVED.keys()):
        problems.add(("keys", action.id), f"'{key}' {_RESERVED[key]}", help="choose another key")
    for other in actions:
        shared = action.keys & other.keys
        if other.id == action.id or not shared or action.own & other.own or not meet(action, other):
            continue
        key = key_name(min(shared))
        problems.add(
            ("keys", action.id),
            f"'{key}' is also the key of {other.id}",
            f"{other.help}; only one of them would work",
            help=f"choose another key for one of them, such as {other.id}",
        )


def _is_key(name: str) -> bool:
    *modifiers, base = name.split("+")
    if not set(modifiers) <= _MODIFIERS:
        return False
    return len(base) == 1 or base in _NAMED or _is_character(base)


def _is_character(name: str) -> bool:
    """Whether it is a character's name, such as ``question_mark`` or ``left_square_bracket``."""
    try:
        unicodedata.lookup(name.replace("_", " ").upper())
    except KeyError:
        return name in _OTHER_NAMES
    return True


_NAMED = {key.value.rpartition("+")[2] for key in Keys} | {"space", "comma"}


def _nearest(name: str, known: str) -> str:
    close = difflib.get_close_matches(name, known.split(", "), 1)
    return f"did you mean '{close[0]}'? " if close else ""
