"""Patterns of dates: written in full, in part, and as people say them."""
