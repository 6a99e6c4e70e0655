"""``denpex-tui serve PATH…``: the screen in a browser on this machine."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from denpex_tui.arguments import add_paths
from denpex_tui.commands.sessions import check_usable
from denpex_tui.engine.errors import UsageError
from denpex_tui.terminal import say

EXAMPLES = """\
examples:
  denpex-tui serve ./logs/                    then open the address that it prints
  denpex-tui serve ./logs/ --port 8000        a port to lead a tunnel to: ssh -L 8000:127.0.0.1:8000 node-1
  denpex-tui serve ./logs/ --host 0.0.0.0     for everybody who has the address, unencrypted"""

LOOPBACK = "127.0.0.1"


def add_arguments(parser: ArgumentParser) -> None:
    """Paths, and where to listen."""
    add_paths(parser)
    parser.add_argument(
        "--host", default=LOOPBACK, metavar="HOST", help=f"listen there, by default {LOOPBACK}: this machine only"
    )
    parser.add_argument("--port", type=_port, default=0, metavar="PORT", help="by default one that is free")


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise ArgumentTypeError(f"{text!r} is no port; give a number from 1024 to 65535")
    return int(text)


def run(args: Namespace) -> int:
    """Serve until ctrl-C or SIGTERM. Raises `UsageError` for what can be seen to be wrong before."""
    if "-" in args.paths:
        raise UsageError("standard input can be read once and every page reads anew; write it to a file and serve that")
    check_usable(args.paths, args)
    try:
        from denpex_tui.serve.access import is_loopback
        from denpex_tui.serve.server import serve
    except ImportError as error:
        raise UsageError("serve needs the extra 'serve'; run pip install 'denpex-tui[serve]'") from error
    if not is_loopback(args.host):
        say(
            f"warning: --host {args.host}: whoever reaches this machine and has the address reads these logs and saves"
            " files in your name, and nothing is encrypted; 'ssh -L' to the default host is safer"
        )
    if args.title is not None:  # each page reaches the URLs itself
        args.paths, args.control = args.named
    return serve(args)
