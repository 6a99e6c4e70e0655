"""Errors whose text is meant for the person at the keyboard."""

from __future__ import annotations

import errno


class UsageError(Exception):
    """Bad input: one clear sentence that says what, where and what to do."""


INTERNAL_ERROR = "internal error"
"""Begins the sentence that tells of a defect of this program."""


def out_of_memory() -> OSError:
    """A log that was too much for the memory there is: it is told like one that cannot be read."""
    return OSError(errno.ENOMEM, "there is not enough memory for it")
