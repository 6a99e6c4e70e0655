"""The compiled scanner, kept in a cache file: compiling 400 patterns takes half a second, loading them 1 ms.

The file's name is a digest of the patterns, of the library and of the processor. The library itself refuses a
database of another release or for another processor, and a damaged file never reaches it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

import hyperscan

from denpex_tui.engine import cache_files

_KEEP = 8
"""So many compiled scanners are kept; older ones are removed when a new one is written."""


def database(expressions: Sequence[bytes], flags: Sequence[int]) -> hyperscan.Database:
    """The compiled database, from the cache where it is whole. Errors of the cache are never errors of the caller."""
    name = f"scanner-{_key(expressions, flags)}.bin"
    body = cache_files.load(name)
    if body is not None and (loaded := _loaded(body)) is not None:
        return loaded
    compiled = hyperscan.Database()
    compiled.compile(expressions=list(expressions), ids=list(range(len(expressions))), flags=list(flags))
    cache_files.keep(name, hyperscan.dumpb(compiled), _KEEP)
    return compiled


def _loaded(body: bytes) -> hyperscan.Database | None:
    try:
        return hyperscan.loadb(body, hyperscan.HS_MODE_BLOCK)
    except (hyperscan.HyperscanError, ValueError):
        return None


def _key(expressions: Sequence[bytes], flags: Sequence[int]) -> str:
    digest = hashlib.sha256(
        repr((getattr(hyperscan, "__version__", "unknown"), os.uname().machine, _processor())).encode()
    )
    for expression, flag in zip(expressions, flags, strict=True):
        digest.update(b"%d:%d:%b" % (flag, len(expression), expression))
    return digest.hexdigest()[:32]


def _processor() -> str:
    """What the compiled code depends on: a home directory may be shared by nodes with other processors."""
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8", errors="replace") as file:
            return next((line for line in file if line.startswith(("flags", "Features"))), "")
    except OSError:
        return ""
