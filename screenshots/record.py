"""Makes session.svg: a session on a bundled incident as one animated picture, drawn by the application itself.

    python screenshots/record.py

Each frame is what the screen exports after some keys; style sheets show one after the other. The picture holds no
script and fetches nothing, and where less motion is preferred the first frame stays.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from screenshots.make import without_web_fonts  # noqa: E402

DEMO = "zero-norm-then-collateral"
SIZE = (100, 30)
"""Columns and rows."""
SECONDS = 3.0
"""How long each frame is seen."""
_CAPTION = 34
"""Height of the line below the screen, in the units of the picture."""
_OPENING = re.compile(r"<svg[^>]*viewBox=\"0 0 ([\d.]+) ([\d.]+)\"[^>]*>")


@dataclass(frozen=True, slots=True)
class Step:
    """What is pressed, and what it shows."""

    keys: tuple[str, ...]
    says: str


STEPS = (
    Step((), "denpex-tui ./logs/   the rank that failed first, how sure, and why"),
    Step(("n",), "n   the next line of evidence, in its file"),
    Step(("n",), "n   and the next"),
    Step(("3", "down", "down"), "3   the checklist ticked itself; the rest is stepped through"),
    Step(("c",), "c   competing causes, with what speaks for and against each"),
    Step(("escape", "2", "M"), "M   the first rank and the collateral ones as one log, by corrected time"),
    Step(("escape", "t"), "t   the incident in time"),
    Step(("escape", "r"), "r   all ranks at a glance"),
    Step(("escape", "m"), "m   loss and gradient norm up to the failure"),
    Step(("escape", "4"), "4   the fix, and the command that verifies it"),
)


async def frames() -> list[str]:
    """The SVG of the screen after each step."""
    from denpex_tui.demo import logs
    from denpex_tui.engine.rules.book import RuleBook
    from denpex_tui.engine.session import Session
    from denpex_tui.ui.app import DenpexApp

    os.chdir(logs(DEMO).parent)
    session = Session(["logs"], book=RuleBook.bundled())
    session.poll()  # read as a whole before anything is drawn
    drawn = []
    try:
        app = DenpexApp(session, follow=False)
        async with app.run_test(size=SIZE) as pilot:
            for step in STEPS:
                await pilot.app.workers.wait_for_complete()
                await pilot.pause()
                await pilot.press(*step.keys)
                await pilot.app.workers.wait_for_complete()
                await pilot.pause()
                drawn.append(without_web_fonts(app.export_screenshot(title="denpex-tui ./logs/")))
    finally:
        session.close()
    return drawn


def animated(drawn: list[str], captions: list[str]) -> str:
    """One SVG that shows the frames in turn, each with its caption below."""
    opening = _OPENING.search(drawn[0])
    assert opening is not None
    width, height = float(opening[1]), float(opening[2])
    placed = [
        _OPENING.sub(f'<svg width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}">', svg, count=1)
        for svg in drawn
    ]
    shown = "".join(
        _frame(index, svg, text, height) for index, (svg, text) in enumerate(zip(placed, captions, strict=True))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height + _CAPTION:g}">\n'
        f"<title>A session of denpex-tui</title>\n<style>{_styles(len(drawn))}</style>\n"
        f'<rect width="100%" height="100%" fill="#121212"/>\n{shown}</svg>\n'
    )


def _styles(count: int) -> str:
    share = 100 / count
    turns = "".join(f"#frame-{index}{{animation-delay:{index * SECONDS:g}s}}" for index in range(count))
    return (
        f"@keyframes turn{{0%,{share:.4f}%{{visibility:visible}}{share + 0.0001:.4f}%,100%{{visibility:hidden}}}}"
        f".frame{{visibility:hidden;animation:turn {count * SECONDS:g}s step-end infinite}}{turns}"
        "#frame-0{visibility:visible}"
        "@media (prefers-reduced-motion:reduce){.frame{animation:none}}"
    )


def _frame(index: int, svg: str, caption: str, height: float) -> str:
    return (
        f'<g id="frame-{index}" class="frame">\n{svg}\n'
        f'<text x="14" y="{height + _CAPTION / 2 + 5:g}" fill="#e0e0e0" font-family="DejaVu Sans Mono, monospace" '
        f'font-size="18" xml:space="preserve">{escape(caption)}</text>\n</g>\n'
    )


def main() -> None:
    """Write session.svg."""
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    os.environ["COLORTERM"] = "truecolor"
    os.environ.pop("NO_COLOR", None)
    path = HERE / "session.svg"
    path.write_text(animated(asyncio.run(frames()), [step.says for step in STEPS]), encoding="utf-8")
    print(path.name)


if __name__ == "__main__":
    main()
