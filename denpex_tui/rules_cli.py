"""``denpex-tui rules``: look at the catalogue, check rule files, begin a new one."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from denpex_tui.commands.sessions import rule_directories
from denpex_tui.engine.errors import UsageError
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.rules.errors import RuleError
from denpex_tui.engine.rules.load import load_directory, read_rule
from denpex_tui.engine.rules.places import bundled_rules_dir
from denpex_tui.engine.rules.schema import FILE_NAME, schema_text
from denpex_tui.engine.rules.skeleton import skeleton
from denpex_tui.engine.rules.vocabulary import AREAS
from denpex_tui.report.console import PlainConsole
from denpex_tui.rules_docs import readme
from denpex_tui.rules_show import show_catalogue, show_rule

if TYPE_CHECKING:
    from argparse import _SubParsersAction

_AFTER_NEW = """\
Then paste real lines of your log into its samples, write the pattern from them, replace every TODO, and:
  denpex-tui rules check DIR            what is missing, with file and line
  denpex-tui report --rules DIR LOGS    use it; ~/.config/denpex-tui/rules is used without --rules
rules/README.md shows it step by step."""

BAD_RULE = 2
"""Exit code of ``check`` when a file has a problem, and of an unknown id."""


def add_rules_parser(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    """Add ``rules`` and its subcommands."""
    parser = subparsers.add_parser("rules", help="the catalogue of failures", description=__doc__)
    commands = parser.add_subparsers(dest="rules_command", required=True, metavar="list|show|check|new|docs")

    listing = commands.add_parser("list", help="list every rule by area")
    show = commands.add_parser("show", help="print one rule in full")
    show.add_argument("id", metavar="ID", help="the rule's id or an alias")
    for command in (listing, show):
        command.add_argument("--rules", action="append", default=[], metavar="DIR", help="a directory of own rules")

    check = commands.add_parser("check", help="validate rule files and run their samples")
    check.add_argument("path", metavar="PATH", nargs="*", help="files or directories; the bundled rules without one")

    new = commands.add_parser("new", help="write a commented skeleton of a rule", epilog=_AFTER_NEW)
    new.formatter_class = RawDescriptionHelpFormatter
    new.add_argument("id", metavar="ID", help="a name for the failure: lower-case letters, digits and hyphens")
    areas = f"where it belongs: {', '.join(AREAS)} (default: %(default)s)"
    new.add_argument("--area", choices=AREAS, default="data", metavar="AREA", help=areas)
    new.add_argument("--dir", default="rules", metavar="DIR", help="where your rules live (default: ./rules)")

    docs = commands.add_parser("docs", help="print README.md of the catalogue, or write it with the schema")
    docs.add_argument("--dir", metavar="DIR", help="write README.md and rule.schema.json there")


def run(args: Namespace) -> int:
    """Run the subcommand of ``args`` and return the exit code."""
    console = PlainConsole(sys.stdout)
    command = {"list": _list, "show": _show, "check": _check, "new": _new, "docs": _docs}[args.rules_command]
    return command(args, console)


def _book(args: Namespace) -> RuleBook:
    return RuleBook.bundled(rule_directories(args.rules))


def _list(args: Namespace, console: Console) -> int:
    show_catalogue(_book(args), console)
    return 0


def _show(args: Namespace, console: Console) -> int:
    rule = _book(args).get(args.id)
    if rule is None:
        raise UsageError(f"no rule is called {args.id!r}; 'denpex-tui rules list' names them all")
    show_rule(rule, console)
    return 0


def _check(args: Namespace, console: Console) -> int:
    count = 0
    problems: list[RuleError] = []
    for path in [Path(name) for name in args.path] or [bundled_rules_dir()]:
        if not path.exists():
            raise UsageError(f"{path}: no such file or directory; name a rule file or a directory of them")
        if path.is_dir():
            rules, found = load_directory(path)
        else:
            rule, found = read_rule(path)
            rules = () if rule is None else (rule,)
        count += len(rules)
        problems.extend(found)
    for problem in problems:
        console.print(Text(str(problem)), soft_wrap=True)
    files = len({problem.path for problem in problems})
    console.print(Text(f"{count} good, {files} with problems ({len(problems)})" if problems else f"{count} good"))
    return BAD_RULE if problems else 0


def _new(args: Namespace, console: Console) -> int:
    path = Path(args.dir) / args.area / f"{args.id}.toml"
    if path.exists():
        raise UsageError(f"{path} exists already; choose another id, or edit that file")
    text = skeleton(args.id, args.area)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    schema = Path(args.dir) / FILE_NAME
    if not schema.exists():
        schema.write_text(schema_text(), encoding="utf-8")
    console.print(Text(f"{path}\nfill in what says TODO, then: denpex-tui rules check {path}"), soft_wrap=True)
    return 0


def _docs(args: Namespace, console: Console) -> int:
    text = readme(RuleBook.bundled().rules)
    if args.dir is None:
        sys.stdout.write(text)
        return 0
    directory = Path(args.dir)
    if not directory.is_dir():
        raise UsageError(f"--dir {directory}: no such directory; name the directory of the catalogue, as in rules")
    for name, content in (("README.md", text), (FILE_NAME, schema_text())):
        (directory / name).write_text(content, encoding="utf-8")
        console.print(Text(str(directory / name)), soft_wrap=True)
    return 0
