"""``denpex-tui demo``: the screen on a bundled real incident of one's choice, also while its logs are being written."""

from __future__ import annotations

import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from denpex_tui.commands.screen import show, user_settings
from denpex_tui.demo import DEFAULT, INCIDENTS, LIVE, logs, names
from denpex_tui.terminal import can_show_screen, take_keyboard

LIVE_NAME = "live"
_LIVE_SHOWS = f"{LIVE} anew, twice as fast: its logs are written while you watch"

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
        "name", nargs="?", choices=known, metavar="NAME", help=f"one of {', '.join(known)}; without it you choose"
    )
    parser.add_argument("--list", action="store_true", help="what each incident shows")


def run(args: Namespace) -> int:
    """Show the incident; a demonstration succeeds although the job that it shows did not."""
    if args.list:
        print("\n".join(_listed()))
        return 0
    if args.name is None and can_show_screen() and take_keyboard():
        return _choose(args)
    _open(args.name or DEFAULT, args)
    return 0


def _choose(args: Namespace) -> int:
    """One incident after the other, until the user leaves; a signal ends all of it."""
    chosen, code = _ask(None)
    while chosen is not None and not code:
        code = _open(chosen, args)
        if not code:
            chosen, code = _ask(chosen)
    return code


def _ask(before: str | None) -> tuple[str | None, int]:
    """What to open, None to leave, and the code that the program ends with."""
    settings = user_settings()
    from denpex_tui.ui.chooser_app import ChooserApp
    from denpex_tui.ui.remembered import remember, remembered
    from denpex_tui.ui.widgets.choice_list import Choice

    layout = remembered()
    theme = (None if settings is None else settings.theme) or layout.theme
    app = ChooserApp([Choice(*row) for row in _rows()], before, theme)
    chosen = app.run()
    if app.theme_kept != theme:
        remember(replace(layout, theme=app.theme_kept))
    return chosen, app.return_code or 0


def _open(name: str, args: Namespace) -> int:
    if name == LIVE_NAME:
        with _written_live(paced=can_show_screen()) as directory:
            return show([str(directory)], args)
    return show([str(logs(name))], args)


def _rows() -> list[tuple[str, str]]:
    return [*((incident.name, incident.shows) for incident in INCIDENTS), (LIVE_NAME, _LIVE_SHOWS)]


def _listed() -> list[str]:
    rows = _rows()
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
