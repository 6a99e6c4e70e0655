"""Tests of the plain report."""
