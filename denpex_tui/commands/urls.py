"""URLs among the paths of a command: ``file://`` is a path, all others lead to an object store or a web server."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from urllib.parse import unquote, urlsplit

from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.errors import UsageError
from denpex_tui.objects.urls import is_url, shown


def with_urls(run: Callable[[Namespace], int], args: Namespace) -> int:
    """Run a command; nothing that reaches out is loaded unless a URL was named.

    ``args.title`` is then what the user knows the logs by, and ``args.named`` the paths and controls as given.
    """
    paths, controls = _local(getattr(args, "paths", ())), _local(args.control)
    args.title = None
    if not any(map(is_url, (*paths, *controls))):
        if hasattr(args, "paths"):
            args.paths = paths
        args.control = controls
        return run(args)
    _check(paths, args)
    from denpex_tui.objects.reaching import reached

    urls, far = [[path for path in given if is_url(path)] for given in (paths, controls)]
    follows = getattr(args, "follow", not hasattr(args, "port"))  # what is served is followed by each page's process
    with reached(urls, far, live=follows) as (here, others):
        args.named = (paths, controls)
        args.title = " ".join(map(shown, paths))
        args.paths = here or paths
        args.control = [*(path for path in controls if not is_url(path)), *others]
        return run(args)


def _local(given: Sequence[str]) -> list[str]:
    """The paths, with those that ``file://`` URLs mean."""
    return [_path(text) if text.lower().startswith("file://") else text for text in given]


def _path(url: str) -> str:
    parts = urlsplit(url.replace("?", "%3F").replace("#", "%23"))
    if parts.netloc not in ("", "localhost"):
        raise UsageError(f"{clean_text(url, 256)!r} is on another machine; give a path, or a URL that is served")
    return unquote(parts.path)


def _check(paths: Sequence[str], args: Namespace) -> None:
    if args.dask is not None:
        raise UsageError("--dask has workers read paths, and a URL is read on this machine; choose one of them")
    if any(map(is_url, paths)) and not all(map(is_url, paths)):
        raise UsageError("URLs and paths are not read together; give one kind, or copy the logs to one place")
