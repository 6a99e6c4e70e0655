"""Arguments: what may stand before a command, how a command's words are read, and one sentence for a mistake."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import NoReturn

from denpex_tui.commands import PROGRAM, Command
from denpex_tui.engine.errors import UsageError

VALUED = ("--control", "--rules", "--dask")
FLAGS = ("--show-secrets", "--node-local", "--redact", "--bell", "--notify")


class SentenceParser(ArgumentParser):
    """An argument parser whose mistakes are one sentence that names the way out."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; '{self.prog} --help' lists what is possible")


def global_parser() -> ArgumentParser:
    """The options that may stand before or after the command."""
    parser = SentenceParser(PROGRAM, add_help=False, allow_abbrev=False)
    parser.add_argument(
        "--control", action="append", default=[], metavar="PATH", help="logs of a run to compare with (repeatable)"
    )
    parser.add_argument(
        "--rules", action="append", default=[], metavar="DIR", help="a directory of your team's own rules (repeatable)"
    )
    parser.add_argument(
        "--dask", metavar="ADDRESS", default=None, help="have the workers of this Dask scheduler read, not this machine"
    )
    parser.add_argument(
        "--node-local", action="store_true", help="with --dask: PATH is on a disk of each worker, not a shared one"
    )
    parser.add_argument(
        "--show-secrets", action="store_true", help="leave keys and passwords of the logs in reports and copies"
    )
    parser.add_argument(
        "--redact",
        action="store_true",
        help="put stand-ins for hosts, users, paths, addresses and keys in what is exported",
    )
    parser.add_argument("--bell", action="store_true", help="on the screen: ring when a job that is followed fails")
    parser.add_argument(
        "--notify", action="store_true", help="on the screen: a desktop notification when a job that is followed fails"
    )
    return parser


def leading_options(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split ``words`` into the global options that stand first, and the rest."""
    at = 0
    while at < len(words) and words[at].partition("=")[0] in (*VALUED, *FLAGS):
        at += 1 if "=" in words[at] or words[at] in FLAGS else 2
    return list(words[:at]), list(words[at:])


def parser_for(command: Command, module: ModuleType) -> Callable[[list[str]], Namespace]:
    """What reads the words after a command: options and paths may be mixed in any order."""
    if command.has_subcommands:
        root = SentenceParser(PROGRAM, allow_abbrev=False)
        module.add_arguments(root.add_subparsers(dest="command", parser_class=SentenceParser))
        return lambda words: root.parse_args([command.name, *words])
    return command_parser(command, module).parse_intermixed_args


def command_parser(command: Command, module: ModuleType) -> ArgumentParser:
    """The parser of a command without subcommands."""
    parser = SentenceParser(
        f"{PROGRAM} {command.name}".rstrip(),
        description=command.summary,
        epilog=module.EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
        parents=[global_parser()] if command.reads_logs else [],
        allow_abbrev=False,
    )
    module.add_arguments(parser)
    return parser


def add_paths(parser: ArgumentParser) -> None:
    """The logs to read."""
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help="a directory (with all below it), a file, a glob, a URL, or - for standard input; several may be given",
    )
