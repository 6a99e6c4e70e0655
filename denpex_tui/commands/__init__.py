"""The commands, one module each, named here so that none is imported before it is asked for."""

from __future__ import annotations

from dataclasses import dataclass

PROGRAM = "denpex-tui"


@dataclass(frozen=True, slots=True)
class Command:
    """A command and where it lives.

    Its module has ``add_arguments(parser)``, ``run(args) -> int`` and, unless it has subcommands, ``EXAMPLES``.
    """

    name: str
    module: str
    usage: str
    summary: str
    reads_logs: bool = False
    has_subcommands: bool = False


OPEN = Command("", "denpex_tui.commands.screen", "PATH...", "open the screen on logs", reads_logs=True)

_NAMED = (
    Command("demo", "denpex_tui.commands.demo", "[NAME|live|--list]", "open the screen on a bundled real incident"),
    Command(
        "report",
        "denpex_tui.commands.report",
        "PATH... [--format text|json|markdown|html|chat] [-o FILE]",
        "print what the screen would show, and exit",
        reads_logs=True,
    ),
    Command(
        "serve",
        "denpex_tui.commands.serve",
        "PATH... [--host HOST] [--port PORT]",
        "open the screen in a browser",
        reads_logs=True,
    ),
    Command(
        "rules",
        "denpex_tui.commands.rules",
        "list|show ID|check [PATH]|new ID|docs",
        "the catalogue of failures that are known",
        has_subcommands=True,
    ),
    Command(
        "config",
        "denpex_tui.commands.config",
        "print|check [FILE]|write",
        "your own keys and theme",
        has_subcommands=True,
    ),
    Command("completions", "denpex_tui.commands.completions", "bash|zsh|fish", "print a completion script"),
)

COMMANDS = {command.name: command for command in _NAMED}
