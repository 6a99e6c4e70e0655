"""The bundled catalogue as JSON in a cache file, read ten times as fast as its TOML is parsed.

The file's name is a digest of the program's version and of name, size and time of every rule file, so an edited or
upgraded catalogue is read anew. Only documents without a problem are kept. What is read back passes the same check of
its shape; anything else than a whole cache is no cache.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import orjson

from denpex_tui import __version__
from denpex_tui.engine import cache_files

_KEEP = 4
Document = tuple[str, dict[str, Any]]
"""Path of a rule file within its directory, and its parsed content."""


def cached_documents(directory: Path, files: Sequence[Path]) -> list[Document] | None:
    """The documents of ``files`` as they were stored, or None."""
    try:
        body = cache_files.load(_name(directory, files))
        loaded = None if body is None else orjson.loads(body)
    except (OSError, orjson.JSONDecodeError):
        return None
    if not isinstance(loaded, list) or len(loaded) != len(files):
        return None
    documents = [(entry[0], entry[1]) for entry in loaded if _is_document(entry)]
    return documents if len(documents) == len(files) else None


def store_documents(directory: Path, files: Sequence[Path], documents: Iterable[Document]) -> None:
    """Keep ``documents`` for the next start; a cache that cannot be written is no error."""
    try:
        name, body = _name(directory, files), orjson.dumps(list(documents))
    except (OSError, TypeError):
        return
    cache_files.keep(name, body, _KEEP)


def _is_document(entry: object) -> bool:
    return isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], str) and isinstance(entry[1], dict)


def _name(directory: Path, files: Sequence[Path]) -> str:
    digest = hashlib.sha256(f"{__version__}\n{directory}\n".encode())
    for file in files:
        status = file.stat()
        digest.update(f"{file.relative_to(directory)} {status.st_size} {status.st_mtime_ns}\n".encode())
    return f"rules-{digest.hexdigest()[:32]}.json"
