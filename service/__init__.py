"""People: the command line."""
