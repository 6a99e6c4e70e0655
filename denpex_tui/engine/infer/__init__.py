"""Inference: events in, incidents out. Pure functions of a `Job`; no clock, no file, no randomness.

`proofs` holds one file for each kind of proof; `proofs/__init__.py` is their table.
"""
