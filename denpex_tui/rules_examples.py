"""One example for each test of a metric condition, as the reference shows it."""

from __future__ import annotations

CONDITION_EXAMPLES = {
    "nan": 'metric = "loss", ranks = "some"',
    "inf": 'metric = "loss", at = "failure"',
    "nonfinite": 'metric = "grad_norm", at = "any"',
    "finite": 'metric = "loss", at = "failure", ranks = "all"',
    "zero": 'metric = "grad_norm", at = "last"',
    "nonzero": 'metric = "skipped_steps", at = "last"',
    "equals": 'metric = "grad_norm", value = -1.0',
    "below": 'metric = "grad_norm", value = 1e-12, at = "last"',
    "above": 'metric = "loss", value = 1e-3, at = "before"',
    "falling": 'metric = "grad_norm", steps = 4, at = "last"',
    "rising": 'metric = "loss", steps = 5, at = "last"',
    "constant": 'metric = "grad_norm", steps = 5, at = "last"',
    "moving": 'metric = "loss", steps = 3, at = "before"',
    "slower": 'metric = "loss", value = 3.0, steps = 5',
    "absent": 'metric = "grad_norm", at = "failure"',
}
