"""The command palette: every action, whether or not its pane has the keys."""

from __future__ import annotations

from functools import partial
from typing import Any

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.dom import DOMNode
from textual.screen import Screen

from denpex_tui.ui.actions import Action, Section, key_name, sections


class ActionCommands(Provider):
    """Lists the actions of the incident screen and of its panes."""

    async def discover(self) -> Hits:
        for title, section, action in self._entries():
            yield DiscoveryHit(title, partial(self._run, action), help=_help(section, action))

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for title, section, action in self._entries():
            score = matcher.match(f"{title} {action.id}")
            if score > 0:
                yield Hit(score, matcher.highlight(title), partial(self._run, action), help=_help(section, action))

    def _entries(self) -> list[tuple[str, Section, Action]]:
        return [
            (action.help[:1].upper() + action.help[1:], section, action)
            for section in sections(action_nodes(self.screen))
            for action in section.actions
        ]

    async def _run(self, action: Action) -> None:
        if action.node.is_attached:
            await self.app.run_action(action.action, default_namespace=action.node)


def _help(section: Section, action: Action) -> str:
    return f"{section.title} · {' '.join(key_name(key) for key in action.keys)} · {action.id}"


def action_nodes(screen: Screen[Any]) -> list[DOMNode]:
    """The application, the screen and its panes: all that declare actions."""
    panes = [node for node in screen.query("*") if getattr(type(node), "HELP_TITLE", None)]
    return [screen, *panes, screen.app]
