"""``denpex-tui demo``: the screen on a bundled real incident."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from denpex_tui.commands.screen import show
from denpex_tui.demo import DEFAULT, logs, names

EXAMPLES = """\
examples:
  denpex-tui demo
  denpex-tui demo bf16-nan-norm"""


def add_arguments(parser: ArgumentParser) -> None:
    """Which incident."""
    parser.add_argument(
        "name", nargs="?", default=DEFAULT, choices=names(), metavar="NAME", help=f"one of {', '.join(names())}"
    )


def run(args: Namespace) -> int:
    """Show the incident; a demonstration succeeds although the job that it shows did not."""
    show([str(logs(args.name))], args)
    return 0
