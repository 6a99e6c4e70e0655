"""The prefixes that launchers, collectors and loggers put before a record, as patterns.

Every repetition is bounded. Named groups: ``rank`` (an explicit global rank), ``task`` (a launcher's number: a global
rank unless the record says otherwise), ``local``, ``host``, ``pid``, ``stream``, ``level``, ``letter``, ``stamp``.
"""

from __future__ import annotations

import re

_HOST = r"[A-Za-z0-9][\w.-]{0,127}"
_UPPER = "DEBUG|INFO|NOTICE|WARNING|WARN|ERROR|CRITICAL|FATAL|EXCEPTION|TRACE"
_LEVEL = rf"(?P<level>{_UPPER}|{_UPPER.lower()}|Debug|Info|Warning|Error|Critical|Fatal)"
_NAME = r"[a-z_][\w./-]{0,127}"
"""A logger's name: not capitalised, so that ``ERROR ValueError: …`` keeps its exception."""
_CODE = r"[\w./+-]{1,200}\.\w{1,4}:\d{1,6}"

# torchrun writes no space behind its tag, the excepthook one: what follows is the record's own indentation.
_RANK = re.compile(r"\[rank(?P<rank>\d{1,6})\]: ?")
_TORCHRUN = re.compile(r"\[(?:default|trainer|worker)(?P<local>\d{1,5})\]:")

_OPEN_MPI_4 = re.compile(r"\[\d{1,12},(?P<task>\d{1,6})\]<(?P<stream>std(?:out|err|diag))>:")
_OPEN_MPI_5 = re.compile(
    rf"\[[\w.@-]{{1,128}},(?P<task>\d{{1,6}})\](?:\[(?P<host>{_HOST}):(?P<pid>\d{{1,10}})\])?"
    r"<(?P<stream>std(?:out|err|diag))>: ?"
)
_KUBECTL = re.compile(rf"\[pod/(?P<host>{_HOST})/[\w.-]{{1,64}}\] ?")
_RAY_WORKER = re.compile(
    r"\([\w.:]{1,96}(?:\[rank=(?P<rank>\d{1,6})\])? pid=(?P<pid>\d{1,10})(?:, ip=(?P<host>[\w.:]{1,64}))?\) ?"
)
_RAY_SYSTEM = re.compile(r"\((?:raylet|gcs_server|autoscaler)(?: \+\w{1,12}|, ip=(?P<host>[\w.:]{1,64}))?\) ?")
_TORCHX = re.compile(r"[A-Za-z][\w.-]{0,63}/\d{1,5} (?=\[(?:default|rank|trainer|worker)\d)")
_STERN = re.compile(
    r"(?P<host>[a-z0-9][\w.]{0,63}-[\w.-]{1,64}) (?!at |on |since )[\w.-]{1,64} (?=20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d)"
)
_COMPOSE = re.compile(
    r"(?P<host>(?!(?:step|epoch|iter|iteration|batch|rank)-)[a-z][\w.]{0,63}(?:-\w{1,32}){0,4}-\d{1,5}) {1,16}\| ?"
)
_PDSH = re.compile(
    rf"(?P<host>{_HOST}): (?=\[20\d\d-\d\d-\d\d[ T]|20\d\d-\d\d-\d\d[ T]\d|\[(?:rank|default)\d{{1,6}}\]:)"
)
TAGS = {"[": (_RANK, _TORCHRUN, _OPEN_MPI_4, _OPEN_MPI_5, _KUBECTL), "(": (_RAY_WORKER, _RAY_SYSTEM)}
"""What launchers and collectors write before a line, by its first character."""
LEADING_TAGS = {"a": (_TORCHX, _STERN, _COMPOSE, _PDSH), "0": (_STERN, _PDSH)}
"""Those that look like words, and so count only before any other prefix."""
LEADING_HOST = re.compile(rf"(?P<host>{_HOST}): ")

LABEL = re.compile(r" {0,6}(?:(?P<task>\d{1,6}): |\[(?P<bracketed>\d{1,6})\] )")
"""``srun --label`` and hydra's ``-l``; ordinary text looks the same, so only a labelled source is read this way."""

_GLOG = re.compile(
    r"\[?(?P<stamp>(?P<letter>[VDIWEFC])(?:\d{3,4} \d\d:\d\d:\d\d\.\d{6,9})?)(?: {1,6}(?P<pid>\d{1,10}))? "
    rf"{_CODE}\] ?"
)
"""``[E1130 12:00:00.123456789 file.cpp:616] ``, with a pid in Python's loggers, without a time until torch 2.3."""

_NCCL = re.compile(
    rf"(?P<host>{_HOST}):(?P<pid>\d{{1,10}}):\d{{1,10}} \[-?\d{{1,5}}\] (?=NCCL |[\w./-]{{1,96}}:\d{{1,6}} NCCL )"
)
"""``host:pid:tid [cudaDev] ``: the number in brackets is the CUDA device, not a rank."""

_MPI_SIGNAL = re.compile(
    r"\[(?P<host>[A-Za-z][\w.-]{0,63}):(?P<pid>\d{1,10})(?::\d{1,10}){0,2}\] (?=\*\*\*|\[ ?\d{1,3}\] |Caught signal )"
)
_HF = re.compile(rf"\[{_LEVEL}\|[\w.-]{{1,64}}(?::\d{{1,6}})?\] (?P<stamp>[\d-]{{10}} [\d:,]{{8,12}}) (?:>> )?")
_NEMO = re.compile(r"\[NeMo (?P<letter>[VDIWEFC]) (?P<stamp>[\d-]{10} [\d:]{8}) [\w./-]{1,96}:\d{1,6}\] ?")
_VLLM = re.compile(rf"{_LEVEL} (?P<stamp>\d\d-\d\d \d\d:\d\d:\d\d) \[?[\w./-]{{1,96}}:\d{{1,6}}\] ?")
_DETECTRON = re.compile(r"\[(?P<stamp>\d\d/\d\d \d\d:\d\d:\d\d) [\w./-]{1,96}\]: ?")
_BASIC = re.compile(rf"{_LEVEL}:{_NAME}:")
NATIVE = {"[": (_GLOG, _MPI_SIGNAL), "a": (_GLOG, _NCCL), "0": (_NCCL,)}
"""Headers of runtime libraries, by the kind of their first character: a rank at the start of their message is one that
they speak of."""
HEADED = {"[": (_HF, _NEMO, _DETECTRON), "a": (_VLLM, _BASIC)}
"""Other logging prefixes that are whole in one pattern, their time in the group ``stamp``."""

BEFORE_STAMP = re.compile(rf"(?:\[?{_LEVEL}\]? {{1,8}}|\[[A-Za-z][\w.-]{{0,31}}\] )(?=\[?20\d\d-\d\d-\d\d[ T]\d)")
"""``[titan] `` or a level before the time."""

CRI = re.compile(r" (?P<stream>stdout|stderr) [FP] ")
SYSLOG = re.compile(rf" (?P<host>{_HOST}) (?:kernel|[\w./-]{{1,64}}\[(?P<pid>\d{{1,10}})\]): ")

BEHIND_STAMP = (
    re.compile(rf" - (?:[\w./:-]{{1,96}} - )?{_LEVEL} - (?:{_NAME}(?::\d{{1,6}})? - )?"),
    re.compile(rf" \| {_LEVEL} {{0,8}} ?\| [\w.<>/-]{{1,96}}:[\w.<>/-]{{1,96}}:\d{{1,6}} - "),
    re.compile(rf" \[{_LEVEL}\] (?:\[[\w./-]{{1,96}}:\d{{1,6}}:[\w.<>]{{1,96}}\] )?"),
    re.compile(rf" {{1,4}}\[(?:rank ?|RANK )(?P<rank>\d{{1,6}})\] {_LEVEL} {{1,8}}(?:{_NAME}(?:: | \| ))?"),
    re.compile(rf" {{1,4}}{_LEVEL} {{1,8}}(?:\[(?:rank ?|RANK )(?P<rank>\d{{1,6}})\] )?(?:{_NAME}(?:: | \| ))?"),
)
"""What a logger writes between its time and the message."""

BRACKETED_RANK = re.compile(r"\[(?:RANK |rank ?)(?P<rank>\d{1,6})\] ")
"""accelerate's ``[RANK 3] ``, and the same in small letters. ``[Rank 1]`` is PyTorch's rank inside a process group or
DeepSpeed's "on behalf of the job", and is no tag."""

SPOKEN_RANK = re.compile(
    r"(?:!{1,3} )?[Rr]ank ?[:=]? {0,2}(?P<rank>\d{1,6})"
    r"(?:/\d{1,6}:|:(?= )| ?\||$|,? (?=(?:step|iter|epoch|batch|loss)))"
)
"""``rank 3 step 11 loss …`` at the very start of a message; it is read and stays part of the message."""
