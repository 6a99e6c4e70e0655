"""Makes the pictures of this directory from the bundled incidents: one SVG each, and a PNG where a converter is found.

    python screenshots/make.py

The PNGs are made by rsvg-convert (Debian: librsvg2-bin), with the fonts of the machine. Nothing is drawn by hand and
nothing is fetched: the link to web fonts that Textual writes into its SVGs is left out.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
os.environ["TEXTUAL_ANIMATIONS"] = "none"
os.environ["COLORTERM"] = "truecolor"
os.environ.pop("NO_COLOR", None)

_WEB_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
_FONT = "DejaVu Sans Mono"


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture: which bundled incident, how large a terminal, which keys were pressed."""

    name: str
    demo: str
    size: tuple[int, int]
    keys: tuple[str, ...] = ()


PICTURES = (
    Picture("incident-200x60", "bf16-zero-norm", (200, 60)),
    Picture("incident-120x40", "bf16-nan-norm", (120, 40)),
    Picture("incident-80x24", "bf16-zero-norm", (80, 24)),
    Picture("collateral-160x48", "zero-norm-then-collateral", (160, 48)),
    Picture("causes-120x40", "bf16-nan-norm", (120, 40), ("c",)),
    Picture("timeline-120x40", "zero-norm-then-collateral", (120, 40), ("t",)),
    Picture("help-120x40", "bf16-zero-norm", (120, 40), ("question_mark",)),
)


async def draw(picture: Picture) -> str:
    """The SVG of one picture."""
    from denpex_tui.demo import logs
    from denpex_tui.engine.rules.book import RuleBook
    from denpex_tui.engine.session import Session
    from denpex_tui.ui.app import DenpexApp

    # Relative, so that the picture does not name the directory of the machine that made it.
    os.chdir(logs(picture.demo).parent)
    session = Session(["logs"], book=RuleBook.bundled())
    session.poll()  # read as a whole before anything is drawn
    try:
        app = DenpexApp(session, follow=False)
        async with app.run_test(size=picture.size) as pilot:
            await pilot.app.workers.wait_for_complete()
            await pilot.pause()
            await pilot.press(*picture.keys)
            await pilot.app.workers.wait_for_complete()
            await pilot.pause()
            return app.export_screenshot(title="denpex-tui ./logs/")
    finally:
        session.close()


def without_web_fonts(svg: str) -> str:
    """The SVG with fonts of the machine; leading spaces are kept, which librsvg trims otherwise."""
    return _WEB_FONTS.sub("", svg).replace("Fira Code", _FONT).replace("<text ", '<text xml:space="preserve" ')


def to_png(svg: Path) -> bool:
    """Convert a picture; False when no converter is installed."""
    converter = shutil.which("rsvg-convert")
    if converter is None:
        return False
    png = svg.with_suffix(".png")
    subprocess.run([converter, "--output", str(png), str(svg)], check=True)
    return True


def main() -> None:
    """Make all pictures."""
    converted = True
    for picture in PICTURES:
        path = HERE / f"{picture.name}.svg"
        path.write_text(without_web_fonts(asyncio.run(draw(picture))), encoding="utf-8")
        converted = to_png(path) and converted
        print(path.name, flush=True)
    if not converted:
        print("no PNGs: install rsvg-convert (Debian: librsvg2-bin)", file=sys.stderr)


if __name__ == "__main__":
    main()
