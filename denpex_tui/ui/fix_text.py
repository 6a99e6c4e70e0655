"""A fix as paragraphs."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from denpex_tui.engine.model import Diagnosis, Fix
from denpex_tui.ui.hanging import Hanging, paragraph


def fix_paragraphs(fix: Fix, diagnosis: Diagnosis | None) -> Iterator[Hanging]:
    """Title, when it is right, the change, how to verify it and what to expect; shown and copied, never run."""
    if not fix.applies:
        found = diagnosis.variant_title if diagnosis and diagnosis.variant_title else "the cause that was found"
        yield Hanging(
            Content.styled("– ", "$text-warning"), Content.styled(f"does not apply to: {found}", "$text-warning")
        )
    yield Hanging(Content(""), Content.styled(fix.title, "bold"))
    yield paragraph("when", fix.when)
    yield from _code("change", "y copies", fix.change)
    yield from _code("verify", "v copies", fix.verify)
    yield paragraph("expect", fix.expect)


def _code(label: str, hint: str, text: str) -> Iterator[Hanging]:
    yield Hanging(Content.styled(f"{label:<8}", "bold $text-accent"), Content.styled(hint, "dim"))
    for line in text.strip("\n").splitlines():
        code = line.lstrip()
        yield Hanging(Content(" " * (2 + len(line) - len(code))), Content.styled(code, "$text-success"))
