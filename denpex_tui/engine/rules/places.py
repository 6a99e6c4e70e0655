"""Where rules lie: the bundled catalogue, and the directory of the user's own rules."""

from __future__ import annotations

from pathlib import Path

import denpex_tui
from denpex_tui.engine.xdg import xdg


def bundled_rules_dir() -> Path:
    """Where the catalogue is: inside the installed package, else at the top of the repository."""
    package = Path(denpex_tui.__file__).parent
    installed = package / "rules"
    return installed if installed.is_dir() else package.parent / "rules"


def user_rules_dir() -> Path:
    """``$XDG_CONFIG_HOME/denpex-tui/rules``, by default ``~/.config/denpex-tui/rules``; it need not exist."""
    return xdg("XDG_CONFIG_HOME", ".config") / "rules"
