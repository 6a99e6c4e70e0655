"""Every bundled rule is complete, true to its samples, and silent where nothing failed."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.rules.model import Rule
from tests.rules.catalogue import FILES, NAMES, bundled, log_texts, telling_matches

HEALTHY = ["bf16-healthy", "fp16-control", "pt-healthy"]

NOISE = {
    "configuration": """
docker run -e TORCH_NCCL_HEARTBEAT_TIMEOUT_SEC=600 -e NCCL_TIMEOUT=1800 --shm-size=64m train:latest
[2026-11-30 20:37:29,435] [INFO] [config.py:860:print]   gradient_clipping ............ 1.0
[2026-11-30 20:37:29,437] [INFO] [config.py:860:print]   zero_allow_untested_optimizer  False
NCCL_DEBUG=WARN TORCH_DISTRIBUTED_DEBUG=DETAIL CUDA_LAUNCH_BLOCKING=1 PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True
""",
    "pip list": """
Package                  Version
deepspeed                0.19.7
nvidia-nccl-cu12         2.21.5
torch                    2.13.0
""",
    "a warning at exit": """
[rank0]:[W1119 10:00:00.000000001 ProcessGroupNCCL.cpp:1250] Warning: WARNING: process group has NOT been destroyed
""",
    "text in a data sample": """
INFO data: sample 11: "RuntimeError: CUDA out of memory" is what the user wrote, assert all_groups_norm > 0 as well
INFO data: sample 12: {"question": "what does Connection closed by peer mean?", "answer": "a peer ended"}
""",
    "source lines quoted in a traceback": """
Traceback (most recent call last):
  File "/opt/venv/lib/python3.11/site-packages/deepspeed/runtime/zero/utils.py", line 88, in check
    raise RuntimeError(f"disagreement between rank0 and rank{dist.get_rank()}: rank0: {a}")
  File "/opt/venv/lib/python3.11/site-packages/torch/distributed/run.py", line 383, in launch_agent
    raise ChildFailedError(
  File "/workspace/train.py", line 3, in main
    raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB")
  File "/workspace/train.py", line 9, in inner
    pass
KeyError: 'x'
""",
}


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_bundled_rule_loads_and_its_samples_hold(path: Path) -> None:
    """The file has no problem: shape, names, patterns (also for the scanner), placeholders and samples."""
    assert bundled(path).id == path.stem


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_bundled_rule_is_complete(path: Path) -> None:
    """It can be acted upon: a checklist that partly ticks itself off, fixes with a check, a public reference."""
    rule = bundled(path)
    assert 3 <= len(rule.checklist) <= 16
    assert any(item.mode != "manual" for item in rule.checklist)
    assert all(item.means and item.how and item.changes for item in rule.checklist)
    assert rule.fixes
    assert all(fix.when and fix.change and fix.verify and fix.expect for fix in rule.fixes)
    assert all(url.startswith("https://") for _, url in rule.references)
    assert rule.summary and rule.does_not_prove


@pytest.mark.parametrize("case", HEALTHY)
def test_no_rule_blames_anyone_in_a_healthy_run(case: str) -> None:
    """No initiator or collateral signal matches in logs of runs that ended well."""
    texts = log_texts(case)
    assert texts
    fired = [
        (rule.id, name, where, line)
        for rule in RuleBook.bundled().rules
        for where, text in texts.items()
        for name, line in telling_matches(rule, text).items()
    ]
    assert fired == []


@pytest.mark.parametrize("kind", NOISE)
def test_no_rule_fires_on_noise(kind: str) -> None:
    """Configuration dumps, package lists, quoted source and user text are no failures."""
    fired = {rule.id: found for rule in RuleBook.bundled().rules if (found := telling_matches(rule, NOISE[kind]))}
    assert fired == {}


def test_no_rule_fires_on_the_catalogue_s_own_prose() -> None:
    """A terminal that shows the catalogue and is itself logged is no failure."""
    rules = RuleBook.bundled().rules
    prose = "\n".join(line for rule in rules for line in _prose(rule))
    fired = {rule.id: found for rule in rules if (found := telling_matches(rule, prose))}
    assert fired == {}


def test_the_catalogue_loads_as_a_whole() -> None:
    """No problem between the files either: unique ids and aliases, overrides that exist."""
    book = RuleBook.bundled()
    assert book.problems == ()
    assert len(book.rules) == len(FILES)
    names = [name for rule in book.rules for name in (rule.id, *rule.aliases)]
    assert len(names) == len(set(names))


def _prose(rule: Rule) -> list[str]:
    """What ``rules show`` prints of a rule, line by line."""
    texts = [rule.title, rule.summary, rule.explanation, rule.does_not_prove]
    texts += [text for item in rule.checklist for text in (item.text, item.means, item.how, item.changes)]
    texts += [text for fix in rule.fixes for text in (fix.title, fix.when, fix.change, fix.verify, fix.expect)]
    texts += [signal.text for signal in rule.signals]
    texts += [title for title, _ in rule.references]
    return [line for text in texts for line in text.splitlines()]
