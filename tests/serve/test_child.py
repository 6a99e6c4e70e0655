"""The process behind a page gets every option of the screen, and every path as one word that stays a path."""

from __future__ import annotations

from argparse import Namespace
from importlib import import_module

import pytest

from denpex_tui.arguments import global_parser, parser_for
from denpex_tui.commands import COMMANDS, OPEN
from denpex_tui.serve.child import arguments, environment
from denpex_tui.terminal import SERVED_DRIVER


def read(command: str, words: list[str]) -> Namespace:
    found = COMMANDS.get(command, OPEN)
    return parser_for(found, import_module(found.module))(words)


def every_option() -> list[str]:
    """Each global option, with a value where it takes one; repeatable ones twice."""
    words = []
    for action in global_parser()._actions:
        name = action.option_strings[0]
        if action.nargs == 0:
            words.append(name)
        else:
            words += [f"{name}=-x {name};$(y)"] * (2 if action.default == [] else 1)
    return words


def test_the_screen_reads_the_same_options_and_paths() -> None:
    words = [*every_option(), "logs/*.log", "a b; 'c"]
    served = read("serve", words)
    screen = read("", arguments(served)[4:])
    assert vars(served) == vars(screen) | {"host": served.host, "port": served.port}


@pytest.mark.parametrize("name", [*COMMANDS, "--help", "-x"])
def test_a_path_that_is_called_like_a_command_or_an_option_stays_a_path(name: str) -> None:
    served = Namespace(**vars(read("serve", ["logs"])) | {"paths": [name]})
    assert read("", arguments(served)[4:]).paths == [f"./{name}"]


def test_the_environment_is_that_of_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that nothing is wrapped for a multiplexer, or left out for a terminal, that the page is not in."""
    monkeypatch.setenv("TMUX", "/tmp/tmux")
    monkeypatch.setenv("TERM", "dumb")
    made = environment({"COLUMNS": "120"})
    assert "TMUX" not in made
    assert (made["TERM"], made["COLUMNS"], made["TEXTUAL_DRIVER"]) == ("xterm-256color", "120", SERVED_DRIVER)
