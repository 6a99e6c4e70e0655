"""Logs as jobs really write them, while they are followed."""
