"""Steps and metrics from a line: ``step 12 | loss 5.3 | grad_norm 0.57``, HF dicts, Megatron, tqdm bars.

A value must follow its name directly and end at a boundary, so that ``grad_norm nan? no (0.443)``, ``loss spike`` or
``0 failed batches`` give nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from denpex_tui.engine.model import Place, Tags

EXPRESSION = (
    rb"(?:steps?|iter|iteration|it|global_step)[\]'\" ]{0,3}[=: ]{1,12}\d"
    rb"|(?:loss|norm)['\"]?[=: |]{1,12}['\"\[]{0,2}(?:-?\d|nan|NaN|-?inf|Inf)"
)
"""What makes a sampled line one to look at for metrics."""
ANOMALY = (
    rb"[=: |'\"\[](?:nan|NaN|[-+]?inf|[-+]?Inf)[\s,;|})\]'\"]"
    rb"|(?:loss|norm|absmax|nonzero|valid|tokens)['\"]?[=: |]{1,12}['\"\[]{0,2}"
    rb"(?:-1(?:\.0{0,8})?|0(?:\.0{0,8})?(?:e[-+]?0{1,4})?)[\s,;|})\]'\"]"
)
"""A metric line that must never be left out: NaN, Inf, exactly zero, or -1."""

_NUMBER = r"[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+|[nN]a[nN]|[iI]nf(?:inity)?)"
_PAIR = re.compile(
    r"(?<![\w.])((?:(?:lm|grad|gradient|learning|loss|global|train) )?[A-Za-z_][\w/]{0,40})['\"]?"
    rf"\s{{0,12}}[=:|]?\s{{0,12}}['\"\[]{{0,2}}({_NUMBER})(?=$|[\s,;|}})\]'\"/])(?:\s{{0,8}}/\s{{0,8}}(\d{{1,12}})\b)?"
)
"""A name and its number: one expression for steps and metrics, since it runs on every sampled line."""
_STEP_NAMES = frozenset(
    {"step", "steps", "iter", "iteration", "it", "global_step", "global step", "global_step/max_steps"}
)
_STEM = re.compile(r"loss|norm|grad|lr$|learning[_ ]rate|valid|tokens|skipped|absmax|nonzero")
_ALIASES = {
    "lm loss": "loss",
    "lm_loss": "loss",
    "train_loss": "loss",
    "training_loss": "loss",
    "reduced_train_loss": "loss",
    "grad norm": "grad_norm",
    "gradient_norm": "grad_norm",
    "global_grad_norm": "grad_norm",
    "_global_grad_norm": "grad_norm",
    "all_groups_norm": "grad_norm",
    "norm": "grad_norm",
    "learning rate": "lr",
    "learning_rate": "lr",
    "loss scale": "loss_scale",
}
# DeepSpeed's own counter (`step=10, skipped=0, lr=[…], mom=[…]`) counts finished steps and may differ by one from
# the program's numbering, so its steps are a name of their own and serve only where no other is printed.
_DEEPSPEED = re.compile(r"\bstep=(\d+), skipped=(\d+), lr=\[([^,\]]{1,32})")
MAX_CHARS = 2_000
_STEP = "step"


@dataclass(frozen=True, slots=True)
class Metrics:
    """What one line says; ``values`` in the order of writing."""

    step: int | None
    total: int | None
    values: tuple[tuple[str, float], ...]
    secondary: bool = False
    """True when the step is DeepSpeed's own counter or a progress bar's: used only where no other is printed."""


@dataclass(frozen=True, slots=True)
class MetricPoint:
    """What one line of a source says, with the tags of its writer."""

    place: Place
    tags: Tags
    metrics: Metrics
    time: float | None
    text: str


@lru_cache(1_024)
def _known_as(name: str) -> str:
    """What a name means: `_STEP`, the name of a metric, or nothing. A log writes the same few names on every line."""
    lowered = name.lower()
    if lowered in _STEP_NAMES:
        return _STEP
    return _ALIASES.get(lowered, lowered) if _STEM.search(lowered) else ""


def extract(text: str, progress: tuple[int, int] | None = None) -> Metrics | None:
    """Step and metrics of a line, or None when it has neither."""
    text = text[:MAX_CHARS]
    if "skipped=" in text and (match := _DEEPSPEED.search(text)):
        return Metrics(int(match[1]), None, (("skipped", float(match[2])),), secondary=True)
    step: tuple[int, int | None] | None = None
    values: dict[str, float] = {}
    for name, number, total in _PAIR.findall(text):
        known = _known_as(name)
        if known == _STEP:
            if step is None and number.isdigit():
                step = int(number), int(total) if total else None
        elif known:
            values.setdefault(known, float(number))
    if step is not None:
        return Metrics(*step, tuple(values.items()))
    if progress is not None:
        return Metrics(progress[0], progress[1], tuple(values.items()), secondary=True)
    return Metrics(None, None, tuple(values.items())) if values else None
