"""Line numbers of the keys of a TOML text, which `tomllib` does not keep."""

from __future__ import annotations

import re

Key = tuple[str | int, ...]
"""The way to a value: table names, indices in arrays of tables, and the key itself."""

_ARRAY = re.compile(r"^\s*\[\[\s*([^\]]+?)\s*\]\]")
_TABLE = re.compile(r"^\s*\[\s*([^\]]+?)\s*\]")
_KEY = re.compile(r"""^\s*("[^"]*"|'[^']*'|[A-Za-z0-9_-]+)\s*=\s*(.*)$""")
_FENCES = ('"""', "'''")


class TomlLines:
    """Finds the line of a key by reading the headers and assignments of the text."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Key, int] = {}
        self._counts: dict[Key, int] = {}
        self._read(text)

    def of(self, key: Key) -> int:
        """The line of ``key``, from 1, else that of the nearest table around it, else 1."""
        for length in range(len(key), 0, -1):
            line = self._lines.get(key[:length])
            if line is not None:
                return line
        return 1

    def _read(self, text: str) -> None:
        table: Key = ()
        fence: str | None = None
        for number, line in enumerate(text.splitlines(), start=1):
            if fence is not None:
                fence = None if fence in line else fence
            elif array := _ARRAY.match(line):
                table = self._next_in_array(_names(array[1]))
                self._lines[table] = number
            elif header := _TABLE.match(line):
                table = self._inside(_names(header[1]))
                self._lines.setdefault(table, number)
            elif assignment := _KEY.match(line):
                self._lines.setdefault((*table, assignment[1].strip("\"'")), number)
                fence = _open_fence(assignment[2])

    def _next_in_array(self, names: Key) -> Key:
        parent = self._inside(names[:-1])
        array = (*parent, names[-1])
        self._counts[array] = self._counts.get(array, -1) + 1
        return (*array, self._counts[array])

    def _inside(self, names: Key) -> Key:
        """``names`` with the index of the current element after each name of an array of tables."""
        path: Key = ()
        for name in names:
            path = (*path, name)
            if path in self._counts:
                path = (*path, self._counts[path])
        return path


def _names(header: str) -> Key:
    return tuple(part.strip().strip("\"'") for part in header.split("."))


def _open_fence(value: str) -> str | None:
    """The multi-line string delimiter that ``value`` opens and does not close."""
    return next((fence for fence in _FENCES if value.startswith(fence) and value.count(fence) == 1), None)
