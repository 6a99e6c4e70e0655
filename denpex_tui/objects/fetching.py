"""Gives the bytes of shadows: parts of objects, fetched when they are asked for, in growing steps when read through."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from denpex_tui.engine.file_kinds import by_name
from denpex_tui.objects.ring import Ring
from denpex_tui.objects.store import Object, Store
from denpex_tui.objects.urls import shown

LEAST_BYTES = 64 * 1024
MOST_BYTES = 8 << 20
_HEAD, _TAIL = 32 * 1024, 72 * 1024
"""What the first look at a log reads of it, with some room."""
_AT_ONCE = 256


class Fetching:
    """The objects behind the files of a shadow tree; used from several threads."""

    def __init__(self) -> None:
        self._ring = Ring()
        self._objects: dict[Path, tuple[Store, Object]] = {}
        self._steps: dict[Path, tuple[int, int]] = {}
        """Where the last part that was fetched ended, and how long it was."""

    def read(self, path: Path, offset: int, size: int) -> bytes:
        """Up to ``size`` bytes, fewer at the end. Raises `OSError`."""
        pieces, left = [], max(0, min(size, self._size(path) - offset))
        while left:
            piece = self._ring.get(path, offset, left) or self._fetch(path, offset, left)
            if not piece:
                break
            pieces.append(piece)
            offset, left = offset + len(piece), left - len(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def name(self, path: Path) -> str:
        """The object's URL."""
        store, found = self._object(path)
        return shown(f"{store.url.partition('://')[0]}://{found.name.lstrip('/')}")

    def now_at(self, path: Path, store: Store, found: Object) -> None:
        """The object behind a path, as it was listed now: what was fetched of another version does not count."""
        before = self._objects.get(path)
        self._objects[path] = (store, found)
        if before is not None and before[1].version != found.version:
            self._ring.forget(path)

    def gone(self, path: Path) -> None:
        """There is no such object any more."""
        self._objects.pop(path, None)
        self._ring.forget(path)

    def look_ahead(self, paths: Iterable[Path]) -> None:
        """Fetch the beginnings and ends of what may be logs, many at once where the store can."""
        wanted: dict[int, tuple[Store, list[tuple[Path, int, int]]]] = {}
        for path in paths:
            store, found = self._objects[path]
            if store.many_at_once and found.size and not by_name(path.name):
                parts = wanted.setdefault(id(store), (store, []))[1]
                parts += [(path, begin, end) for begin, end in _ends(found.size)]
        for store, parts in wanted.values():
            for first in range(0, len(parts), _AT_ONCE):
                self._keep(store, parts[first : first + _AT_ONCE])

    def close(self) -> None:
        self._ring.close()

    def _keep(self, store: Store, parts: list[tuple[Path, int, int]]) -> None:
        asked = [(self._object(path)[1].key, begin, end) for path, begin, end in parts]
        for (path, _, _), came in zip(parts, store.read_many(asked), strict=True):
            if came is not None:
                self._ring.put(path, *came)

    def _fetch(self, path: Path, offset: int, size: int) -> bytes:
        store, found = self._object(path)
        ended, length = self._steps.get(path, (-1, 0))
        step = min(2 * length, MOST_BYTES) if offset == ended else LEAST_BYTES
        end = min(found.size, offset + max(size, step))
        start, data = store.read(found.key, offset, end)
        self._steps[path] = (end, end - offset)
        if not self._ring.put(path, start, data) and start != offset:
            raise OSError(0, "its server sends no parts of files; download it, and give the copy")
        return data[offset - start : offset - start + size]

    def _object(self, path: Path) -> tuple[Store, Object]:
        found = self._objects.get(path)
        if found is None:
            raise FileNotFoundError(2, "the object is gone", str(path))
        return found

    def _size(self, path: Path) -> int:
        return self._object(path)[1].size


def _ends(size: int) -> list[tuple[int, int]]:
    return [(0, size)] if size <= _HEAD + _TAIL else [(0, _HEAD), (size - _TAIL, size)]
