"""Logs, names and rules as strangers could write them, and what reaches the terminal, a file or the clipboard."""
