"""The user's configuration: which keys, which theme. Everything in it is optional, and so is the file."""
