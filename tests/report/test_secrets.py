"""Keys and passwords of a log do not leave the machine with a report; what only looks random stays.

All keys here are invented.
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from denpex_tui.cli import main
from denpex_tui.report.secrets import mask, masked

R = "Zx9Qw8Er7Ty6Ui5Op4As3Df2Gh1Jk0Lm"
HEX = "0123456789abcdef0123456789abcdef01234567"
SECRETS = [
    ("aws", "key AKIA" + "QWERTYUIOP123456 used", "key AKIA[masked] used"),
    ("aws secret", f"aws_secret_access_key = {R}", "aws_secret_access_key = [masked]"),
    ("hugging face", f"token=hf_{R}abc", "token=hf_[masked]"),
    ("openai", f"Incorrect API key provided: sk-proj-{R}", "Incorrect API key provided: sk-proj-[masked]"),
    ("openai, old", f"sk-{R}{R[:16]}", "sk-[masked]"),
    ("wandb", f"WANDB_API_KEY={HEX} python train.py", "WANDB_API_KEY=[masked] python train.py"),
    ("wandb login", f"$ wandb login --relogin {HEX}", "$ wandb login --relogin [masked]"),
    ("github", f"git clone https://x:ghp_{R}1234@github.com/a/b", "git clone https://x:[masked]@github.com/a/b"),
    ("github, new", f"github_pat_{R}", "github_pat_[masked]"),
    ("password in address", "redis://user:hunter2secret@host:6379/0", "redis://user:[masked]@host:6379/0"),
    ("header", f"Authorization: Bearer {R}", "Authorization: Bearer [masked]"),
    ("jwt", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.abcDEF123_-xyz", "eyJ[masked]"),
    ("json", '{"password": "hunter2secret", "step": 3}', '{"password": "[masked]", "step": 3}'),
    (
        "signed address",
        "https://s3/x?X-Amz-Signature=0badf00d0badf00d&part=2",
        "https://s3/x?X-Amz-Signature=[masked]&part=2",
    ),
    ("netrc", f"machine api.wandb.ai login user password {HEX}", "machine api.wandb.ai login user password [masked]"),
    ("slack", "xoxb-1234567890-abcdefghij", "xoxb-[masked]"),
    ("pem", "-----BEGIN RSA PRIVATE KEY-----␤MIIEow␤-----END", "-----BEGIN RSA PRIVATE KEY-----[masked]-----END"),
]
HARMLESS = [
    f"commit {HEX} (HEAD -> main)",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "frame #3: at::native::add + 0x7f4c9cc759d0 (0x7f4c9cc759d0 in /lib/libtorch.so)",
    "saved checkpoint global_step1000-epoch=3-val_loss=0.12-hf_llama_7b_checkpoint_final_2024.ckpt",
    "models--meta-llama--Llama-2-7b-hf/snapshots/8a0442e81540efaeb1a0fe3e95477b5e0edfd423",
    "pad_token=<pad> eos_token_id=50256 tokens=512 token: 13 tokens/s: 4096.5 max_tokens=4096",
    "ncclUniqueId 0x5f3759df5f3759df5f3759df communicator hash 0x123456789abcdef0",
    "tcp://10.0.0.1:29500 file:///data/x:y https://github.com/a/b/issues/3@v2",
    "sk-learn-random-forest-model-2024-checkpoint-v2-final-of-all",
    "KeyError: 'api_key'; password=None; api_key: missing; HF_TOKEN is not set; PASSWORD=${PASSWORD}",
    "bearer of bad news: rank 3 failed",
]


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in SECRETS], ids=[row[0] for row in SECRETS])
def test_a_secret_is_masked_and_its_kind_stays(text: str, expected: str) -> None:
    assert mask(text) == expected
    assert mask(expected) == expected


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_random_stays(text: str) -> None:
    assert mask(text) is text or mask(text) == text


@given(st.lists(st.sampled_from([word for row in SECRETS for word in row[1].split()]) | st.text(max_size=8)))
def test_masking_again_changes_nothing(words: list[str]) -> None:
    once = mask(" ".join(words))
    assert mask(once) == once


@pytest.mark.parametrize(
    "piece", ["eyJ", "eyJa.", "://", "password", "bearer ", "sk-", "-----BEGIN PRIVATE KEY-----", "a"]
)
def test_time_grows_with_the_length_only(piece: str) -> None:
    """A tenfold text may not cost a hundredfold; twice that is allowed to a busy machine."""

    def seconds(count: int) -> float:
        text = "token " + piece * (count // len(piece))
        began = time.process_time()
        mask(text)
        return time.process_time() - began

    assert seconds(200_000) < 50 * max(seconds(20_000), 0.005)


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    path = tmp_path / "logs" / "rank_0.log"
    path.parent.mkdir()
    path.write_text(
        "[rank0]: Traceback (most recent call last):\n"
        '[rank0]:   File "train.py", line 3, in main\n'
        f"[rank0]:     push(url, api_key='{R}')\n"
        f"[rank0]: ValueError: cannot reach https://me:{R}@hub.example/x with hf_{R}abc\n"
    )
    return path.parent


@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_a_report_in_a_file_holds_none_unless_asked(logs: Path, tmp_path: Path, form: str) -> None:
    out = tmp_path / "report"
    assert main(["report", str(logs), "--format", form, "-o", str(out)]) == 1
    assert R not in "".join(out.read_text().split()) and "[masked]" in out.read_text()
    assert main(["--show-secrets", "report", str(logs), "--format", form, "-o", str(out)]) == 1
    assert "[masked]" not in out.read_text()


def test_the_matched_part_of_a_line_is_still_marked(logs: Path) -> None:
    from denpex_tui.engine.rules.book import RuleBook
    from denpex_tui.engine.session import Session

    session = Session([str(logs)], book=RuleBook.bundled())
    session.poll()
    snapshot = masked(session.snapshot)
    assert snapshot == replace(snapshot)
    event = snapshot.incidents[0].first.event
    assert event is not None and R not in repr(snapshot)
    assert event.span is None or event.span[1] <= len(event.text)
    session.close()
