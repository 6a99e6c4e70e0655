"""A ticket cannot be taken over by what stands in a log."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from denpex_tui.engine.model import Claim, Fact, NotRead, RankState, RankStatus, Snapshot
from denpex_tui.report.escape import code, prose
from denpex_tui.report.markdown import render_markdown
from tests.report import snapshots

HOSTILE = (
    "<script>alert(1)</script>", "![x](https://evil.example/a.png)", "[click](javascript:alert(1))", "# heading",
    "``` ```` `` `", "| a | b |", "- item", "1. item", "> quote", "***", "===", "&lt;b&gt;", "\\", "\\|", "`", "",
    "https://evil.example", "www.evil.example", "@team please merge", "#123", "~~gone~~", "$x$", "<!-- hidden",
)  # fmt: skip
PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def tokens(markdown: str) -> list[Token]:
    flat: list[Token] = []
    for token in PARSER.parse(markdown):
        flat += [token, *(token.children or [])]
    return flat


def poisoned(text: str) -> Snapshot:
    """The failed job with ``text`` wherever log text can stand."""
    line = replace(snapshots.ASSERTION, text=text, span=None)
    claim = Claim(text, (line,))
    first = replace(snapshots.FIRST, message=text, reasons=(claim,), but=(claim,), host=text, event=line)
    diagnosis = replace(snapshots.DIAGNOSIS, explanation=text, facts=(Fact(text, text, line),), references=())
    checklist = tuple(replace(item, note=text, claims=(claim,)) for item in snapshots.CHECKLIST)
    fixes = tuple(replace(fix, change=text, verify=text) for fix in snapshots.FIXES)
    incident = replace(snapshots.INCIDENT, first=first, diagnosis=diagnosis, checklist=checklist, fixes=fixes)
    return replace(
        snapshots.FAILED,
        title=text,
        incidents=(incident,),
        ranks=(RankStatus(0, text, RankState.FIRST, last_text=text),),
        not_read=(NotRead(text, text),),
        warnings=(text,),
    )


def shape(markdown: str) -> list[str]:
    return [token.type for token in tokens(markdown) if token.type not in ("text", "code_inline", "text_special")]


FORBIDDEN = {"html_block", "html_inline", "link_open", "image", "s_open", "em_open", "hr", "blockquote_open"}


def pings(markdown: str) -> list[str]:
    """What a tracker would make a link of in running text: mentions, numbers of issues and bare addresses."""
    read = "".join(t.content if t.type in ("text", "text_special") else " " for t in tokens(markdown))
    return re.findall(r"[@#][^\W_]\w*|\S*://\S*|www\.\S*", read)


def assert_harmless(text: str) -> None:
    kinds = [token.type for token in tokens(render_markdown(poisoned(text)))]
    calm = [token.type for token in tokens(render_markdown(poisoned("calm")))]
    assert not FORBIDDEN & set(kinds)
    for structure in ("heading_open", "table_open", "tr_open", "td_open", "th_open", "fence"):
        assert kinds.count(structure) <= calm.count(structure)
    assert set(pings(render_markdown(poisoned(text)))) <= set(pings(render_markdown(poisoned("calm"))))


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_log_text_stays_text(text: str) -> None:
    assert_harmless(text)
    assert_harmless(f"{text} and more {text}")


@given(st.text(st.sampled_from("ab `*_[]()<>!#|~-+=\\&;:/.@1{}$\"'"), max_size=40))
def test_no_text_opens_a_structure(text: str) -> None:
    assert_harmless(text)


@given(st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=60))
def test_a_code_span_holds_its_text_unchanged(text: str) -> None:
    spans = [token for token in tokens(f"a {code(text)} b") if token.type == "code_inline"]
    assert [span.content for span in spans] == ([text] if text.strip() else [])


@pytest.mark.parametrize("text", [text for text in HOSTILE if text])
def test_prose_reads_as_it_was_written(text: str) -> None:
    read = "".join(token.content for token in tokens(prose(text)) if token.type in ("text", "text_special"))
    assert read.replace("\u2060", "") == text


def test_names_and_numbers_do_not_ping_anyone() -> None:
    text = prose("see @team, #123 and https://evil.example")
    assert "@team" not in text
    assert "#123" not in text
    assert "://" not in text


@pytest.mark.parametrize("name", snapshots.ALL)
def test_a_ticket_opens_with_the_verdict(name: str) -> None:
    text = render_markdown(snapshots.ALL[name])
    assert text.startswith("## ")
    assert text.endswith("\n")
    assert "\n\n\n" not in text


def test_code_within_an_explanation_is_a_block() -> None:
    assert "\n\n```\nif True:\n    print(1)\n```\n\nNor can you.\n" in render_markdown(snapshots.FAILED)


def test_a_ticket_says_everything_of_the_verdict() -> None:
    text = render_markdown(snapshots.FAILED)
    for part in (
        "## ▶ FIRST · rank 1 · certain · step 10", "- **because** its assertion", "- **but** this norm",
        "- **not** ranks 0 or 2", "`none_ab12/attempt_0/1/stderr.log:16`", "### Collateral", "### Cause",
        "- ✓ **confirmed** Runs fine with fp16", "### Fix 1 of 1", "### Ranks", "| `core.1234` | binary data |",
        "[The issue](<https://github.com/deepspeedai/DeepSpeed/issues/5223>)",
    ):  # fmt: skip
        assert part in text
