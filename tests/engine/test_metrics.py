"""Steps and metrics as trainers print them, and text that only looks like them."""

from __future__ import annotations

import math

import pytest

from denpex_tui.engine.metrics import Metrics, extract
from tests.engine.written import lines_of


def extracted(line: str) -> Metrics | None:
    """What the engine takes from a raw line, its prefixes peeled."""
    (parsed,) = lines_of(line)
    return extract(parsed.text, parsed.progress)


STANDARD = "2026-11-30 20:10:08,294 [rank2] INFO train: step 5/30 loss=2.0772 grad_norm=0.272 step_ms=240.7"
TABLE = "2026-11-30 20:25:56,927 INFO [rank 1] train: step   1 | loss 5.748 | grad_norm 0.5657 | lr 0.001"
PROBE = "2026-11-30 20:31:09,723 INFO [rank 0] train: step  12 | loss 0 | grad_absmax 0.000e+00 | grad_nonzero 0"
HF_STRINGS = "{'loss': '5.374', 'grad_norm': '1.434', 'learning_rate': '0.00095', 'epoch': '0.04'}"
HF_NAN = "{'loss': 0.0, 'grad_norm': nan, 'learning_rate': 9.99e-05, 'epoch': 0.02}"
MEGATRON = (
    " [2026-05-01 12:00:00.123456] iteration      120/  500000 | consumed samples:       122880 | elapsed time per "
    "iteration (ms): 812.3 | learning rate: 1.0E-05 | global batch size:  1024 | lm loss: 2.113E+00 | loss scale: 1.0 "
    "| grad norm: 1.234 | number of skipped iterations:   0 | number of nan iterations:   0 |"
)
TITAN = (
    "[titan] 2026-05-01 12:00:00,123 - root - INFO - step: 10  loss:  7.12345  grad_norm:  1.2345  memory: "
    "40.12GiB(50.1%)  tps: 1,234"
)
DEEPSPEED = "[2026-11-30 20:36:29,637] [INFO] [logging.py:123:log_dist] [Rank 0] step=5, skipped=2, lr=[0.001], mom=[]"
BAR_AND_RECORD = (
    "epoch 0:  43%|████▎     | 13/30 [00:02<00:02,  5.72it/s]"
    "20:18:06 INFO train: step 12/30 loss=2.0783 grad_norm=0.302"
)
BAR = "epoch 0:  47%|████▋     | 14/30 [00:02<00:02,  5.50it/s]"


@pytest.mark.parametrize(
    ("line", "step", "values"),
    [
        (STANDARD, 5, {"loss": 2.0772, "grad_norm": 0.272}),
        (TABLE, 1, {"loss": 5.748, "grad_norm": 0.5657, "lr": 0.001}),
        (PROBE, 12, {"loss": 0.0, "grad_absmax": 0.0, "grad_nonzero": 0.0}),
        (HF_STRINGS, None, {"loss": 5.374, "grad_norm": 1.434, "lr": 0.00095}),
        (MEGATRON, 120, {"lr": 1e-05, "loss": 2.113, "loss_scale": 1.0, "grad_norm": 1.234}),
        (TITAN, 10, {"loss": 7.12345, "grad_norm": 1.2345}),
        (BAR_AND_RECORD, 12, {"loss": 2.0783, "grad_norm": 0.302}),
    ],
)
def test_a_metric_line(line: str, step: int | None, values: dict[str, float]) -> None:
    found = extracted(line)
    assert found is not None
    assert (found.step, dict(found.values), found.secondary) == (step, values, False)


def test_values_that_are_no_numbers() -> None:
    found = extracted(HF_NAN)
    assert found is not None
    values = dict(found.values)
    assert values["loss"] == 0.0
    assert math.isnan(values["grad_norm"])
    spelled = [extracted(f"step 3 loss={text} ") for text in ("nan", "NaN", "inf", "-inf", "Inf")]
    assert all(one is not None and not math.isfinite(dict(one.values)["loss"]) for one in spelled)


def test_totals() -> None:
    assert [found.total for line in (STANDARD, MEGATRON, TABLE) if (found := extracted(line))] == [30, 500_000, None]


def test_the_step_counters_of_deepspeed_and_of_bars_are_secondary() -> None:
    for line, step in ((DEEPSPEED, 5), (BAR, 14)):
        found = extracted(line)
        assert found is not None
        assert (found.step, found.secondary) == (step, True)
    assert dict(extracted(DEEPSPEED).values) == {"skipped": 2.0}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "line",
    [
        "2026-11-30 19:55:40,100 [rank1] INFO train: grad_norm nan? no (0.443)",
        "2026-11-30 20:25:58,246 INFO [rank 1] train: loss spike filter: dropping this batch's gradients",
        "0 failed batches, 0 errors",
        "setting NCCL_TIMEOUT=1800 and loss_fn=cross_entropy",
        "gradient_clipping .............. is not set",
        "step by step guide, see https://example.org/step/3d",
        "first step took 240.7ms",
        "the best loss so far was found in the third epoch",
        "",
    ],
)
def test_text_that_only_looks_like_metrics(line: str) -> None:
    found = extracted(line)
    assert found is None or (found.step, found.values) == (None, ())


def test_a_value_ends_at_a_boundary() -> None:
    found = extracted("step 4 loss=2.1040xyz grad_norm=1.0.3 lr=1e-4")
    assert found is not None
    assert dict(found.values) == {"lr": 1e-4}


def test_a_line_s_cost_is_bounded() -> None:
    assert extract("x" * 2_000 + " step 3 loss 1.0") is None


def test_the_first_of_equal_names_counts() -> None:
    found = extracted("step 4 | loss 2.5 | loss 9.9")
    assert found is not None
    assert found.values == (("loss", 2.5),)
