"""The bundled catalogue as JSON under the XDG cache directory, read ten times as fast as its TOML is parsed.

The file's name is a digest of the program's version and of name, size and time of every rule file, so an edited or
upgraded catalogue is read anew. Only documents without a problem are kept. What is read back passes the same check of
its shape; anything else than a whole cache is no cache.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import orjson

from denpex_tui import __version__
from denpex_tui.engine.scan_cache import cache_directory

_KEEP = 4
Document = tuple[str, dict[str, Any]]
"""Path of a rule file within its directory, and its parsed content."""


def cached_documents(directory: Path, files: Sequence[Path]) -> list[Document] | None:
    """The documents of ``files`` as they were stored, or None."""
    try:
        loaded = orjson.loads(_path(directory, files).read_bytes())
    except (OSError, orjson.JSONDecodeError):
        return None
    if not isinstance(loaded, list) or len(loaded) != len(files):
        return None
    documents = [(entry[0], entry[1]) for entry in loaded if _is_document(entry)]
    return documents if len(documents) == len(files) else None


def store_documents(directory: Path, files: Sequence[Path], documents: Iterable[Document]) -> None:
    """Keep ``documents`` for the next start; a cache that cannot be written is no error."""
    try:
        path = _path(directory, files)
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix="rules-", suffix=".tmp", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(orjson.dumps(list(documents)))
        Path(name).replace(path)
        _forget_old(path.parent)
    except (OSError, TypeError):
        return


def _is_document(entry: object) -> bool:
    return isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], str) and isinstance(entry[1], dict)


def _path(directory: Path, files: Sequence[Path]) -> Path:
    digest = hashlib.sha256(f"{__version__}\n{directory}\n".encode())
    for file in files:
        status = file.stat()
        digest.update(f"{file.relative_to(directory)} {status.st_size} {status.st_mtime_ns}\n".encode())
    return cache_directory() / f"rules-{digest.hexdigest()[:32]}.json"


def _forget_old(directory: Path) -> None:
    kept = sorted(directory.glob("rules-*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in kept[_KEEP:]:
        path.unlink(missing_ok=True)
