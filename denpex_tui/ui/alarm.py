"""The alarm at a first failure: the terminal's bell, a notification on the desktop. Both are off unless asked for.

A notification is an escape sequence, so that it also arrives from a login node: the terminal shows it, on whichever
machine that runs. Terminals that know none ignore it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from denpex_tui.engine.clean import clean_text
from denpex_tui.ui.ascii_only import utf8_locale

_LIMIT = 200
_BELL = "\x07"
_END = "\x1b\\"
_NO_ESCAPES = ("", "dumb", "linux")


@dataclass(frozen=True, slots=True)
class Alarm:
    """What is wanted."""

    bell: bool = False
    notify: bool = False

    def sequences(self, sentence: str, environ: Mapping[str, str]) -> str:
        """What to write to the terminal that ``environ`` describes."""
        shown = _notification(sentence, environ) if self.notify else ""
        return (_BELL if self.bell else "") + shown


def _notification(sentence: str, environ: Mapping[str, str]) -> str:
    """OSC 777 where only that is known, else OSC 9; nothing where a console would print the sequence."""
    if environ.get("TERM", "") in _NO_ESCAPES:
        return ""
    text = clean_text(sentence, _LIMIT)
    if not utf8_locale(environ):  # bytes of UTF-8 can be control characters there
        text = text.encode("ascii", "replace").decode()
    is_vte = "VTE_VERSION" in environ or environ["TERM"].startswith("rxvt")
    body = f"777;notify;denpex-tui;{text.replace(';', ',')}" if is_vte else f"9;denpex-tui: {text}"
    return _through_tmux(f"\x1b]{body}{_END}") if "TMUX" in environ else f"\x1b]{body}{_END}"


def _through_tmux(sequence: str) -> str:
    """Wrapped for the terminal around tmux, which hands it on when its option ``allow-passthrough`` is on."""
    escaped = sequence.replace("\x1b", "\x1b\x1b")
    return f"\x1bPtmux;{escaped}{_END}"
