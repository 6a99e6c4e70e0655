"""Whole screens: the incident, the help, and the small input for a note."""
