"""Finding a part of a log again that was closed and has another name now, or was compressed meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

from denpex_tui.engine import unpacking
from denpex_tui.engine.descriptors import OpenFile
from denpex_tui.engine.model import RotatedPart
from denpex_tui.engine.parts import Part
from denpex_tui.engine.put_aside import is_packed
from denpex_tui.engine.unpacking import Unpacked


def find_again(part: Part, present: Sequence[RotatedPart]) -> None:
    """Give the file of ``part`` the name it has among ``present``, or the content of its compressed copy there."""
    file = part.file
    if not isinstance(file, OpenFile) or file.is_open or file.copy is not None or part.length is None:
        return
    before = file.path
    for rotated in present:
        file.path = rotated.path
        if rotated.identity == file.identity and _is_it(part, file):
            return
    file.path = before
    if not _is_it(part, file):
        file.copy = _unpacked(part, present)


def _is_it(part: Part, file: OpenFile) -> bool:
    """Whether its name leads to it; an inode number alone proves nothing, it is given anew when a file is deleted."""
    try:
        if file.read(0, len(part.head)) == part.head:
            return True
    except OSError:
        return False
    file.close()
    return False


def _unpacked(part: Part, present: Sequence[RotatedPart]) -> Unpacked | None:
    for rotated in present:
        try:
            if not part.head or not is_packed(rotated.path):
                continue
            if unpacking.head(rotated.path, len(part.head)) == part.head:
                unpacked = unpacking.unpack(rotated.path)
                if unpacked.size == part.begin + (part.length or 0):
                    return unpacked
        except OSError:
            continue
    return None
