"""The HTML page stands alone and log text in it is only text; a chat calls nobody."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from denpex_tui.cli import main
from denpex_tui.report.chat import render_chat
from denpex_tui.report.excerpts import Excerpt
from denpex_tui.report.html import render_html
from tests.report import snapshots
from tests.report.test_markdown import HOSTILE, poisoned

CASE = Path(__file__).parent.parent / "cases" / "corpus" / "rank-local-error" / "logs"
MORE_HOSTILE = (
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</pre></style><script>",
    "{title}",
    "&quot;",
)
VOID = {"meta", "br"}


class Page(HTMLParser):
    """Counts elements and attributes, and checks that all that opens is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: set[tuple[str, str]] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        for name, value in attrs:
            self.attributes.add((tag, name))
            self.ids += [value or ""] if name == "id" else []
            self.links += [value or ""] if name in ("href", "src") else []
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def page(text: str) -> Page:
    return Page(render_html(poisoned(text), {"e1": Excerpt(1, 2, (text, text, text))}))


CALM = page("calm")


def assert_harmless(text: str) -> None:
    found = page(text)
    assert set(found.tags) <= set(CALM.tags) and found.attributes <= CALM.attributes
    for structure in ("h1", "h2", "h3", "table", "tr", "td", "pre", "a"):
        assert found.tags[structure] <= CALM.tags[structure]


@pytest.mark.parametrize("text", [*HOSTILE, *MORE_HOSTILE])
def test_hostile_log_text_stays_text(text: str) -> None:
    assert_harmless(text)
    assert text in "".join(page(f"x{text}x").text)


@given(st.text(st.sampled_from("ab <>&\"'/=!-{}();:#"), max_size=40))
def test_no_text_opens_an_element(text: str) -> None:
    assert_harmless(text)


@pytest.mark.parametrize("name", snapshots.ALL)
def test_a_page_of_every_outcome_is_well_formed(name: str) -> None:
    Page(render_html(snapshots.ALL[name], {}))


@pytest.fixture
def real(tmp_path: Path) -> str:
    out = tmp_path / "report.html"
    assert main(["report", str(CASE), "--format", "html", "-o", str(out)]) == 1
    return out.read_text(encoding="utf-8")


def test_a_page_needs_nothing_else(real: str) -> None:
    """No script, no element that fetches, and the browser is told to refuse all that would."""
    found = Page(real)
    assert not {"script", "link", "img", "iframe", "object", "embed", "base", "form"} & set(found.tags)
    assert all(link.startswith(("#", "https://")) for link in found.links)
    assert "default-src 'none'" in real and "prefers-color-scheme: dark" in real
    assert not re.search(r"url\(|@import", real)


def test_every_citation_leads_to_its_line(real: str) -> None:
    found = Page(real)
    assert len(found.ids) == len(set(found.ids))
    assert {link[1:] for link in found.links if link.startswith("#")} <= set(found.ids)


def test_the_lines_around_the_evidence_are_in_the_page(real: str) -> None:
    """Line 2 of rank 2's stderr is no evidence, and stands before the line that is."""
    lines = next(CASE.rglob("2/stderr.log")).read_text().splitlines()
    text = "".join(Page(real).text)
    assert lines[1] in text and "FIRST" in text


def test_the_verdict_for_a_chat_is_short_and_calls_nobody() -> None:
    text = render_chat(poisoned("@here <!channel> #general @team"))
    assert len(text.splitlines()) <= 9
    outside = re.sub(r"`[^`\n]*`", "", text)
    assert "@here" not in outside and "<!" not in outside and "@team" not in outside
    assert render_chat(snapshots.FAILED).startswith("▶ FIRST rank 1 · certain · step 10")


@pytest.mark.parametrize("name", snapshots.ALL)
def test_every_outcome_has_a_verdict_for_a_chat(name: str) -> None:
    assert render_chat(snapshots.ALL[name]).strip()
