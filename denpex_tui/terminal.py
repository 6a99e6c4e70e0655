"""The terminal at hand: whether a screen can be shown, and output that never ends in a traceback."""

from __future__ import annotations

import io
import os
import sys

from denpex_tui.engine.clean import clean_text

SERVED_DRIVER = "denpex_tui.ui.served_driver:ServedDriver"
"""Draws the screen of ``denpex-tui serve``."""
_WEB_DRIVERS = (SERVED_DRIVER, "textual.drivers.web_driver:WebDriver")


def say(sentence: str) -> None:
    """One sentence on standard error; what stood in a log or a file name cannot reach the terminal raw."""
    if sys.stderr is not None:
        print(f"denpex-tui: {clean_text(sentence)}", file=sys.stderr, flush=True)


def prepare_output() -> None:
    """Let output survive a terminal that cannot show a character, and a closed standard output."""
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.FileIO(os.devnull, "w"), encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def silence_output() -> None:
    """Drop what is still buffered, so that the interpreter's last flush stays quiet too."""
    try:
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, sys.stdout.fileno())
        os.close(sink)
    except (OSError, ValueError, AttributeError):
        return


def in_browser() -> bool:
    """Whether a web server started this process, and its standard streams lead to a page."""
    return os.environ.get("TEXTUAL_DRIVER") in _WEB_DRIVERS


def can_show_screen() -> bool:
    """True when the screen's output (standard error, as textual writes) and standard output are a capable terminal.

    A page is one.
    """
    if in_browser():
        return True
    if os.environ.get("TERM") == "dumb":
        return False
    return all(stream is not None and stream.isatty() for stream in (sys.stdout, sys.__stderr__))


def take_keyboard() -> bool:
    """Make file descriptor 0 the keyboard, also when logs are piped in; they stay readable as ``sys.stdin``.

    False when there is no keyboard.
    """
    if in_browser() or (sys.__stdin__ is not None and sys.__stdin__.isatty()):
        return True
    try:
        keyboard = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return False
    try:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(os.dup(0))))
    except OSError:
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    os.dup2(keyboard, 0)
    os.close(keyboard)
    return True
