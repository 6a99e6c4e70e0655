"""Redaction: what names someone is replaced, by the same stand-in everywhere; what explains the failure stays."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from denpex_tui.cli import main
from denpex_tui.report.redact import Redaction

CASE = Path(__file__).parent.parent / "cases" / "corpus" / "rank-local-error" / "logs"
REPLACED = {
    "host by its word": ("host      : gpu17.acme.internal", "host      : node-1"),
    "host in brackets": ("connect to [gpu17]:29500 failed", "connect to [node-1]:29500 failed"),
    "account on a host": ("alice@gpu17: permission denied", "user-1@node-1: permission denied"),
    "mail": ("mailed alice@acme.com", "mailed mail-1"),
    "path": ("saved /scratch/acme/run7/model.pt", "saved /dir-1/model.pt"),
    "file that names someone": ('File "/home/alice/x/acme.py", line 3', 'File "/dir-1/file-1.py", line 3'),
    "installed package": (
        "/home/alice/v/lib/python3.11/site-packages/torch/nn/x.py",
        "/dir-1/lib/python3.11/site-packages/torch/nn/x.py",
    ),
    "home": ("~/runs/7 and ~bob/x", "/dir-1 and ~user-1/x"),
    "address": ("tcp://10.1.2.3:29500", "tcp://ip-1:29500"),
    "IPv6": ("peer fe80::1:2 is gone", "peer ip-1 is gone"),
    "MAC": ("aa:bb:cc:0d:ee:ff", "mac-1"),
    "web address": ("see https://wandb.acme.io/alice/p?x=1", "see https://node-1/dir-1"),
    "bucket": ("s3://acme-data/train/x.bin", "s3://node-1/dir-1"),
    "key": ("HF_TOKEN=hf_Zx9Qw8Er7Ty6Ui5Op4As3Df2Gh1Jk0Lmabc", "HF_TOKEN=hf_[masked-1]"),
}
KEPT = [
    "step 7 loss 2.5 grad_norm 0.4 lr 1e-4 3.2 it/s 12/40 tokens/s and/or",
    "2026-11-30 20:31:02,114 at::native::add c10::Error torch.distributed.elastic",
    "nvidia-cudnn-cu12==9.1.0.70, NCCL version 2.18.3.1, driver 535.104.5.12",
    "127.0.0.1:29500 localhost 0.0.0.0 /dev/shm /usr/lib/x86_64-linux-gnu/libc.so.6",
    '[rank0]:   File "train.py", line 114, in train',
    "rank_3.log attempt_0/1/stderr.log local_rank: 2 (pid: 32423) root@localhost",
    "https://pytorch.org/docs/stable/elastic/errors.html",
]


@pytest.mark.parametrize(("text", "expected"), REPLACED.values(), ids=REPLACED)
def test_what_names_someone_is_replaced(text: str, expected: str) -> None:
    assert Redaction().text(text) == expected


@pytest.mark.parametrize("text", KEPT)
def test_what_explains_the_failure_stays(text: str) -> None:
    assert Redaction().text(text) == text


def test_a_name_learned_in_one_place_is_replaced_in_all() -> None:
    """Before it was given away too; with its domain and without; as a part of a word; in a path's file name."""
    texts = (
        "gpu17 is slow",
        "train_acme.py:12",
        "alice_run3",
        "host: gpu17.acme.internal",
        "/home/alice/train_acme.py",
    )
    assert Redaction().apply(texts) == (
        "node-1 is slow", "file-1.py:12", "user-1_run3", "host: node-1", "/dir-1/file-1.py",
    )  # fmt: skip


def test_other_names_have_other_stand_ins_and_all_are_counted() -> None:
    redaction = Redaction()
    redaction.apply(("host: gpu17", "host: gpu18", "gpu17 gpu17"))
    told = [(entry.original, entry.stand_in, entry.count) for entry in redaction.replacements]
    assert told == [("gpu17", "node-1", 3), ("gpu18", "node-2", 1)]


def test_the_preview_shows_no_whole_key() -> None:
    redaction = Redaction()
    redaction.text("password=hunter2secret")
    assert [entry.original for entry in redaction.replacements] == ["hunt… (13 characters)"]


def test_a_user_called_like_an_ordinary_word_does_not_blank_the_report() -> None:
    assert Redaction().apply(("/home/train/x.py", "train loss 2.5 data root"))[1] == "train loss 2.5 data root"


@given(st.text(st.sampled_from("ab1 /.:@-_~[]=\"'…"), max_size=60))
def test_any_text_is_survived(text: str) -> None:
    Redaction().shown(text)


@pytest.mark.parametrize("piece", ["a/", "/a", "a.", "1.", "a:", "a@", "~/", "a-", "host:a ", "[a]:", "://a"])
def test_time_grows_with_the_length_only(piece: str) -> None:
    """A tenfold text may not cost a hundredfold; twice that is allowed to a busy machine."""

    def seconds(count: int) -> float:
        text = piece * (count // len(piece))
        began = time.process_time()
        Redaction().text(text)
        return time.process_time() - began

    assert seconds(80_000) < 50 * max(seconds(8_000), 0.005)


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    root = tmp_path / "acme-llm"
    root.mkdir()
    for rank in range(2):
        lines = [f"2026-11-30 20:31:0{n} [rank {rank}] step {n} loss 2.{n}" for n in range(5)]
        lines += ["hostname=gpu17.acme.internal", "resume from /data/acme/ckpt_9/model.pt as user=alice"]
        if rank:
            lines += [
                "Traceback (most recent call last):",
                '  File "/home/alice/acme/job.py", line 3, in main',
                "    go()",
            ]
            lines += ["ValueError: alice cannot reach 10.1.2.3 from gpu17"]
        (root / f"acme-rank_{rank}.log").write_text("\n".join(lines) + "\n")
    return root


NAMES = ("acme", "alice", "10.1.2.3", "gpu17")


@pytest.mark.parametrize("form", ["text", "json", "markdown", "html", "chat"])
def test_no_form_of_a_report_holds_a_name(logs: Path, tmp_path: Path, form: str) -> None:
    out = tmp_path / "report"
    assert main(["report", str(logs), "--redact", "--format", form, "-o", str(out)]) == 1
    text = out.read_text()
    assert not [name for name in NAMES if name in text]
    assert "user-1 cannot reach ip-1 from node-1" in " ".join(text.split())
    assert "rank_1.log" in text


def test_the_preview_is_printed_instead_of_the_report(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(logs), "--redact-preview"]) == 1
    text = capsys.readouterr().out
    told = {row.split()[0]: row.split()[2] for row in text.splitlines() if "  ->  " in row}
    assert told["alice"] == "user-1" and told["10.1.2.3"] == "ip-1" and told["gpu17"] == "node-1"
    assert "FIRST" not in text and "read the report before you send it" in text


def test_redacting_and_showing_secrets_contradict(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--show-secrets", "report", str(logs), "--redact"]) == 2
    assert "choose one" in capsys.readouterr().err


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    first, second = tmp_path / "1.html", tmp_path / "2.html"
    for out in (first, second):
        main(["report", str(CASE), "--format", "html", "--redact", "-o", str(out)])
    assert first.read_bytes() == second.read_bytes()
