"""One object store or web server, through fsspec: what lies below a URL, and parts of it. Nothing is ever written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import unquote

from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.errors import UsageError
from denpex_tui.engine.tree_walk import MAX_ENTRIES
from denpex_tui.objects.urls import shown

_WEB = ("http://", "https://")
_DEPTH = 32
_ASKED_AT_ONCE = 16
_TIMES = ("LastModified", "mtime", "updated", "created")
_TAGS = ("ETag", "etag", "generation", "md5Hash")


@dataclass(frozen=True, slots=True)
class Object:
    """One object as it was listed."""

    key: str
    """Its name for fsspec."""
    name: str
    """Its path, in the words of the user."""
    size: int
    modified: float | None
    version: str
    """Differs when the content does, as far as the store tells."""


class Store:
    """What a URL leads to. Raises `UsageError` when it cannot be reached at all."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._web = url.lower().startswith(_WEB)
        self._fs, self.path = _connect(url)
        if self._web:
            self.path = self.path.rstrip("/") + "/" * url.endswith("/")

    def name(self, key: str) -> str:
        """The path of an object without scheme and server's encoding."""
        return unquote(key.partition("://")[2].partition("?")[0]) if self._web else key

    def listing(self, pattern: str | None) -> list[Object]:
        """The objects at or below the URL, or those that match a ``pattern`` and what is below these."""
        with _told(self.url):
            self._fs.invalidate_cache()
            found = self._below(self.path) if pattern is None else self._matching(pattern)
            rows = {}
            for key, info in found:
                rows[key] = info
                if len(rows) > MAX_ENTRIES:
                    raise UsageError(f"{shown(self.url)!r} holds more than {MAX_ENTRIES:,} objects; name a part of it")
        return [self._object(key, rows[key]) for key in sorted(rows)]

    def _matching(self, pattern: str) -> Iterator[tuple[str, dict[str, Any]]]:
        for key, info in self._fs.glob(pattern, detail=True).items():
            yield from self._below(key) if info["type"] == "directory" else [(key, info)]

    def _below(self, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
        if self._web and path.endswith("/"):
            yield from self._pages(path)
            return
        info = self._fs.info(path)
        if info["type"] == "file":
            if info.get("size") is None:
                raise UsageError(
                    f"the server of {shown(self.url)!r} does not tell its length; download it, give the copy"
                )
            yield path, info
        else:
            yield from self._fs.find(path, detail=True).items()

    def _pages(self, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """What the index pages of a web server link to below ``path``; they do not tell sizes."""
        keys: list[str] = []
        for _, _, files in self._fs.walk(path, maxdepth=_DEPTH, detail=True, on_error="raise"):
            keys += [key for info in files.values() if not set("?#") & set(key := str(info["name"]))]
            if len(keys) > MAX_ENTRIES:
                break
        with ThreadPoolExecutor(_ASKED_AT_ONCE) as pool:
            found = list(pool.map(self._info, keys))
        if (errors := [info for info in found if isinstance(info, Exception)]) and len(errors) == len(found):
            raise errors[0]
        yield from ((key, info) for key, info in zip(keys, found, strict=True) if isinstance(info, dict))

    def _info(self, key: str) -> dict[str, Any] | Exception:
        """What is known of an object; a page may link to what is not there."""
        try:
            return dict(self._fs.info(key))
        except Exception as error:
            return error

    def _object(self, key: str, info: dict[str, Any]) -> Object:
        modified = next((info[name] for name in _TIMES if info.get(name)), None)
        tag = next((info[name] for name in _TAGS if info.get(name)), modified)
        return Object(key, self.name(key), int(info.get("size") or 0), _seconds(modified), str(tag))

    def read(self, key: str, start: int, end: int) -> tuple[int, bytes]:
        """Where the bytes begin that came, and these; a web server may send all when a part is asked for.

        Raises `OSError`.
        """
        try:
            data = bytes(self._fs.cat_file(key, start=start, end=end))
        except Exception as error:  # each file system has errors of its own
            raise _failure(error) from error
        return (start, data) if len(data) <= end - start else (0, data)

    def read_many(self, parts: Sequence[tuple[str, int, int]]) -> Iterator[tuple[int, bytes] | None]:
        """The same for many at once; None for what cannot be read."""
        keys, starts, ends = zip(*parts, strict=True)
        try:
            found = self._fs.cat_ranges(list(keys), list(starts), list(ends), on_error="return")
        except Exception:  # it is read one by one, and told then
            found = [None] * len(parts)
        for (_, start, end), data in zip(parts, found, strict=True):
            whole = isinstance(data, bytes)
            yield None if not whole else (start, data) if len(data) <= end - start else (0, data)

    @property
    def many_at_once(self) -> bool:
        """Whether `read_many` is quicker than one after the other."""
        return bool(self._fs.async_impl)


def _connect(url: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise UsageError(
            f"{shown(url)!r} needs the extra 'fsspec'; run pip install 'denpex-tui[fsspec]', or give a directory"
        ) from error
    with _told(url):
        fs, path = url_to_fs(url, use_listings_cache=False)
    return fs, str(path)


@contextmanager
def _told(url: str) -> Iterator[None]:
    """Turns what a file system raises into one sentence."""
    try:
        yield
    except UsageError:
        raise
    except ImportError as error:
        package = clean_text(str(error), 160).rstrip(".")
        raise UsageError(f"{shown(url)!r} cannot be read without another package: {package}") from error
    except Exception as error:  # each file system has errors of its own
        if isinstance(error, ValueError) and "rotocol" in str(error):
            scheme = shown(url).partition("://")[0]
            raise UsageError(
                f"{shown(url)!r}: {scheme}:// is no store that fsspec knows; s3://, gs://, az:// and https:// are"
            ) from error
        raise UsageError(f"{shown(url)!r} cannot be read: {_why(error)}") from error


def _failure(error: Exception) -> OSError:
    return OSError(getattr(error, "errno", None) or 0, _why(error))


def _why(error: Exception) -> str:
    """What went wrong, in words that say what to do."""
    if isinstance(error, FileNotFoundError):
        return "there is no such object, or you have no access; check the URL"
    status = getattr(error, "status", None)
    name = type(error).__name__
    if isinstance(error, PermissionError) or status in (401, 403) or "Credentials" in name:
        return "access is denied; check the credentials that its package uses"
    text = clean_text(str(error) or name, 160)
    return text if isinstance(error, OSError) else f"{name}: {text}"


def _seconds(modified: Any) -> float | None:
    if isinstance(modified, datetime):
        return modified.timestamp()
    if isinstance(modified, int | float):
        return float(modified)
    try:
        return datetime.fromisoformat(str(modified)).timestamp()
    except ValueError:
        return None
