"""What a log can hold that a terminal, an editor or a browser would act on, and a directory full of it."""

from __future__ import annotations

import json
import os
from pathlib import Path

ESCAPES = (
    b"\x1b]52;c;T1dORUQ=\x07",  # the clipboard
    b"\x1b]8;;http://evil.example/\x1b\\click\x1b]8;;\x1b\\",  # a link
    b"\x1b]0;OWNED\x07",  # the window's title
    b"\x1bP1$qOWNED\x1b\\",  # DCS
    b"\x1b_OWNED\x1b\\",  # APC, which some terminals take pictures from
    b"\x1b[2J\x1b[3J",
    b"\x1b[1337A\x1b[1337;1337H",  # the cursor
    b"\x1b[?1337h\x1b[6n\x1bc",  # modes, a request for an answer, a reset
    b"\x9b1337A\x9d52;c;T1dORUQ=\x9c",  # C1 as single bytes
    "\u009b1337A\u009d52;c;T1dORUQ=\u009c".encode(),  # C1 in UTF-8
    b"\x1b[31",  # never finished
)
CHARACTERS = (
    *("\u202e\u2066\u2069\u200f".encode(), "\u200b".encode() * 400, ("e" + "\u0301" * 400).encode()),
    *(b"\x00\x07\x08\x0b\x0c\x0e\x7f", b"\xed\xa0\x80\xff\xfe", b"\xef\xbb\xbf", "\u2028\u2029\u0085".encode()),
)
MARKUP = (
    b"[/foo]",
    b"[@click=app.quit]x[/]",
    b"[link=http://evil.example]x[/link]",
    b"[bold red]",
    b"<script>x</script>",
)
ALL = (*ESCAPES, *CHARACTERS, *MARKUP)
FLOOD = b" ".join(ALL)


def hostile_name(number: int) -> bytes:
    """The name of a log with escapes and markup in it; a name holds no NUL and no slash."""
    payloads = (b"\x1b]52;c;T1dORUQ=\x07", b"\x9b1337A", b"[@click=app.quit]x", b"\xff", "\u202e".encode())
    return b"rank_%d.%s.log" % (number, payloads[number % len(payloads)])


def write_hostile_logs(root: Path) -> Path:
    """A job of five ranks whose second ends with an exception; every line carries every payload."""
    base = os.fsencode(root) + b"/node-\x1b]0;OWNED\x07[/foo]\xff"
    Path(os.fsdecode(base)).mkdir(parents=True)
    for rank in range(5):
        with Path(os.fsdecode(base + b"/" + hostile_name(rank))).open("wb") as file:
            file.writelines(
                b"2026-11-30 20:25:%02d,336 INFO [rank %d] train: step %d %s\n" % (n, rank, n, FLOOD) for n in range(20)
            )
            if rank == 1:
                file.write(_traceback(rank))
    (root / "rank_5.jsonl").write_bytes(b"".join(_record(number) for number in range(5)))
    (root / f"picture-{'e' + chr(0x301) * 20}.png").write_bytes(b"\x89PNG" + FLOOD)
    for path in root.rglob("*"):  # written long ago: nothing is waited for
        os.utime(path, (1_796_070_000, 1_796_070_000))
    return root


def _traceback(rank: int) -> bytes:
    lines = (
        b"Traceback (most recent call last):",
        b'  File "%s.py", line 1, in main' % FLOOD.replace(b'"', b""),
        b"    main() # %s" % FLOOD,
        b"ValueError: bad value " + FLOOD,
    )
    return b"".join(b"[rank%d]: %s\n" % (rank, line) for line in lines)


def _record(number: int) -> bytes:
    text = FLOOD.decode("utf-8", "surrogateescape")
    record = {
        "time": 1_796_070_000 + number,
        "level": "ERROR",
        "rank": 5,
        "host": text,
        "msg": f"RuntimeError: {text}",
        "loss": 1.5,
        "step": number,
        text: 1.0,
    }
    return json.dumps(record).encode() + b"\n"
