"""The recorded session of the README: one picture, nothing in it that runs or is fetched."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import screenshots.record

SVG = "{http://www.w3.org/2000/svg}"
RECORDED = Path(__file__).parents[2] / "screenshots" / "session.svg"


def test_it_has_a_frame_for_each_step_and_is_self_contained() -> None:
    text = RECORDED.read_text(encoding="utf-8")
    frames = ElementTree.fromstring(text).findall(f"{SVG}g[@class='frame']")
    captions = [frame.findall(f"{SVG}text")[-1].text for frame in frames]
    assert captions == [step.says for step in screenshots.record.STEPS]
    assert "<script" not in text and "@import" not in text
    assert not re.search(r"(?:href|src)=|url\((?!['\"]?#)", text)
    assert len(text) < 1_000_000
