"""A rule of a stranger's, whose texts would act on a terminal."""

from __future__ import annotations

from pathlib import Path

from denpex_tui.engine.rules.skeleton import skeleton

ESCAPE = r"\u001b]52;c;T1dORUQ=\u0007\u009b1337A\u202e[/foo][@click=app.quit]x"


def write_hostile_rule(directory: Path, clean: bool = False) -> Path:
    """A rule on ``ValueError: bad value``, its texts full of escapes, or ``clean`` but for the markup in them."""
    text = skeleton("shard-broken", "data").replace('phase = "TODO"', 'phase = "forward"')
    text = text.replace("RuntimeError: TODO your message with (?P<number>\\d+)", "ValueError: bad value(?P<rest>.*)")
    text = text.replace("RuntimeError: TODO your message with 42", "ValueError: bad value 42")
    text = text.replace('url = "TODO"', 'url = "https://example.org"').replace("{number}", "{rest}")
    text = text.replace("TODO", "[/foo][@click=app.quit]x" if clean else ESCAPE).replace(
        "a command that shows whether it worked", "grep {rest}"
    )
    path = directory / "data" / "shard-broken.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return path
