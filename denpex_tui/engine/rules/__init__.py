"""Rules as data: their form, their files, and the catalogue."""
