"""The vertical axis of a plot: linear or logarithmic, its ticks, and where a value that has no place is marked."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

SMALLEST_NORMALS = ((1.18e-38, "bf16, fp32 smallest normal 1.18e-38"), (6.10e-5, "fp16 smallest normal 6.10e-5"))
"""Below these a gradient loses bits (subnormal) or is flushed to zero; bf16 has the exponents of fp32."""
GRADIENT = re.compile(r"norm|absmax|grad(?!.*(?:nonzero|steps))")
"""Names of values that are kept, or were computed, in the format of the gradients."""
WIDE = 100.0
"""Values that span more than this factor are drawn on a logarithmic axis at first."""
TICKS = 6


@dataclass(frozen=True, slots=True)
class Axis:
    """Positions between ``low`` and ``high``; on a logarithmic axis they are powers of ten."""

    log: bool
    low: float
    high: float

    def place(self, value: float) -> float | None:
        """The position of a value; None for NaN, Inf, and on a logarithmic axis for zero and below."""
        if not math.isfinite(value) or (self.log and value <= 0):
            return None
        return math.log10(value) if self.log else value

    def shown(self, value: float) -> float:
        """Where a value is marked: one without a position at the bottom when it is too low, else at the top."""
        at = self.place(value)
        return at if at is not None else self.low if value <= 0 else self.high

    def ticks(self) -> list[tuple[float, str]]:
        """Positions with their labels."""
        if self.log and self.high - self.low >= 2:
            first, last = math.ceil(self.low), math.floor(self.high)
            every = max(1, -(-(last - first) // TICKS))
            return [(float(power), f"1e{power}") for power in range(first, last + 1, every)]
        if self.log:
            positions = [self.low + (self.high - self.low) * index / (TICKS - 1) for index in range(TICKS)]
            return [(at, f"{10**at:.3g}") for at in positions]
        step = _round_step((self.high - self.low) / TICKS)
        return [
            (at * step, f"{at * step:.6g}")
            for at in range(math.ceil(self.low / step), math.floor(self.high / step) + 1)
        ]

    def references(self, name: str) -> list[tuple[float, str]]:
        """The smallest normals that lie within the axis of a gradient; on a linear axis they look like zero."""
        if not self.log or not GRADIENT.search(name):
            return []
        placed = [(math.log10(value), label) for value, label in SMALLEST_NORMALS]
        return [(at, label) for at, label in placed if self.low <= at <= self.high]


def _round_step(least: float) -> float:
    """The smallest of 1, 2 or 5 times a power of ten that is at least ``least``."""
    power = 10.0 ** math.floor(math.log10(least))
    return next((factor * power for factor in (1.0, 2.0, 5.0) if factor * power >= least), 10.0 * power)


def axis(values: Iterable[float], log: bool) -> Axis:
    """The axis for the finite ones of ``values``, with some room above and below."""
    finite = [value for value in values if math.isfinite(value)]
    if log:
        finite = [math.log10(value) for value in finite if value > 0]
    low, high = min(finite, default=0.0), max(finite, default=1.0)
    room = (high - low) * 0.08 or (0.5 if log else abs(high) * 0.1 or 1.0)
    return Axis(log, low - room, high + room)


def spans_decades(values: Iterable[float]) -> bool:
    """Whether a logarithmic axis tells more."""
    positive = [value for value in values if value > 0 and math.isfinite(value)]
    return bool(positive) and max(positive) / min(positive) > WIDE


def oddity(value: float, log: bool) -> tuple[str, str] | None:
    """Mark and word of a value that must not be taken for an ordinary one."""
    if math.isnan(value):
        return "N", "NaN"
    if math.isinf(value):
        return "I", "Inf"
    if value == 0:
        return "0", "zero"
    return ("-", "negative: not on a log scale") if log and value < 0 else None
