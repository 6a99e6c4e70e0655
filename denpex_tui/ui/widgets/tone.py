"""Tones of the marks as Rich styles, for the places that are drawn with Rich text."""

from __future__ import annotations

from rich.style import Style
from textual.widget import Widget

TONES = {"tone--error", "tone--warning", "tone--success", "tone--accent", "tone--dim"}
"""Component classes; the style sheet gives them the colours of the theme."""


def tone_style(widget: Widget, tone: str) -> Style:
    """The style of ``dim`` or a theme variable such as ``$text-error`` on a widget with the `TONES` as components."""
    name = f"tone--{tone.removeprefix('$text-')}"
    return widget.get_component_rich_style(name, partial=True) if name in TONES else Style()
