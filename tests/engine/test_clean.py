"""What comes out of the boundary is safe to show, whatever went in."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from denpex_tui.engine.clean import CleanLine, clean_line, clean_text
from tests.engine.cases import all_logs, corpus, raw_lines, report

BIDI = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
PIECES = [
    *("\x1b[31m", "\x1b]52;c;aGk=\x07", "\x1b]8;;http://x\x1b\\", "\x1bP1$q\x1b\\", "\x9b2J", "\x1b", "\x90", "\x07"),
    *("\r", "\t", "\x00", "\x7f", "\u202e", "\u200b", "\ufeff", "\u2028", "\u0301" * 6, "\x85", "\n", "é", "█", "🏖️"),
    *("a", " ", "[rank0]: ", "[/foo]", "  3%|▎ | 1/30 [00:00<00:05,  4.8it/s]", "\u3164", "\ue000", "\U000e0041"),
]
hostile = st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=40).map("".join)


def is_safe(text: str) -> bool:
    """No character that a terminal acts on, none that hides or reorders others, none that cannot be written."""
    forbidden = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    return not any(unicodedata.category(character) in forbidden or character in BIDI for character in text)


@given(hostile.map(lambda text: text.encode("utf-8", "surrogatepass")) | st.binary(max_size=400))
def test_no_control_survives_and_cleaning_again_changes_nothing(raw: bytes) -> None:
    line = clean_line(raw, limit=64)
    assert is_safe(line.text)
    assert len(line.text) <= 64
    assert line.cut >= 0
    assert clean_line(line.text.encode(), limit=64) == CleanLine(line.text, 0)


@given(hostile | st.text(st.characters(codec=None), max_size=200))
def test_text_from_names_and_json_values_is_safe_as_well(text: str) -> None:
    clean = clean_text(text, limit=64)
    assert is_safe(clean)
    assert len(clean) <= 64
    assert clean_text(clean, limit=64) == clean


@given(st.text(st.characters(codec="utf-8", categories=["L", "N", "P"]), min_size=1, max_size=300), st.integers(1, 80))
def test_the_limit_counts_characters_and_what_it_leaves_out_in_bytes(text: str, limit: int) -> None:
    text = "".join(character for character in text if clean_text(character) == character)
    line = clean_line(text.encode(), limit=limit)
    assert line.text == text[:limit]
    assert line.cut == len(text.encode()) - len(text[:limit].encode())


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"\x1b[36m20:18:03\x1b[0m \x1b[1;32mINFO\x1b[0m train: ready\n", "20:18:03 INFO train: ready"),
        (b"before\x1b]52;c;cm0gLXJmIC8=\x07after", "beforeafter"),
        (b"\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\", "link"),
        (b"\x1b[2J\x1b[Hgone", "gone"),
        ("\x9b31mred".encode(), "red"),
        (b"raw C1 \x9b2J", "raw C1 \ufffd2J"),
        (b"bell\x07 null\x00 back\x08 delete\x7f", "bell\u2407 null\u2400 back\u2408 delete\ufffd"),
        ("right\u202eleft".encode(), "right\ufffdleft"),
        ("zero\u200bwidth\u200djoined".encode(), "zerowidthjoined"),
        ("\ufeffbegins with a mark".encode(), "begins with a mark"),
        ("two\u2028lines".encode(), "two\ufffdlines"),
        (b"a\tb", "a       b"),
        (b"\xff\xfe broken", "\ufffd\ufffd broken"),
        (b"crlf\r\n", "crlf"),
        (("e" + "\u0301" * 9).encode(), "e" + "\u0301" * 4),
        (b"an unfinished \x1b]0;title", "an unfinished 0;title"),
    ],
)
def test_each_kind_of_hostile_text(raw: bytes, text: str) -> None:
    assert clean_line(raw) == CleanLine(text, 0)


def test_a_progress_bar_that_rewrote_its_line_leaves_what_it_said_last() -> None:
    """pt-progress-ansi: the bar, its colours and the record that follows it on the same line."""
    lines = [
        clean_line(raw).text for raw in raw_lines(next(corpus("pt-progress-ansi").glob("*/attempt_0/1/stderr.log")))
    ]
    assert lines[0] == ("20:18:03 INFO train: process group ready: rank 1 of 4, local rank 1, host node-0, attempt 0")
    assert lines[1].startswith(
        "epoch 0:   0%|          | 0/30 [00:00<?, ?it/s]20:18:03 INFO train: step 0/30 loss=2.0772"
    )


def test_text_after_a_carriage_return_counts_only_when_there_is_any() -> None:
    assert clean_line(b"10%\r20%\r30%").text == "30%"
    assert clean_line(b"the message\r").text == "the message"
    assert clean_line(b"the message\r      \r").text == "the message"


def test_a_record_that_only_a_bar_overwrote_is_kept() -> None:
    """LlamaFactory#9298: the metrics stand before the bar on one line, and they are the evidence."""
    raw = next(line for line in raw_lines(report("02-lf9298-z0-step2") / "train.log") if line.startswith(b"{'loss'"))
    text = clean_line(raw).text
    assert text.startswith("{'loss': 3.5249, 'grad_norm': 100.6676025390625, 'learning_rate': 0.0, 'epoch': 1.0} ")
    assert "1/300 [00:02<10:31,  2.11s/it]huggingface/tokenizers" in text
    assert clean_line(b"  1%|x| 1/9 [00:01<00:08]\r  2%|x| 2/9 [00:02<00:07]").text == "  2%|x| 2/9 [00:02<00:07]"


def test_a_line_of_any_length_is_cut_and_says_how_much_is_missing() -> None:
    assert clean_line(b"x" * 5_000) == CleanLine("x" * 4_096, 904)
    assert clean_line(b"x" * 50_000_000) == CleanLine("x" * 4_096, 50_000_000 - 4_096)
    accents = clean_line("é".encode() * 5_000)
    assert accents == CleanLine("é" * 4_096, 2 * 904)


def test_a_long_line_of_bars_shows_the_last_one() -> None:
    raw = b"\r".join(b"%3d%%|#| %d/9999 [00:01<00:02]" % (at // 100, at) for at in range(9_999)) + b"\rTraceback"
    assert clean_line(raw) == CleanLine("Traceback", 0)


def test_a_cut_does_not_tear_a_character_apart() -> None:
    """gloo's messages hold emoji; the byte before the bound may be in the middle of one."""
    assert "\ufffd" not in clean_line("🏖".encode() * 3_000, limit=1_000).text
    assert clean_line(b"a" + "🏖".encode() * 3_000, limit=1_000).text == "a" + "🏖" * 999


def test_line_breaks_inside_a_value_are_shown() -> None:
    assert clean_text("evil\nname.log") == "evil␤name.log"
    assert clean_text("evil\rname.log") == "evil␍name.log"
    assert clean_text("undecodable \udcff name") == "undecodable \ufffd name"


def test_ordinary_logs_pass_unchanged() -> None:
    """Nothing of a plain ASCII line is touched, and no real log yields anything unsafe."""
    for path in all_logs():
        for raw in raw_lines(path):
            text = clean_line(raw).text
            assert is_safe(text)
            if raw.isascii() and raw.decode().isprintable() and len(raw) <= 4_096:
                assert text == raw.decode()
