"""The command line: finds the command, hands over to it, and turns every error into one sentence.

Each command's module is imported only when it is asked for, so that ``--help`` and ``report`` never load the screen.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from importlib import import_module

from denpex_tui import __version__
from denpex_tui.arguments import global_parser, leading_options, parser_for
from denpex_tui.commands import COMMANDS, OPEN, PROGRAM, Command
from denpex_tui.commands.urls import with_urls
from denpex_tui.engine.errors import UsageError
from denpex_tui.terminal import prepare_output, say, silence_output

BAD_USAGE = 2
INTERRUPTED = 130

_NOTHING_GIVEN = (
    "give a log directory, files, a glob or - for standard input, "
    f"or try '{PROGRAM} demo'; '{PROGRAM} --help' says more"
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    prepare_output()
    try:
        code = _dispatch(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
        return code
    except UsageError as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        silence_output()
        return INTERRUPTED
    except BrokenPipeError:
        silence_output()
        return 0
    except MemoryError:
        silence_output()
        return _refuse("there is not enough memory; name fewer logs, such as one attempt or one node")
    except OSError as error:
        silence_output()
        return _refuse(_system_error(error))
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else BAD_USAGE


def _system_error(error: OSError) -> str:
    if error.filename is None and isinstance(error, FileNotFoundError):
        return "the current directory is gone; change to one that is there"
    return f"{error.filename or 'the system refuses'}: {error.strerror or error}; check permissions and free space"


def _refuse(sentence: str) -> int:
    say(sentence)
    return BAD_USAGE


def _dispatch(words: list[str]) -> int:
    options, rest = leading_options(words)
    if not rest:
        return _without_path(words)
    if rest[0] in ("-h", "--help", "--version"):
        return _about(rest[0])
    if rest[0] in COMMANDS:
        return _run(COMMANDS[rest[0]], options, rest[1:])
    return _run(OPEN, options, rest)


def _without_path(words: list[str]) -> int:
    raise UsageError(f"{' '.join(words)}: no log is named after it; {_NOTHING_GIVEN}" if words else _NOTHING_GIVEN)


def _about(option: str) -> int:
    if option == "--version":
        print(f"{PROGRAM} {__version__}")
    else:
        from denpex_tui.commands.help import help_text

        print(help_text(), end="")
    return 0


def _run(command: Command, leading: list[str], words: list[str]) -> int:
    module = import_module(command.module)
    parser = parser_for(command, module)
    before = global_parser().parse_args(leading)
    args: Namespace = parser(words)
    args.rules = [*before.rules, *getattr(args, "rules", [])]
    args.control = [*before.control, *getattr(args, "control", [])]
    args.dask = getattr(args, "dask", None) or before.dask
    args.node_local = before.node_local or getattr(args, "node_local", False)
    args.show_secrets = before.show_secrets or getattr(args, "show_secrets", False)
    args.bell = before.bell or getattr(args, "bell", False)
    args.notify = before.notify or getattr(args, "notify", False)
    args.redact = before.redact or getattr(args, "redact", False)
    if args.redact and args.show_secrets:
        raise UsageError("--redact hides what --show-secrets shows; choose one of them")
    return with_urls(module.run, args)
