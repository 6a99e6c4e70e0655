"""Opens the engine on what the command line names."""

from __future__ import annotations

import gc
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from denpex_tui.engine.errors import UsageError
from denpex_tui.engine.given_paths import STDIN, expand, status

if TYPE_CHECKING:
    from denpex_tui.engine.session import Session
    from denpex_tui.remote.session import RemoteSession


def open_session(paths: Sequence[str], args: Namespace, *, live: bool = False) -> Session | RemoteSession:
    """A session that has read nothing yet.  Raises UsageError for a path that is not there."""
    from denpex_tui.engine.rules.book import RuleBook
    from denpex_tui.engine.store import ChecklistStore

    _check_dask(args)
    # Events and points are many and live as long as the session: looking for cycles among them again and again took
    # half of the time that a verdict on 600 ranks takes.
    gc.set_threshold(200_000, 20, 100)
    if "-" in paths and sys.stdin is None:
        raise UsageError("standard input is closed; pipe the log into it, or give a path")
    named = paths if args.title is None else args.title.split(" ")
    book, store = RuleBook.bundled(rule_directories(args.rules)), ChecklistStore(tuple(named))
    if args.dask is not None:
        from denpex_tui.remote.session import RemoteSession

        return RemoteSession(
            paths, address=args.dask, node_local=args.node_local, book=book, controls=args.control, store=store
        )
    from denpex_tui.engine.session import Session

    return Session(paths, book=book, controls=args.control, store=store, live=live, title=args.title)


def check_usable(paths: Sequence[str], args: Namespace) -> None:
    """Look whether all paths can be used, without loading the engine. Raises UsageError."""
    _check_dask(args)
    for path in [*([] if args.node_local else paths), *args.control]:
        for match in expand(path):
            if match != STDIN:
                status(match)
    rule_directories(args.rules)


def _check_dask(args: Namespace) -> None:
    if args.node_local and args.dask is None:
        raise UsageError("--node-local says where the workers of --dask read; add --dask ADDRESS, or leave it out")


def rule_directories(given: Sequence[str]) -> list[Path]:
    """The user's own directory of rules and those of ``--rules``, which win; UsageError for one that is none."""
    from denpex_tui.engine.rules.places import user_rules_dir

    for name in given:
        if not Path(name).is_dir():
            raise UsageError(f"--rules {name}: no such directory; give a directory of rule files")
    return [user_rules_dir(), *map(Path, given)]
