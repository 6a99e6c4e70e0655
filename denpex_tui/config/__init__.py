"""The user's configuration: which keys, which theme, which alarm. Everything in it is optional, and so is the file."""
