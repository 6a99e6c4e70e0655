"""What the tests of the catalogue share: the bundled rule files, and text to run rules over."""

from __future__ import annotations

from pathlib import Path

from denpex_tui.engine.rules.load import read_rule
from denpex_tui.engine.rules.model import Role, Rule
from denpex_tui.engine.rules.places import bundled_rules_dir
from denpex_tui.engine.rules.samples import matching_signals

CASES = Path(__file__).parent.parent / "cases" / "corpus"
FILES = sorted(bundled_rules_dir().rglob("*.toml"))
NAMES = [path.stem for path in FILES]
TELLING = (Role.INITIATOR, Role.COLLATERAL)


def bundled(path: Path) -> Rule:
    """The rule of a bundled file, which must be without a problem."""
    rule, problems = read_rule(path)
    assert rule is not None, "\n".join(str(problem) for problem in problems)
    return rule


def telling_matches(rule: Rule, text: str) -> dict[str, str]:
    """The initiator and collateral signals of ``rule`` that match in ``text``, each with its line."""
    seen = matching_signals(rule, text)
    return {signal.id: seen[signal.id] for signal in rule.signals if signal.id in seen and signal.role in TELLING}


def log_texts(case: str) -> dict[str, str]:
    """Relative path -> text of every log of a case."""
    logs = CASES / case / "logs"
    files = sorted(path for path in logs.rglob("*") if path.is_file())
    return {str(path.relative_to(logs)): path.read_text(errors="replace") for path in files}
