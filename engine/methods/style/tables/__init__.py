"""Data of the style method."""
