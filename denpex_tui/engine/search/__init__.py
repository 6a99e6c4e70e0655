"""Searching all logs with one pattern: linear time, in blocks of bytes, counts instead of a list of hits."""
