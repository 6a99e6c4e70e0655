"""Puts shadows in the place of the URLs of a command line, for as long as the command runs."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic

from denpex_tui.engine.errors import UsageError
from denpex_tui.engine.lent import lend, take_back
from denpex_tui.objects.fetching import Fetching
from denpex_tui.objects.shadow_tree import Place, ShadowTree

SWEEP_S = 5.0
"""Stores do not tell of changes: they are listed this often, less often when that takes its time."""


@contextmanager
def reached(urls: Sequence[str], controls: Sequence[str], *, live: bool) -> Iterator[tuple[list[str], list[str]]]:
    """The paths that stand for ``urls`` and ``controls``; kept up to date when ``live``. Raises `UsageError`."""
    places = [Place.of(url) for url in (*urls, *controls)]
    root = Path(tempfile.mkdtemp(prefix="denpex-tui-")).resolve()
    fetching, stop = Fetching(), threading.Event()
    lend(root, fetching)
    sweep = None
    try:
        tree = ShadowTree(root, places, fetching)
        tree.update()
        paths = tree.paths()
        if live:
            sweep = threading.Thread(target=_sweep, args=(tree, stop), name="sweep", daemon=True)
            sweep.start()
        yield paths[: len(urls)], paths[len(urls) :]
    except UsageError as error:  # of the engine, which knows only the shadows
        raise UsageError(str(error).replace(f"{root}{os.sep}", "")) from error
    finally:
        stop.set()
        if sweep is not None:
            sweep.join(SWEEP_S)
        take_back(root)
        fetching.close()
        shutil.rmtree(root, ignore_errors=True)


def _sweep(tree: ShadowTree, stop: threading.Event) -> None:
    pause = SWEEP_S
    while not stop.wait(pause):
        began = monotonic()
        with suppress(UsageError, OSError):  # the store is away for the moment
            tree.update()
        pause = max(SWEEP_S, 4 * (monotonic() - began))
