"""Stand-ins for paths: the directory becomes ``/dir-1``, a file's name ``file-1.py``; what carries a rank stays."""

from __future__ import annotations

import re

from denpex_tui.report.redact.patterns import PUBLIC_PACKAGES, SYSTEM, SYSTEM_NAMES
from denpex_tui.report.redact.stand_ins import StandIns

_PUBLIC_TAIL = re.compile(r"/((?:site|dist)-packages|lib/python3[^/]{0,8})/")
_ORDINARY = frozenset({
    "train", "main", "run", "pretrain", "finetune", "__init__", "__main__", "stdout", "stderr", "error",
    "config", "ds_config", "trainer", "worker", "launch", "model", "data", "dataset", "utils", "agent", "out",
    "err", "log",
})  # fmt: skip
"""File names that say nothing of whose they are."""
_SAID = frozenset({
    "rank", "ranks", "local", "global", "attempt", "try", "node", "host", "worker", "proc", "process", "pid",
    "gpu", "stdout", "stderr", "out", "err", "error", "log", "logs", "txt", "json", "jsonl", "gz", "xz", "zst",
    "bz2", "agent", "launcher", "master", "main", "job", "run", "runs", "slurm", "torchrun", "torchelastic",
    "deepspeed", "mpi", "srun", "none", "part", "train", "training", "output", "std", "all", "combined",
    "console", "file", "name", "dir", "user",
})  # fmt: skip
"""Words of log names that say what is in them."""
_STAND_IN = re.compile(r"file-\d+\.\w+")
_WORD = re.compile(r"([^A-Za-z0-9]+)")
_LETTERS_AND_NUMBER = re.compile(r"([A-Za-z]*)(\d*)")


def is_system(path: str) -> bool:
    """Whether a path is the same on every machine."""
    return path.startswith(SYSTEM) or path.rstrip("/") in SYSTEM_NAMES


def says_nothing(name: str) -> bool:
    """Whether a name is an ordinary word of training jobs."""
    return name.lower() in _ORDINARY or name.lower() in _SAID


def absolute(path: str, given: StandIns) -> str:
    """``/home/alice/x/train.py`` as ``/dir-1/train.py``; the part below an installed package stays."""
    public = _PUBLIC_TAIL.search(path)
    if public is not None:
        return _directory(path[: public.start()], given) + path[public.start() :]
    head, slash, name = path.rstrip("/").rpartition("/")
    if "." not in name.strip("."):
        return _directory(path.rstrip("/"), given) + ("/" if path.endswith("/") else "")
    return (_directory(head, given) if head else "") + slash + file_name(name, given)


def relative(path: str, given: StandIns) -> str:
    """Each directory on its own, so that what lies together stays together."""
    if path.startswith(PUBLIC_PACKAGES):
        return path
    *directories, name = path.split("/")
    return "/".join([*(_part(part, given) for part in directories), file_name(name, given)])


def log_name(path: str, given: StandIns) -> str:
    """The path of a log within what was given: ranks, attempts, streams and numbers stay readable in it."""
    return "/".join(_part(part, given) for part in path.split("/"))


def file_name(name: str, given: StandIns) -> str:
    """``acme.py`` as ``file-1.py``; ordinary names and those of logs stay."""
    stem, dot, kind = name.rpartition(".")
    if not dot or stem.lower() in _ORDINARY or _part_is_plain(name) or _STAND_IN.fullmatch(name):
        return name
    return given.use("file", name, f"file-{{number}}.{kind}")


def _directory(path: str, given: StandIns) -> str:
    return path if is_system(path + "/") or not path else given.use("dir", path, "/dir-{number}")


def _part(part: str, given: StandIns) -> str:
    return "".join(_word(word, given) for word in _WORD.split(part))


def _part_is_plain(part: str) -> bool:
    return all(_is_plain(word) for word in _WORD.split(part))


def _word(word: str, given: StandIns) -> str:
    return word if _is_plain(word) else given.use("name", word)


def _is_plain(word: str) -> bool:
    """Whether a word of a log's name only says rank, attempt, stream or a number."""
    found = _LETTERS_AND_NUMBER.fullmatch(word)
    if found is None:
        return not any(letter.isalnum() for letter in word)
    return not found[1] or found[1].lower() in _SAID
