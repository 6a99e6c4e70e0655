"""Logs in object stores and on web servers, read through fsspec. Loaded only when a URL is named."""
