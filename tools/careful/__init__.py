"""Makes the file of the careful reader from its recipe: `python -m tools.careful`."""
