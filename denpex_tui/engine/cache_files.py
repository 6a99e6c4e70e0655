"""Files under the XDG cache directory. A cache that is damaged, unreadable or not writable is none, and no error."""

from __future__ import annotations

import hashlib
import os
import tempfile
from contextlib import suppress
from pathlib import Path

from denpex_tui.engine.xdg import xdg

_MAGIC = b"denpex-cache-2\n"


def cache_directory() -> Path:
    """``$XDG_CACHE_HOME/denpex-tui``, by default ``~/.cache/denpex-tui``."""
    return xdg("XDG_CACHE_HOME", ".cache")


def load(name: str) -> bytes | None:
    """What was kept under ``name``, or None; bytes that are not those that were kept are never returned."""
    try:
        content = (cache_directory() / name).read_bytes()
    except OSError:
        return None
    digest, body = content[len(_MAGIC) : len(_MAGIC) + 32], content[len(_MAGIC) + 32 :]
    return body if content.startswith(_MAGIC) and hashlib.sha256(body).digest() == digest else None


def keep(name: str, body: bytes, most: int) -> None:
    """Keep ``body`` for later starts; of the names with the same beginning and ending the newest ``most`` stay."""
    path = cache_directory() / name
    temporary: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, made = tempfile.mkstemp(prefix=path.stem, suffix=".tmp", dir=path.parent)
        temporary = Path(made)
        with os.fdopen(handle, "wb") as file:
            file.write(_MAGIC + hashlib.sha256(body).digest() + body)
        temporary.replace(path)
        _forget_old(path, most)
    except OSError:
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink()


def _forget_old(path: Path, most: int) -> None:
    kind = path.name.partition("-")[0]
    kept = sorted(path.parent.glob(f"{kind}-*{path.suffix}"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in kept[most:]:
        file.unlink(missing_ok=True)
