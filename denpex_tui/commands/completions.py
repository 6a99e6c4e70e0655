"""``denpex-tui completions``: shell completion, written from the same tables as the parsers."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib import import_module

from denpex_tui.arguments import FLAGS, VALUED, command_parser
from denpex_tui.commands import COMMANDS, PROGRAM
from denpex_tui.commands.report import FORMATS

SHELLS = ("bash", "zsh", "fish")

EXAMPLES = """\
examples:
  eval "$(denpex-tui completions bash)"                            in ~/.bashrc
  eval "$(denpex-tui completions zsh)"                             in ~/.zshrc, after compinit
  denpex-tui completions fish > ~/.config/fish/completions/denpex-tui.fish"""

_GLOBALS = (*VALUED, *FLAGS)
_WORDS = {"rules": ("list", "show", "check", "new", "docs"), "config": ("print", "check", "write")}

_BASH = """\
_denpex_tui() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words="{globals}" command=""
    local given
    for given in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case $given in {commands}) command=$given; break ;; esac
    done
    case $before in
        --format) words="{formats}" ;;
        --control|--rules|-o|--output|--host|--port) words="" ;;
        *) case $command in
{cases}
            "") words="$words {names}" ;;
        esac ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word") $(compgen -f -- "$word"))
}}
complete -o filenames -F _denpex_tui {program}
"""

_ZSH = "autoload -U +X bashcompinit && bashcompinit\n"


def add_arguments(parser: ArgumentParser) -> None:
    """Which shell."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish")


def run(args: Namespace) -> int:
    """Print the script."""
    print({"bash": _bash, "zsh": _zsh, "fish": _fish}[args.shell](), end="")
    return 0


def _words() -> dict[str, list[str]]:
    """What may follow each command: its options, and the words it knows."""
    found = {}
    for command in COMMANDS.values():
        if command.has_subcommands:
            found[command.name] = list(_WORDS[command.name])
            continue
        parser = command_parser(command, import_module(command.module))
        options = [name for action in parser._actions for name in action.option_strings if name.startswith("--")]
        choices = [
            str(word) for action in parser._actions if not action.option_strings for word in action.choices or ()
        ]
        found[command.name] = [*options, *choices]
    return found


def _bash() -> str:
    cases = "\n".join(f'            {name}) words="{" ".join(words)}" ;;' for name, words in _words().items())
    return _BASH.format(
        program=PROGRAM,
        globals=" ".join((*_GLOBALS, "--version", "--help")),
        commands="|".join(COMMANDS),
        names=" ".join(COMMANDS),
        formats=" ".join(FORMATS),
        cases=cases,
    )


def _zsh() -> str:
    return _ZSH + _bash()


def _fish() -> str:
    known = " ".join(COMMANDS)
    lines = [f"complete -c {PROGRAM} -n 'not __fish_seen_subcommand_from {known}' -a '{known}'"]
    lines += [f"complete -c {PROGRAM} -l {name} -r -F" for name in ("control", "rules")]
    lines += [f"complete -c {PROGRAM} -l {name.removeprefix('--')}" for name in FLAGS]
    for command, words in _words().items():
        seen = f"complete -c {PROGRAM} -n '__fish_seen_subcommand_from {command}'"
        lines += [f"{seen} {_fish_word(word)}" for word in words]
    lines.append(f"complete -c {PROGRAM} -n '__fish_seen_subcommand_from report' -l format -x -a '{' '.join(FORMATS)}'")
    return "\n".join(lines) + "\n"


def _fish_word(word: str) -> str:
    return f"-l {word.removeprefix('--')}" if word.startswith("--") else f"-a {word}"
