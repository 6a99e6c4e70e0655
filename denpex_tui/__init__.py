"""denpex-tui: which rank of a distributed training job failed first, why, and what to do about it."""

from __future__ import annotations

__version__ = "0.1.0"
