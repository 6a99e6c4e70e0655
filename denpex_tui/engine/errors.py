"""Errors whose text is meant for the person at the keyboard."""

from __future__ import annotations


class UsageError(Exception):
    """Bad input: one clear sentence that says what, where and what to do."""


INTERNAL_ERROR = "internal error"
"""Begins the sentence that tells of a defect of this program."""
