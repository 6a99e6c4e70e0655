"""Every key has an id that users may remap, a word for the footer and a line for the help and the palette."""

from __future__ import annotations

from textual.binding import Binding

from denpex_tui.ui import user_keys


def key(
    id: str,  # noqa: A002 - the name that Textual gives it
    keys: str,
    action: str,
    word: str,
    help_line: str,
    *,
    show: bool = False,
    display: str | None = None,
    group: Binding.Group | None = None,
    priority: bool = False,
) -> Binding:
    """A binding called ``id`` for the comma-separated ``keys``; ``word`` stands in the footer when shown."""
    display = None if user_keys.is_chosen(id) else display
    keys = user_keys.chosen(id, keys)
    return Binding(
        keys, action, word, show=show, key_display=display, tooltip=help_line, id=id, group=group, priority=priority
    )


def movement(prefix: str, *, lines: str, home: str = "home,g", end: str = "end,G") -> list[Binding]:
    """The movement keys that all lists share; ``lines`` names what is moved over."""
    return [
        key(f"{prefix}.up", "up,k", "cursor_up", "up", f"previous {lines}"),
        key(f"{prefix}.down", "down,j", "cursor_down", "down", f"next {lines}"),
        key(f"{prefix}.page_up", "pageup,ctrl+b", "page_up", "page up", "one page up"),
        key(f"{prefix}.page_down", "pagedown,ctrl+f", "page_down", "page down", "one page down"),
        key(f"{prefix}.first", home, "first", "first", f"first {lines}"),
        key(f"{prefix}.last", end, "last", "last", f"last {lines}"),
    ]
