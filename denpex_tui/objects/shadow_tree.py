"""A temporary directory in which each object has its shadow: a file of the same length and time that takes no room.

All that looks at directories and sizes works on shadows as on any file; only their bytes come from the store.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from denpex_tui.engine.errors import UsageError
from denpex_tui.objects.fetching import Fetching
from denpex_tui.objects.store import Object, Store
from denpex_tui.objects.urls import shown

_MAGIC = frozenset("*?[")
_LONGEST = 255


@dataclass(frozen=True, slots=True)
class Place:
    """One URL of the command line: its store, and what of it is meant."""

    url: str
    store: Store
    pattern: str | None

    @classmethod
    def of(cls, url: str) -> Place:
        """Raises `UsageError`."""
        if url.lower().startswith(("http://", "https://")) or not _MAGIC & set(url):
            return cls(url, Store(url), None)
        fixed = url[: min(url.index(sign) for sign in _MAGIC if sign in url)].rpartition("/")[0]
        store = Store(fixed + "/")
        return cls(url, store, store.path.rstrip("/") + url[len(fixed) :])


class ShadowTree:
    """The shadows of the objects at some URLs below ``root``."""

    def __init__(self, root: Path, places: Sequence[Place], fetching: Fetching) -> None:
        self._root = root
        self._places = places
        self._fetching = fetching
        self._known: dict[Path, Object] = {}

    def update(self) -> None:
        """List the stores and have the shadows follow. Raises `UsageError`, `OSError`."""
        found = {path: (store, listed) for place in self._places for path, store, listed in self._listed(place)}
        for path in self._known.keys() - found.keys():
            path.unlink(missing_ok=True)
            self._fetching.gone(path)
        new = [path for path in found if path not in self._known]
        for path, (store, listed) in found.items():
            if self._known.get(path) != listed:
                self._fetching.now_at(path, store, listed)
                if path in self._known:
                    _cast(path, listed)
        self._fetching.look_ahead(new)
        for path in new:
            _cast(path, found[path][1])
        self._known = {path: listed for path, (_, listed) in found.items()}

    def paths(self) -> list[str]:
        """What stands for each URL. Raises `UsageError` for one without objects."""
        found = []
        for place in self._places:
            path = self._root / place.store.name(place.pattern or place.store.path).strip("/")
            if place.pattern is not None and not self._known:
                raise UsageError(f"Nothing matches {shown(place.url)!r}; check the pattern.")
            if place.pattern is None and not any(path in (known, *known.parents) for known in self._known):
                raise UsageError(f"{shown(place.url)!r} holds nothing; check the URL.")
            found.append(str(path))
        return found

    def _listed(self, place: Place) -> Iterator[tuple[Path, Store, Object]]:
        for listed in place.store.listing(place.pattern):
            name = PurePosixPath(listed.name.strip("/"))
            if _is_harmless(listed.name, name):
                yield self._root / name, place.store, listed


def _is_harmless(text: str, name: PurePosixPath) -> bool:
    """Whether the name of an object can be that of a file below the root, and only there."""
    if text.endswith("/") or "\0" in text or name.is_absolute():
        return False
    return all(part != ".." and len(os.fsencode(part)) <= _LONGEST for part in name.parts)


def _cast(path: Path, listed: Object) -> None:
    """Give the shadow its length and time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.truncate(listed.size)
        if listed.modified is not None:
            os.utime(path, (listed.modified, listed.modified))
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        pass  # a store can have an object 'a' and another 'a/b', a disk cannot
