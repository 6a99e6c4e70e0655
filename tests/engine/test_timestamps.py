"""Every spelling of a time that the logs of distributed jobs use, and what each does and does not tell."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from denpex_tui.engine.clean import clean_line
from denpex_tui.engine.timestamps import Stamp, parse_stamp
from tests.engine.cases import corpus, raw_lines


def at(*when: int, fraction: float = 0.0, east: float = 0.0) -> float:
    moment = datetime(*when, tzinfo=timezone(timedelta(hours=east)))  # type: ignore[arg-type, misc]
    return moment.timestamp() + fraction


NOON = at(2026, 5, 1, 12)
NOVEMBER = at(2026, 11, 30, 20)


@pytest.mark.parametrize(
    ("text", "seconds", "precision", "zone_known"),
    [
        ("2026-05-01 12:00:00,123 [rank0] INFO", NOON + 0.123, 1e-3, False),
        ("[2026-05-01 12:00:00,123] [INFO]", NOON + 0.123, 1e-3, False),
        ("[2026-05-01 12:00:00.123456] iteration", NOON + 0.123456, 1e-6, False),
        ("2026-05-01T12:00:00.123Z text", NOON + 0.123, 1e-3, True),
        ("2026-05-01T12:00:00.123456789Z text", NOON + 0.123456789, 1e-9, True),
        ("2026-05-01T12:00:00+08:00", NOON - 8 * 3600, 1.0, True),
        ("2026-05-01T12:00:00-0330", NOON + 3.5 * 3600, 1.0, True),
        ("2026-05-01_12:00:17", NOON + 17, 1.0, False),
        ("2026/05/01 12:00:00 text", NOON, 1.0, False),
        ("05/01/2026 12:00:00 - INFO", NOON, 1.0, False),
        ("[05/01/26 12:00:00] INFO", NOON, 1.0, False),
        ("31/05/2026 12:00:00", at(2026, 5, 31, 12), 1.0, False),
        ("Mon Nov 30 19:59:36 2026[1,1]<stdout>:", at(2026, 11, 30, 19, 59, 36), 1.0, False),
        ("Mon Nov 30 19:59:36 UTC 2026", at(2026, 11, 30, 19, 59, 36), 1.0, True),
        ("[Fri May  1 12:00:00 2026] NVRM", NOON, 1.0, False),
        ("1764531437", 1764531437.0, 1.0, True),
        ("[1764531437.123] text", 1764531437.123, 1e-3, True),
        ("1764531437123 text", 1764531437.123, 1e-3, True),
    ],
)
def test_a_whole_stamp(text: str, seconds: float, precision: float, zone_known: bool) -> None:
    found = parse_stamp(text)
    assert found is not None
    stamp, _ = found
    assert stamp.seconds == pytest.approx(seconds, abs=1e-6)
    assert stamp == Stamp(stamp.seconds, precision, zone_known=zone_known)


@pytest.mark.parametrize(
    ("text", "seconds", "precision"),
    [
        ("May  1 12:00:00 node7 kernel:", at(2026, 5, 1, 12), 1.0),
        ("Nov 30 12:00:00 node7 kernel:", at(2026, 11, 30, 12), 1.0),
        ("W1130 19:48:07.900000 12590 torch/distributed/run.py:874]", at(2026, 11, 30, 19, 48, 7, fraction=0.9), 1e-3),
        ("I1130 19:54:57.649587 15560 train.py:239]", at(2026, 11, 30, 19, 54, 57, fraction=0.649587), 1e-6),
        ("11-30 12:00:00 file.py:12]", at(2026, 11, 30, 12), 1.0),
        ("E906 08:00:00.000000001 ProcessGroupNCCL.cpp:616]", at(2026, 9, 6, 8), 1.0),
        ("W1021 09:14:31.000000001 TCPStore.cpp:115]", at(2026, 10, 21, 9, 14, 31), 1.0),
    ],
)
def test_a_stamp_without_a_year_takes_that_of_a_time_near_it(text: str, seconds: float, precision: float) -> None:
    found = parse_stamp(text, near=at(2026, 9, 1))
    assert found is not None
    assert found[0].seconds == pytest.approx(seconds)
    assert (found[0].precision, found[0].year_known) == (precision, False)


def test_the_year_turns_with_the_year() -> None:
    """A December stamp read near the 2nd of January belongs to the old year, and the other way round."""
    december = parse_stamp("E1231 23:59:59.000000000 f.cpp:1]", near=at(2027, 1, 2))
    january = parse_stamp("E101 00:00:01.000000000 f.cpp:1]", near=at(2026, 12, 31))
    assert december is not None and december[0].seconds == at(2026, 12, 31, 23, 59, 59)
    assert january is not None and january[0].seconds == at(2027, 1, 1, 0, 0, 1)


def test_without_a_time_near_it_the_year_is_never_the_present_one() -> None:
    found = parse_stamp("E1130 12:00:00.123456789 f.cpp:1]")
    assert found is not None
    assert datetime.fromtimestamp(found[0].seconds, UTC).year == 2000
    assert not found[0].year_known


def test_a_time_of_day_takes_the_closest_day() -> None:
    before = parse_stamp("23:59:58 INFO", near=at(2026, 12, 1, 0, 0, 5))
    after = parse_stamp("00:00:02 INFO", near=at(2026, 11, 30, 23, 59, 58))
    assert before is not None and before[0].seconds == at(2026, 11, 30, 23, 59, 58)
    assert after is not None and after[0].seconds == at(2026, 12, 1, 0, 0, 2)
    assert not after[0].date_known and not after[0].year_known


def test_the_month_of_a_c10d_stamp_is_not_padded() -> None:
    march = parse_stamp("[E321 12:00:00.123456789 ProcessGroupNCCL.cpp:616] x", near=at(2026, 4, 1))
    december = parse_stamp("[E1206 12:00:00.123456789 ProcessGroupNCCL.cpp:616] x", near=at(2026, 12, 1))
    assert march is not None and march[0].seconds == at(2026, 3, 21, 12)
    assert december is not None and december[0].seconds == at(2026, 12, 6, 12)


def test_nine_digits_of_c10d_are_another_clock_and_count_for_nothing() -> None:
    """pt-hang-debug-detail: inside one file these stamps jump back by up to a second."""
    path = next(corpus("pt-hang-debug-detail").glob("*/attempt_0/0/stderr.log"))
    texts = [clean_line(raw).text.removeprefix("[rank0]:") for raw in raw_lines(path)]
    stamps = [found[0] for text in texts if text.startswith("[I1130") and (found := parse_stamp(text, NOVEMBER))]
    assert len(stamps) > 20
    assert {stamp.precision for stamp in stamps} == {1.0}
    assert all(stamp.seconds == int(stamp.seconds) for stamp in stamps)


def test_the_kernels_stamp_counts_from_boot() -> None:
    found = parse_stamp("[74889.644138] NVRM: Xid (PCI:0000:02:00): 79", near=NOVEMBER)
    padded = parse_stamp("[ 1234.000001] x")
    assert found is not None and found[0].boot and found[0].seconds == 74889.644138
    assert found[1] == len("[74889.644138]")
    assert padded is not None and padded[0].boot


def test_the_index_behind_a_stamp_closes_its_bracket() -> None:
    for text, rest in [
        ("[2026-05-01 12:00:00,123] [INFO]", " [INFO]"),
        ("2026-05-01T12:00:00.123Z INFO", " INFO"),
        ("Mon Nov 30 19:59:36 2026[1,1]<stdout>:x", "[1,1]<stdout>:x"),
        ("[E1130 12:00:00.123456789 f.cpp:1] x", " f.cpp:1] x"),
    ]:
        found = parse_stamp(text)
        assert found is not None and text[found[1] :] == rest


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[2:23:33<5:39:36, 10.61s/it]",
        "00:02<10:31",
        "I1119 it 1200 loss 0.31",
        "r24-02-22-23-29",
        "2026-02-30 12:00:00",
        "2026-05-01 25:00:00",
        "E1340 12:00:00.123456789 f.cpp:1]",
        "12 samples",
        "1073741824 bytes allocated",
        "[rank3]: x",
        "[3] finished collective",
        "17645314371234567 long",
        "Error 12:00:00",
        "May be wrong",
    ],
)
def test_what_is_no_stamp(text: str) -> None:
    assert parse_stamp(text, near=NOVEMBER) is None


def test_a_power_of_two_is_a_size() -> None:
    assert parse_stamp("1073741824 bytes allocated") is None
    assert parse_stamp("2147483648 elements") is None


def test_an_offset_is_told_from_a_number_that_follows() -> None:
    message = parse_stamp("2026-05-01 12:00:00 -1234 is the offset")
    zone = parse_stamp("2026-05-01 12:00:00 +0800 text")
    assert message is not None and message[0].seconds == NOON
    assert zone is not None and zone[0].seconds == NOON - 8 * 3600


@given(st.text(max_size=60), st.none() | st.floats(allow_nan=False))
def test_any_text_gives_a_stamp_inside_it_or_none(text: str, near: float | None) -> None:
    found = parse_stamp(text, near)
    assert found is None or 0 < found[1] <= len(text)


@given(st.datetimes(datetime(2001, 9, 10), datetime(2033, 1, 1)))
def test_a_stamp_as_logging_writes_it_reads_back(moment: datetime) -> None:
    found = parse_stamp(moment.strftime("%Y-%m-%d %H:%M:%S,") + f"{moment.microsecond // 1000:03d} x")
    assert found is not None
    expected = moment.replace(microsecond=moment.microsecond // 1000 * 1000, tzinfo=UTC).timestamp()
    assert found[0].seconds == pytest.approx(expected, abs=1e-6)
