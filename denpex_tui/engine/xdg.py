"""The user's base directories, as the XDG specification names them."""

from __future__ import annotations

import os
from pathlib import Path

NAME = "denpex-tui"
NOWHERE = Path(os.devnull)
"""Stands for the home directory of a user without one, as in a container: below it nothing can be read or written,
so that what is lost is lost in the same way as on a read-only disk."""


def xdg(variable: str, default: str) -> Path:
    """This program's directory below ``$variable``, or below ``~/default`` where that is not an absolute path."""
    base = os.environ.get(variable, "")
    if base.startswith("/"):
        return Path(base) / NAME
    try:
        return Path.home() / default / NAME
    except RuntimeError:
        return NOWHERE / NAME


def state_directory() -> Path:
    """``$XDG_STATE_HOME/denpex-tui``, by default ``~/.local/state/denpex-tui``."""
    return xdg("XDG_STATE_HOME", ".local/state")


def config_path() -> Path:
    """``$XDG_CONFIG_HOME/denpex-tui/config.toml``, by default ``~/.config/denpex-tui/config.toml``."""
    return xdg("XDG_CONFIG_HOME", ".config") / "config.toml"
