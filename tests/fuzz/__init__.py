"""Inputs that nobody thought of: each target takes bytes and raises when a promise does not hold.

The default run spends about a minute on all of them and tries the same inputs every time; ``FUZZ_SECONDS=600 pytest
tests/fuzz`` (or ``make fuzz``) spends so many seconds on each and draws new ones. Inputs that once failed are files in
``cases/<target>/`` and run every time. With atheris installed, ``python -m tests.fuzz TARGET [-max_total_time=600]``
lets coverage lead the way.
"""
