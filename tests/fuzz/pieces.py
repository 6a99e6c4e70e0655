"""Pieces of logs, records and rules, so that random inputs get past the first check."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.hostile.payloads import ALL

LOG = (
    *(
        b"\n",
        b"\r\n",
        b"\r",
        b" ",
        b"\t",
        b": ",
        b"[rank0]: ",
        b"[rank1]:",
        b"[default3]:",
        b"1: ",
        b"[RANK 2] ",
        b"[1,3]<stderr>:",
    ),
    *(
        b"2026-11-30 20:25:21,336 ",
        b"[2026-11-30T20:25:21.5Z] ",
        b"Nov 30 20:25:21 ",
        b"[E1130 20:25:21.123456 77 x.py:1] ",
    ),
    *(b"20:25:21 ", b"1796070000.5 ", b"9999-99-99 99:99:99 ", b"INFO ", b"[ERROR] ", b"WARNING:root:", b"node-7: "),
    *(
        b"Traceback (most recent call last):\n",
        b'  File "a.py", line 3, in f\n    g()\n',
        b"ValueError: x\n",
        b"KeyError",
    ),
    *(
        b"\nDuring handling of the above exception, another exception occurred:\n\n",
        b"  | ",
        b"  + Exception Group Traceback",
    ),
    *("╭─ Traceback (most recent call last) ─╮\n".encode(), "│ /a/b.py:3 in f │\n".encode(), "╰───╯\n".encode()),
    *(
        b"torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB",
        b"RuntimeError: NCCL error",
        b"exitcode: -9",
    ),
    *(
        b"[rank0]:[E1130 20:25:21.1 ProcessGroupNCCL.cpp:616] Watchdog caught collective operation timeout",
        b"Fatal Python error",
    ),
    *(b"{'loss': nan, 'step': 3}", b"step: 3 loss: inf", b"  3%|\xe2\x96\x8e | 1/30 [00:00<00:05,  4.8it/s]"),
)
JSON = (
    *(
        b'{"time": 1796070000.5, "rank": 1, "msg": "',
        b'"}',
        b'{"message": {"message": "',
        b'", "extraInfo": {"timestamp": "1e999"}}}',
    ),
    *(
        b'{"exc_info": "Traceback (most recent call last):\\n',
        b'"level": 40',
        b'"loss": NaN',
        b'"x": 1e999',
        b"\\ud800",
        b"\\u202e",
    ),
    *(b'{"a":' * 50, b"[" * 200, b"}", b'{"ts": -1e300, "host": "\\u001b]52;c;x\\u0007"}', b'"levelname": {"name": 3}'),
)
TOML = (
    *(
        b'id = "x"\n',
        b'title = "',
        b'"\n',
        b"[[signals]]\n",
        b"pattern = '",
        b"'\n",
        b'role = "initiator"\n',
        b"[facts]\n",
    ),
    *(
        b"[[checklist]]\n",
        b"[[samples]]\n",
        b"text = '''",
        b"'''\n",
        b'"\\u001b" = 1\n',
        b"tags = [1, [2]]\n",
        b"(?P<n>.*)*",
        b"{n}",
    ),
    *(
        b"[undecided]\n",
        b"[[lookups]]\n",
        b"table = {a = 'b'}\n",
        b"priority = 1e999\n",
        b"a.b.c = 1\n",
        b"signals = 3\n",
    ),
)


def inputs(target: str) -> st.SearchStrategy[bytes]:
    """Bytes that look like what ``target`` reads, with hostile ones and any others between them."""
    own = {"json_lines": JSON, "rules": TOML}.get(target, LOG)
    piece = st.sampled_from(own) | st.sampled_from(own) | st.sampled_from(ALL) | st.binary(max_size=12)
    return st.lists(piece, max_size=24).map(b"".join)
