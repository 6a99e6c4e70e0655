"""``denpex-tui demo``: the screen on a bundled real incident, also while its logs are being written."""

from __future__ import annotations

import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from denpex_tui.commands.screen import show
from denpex_tui.demo import DEFAULT, INCIDENTS, LIVE, logs, names
from denpex_tui.terminal import can_show_screen

LIVE_NAME = "live"
_LIVE_SHOWS = f"{LIVE} as it happened, twice as fast: its logs are written while you watch"

EXAMPLES = """\
examples:
  denpex-tui demo
  denpex-tui demo --list
  denpex-tui demo bf16-nan-norm
  denpex-tui demo live"""


def add_arguments(parser: ArgumentParser) -> None:
    """Which incident."""
    known = (*names(), LIVE_NAME)
    parser.add_argument(
        "name", nargs="?", default=DEFAULT, choices=known, metavar="NAME", help=f"one of {', '.join(known)}"
    )
    parser.add_argument("--list", action="store_true", help="what each incident shows")


def run(args: Namespace) -> int:
    """Show the incident; a demonstration succeeds although the job that it shows did not."""
    if args.list:
        print("\n".join(_listed()))
    elif args.name == LIVE_NAME:
        with _written_live(paced=can_show_screen()) as directory:
            show([str(directory)], args)
    else:
        show([str(logs(args.name))], args)
    return 0


def _listed() -> list[str]:
    rows = [*((incident.name, incident.shows) for incident in INCIDENTS), (LIVE_NAME, _LIVE_SHOWS)]
    width = max(len(name) for name, _ in rows)
    return [f"{name:<{width}}  {shows}" for name, shows in rows]


@contextmanager
def _written_live(*, paced: bool) -> Iterator[Path]:
    """A temporary directory in which a job's logs are being written; without a screen they are there at once."""
    from denpex_tui.demo.replay import replay, script

    stop = threading.Event()
    with TemporaryDirectory(prefix="denpex-demo-") as directory:
        target = Path(directory) / "logs"
        target.mkdir()
        lines = script(logs(LIVE))
        writer = threading.Thread(target=replay, args=(lines, target, stop), kwargs={"paced": paced}, daemon=True)
        writer.start()
        if not paced:
            writer.join()
        try:
            yield target
        finally:
            stop.set()
            writer.join()
