"""Diagnosis: what a rule makes of an incident, from its signals, its metric conditions and other runs."""
