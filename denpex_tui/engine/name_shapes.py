"""File names that carry a number with a meaning: global rank, local rank, node or host."""

from __future__ import annotations

import re

Table = tuple[tuple[str, re.Pattern[str]], ...]
_GPU = r"(?:gpu|cuda|device|local|local[-_]?rank)[-_]?(?P<local>\d{1,3})"
_NO_GLOBAL = r"(?:pp|tp|dp|cp|ep|ddp|group|role|zero|model|data|pipe)[-_]?rank"
_WORKER = r"(?:worker|proc|process|task|trainer|learner|actor)[-_.]?(?P<rank>\d{1,6})"
_BEFORE = r"(?:.*[-_.])?"
_SUFFIX = r"(?:\.\w+)?"


def _table(**shapes: str) -> Table:
    return tuple((name.replace("_", "-"), re.compile(pattern, re.IGNORECASE)) for name, pattern in shapes.items())


NAMES = _table(
    nemo=r"nemo_log_globalrank-(?P<rank>\d{1,6})_localrank-(?P<local>\d{1,6})\.txt",
    deepspeed=r"\d{14}_rank(?P<rank>\d{1,6})\.log",
    submitit=r"\d+(?:_\d+)?_(?P<rank>\d{1,6})_log\.(?:out|err)",
    nccl=r"nccl[._-](?P<host>[\w-]+(?:\.[\w-]+){0,8}?)\.\d+(?:\.log|\.txt)?",
    ray=r"(?:python-core-)?(?:worker|driver)-[0-9a-f]{16,}[-_].*",
    node_gpu=rf"(?P<node>(?:node|host)[-_]?\d+)[-_.]{_GPU}{_SUFFIX}",
    gpu=rf"{_BEFORE}{_GPU}{_SUFFIX}",
    node=rf"{_BEFORE}node[-_]?rank[-_]?(?P<node>\d{{1,6}}){_SUFFIX}",
    other_rank=rf"{_BEFORE}{_NO_GLOBAL}.*",
    rank=r"(?:.*[^a-z])?(?:global[-_.]?)?rank[-_.=]?(?P<rank>\d{1,6})(?:[-_.][a-z]{2,12}){0,3}",
)
"""Shapes that are safe by themselves, by the name of the layout; the first that fits counts."""

WEAK = _table(
    worker=rf"{_BEFORE}{_WORKER}{_SUFFIX}",
    task=rf"{_BEFORE}\d+[-_.](?P<rank>\d{{1,6}})\.(?:log|out|err|txt)|.+[-_](?P<number>\d{{1,6}})\.(?:out|err)",
    number=r"(?P<rank>\d{1,4})\.(?:log|out|err|txt|jsonl|stdout|stderr)"
    r"|(?:log|stdout|stderr|out|err|output)\.(?P<number>\d{1,4})",
)
"""Shapes in which the number may count something else: sibling files or the lines' own tags must confirm it."""
