"""``denpex-tui config``: a commented file to start from, and a check of the one that is there."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from denpex_tui.config.settings import read_settings
from denpex_tui.engine.errors import UsageError
from denpex_tui.engine.xdg import config_path

if TYPE_CHECKING:
    from argparse import _SubParsersAction

BAD_CONFIG = 2
WORDS = ("print", "check", "write")

_HEAD = """\
# Configuration of denpex-tui: remove the # before what you want to change, then: denpex-tui config check
# It is read from ~/.config/denpex-tui/config.toml ($XDG_CONFIG_HOME).

# Colours; NO_COLOR wins over it.
# theme = "textual-dark"

# When a job that is followed fails: ring the terminal's bell; show a desktop notification, where the terminal can
# (OSC 9 or OSC 777; in tmux with "set -g allow-passthrough on").
# bell = false
# notify = false

# A key, or a list of keys, in place of an action's own: "n", "N", "?", "f5", "ctrl+n", "pagedown", ["down", "j"].
[keys]
"""


def add_arguments(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    """Add ``config`` and its subcommands."""
    parser = subparsers.add_parser("config", help="keys and theme", description=__doc__)
    commands = parser.add_subparsers(dest="config_command", required=True, metavar="|".join(WORDS))
    commands.add_parser("print", help="print a commented file with everything as it is by default")
    check = commands.add_parser("check", help="say what is wrong in the file, with line and help")
    check.add_argument("path", metavar="FILE", nargs="?", help="another file than your own")
    commands.add_parser("write", help="write the commented file where it is read, unless there is one")


def run(args: Namespace) -> int:
    """Print, check or write."""
    if args.config_command == "check":
        return _check(Path(args.path) if args.path else config_path())
    if args.config_command == "write":
        return _write(config_path())
    print(default_text(), end="")
    return 0


def default_text() -> str:
    """The commented file."""
    return _HEAD + "".join(_lines())


def _lines() -> Iterator[str]:
    from denpex_tui.ui.key_table import known_actions
    from denpex_tui.ui.user_keys import declared

    seen = set()
    for action in known_actions():
        if action.id not in seen:
            seen.add(action.id)
            keys = ", ".join(f'"{key.strip()}"' for key in declared(action.id).split(","))
            value = f"[{keys}]" if "," in keys else keys
            yield f'# "{action.id}" = {value}  # {action.help}\n'


def _check(path: Path) -> int:
    if not path.exists():
        print(f"{path}: there is no such file, so everything is as by default; 'denpex-tui config write' makes one")
        return 0
    settings, problems = read_settings(path)
    from denpex_tui.ui.user_keys import choose

    choose(settings.keys)
    from denpex_tui.ui.check_settings import check_settings

    check_settings(settings, problems)
    for problem in problems.found:
        print(problem)
    if not problems.found:
        print(f"{path}: no problem found")
    return BAD_CONFIG if problems.found else 0


def _write(path: Path) -> int:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(default_text())
    except FileExistsError as error:
        raise UsageError(f"{path} is there already; 'denpex-tui config print' prints a new one") from error
    print(f"wrote {path}")
    return 0
