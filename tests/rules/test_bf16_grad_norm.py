"""The first rule agrees with what is known of the assertion: its checklist, its fixes and its four causes."""

from __future__ import annotations

from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.rules.model import Rule, Scope
from denpex_tui.engine.rules.samples import matching_signals
from tests.rules.catalogue import telling_matches


def rule() -> Rule:
    found = RuleBook.bundled().get("deepspeed-bf16-grad-norm")
    assert found is not None
    return found


def test_the_checklist_begins_with_the_six_items_each_with_its_way_of_verification() -> None:
    items = [(item.text, item.mode, item.comparison) for item in rule().checklist[:6]]
    assert items == [
        (
            "Reproduce the failure from a clean checkpoint or seed, without warm-up state of a previous run",
            "manual",
            None,
        ),
        (
            "AssertionError on all_groups_norm > 0 in DeepSpeed's gradient norm computation is present",
            "signal",
            None,
        ),
        ("Runs fine with fp16, crashes with bf16", "comparison", "control"),
        ("Happens at the same step consistently", "comparison", "same-step"),
        ("Gradient norm reported as 0.0 while the model is learning", "signal", None),
        ("A targeted fix removes the symptom within one validation pass", "manual", None),
    ]


def test_it_is_symmetric_and_has_four_causes_and_an_honest_fifth_answer() -> None:
    assert rule().scope is Scope.REDUCED
    assert [variant.id for variant in rule().variants] == ["zero-gradient", "underflow", "nan", "inf"]
    assert "_global_grad_norm" in rule().undecided.explanation


def test_bf16_in_a_configuration_is_not_taken_for_fp16() -> None:
    line = "[config.py:860:print]   bfloat16_config .............. enabled=True immediate_grad_update=False"
    seen = matching_signals(rule(), line)
    assert "bf16-enabled" in seen
    assert "fp16-enabled" not in seen


def test_a_peer_that_dies_inside_the_optimizer_does_not_assert() -> None:
    text = """
[rank0]:   File "/opt/venv/lib/python3.11/site-packages/deepspeed/runtime/bf16_optimizer.py", line 344, in step
[rank0]:     self.update_lp_params()
[rank0]: RuntimeError: [pair.cc:553] Connection closed by peer [127.0.0.1]:44435
"""
    assert telling_matches(rule(), text) == {}


def test_gradients_that_user_code_removes_are_recognised_by_kind() -> None:
    """Different words for one thing, and ordinary lines about gradients that say nothing of it."""
    for line in (
        "loss spike filter: dropping this batch's gradients",
        "outlier detected, zeroing gradients for this step",
        "Discarding gradients of micro-batch 3",
        "non-finite loss: skipping gradients",
        "grads have been zeroed because the loss exceeded 3 sigma",
        "gradients were set to zero on this rank",
    ):
        seen = matching_signals(rule(), line)
        assert {"gradients-dropped", "gradients-set-to-zero"} & set(seen), line
    for line in (
        "gradient checkpointing enabled, gradient clipping 1.0",
        "optimizer.zero_grad(set_to_none=True)",
        "skipping gradient accumulation, using one micro-step",
        "gradient_accumulation_steps .. 1",
        "dropout gradient test passed",
        "reduce bucket cleared, gradient norm 0.52",
    ):
        seen = matching_signals(rule(), line)
        assert not {"gradients-dropped", "gradients-set-to-zero"} & set(seen), line


def test_widely_repeated_advice_is_met_with_facts() -> None:
    claims = " ".join(claim for claim, _ in rule().misbeliefs)
    for part in ("mantissa", "0.13.5", "fp32 gradient accumulation", "fp16 cures"):
        assert part in claims
    facts = " ".join(fact for _, fact in rule().misbeliefs)
    for part in ("1.18e-38", "6.10e-5", "0.19.8", "ZeRO 1"):
        assert part in facts


def test_the_line_number_bounds_the_release() -> None:
    table = dict(rule().lookups[0].table)
    assert table["321"] == "0.19.3 to 0.19.7"
    assert table["289"] == "0.15.1 to 0.16.5"
    assert table["256"] == "0.12.6 to 0.13.1"
