"""The command line in other languages than English."""
