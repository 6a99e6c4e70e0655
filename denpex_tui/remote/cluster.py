"""A Dask cluster that is there already: connecting to it, and who its workers are."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from denpex_tui import __version__
from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.errors import UsageError
from denpex_tui.remote.work import Whereabouts, whereabouts

if TYPE_CHECKING:
    from distributed import Client

TIMEOUT = "10s"


def connect(address: str) -> Client:
    """A client of the scheduler at ``address``, or of the one whose file that is. Raises `UsageError`."""
    try:
        from distributed import Client
    except ImportError as error:
        raise UsageError("--dask needs the extra 'dask'; run pip install 'denpex-tui[dask]' here and there") from error
    shown = clean_text(address, 256)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # one sentence of ours says what is wrong
    try:
        if Path(address).is_file():
            return Client(scheduler_file=address, timeout=TIMEOUT, set_as_default=False)
        return Client(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, TimeoutError, ValueError, KeyError) as error:
        raise UsageError(
            f"no Dask scheduler answers at {shown!r}; give its address, such as tcp://node-1:8786, or its"
            " scheduler file, or leave out --dask to read on this machine"
        ) from error


def workers(client: Client) -> Mapping[str, Whereabouts]:
    """Address -> who the worker is. Raises `UsageError` when there is none that could read."""
    try:
        found: dict[str, Whereabouts] = client.run(whereabouts, on_error="ignore")
    except Exception as error:
        raise UsageError(f"the Dask workers cannot be asked: {clean_text(str(error), 200)}") from error
    if not client.nthreads():
        raise UsageError("the Dask scheduler has no workers; start some, or leave out --dask to read on this machine")
    if not found:
        raise UsageError("no Dask worker has denpex-tui; install 'denpex-tui[dask]' in the workers' environment")
    if other := sorted({who.version for who in found.values()} - {__version__}):
        raise UsageError(f"the Dask workers have denpex-tui {other[0]}, here is {__version__}; install the same")
    return dict(sorted(found.items()))
