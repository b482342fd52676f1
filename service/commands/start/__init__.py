"""How the command line starts, in its own process or in one that a service keeps warm."""
