"""Paragraphs with a label before them: wrapped lines stand under the text, not under the label."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual

from denpex_tui.ui.glyphs import ELLIPSIS


class Hanging(Visual):
    """``lead`` then ``body``, wrapped to the width; what goes beyond ``most`` lines is replaced by ``…``."""

    def __init__(self, lead: Content, body: Content, most: int | None = None) -> None:
        self.lead = lead
        self.body = body
        self.most = most

    def lines(self, width: int) -> list[Content]:
        """The lines as they are drawn in ``width`` cells."""
        indent = self.lead.cell_length
        room = max(8, width - indent)
        wrapped = [line.rstrip() for line in self.body.wrap(room)] or [Content("")]
        if self.most is not None and len(wrapped) > self.most:
            rest = Content(" ").join(wrapped[self.most - 1 :])
            wrapped = [*wrapped[: self.most - 1], rest.truncate(room - 1) + Content(ELLIPSIS)]
        return [(self.lead if index == 0 else Content(" " * indent)) + line for index, line in enumerate(wrapped)]

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        content = Content("\n").join(self.lines(width))
        return content.render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:  # noqa: ARG002
        return self.lead.cell_length + self.body.cell_length

    def get_height(self, rules: RulesMap, width: int) -> int:  # noqa: ARG002
        return len(self.lines(width))


class Stack(Visual):
    """Paragraphs one below the other."""

    def __init__(self, parts: Iterable[Hanging]) -> None:
        self.parts = tuple(parts)

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        strips = [strip for part in self.parts for strip in part.render_strips(width, None, style, options)]
        return strips if height is None else strips[:height]

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return max((part.get_optimal_width(rules, container_width) for part in self.parts), default=0)

    def get_height(self, rules: RulesMap, width: int) -> int:
        return sum(part.get_height(rules, width) for part in self.parts)


def paragraph(label: str, text: str) -> Hanging:
    """``label`` emphasised, then ``text``."""
    return Hanging(Content.styled(f"{label:<8}", "bold $text-accent"), Content(text.strip()))
