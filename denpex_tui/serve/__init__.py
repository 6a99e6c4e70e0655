"""The screen in a browser: a small web server, one process for each page, nobody let in without a token."""
