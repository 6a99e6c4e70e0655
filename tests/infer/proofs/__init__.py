"""One test file for each proof."""
