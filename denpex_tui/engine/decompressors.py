"""Blocks of bounded size out of gzip, bzip2, xz and zstd data, whatever they expand to."""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Protocol

BLOCK = 1 << 20
_INPUT = 64 * 1024
_ZSTD_INPUT = 512
"""A zstd block of four bytes may hold 128 KiB and its decompressor takes no bound, so it is fed by the spoonful."""
_MEMORY = 256 << 20
"""What a decompressor may use: xz -9 needs 65 MiB, zstd --ultra 128 MiB."""

MAGIC = {b"\x1f\x8b": ".gz", b"BZh": ".bz2", b"\xfd7zXZ\x00": ".xz", b"\x28\xb5\x2f\xfd": ".zst"}
SUFFIXES = frozenset(MAGIC.values())


class CutShortError(Exception):
    """The compressed data end early: their writer was killed, or is still at it."""


class NotInstalledError(Exception):
    """What reads zstd is an extra."""


class _Frame(Protocol):
    """One compressed stream; several may follow each other in one file."""

    def feed(self, data: bytes) -> Iterator[bytes]: ...

    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...


class _Wrapped:
    def __init__(self, inner: Any) -> None:
        self._inner = inner

    @property
    def eof(self) -> bool:
        return bool(self._inner.eof)

    @property
    def unused_data(self) -> bytes:
        return bytes(self._inner.unused_data)


class _Gzip(_Wrapped):
    def __init__(self) -> None:
        super().__init__(zlib.decompressobj(wbits=31))

    def feed(self, data: bytes) -> Iterator[bytes]:
        while True:
            out = self._inner.decompress(data, BLOCK)
            data = self._inner.unconsumed_tail
            yield out
            if self.eof or (not data and len(out) < BLOCK):
                return


class _Bounded(_Wrapped):
    """bzip2 and xz, whose objects keep what was not consumed."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        yield self._inner.decompress(data, BLOCK)
        while not self.eof and not self._inner.needs_input:
            yield self._inner.decompress(b"", BLOCK)


class _Zstd(_Wrapped):
    def __init__(self) -> None:
        try:
            import zstandard
        except ImportError as error:
            raise NotInstalledError from error
        super().__init__(zstandard.ZstdDecompressor(max_window_size=_MEMORY // 2).decompressobj())

    def feed(self, data: bytes) -> Iterator[bytes]:
        yield self._inner.decompress(data)


_NEW: dict[str, Callable[[], _Frame]] = {
    ".gz": _Gzip,
    ".bz2": lambda: _Bounded(bz2.BZ2Decompressor()),
    ".xz": lambda: _Bounded(lzma.LZMADecompressor(memlimit=_MEMORY)),
    ".zst": _Zstd,
}


def kind_of(head: bytes) -> str | None:
    """How the bytes are compressed, as a suffix; None for anything else."""
    return next((suffix for magic, suffix in MAGIC.items() if head.startswith(magic)), None)


def blocks(raw: BinaryIO, kind: str) -> Iterator[bytes]:
    """What the file holds, in blocks of at most some megabytes.

    Raises `CutShortError` behind the last whole block, `NotInstalledError`, and `ValueError` for damaged data.
    """
    take = _ZSTD_INPUT if kind == ".zst" else _INPUT
    try:
        data = raw.read(take)
        while data:
            frame = _NEW[kind]()
            while not frame.eof:
                if not data and not (data := raw.read(take)):
                    raise CutShortError
                yield from filter(None, frame.feed(data))
                data = b""
            # Some writers pad with NUL bytes behind the last stream.
            data = frame.unused_data.lstrip(b"\0") or raw.read(take).lstrip(b"\0")
    except (zlib.error, lzma.LZMAError, OSError) as error:
        raise _plain(error) from error
    except Exception as error:
        if type(error).__name__ != "ZstdError":
            raise
        raise ValueError(str(error)) from error


def _plain(error: Exception) -> Exception:
    # bz2 says "invalid data stream" as an OSError without a number; a real error of the file has one.
    return error if isinstance(error, OSError) and error.errno else ValueError(str(error))
