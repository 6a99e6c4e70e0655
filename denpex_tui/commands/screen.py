"""``denpex-tui PATH…``: the screen; without a terminal the plain report."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from denpex_tui.arguments import add_paths
from denpex_tui.commands.deferred_session import DeferredSession
from denpex_tui.commands.report import conclude, disclosure
from denpex_tui.commands.sessions import check_usable, open_session
from denpex_tui.engine.xdg import config_path
from denpex_tui.terminal import can_show_screen, take_keyboard

if TYPE_CHECKING:
    from denpex_tui.config.settings import Settings

EXAMPLES = """\
examples:
  denpex-tui ./logs/
  denpex-tui 'runs/7/rank_*.log' --control runs/6/
  srun ... 2>&1 | denpex-tui -"""


def add_arguments(parser: ArgumentParser) -> None:
    """Only paths; the rest are global options."""
    add_paths(parser)


def run(args: Namespace) -> int:
    """Open the screen and return 0, or print the report and return its exit code."""
    return show(args.paths, args)


def show(paths: Sequence[str], args: Namespace) -> int:
    """The screen on ``paths`` when there is a terminal, else the plain report."""
    if can_show_screen() and take_keyboard():
        return _explore(paths, args)
    with closing(open_session(paths, args)) as session:
        session.poll()
        return conclude(session, "text", None, disclosure(args))


def _explore(paths: Sequence[str], args: Namespace) -> int:
    """The screen; what can be wrong with the command line is told before it."""
    check_usable(paths, args)
    settings = user_settings()
    from denpex_tui.ui.alarm import Alarm
    from denpex_tui.ui.app import DenpexApp
    from denpex_tui.ui.remembered import remember, remembered

    layout, bell, notify = remembered(), args.bell, args.notify
    if settings is not None:
        layout = layout if settings.theme is None else replace(layout, theme=settings.theme)
        bell, notify = bell or settings.bell, notify or settings.notify

    named = paths if args.title is None else [args.title]
    with closing(DeferredSession(named, partial(open_session, paths, args, live=True))) as session:
        alarm, shown = Alarm(bell=bell, notify=notify), disclosure(args)
        app = DenpexApp(session, disclosure=shown, layout=layout, alarm=alarm, opening=session.title)
        app.run()
        remember(app.layout_kept)
        return app.return_code or 0


def user_settings() -> Settings | None:
    """The user's configuration, checked; its keys are chosen before any screen is loaded."""
    path = config_path()
    if not path.exists():
        return None
    from denpex_tui.config.settings import read_settings, refuse

    settings, problems = read_settings(path)
    from denpex_tui.ui.user_keys import choose

    choose(settings.keys)
    from denpex_tui.ui.check_settings import check_settings

    check_settings(settings, problems)
    refuse(problems.found)
    return settings
