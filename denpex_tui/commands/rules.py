"""``denpex-tui rules``: the catalogue of failures as data."""

from __future__ import annotations

from denpex_tui.rules_cli import add_rules_parser, run

add_arguments = add_rules_parser

__all__ = ["add_arguments", "run"]
