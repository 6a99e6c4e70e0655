"""The table of proofs."""

from __future__ import annotations

import pkgutil
import re

from denpex_tui.engine.infer import proofs
from denpex_tui.engine.infer.proofs import PROOFS

HELPERS = {"order"}
"""Files that serve several proofs."""


def test_every_file_is_in_the_table_once() -> None:
    files = {module.name for module in pkgutil.iter_modules(proofs.__path__)} - HELPERS
    assert sorted(proof.__module__.rsplit(".", 1)[-1] for proof in PROOFS) == sorted(files)


def test_every_proof_has_a_row_in_the_documented_table() -> None:
    rows = re.split(r"={10,} [ =]+\n", proofs.__doc__ or "")[2]
    assert len(re.findall(r"^\w", rows, re.MULTILINE)) == len(PROOFS)
