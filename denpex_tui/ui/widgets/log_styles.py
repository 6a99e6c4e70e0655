"""The log view's styles: names that the style sheet sets, resolved to what a strip is drawn with."""

from __future__ import annotations

from rich.style import Style
from textual.widget import Widget

from denpex_tui.ui.log_strip import LogStyles

COMPONENTS = {
    "log--number",
    "log--label",
    "log--cursor-number",
    "log--mark",
    "log--other-mark",
    "log--cited",
    "log--match",
    "log--hit",
    "log--partial",
    "log--note",
}


def log_styles(widget: Widget) -> LogStyles:
    """The styles of ``widget`` under the current theme."""
    base = widget.rich_style

    def part(name: str) -> Style:
        return widget.get_component_rich_style(f"log--{name}", partial=True)

    return LogStyles(
        text=base,
        number=base + part("number"),
        label=base + part("label"),
        cursor_number=base + part("cursor-number"),
        mark=base + part("mark"),
        other_mark=base + part("other-mark"),
        cited=part("cited"),
        match=part("match"),
        hit=part("hit"),
        partial=base + part("partial"),
        note=base + part("note"),
    )
