"""Whose line it is: each prefix of the launchers and collectors, and the ones that only look like a rank."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from denpex_tui.engine.clean import clean_line
from denpex_tui.engine.model import Tags
from denpex_tui.engine.prefixes import Peeled, peel
from tests.engine.cases import all_logs, corpus, raw_lines, report

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC).timestamp()
BAR = "epoch 0:  47%|███▋   | 14/30 [00:02<00:02,  5.87it/s]"


@pytest.mark.parametrize(
    ("line", "tags", "rest"),
    [
        ("[default3]:step 10", Tags(local_rank=3), "step 10"),
        ("[default3]:    indented", Tags(local_rank=3), "    indented"),
        ("[rank3]: Traceback (most recent call last):", Tags(rank=3), "Traceback (most recent call last):"),
        ('[rank3]:   File "x.py", line 3, in f', Tags(rank=3), '  File "x.py", line 3, in f'),
        ("[rank3]:", Tags(rank=3), ""),
        ("[default2]:[rank10]: ValueError: x", Tags(rank=10, local_rank=2), "ValueError: x"),
        ("i.pretrain/0 [default2]:[rank2]: RuntimeError: x", Tags(rank=2, local_rank=2), "RuntimeError: x"),
        ("gpu-node-1: [rank3]: RuntimeError: x", Tags(rank=3, host="gpu-node-1"), "RuntimeError: x"),
        ("[1,3]<stderr>:Traceback", Tags(rank=3, stream="stderr"), "Traceback"),
        ('[1,3]<stderr>:  File "x.py"', Tags(rank=3, stream="stderr"), '  File "x.py"'),
        ("[job,3]<stdout>: text", Tags(rank=3, stream="stdout"), "text"),
        (
            "[prterun-n1-77@1,3][n1:801]<stderr>: text",
            Tags(rank=3, host="n1", pid=801, stream="stderr"),
            "text",
        ),
        ("(RayTrainWorker pid=615, ip=10.0.7.6) text", Tags(host="10.0.7.6", pid=615), "text"),
        ("(MegatronPolicyWorker[rank=8] pid=30988) [rank8]: x", Tags(rank=8, pid=30988), "x"),
        ("(raylet) A worker died", Tags(), "A worker died"),
        ("(autoscaler +5s) Resized", Tags(), "Resized"),
        ("[pod/train-worker-3/pytorch] text", Tags(host="train-worker-3"), "text"),
        ("worker-3  | text", Tags(host="worker-3"), "text"),
        (
            "nodea:41028:43152 [3] include/alloc.h:178 NCCL WARN Cuda failure",
            Tags(host="nodea", pid=41028),
            "include/alloc.h:178 NCCL WARN Cuda failure",
        ),
        (
            "n1:1:2 [4] NCCL INFO comm 0x55 rank 6 nranks 8",
            Tags(host="n1", pid=1),
            "NCCL INFO comm 0x55 rank 6 nranks 8",
        ),
        ("[gpu7:811] *** Process received signal ***", Tags(host="gpu7", pid=811), "*** Process received signal ***"),
        ("rank 3 step 11 loss 2.5", Tags(rank=3), "rank 3 step 11 loss 2.5"),
        ("rank 2/4: optimizer BF16_Optimizer", Tags(rank=2), "rank 2/4: optimizer BF16_Optimizer"),
        ("[RANK 3] text", Tags(rank=3), "text"),
    ],
)
def test_launchers_and_collectors(line: str, tags: Tags, rest: str) -> None:
    peeled = peel(line)
    assert (peeled.tags, peeled.text) == (tags, rest)
    assert line[peeled.start :] == rest


@pytest.mark.parametrize(
    ("line", "level", "rest", "tags"),
    [
        ("2026-05-01 12:00:00,000 INFO [rank 3] train: step 1", "INFO", "step 1", Tags(rank=3)),
        ("2026-05-01 12:00:00,000 [rank3] INFO train: step 1", "INFO", "step 1", Tags(rank=3)),
        ("2026-05-01T12:00:00.000Z INFO    train | step 1", "INFO", "step 1", Tags()),
        ("[2026-05-01 12:00:00,000] [INFO] [launch.py:161:main] text", "INFO", "text", Tags()),
        ("2026-05-01 12:00:00.000 | ERROR    | mod:fn:42 - text", "ERROR", "text", Tags()),
        ("05/01/2026 12:00:00 - INFO - __main__ - [RANK 3] text", "INFO", "text", Tags(rank=3)),
        ("[titan] 2026-05-01 12:00:00,000 - root - INFO - step: 10", "INFO", "step: 10", Tags()),
        ("[INFO|trainer.py:2134] 2026-05-01 12:00:00,000 >> text", "INFO", "text", Tags()),
        ("[NeMo W 2026-05-01 12:00:00 nemo_logging:405] text", "WARNING", "text", Tags()),
        (" [2026-05-01 12:00:00.000000] iteration 120", None, "iteration 120", Tags()),
        ("2026-05-01 12:00:00,000 ERROR ValueError: bad", "ERROR", "ValueError: bad", Tags()),
        ("2026-05-01T12:00:00.0Z stderr F   indented", None, "  indented", Tags(stream="stderr")),
        ("[pod/w-3/pytorch] 2026-05-01T12:00:00.000000000Z   indented", None, "  indented", Tags(host="w-3")),
        ("w-3-abc pytorch 2026-05-01T12:00:00Z text", None, "text", Tags(host="w-3-abc")),
        ("gpu-node-1: [2026-05-01 12:00:00,000] [INFO] [a.py:1:f] x", "INFO", "x", Tags(host="gpu-node-1")),
        ("Fri May  1 12:00:00 2026[1,3]<stdout>:text", None, "text", Tags(rank=3, stream="stdout")),
        ("[2026-05-01 12:00:00] n1:1:2 [4] NCCL INFO x", None, "NCCL INFO x", Tags(host="n1", pid=1)),
    ],
)
def test_loggers_and_their_times(line: str, level: str | None, rest: str, tags: Tags) -> None:
    peeled = peel(line)
    assert (peeled.level, peeled.text, peeled.tags) == (level, rest, tags)
    assert peeled.stamp is not None and peeled.stamp.seconds == NOON


@pytest.mark.parametrize(
    ("line", "level", "rest", "tags"),
    [
        (
            "[rank13]:[E501 12:00:00.123456789 ProcessGroupNCCL.cpp:616] [Rank 1] Watchdog caught",
            "ERROR",
            "[Rank 1] Watchdog caught",
            Tags(rank=13),
        ),
        ("[I501 12:00:00.208551579 debug.cpp:48] [c10d] level", "INFO", "[c10d] level", Tags()),
        ("W0501 12:00:00.900000 12590 torch/distributed/run.py:874] text", "WARNING", "text", Tags(pid=12590)),
    ],
)
def test_native_loggers_have_seconds_and_no_year(line: str, level: str, rest: str, tags: Tags) -> None:
    peeled = peel(line, near=NOON)
    assert (peeled.level, peeled.text, peeled.tags) == (level, rest, tags)
    assert peeled.stamp is not None and int(peeled.stamp.seconds) == NOON


def test_older_native_loggers_have_no_time() -> None:
    peeled = peel("[rank1]:[E ProcessGroupNCCL.cpp:1316] [Rank 1] x")
    assert (peeled.tags.rank, peeled.stamp, peeled.level, peeled.text) == (1, None, "ERROR", "[Rank 1] x")
    assert peel("ERROR:torch.distributed.elastic:Sending process 7").level == "ERROR"


@pytest.mark.parametrize(
    "line",
    [
        "[Rank 1] Watchdog caught collective operation timeout",
        "[Rank -1] DeepSpeed info: version=0.16.2",
        "[2026-05-01 12:00:00,123] [INFO] [logging.py:128:log_dist] [Rank 0] step=10",
        "[E ProcessGroupGloo.cpp:138] Rank 3 successfully reached monitoredBarrier",
        "[E1130 19:56:59.036157940 ProcessGroupGloo.cpp:2901] [Rank 0]: Rank 1 failed to pass monitoredBarrier",
        "Rank 1 failed to pass monitoredBarrier in 30000 ms",
        "Rank 0, 1 and 2 timed out",
        "RuntimeError: Rank 11, node n7, device 3, iteration 121: Unexpected result nan",
        "[7] finished collective #182, but didn't join collective #183",
        "[3] text",
        "3: text",
        "[1, 2, 3]",
        "ranking 3: text",
        "  rank      : 3 (local_rank: 3)",
        "srun: error: node-0: task 2: Exited with exit code 1",
        "MPI_ABORT was invoked on rank 2 in communicator MPI_COMM_WORLD",
    ],
)
def test_a_rank_that_a_message_speaks_of_is_not_its_writer(line: str) -> None:
    assert peel(line).tags.rank is None


@pytest.mark.parametrize(
    "line",
    [
        "    return func(*args, **kwargs)",
        '  File "x.py", line 3, in f',
        "ValueError: [1, 2]",
        "train: [1, 2, 3] is not a host",
        "RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:547] Connection closed by peer",
        "step-3 | loss 2.5",
        "14/30 [00:02<00:02]",
        "(see pid 12) text",
        "job started at 2026-05-01T12:00:00Z",
        "May be wrong",
        "INFO",
        "",
    ],
)
def test_what_has_no_prefix_stays_whole(line: str) -> None:
    assert peel(line) == Peeled(Tags(), None, None, None, line, 0)


def test_labels_count_only_in_a_labelled_source() -> None:
    assert peel(" 3: text", labelled=True).tags.rank == 3
    assert peel("[3] text", labelled=True).tags.rank == 3
    assert peel(" 3:   indented", labelled=True).text == "  indented"
    assert peel("29: [rank29]:   File", labelled=True).tags == Tags(rank=29)
    assert peel("srun: error: node-0: task 2: Exited", labelled=True).tags.rank is None


def test_a_launchers_number_yields_to_the_records_own_tag() -> None:
    """srun starts one torchrun on each node: its label is the node, ``[rank9]`` the rank."""
    assert peel("1: [rank9]: ValueError: x", labelled=True).tags.rank == 9
    assert peel("1: [default1]:Traceback", labelled=True).tags == Tags(local_rank=1)
    assert peel("1: Traceback", labelled=True, label_is_rank=False).tags.rank is None


def test_the_outermost_explicit_rank_counts() -> None:
    assert peel("[rank13]: 2026-05-01 12:00:00,000 [rank 1] INFO train: x").tags.rank == 13


def test_names_that_are_known_to_lead_lines_are_hosts() -> None:
    known = frozenset({"gpu-node-1"})
    assert peel("gpu-node-1: Traceback", hosts=known).tags.host == "gpu-node-1"
    assert peel("gpu-node-1:   indented", hosts=known).text == "  indented"
    assert peel("ValueError: Traceback", hosts=known).tags.host is None


def test_a_record_behind_a_bar() -> None:
    peeled = peel(BAR + "20:18:03 INFO train: step 14/30 loss=2.1", near=NOON)
    assert (peeled.progress, peeled.level, peeled.text) == ((14, 30), "INFO", "step 14/30 loss=2.1")


def test_a_bar_alone_is_the_record() -> None:
    """Its postfix may hold the only metrics there are (Lightning)."""
    line = "Epoch 0:  12%|█▏        | 120/1000 [02:11<16:02,  1.09s/it, loss=2.31, v_num=3]"
    assert peel(line) == Peeled(Tags(), None, None, (120, 1000), line, 0)


def test_a_record_before_a_bar() -> None:
    raw = next(line for line in raw_lines(report("02-lf9298-z0-step2") / "train.log") if line.startswith(b"{'loss'"))
    peeled = peel(clean_line(raw).text)
    assert peeled.progress == (1, 300)
    assert peeled.text.startswith("{'loss': 3.5249")


def test_a_tag_behind_a_bar_begins_another_writers_record() -> None:
    """pt-progress-ansi, torchrun --tee: rank 2's bar has no line end, so rank 3's record follows it."""
    other = peel("[default2]:" + BAR + "[default3]:20:18:04 INFO train: step 1/30")
    assert (other.tags.local_rank, other.progress, other.text) == (3, None, "step 1/30")
    same = peel("[default2]:" + BAR + "[default2]:20:18:04 INFO train: step 1/30")
    assert (same.tags.local_rank, same.progress) == (2, (14, 30))
    untagged = peel("[default2]:" + BAR + "20:18:04 INFO train: step 1/30")
    assert (untagged.tags.local_rank, untagged.progress) == (2, (14, 30))
    error = peel("[default2]:" + BAR + "[rank2]: Traceback")
    assert (error.tags, error.progress) == (Tags(rank=2, local_rank=2), (14, 30))
    unknown = peel(BAR + "[rank1]: Traceback")
    assert (unknown.tags, unknown.progress) == (Tags(rank=1), None)


def test_two_times_of_one_line() -> None:
    """A collector's time stands on every line; the writer's is finer when both are of one clock (nccl#1610: +8 h)."""
    finer = peel("Fri May  1 12:00:00 2026[1,3]<stdout>:2026-05-01 12:00:00,250 INFO train: x")
    zones = peel("2026-05-01T12:00:00Z [rank3]:[E501 04:00:00.123456789 f.cpp:1] x")
    assert finer.stamp is not None and finer.stamp.seconds == NOON + 0.25
    assert zones.stamp is not None and zones.stamp.seconds == NOON
    assert zones.text == "x"


def test_seconds_since_boot_are_no_time() -> None:
    kernel = peel("May  1 12:00:00 gpu7 kernel: [74889.644138] NVRM: Xid (PCI:0000:02:00): 79", near=NOON)
    assert kernel.stamp is not None and kernel.stamp.seconds == NOON
    assert (kernel.tags.host, kernel.text) == ("gpu7", "NVRM: Xid (PCI:0000:02:00): 79")
    assert peel("[74889.644138] NVRM: Xid").stamp is None


def test_every_line_of_a_tagged_job_names_its_writer() -> None:
    """mpi-tagged: mpirun tags all lines of the ranks, and the record's own ``[rank2]`` agrees with it."""
    ranks = set()
    for raw in raw_lines(corpus("mpi-tagged") / "mpirun.log"):
        text = clean_line(raw).text
        if text.startswith("[1,"):
            peeled = peel(text)
            assert peeled.tags.rank == int(text[3])
            assert not peeled.text.startswith("[")
            ranks.add(peeled.tags.rank)
    assert ranks == {0, 1, 2, 3}


def test_the_bars_of_a_rank_count_its_steps() -> None:
    path = next(corpus("pt-progress-ansi").glob("*/attempt_0/1/stderr.log"))
    peeled = [peel(clean_line(raw).text) for raw in raw_lines(path)]
    steps = [line for line in peeled if line.text.startswith("step ")]
    assert len(steps) > 5
    for line in steps:
        assert line.progress is not None
        assert line.text.startswith(f"step {line.progress[0]}/{line.progress[1]} loss=")
        assert line.stamp is not None and line.level == "INFO"


PIECES = [
    "[",
    "]",
    ":",
    " ",
    "[rank1]:",
    "[default1]:",
    "(a pid=1) ",
    "3: ",
    BAR,
    "2026-05-01 12:00:00 ",
    "INFO ",
    "%|",
]
PIECES += ["n1:1:2 [0] ", "{", "\x00", "[1,2]<stderr>:", "E1130 12:00:00.123456789 ", "a-1 | "]


@given(st.text(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.booleans())
def test_any_text_is_peeled_to_a_suffix_of_itself(line: str, labelled: bool) -> None:
    peeled = peel(line, labelled=labelled, near=NOON)
    assert 0 <= peeled.start <= len(line)
    assert peeled.text == line[peeled.start :]


@pytest.mark.parametrize(
    "piece", ["[", "a", "a-", "1", " ", "[rank1]:", "0%|", "(a pid=", "a.b ", "[a,1", "12:00:00 ", "a:1:"]
)
def test_a_hostile_line_is_looked_at_only_at_its_beginning(piece: str) -> None:
    line = piece * (100_000 // len(piece))
    assert peel(line).start <= 12 * 512


def test_real_lines_lose_nothing_but_prefixes() -> None:
    for path in all_logs():
        for raw in raw_lines(path):
            text = clean_line(raw).text
            assert text.endswith(peel(text).text)
