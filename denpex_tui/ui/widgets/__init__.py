"""The panes, one a file, named after what the user sees."""
