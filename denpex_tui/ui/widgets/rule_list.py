"""The rules by area, each with how it stands in the open incident."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from denpex_tui.engine.rules.model import Rule
from denpex_tui.engine.rules.vocabulary import AREAS
from denpex_tui.ui.bindings import key, movement
from denpex_tui.ui.glyphs import Mark
from denpex_tui.ui.hanging import Hanging

NOTHING = Content("no rule has these words")


class RuleList(OptionList, inherit_bindings=False):
    """The cursor stays on its rule, whatever is filtered."""

    HELP_TITLE = "Rules"
    BINDINGS = [
        *movement("rules", lines="rule"),
        key("rules.filter", "slash", "filter", "filter", "type words to filter the rules by", show=True, display="/"),
        key("rules.parts", "enter", "parts", "signals", "go to the rule's signals", show=True, display="⏎"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._rules: dict[str, Rule] = {}
        self._drawn: tuple[object, ...] = ()

    def take(self, rules: Sequence[Rule], marks: Mapping[str, Mark], wanted: str | None = None) -> None:
        """Show ``rules``; the cursor goes to ``wanted``, else stays, else goes to the first."""
        at = wanted or (self.rule.id if self.rule is not None else None)
        drawn = (*rules, *marks.items())
        if drawn == self._drawn:
            return
        self._drawn = drawn
        self._rules = {rule.id: rule for rule in rules}
        self.set_options(list(_options(rules, marks)) or [Option(NOTHING, disabled=True)])
        self.highlighted = self._index(at)

    def _index(self, at: str | None) -> int | None:
        ids = [option.id for option in self.options]
        if at in self._rules:
            return ids.index(at)
        return next((index for index, name in enumerate(ids) if name is not None), None)

    @property
    def rule(self) -> Rule | None:
        """The rule under the cursor."""
        option = self.highlighted_option
        return None if option is None else self._rules.get(option.id or "")

    def action_filter(self) -> None:
        self.screen.query_one("RuleFilter").focus()

    def action_parts(self) -> None:
        self.screen.query_one("PartList").focus()


def _options(rules: Sequence[Rule], marks: Mapping[str, Mark]) -> Iterator[Option]:
    for area in AREAS:
        mine = [rule for rule in rules if rule.area == area]
        if mine:
            yield Option(Content.styled(f"{area}  {len(mine)}", "bold"), disabled=True)
        for rule in mine:
            yield Option(_row(rule, marks.get(rule.id)), id=rule.id)


def _row(rule: Rule, mark: Mark | None) -> Hanging:
    if mark is None:
        return Hanging(Content("  "), Content.assemble(rule.id, (f"  {rule.title}", "dim")))
    state = Content.styled(f"  {mark.word}", mark.tone)
    lead = Content.styled(f"{mark.glyph} ", f"bold {mark.tone}")
    return Hanging(lead, Content.assemble((rule.id, "bold"), (f"  {rule.title}", "dim")) + state)
