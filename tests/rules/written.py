"""A small good rule, and files of it in a directory of a team's own."""

from __future__ import annotations

import os
from pathlib import Path

GOOD = """\
id = "my-failure"
title = "My failure"
area = "data"
phase = "data-loading"
summary = "It fails."
explanation = "Because."
does_not_prove = "Much."

[[signals]]
id = "message"
pattern = '^RuntimeError: shard (?P<shard>\\d+) is gone'
role = "initiator"
text = "shard {shard} is gone"

[[checklist]]
id = "seen"
text = "The message is present"
mode = "signal"
found_by = ["message"]

[[checklist]]
id = "same-step"
text = "It happens at the same step"
mode = "comparison"
comparison = "same-step"

[[checklist]]
id = "on-disk"
text = "The file is gone"
mode = "manual"

[[fixes]]
title = "Fetch it again"
when = "the file is gone"
change = "fetch {shard}"
verify = "ls {shard}"
expect = "its name"

[[references]]
title = "A source"
url = "https://example.org"

[[samples]]
matches = ["message"]
text = "[rank0]: RuntimeError: shard 7 is gone"

[[samples]]
text = "INFO data: shard 7 is there"
"""

LOG = """\
2026-11-30 20:37:29,435 INFO [rank 0] train: step 1 | loss 2.31
Traceback (most recent call last):
  File "/workspace/train.py", line 9, in main
    read(shard)
RuntimeError: shard 7 is gone
"""


def written(directory: Path, text: str = GOOD, area: str = "data", name: str = "my-failure") -> Path:
    """``text`` as a rule file below ``directory``; a file that is written again gets another time of change."""
    path = directory / area / f"{name}.toml"
    before = path.stat().st_mtime_ns if path.exists() else 0
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    if path.stat().st_mtime_ns == before:
        os.utime(path, ns=(before + 1_000_000, before + 1_000_000))
    return path
