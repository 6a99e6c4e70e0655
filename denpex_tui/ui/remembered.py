"""How the user left the screen, kept in the state directory: theme, and how the log is read."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from denpex_tui.engine.xdg import state_directory
from denpex_tui.ui.log_layout import Reading

READING = ("wrap", "pretty", "numbers")


@dataclass(frozen=True, slots=True)
class Layout:
    """What the next start begins with; None stands for what it is by default."""

    theme: str | None = None
    wrap: bool | None = None
    pretty: bool | None = None
    numbers: bool | None = None

    def reading(self) -> Reading:
        """How the log is read at the start."""
        kept = {name: value for name in READING if (value := getattr(self, name)) is not None}
        return Reading(**kept)


AS_BY_DEFAULT = Layout()


def layout_path() -> Path:
    """Beside the decisions on the checklists."""
    return state_directory() / "screen.json"


def remembered() -> Layout:
    """The layout that was kept; what is not understood is as by default."""
    try:
        found = json.loads(layout_path().read_bytes())
    except (OSError, ValueError):
        return Layout()
    if not isinstance(found, dict):
        return Layout()
    theme = found.get("theme")
    flags = {name: value for name in READING if isinstance(value := found.get(name), bool)}
    return Layout(theme if isinstance(theme, str) else None, **flags)


def remember(layout: Layout) -> None:
    """Keep ``layout``; where nothing can be written, the next start is as by default."""
    try:
        layout_path().parent.mkdir(parents=True, exist_ok=True)
        layout_path().write_text(json.dumps(asdict(layout)), encoding="utf-8")
    except OSError:
        return
