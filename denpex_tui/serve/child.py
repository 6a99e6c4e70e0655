"""The process behind one page: its command line and its environment."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping

from denpex_tui.arguments import global_parser
from denpex_tui.commands import COMMANDS
from denpex_tui.terminal import SERVED_DRIVER

_OF_THE_TERMINAL = {"TMUX", "STY", "VTE_VERSION"}
_OF_THE_PAGE = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}


def arguments(args: Namespace) -> list[str]:
    """What opens the screen on the same logs with the same options.

    ``-P`` keeps the working directory, which may be one of logs, out of the places that modules come from.
    """
    return [sys.executable, "-P", "-m", "denpex_tui", *_options(args), *map(_as_path, args.paths)]


def _options(args: Namespace) -> Iterator[str]:
    """Every option that the screen knows, as it was given."""
    for action in global_parser()._actions:
        name, value = action.option_strings[0], getattr(args, action.dest)
        if value is True:
            yield name
        elif value:
            yield from (f"{name}={each}" for each in ([value] if isinstance(value, str) else value))


def _as_path(path: str) -> str:
    """A path that is called like a command or an option, written so that it stays a path."""
    return f"./{path}" if path in COMMANDS or path.startswith("-") else path


def environment(given: Mapping[str, str]) -> dict[str, str]:
    """The driver of pages, and what a page is able to, whatever the server's terminal is."""
    here = {name: value for name, value in os.environ.items() if name not in _OF_THE_TERMINAL}
    return {**here, **given, **_OF_THE_PAGE, "TEXTUAL_DRIVER": SERVED_DRIVER}
