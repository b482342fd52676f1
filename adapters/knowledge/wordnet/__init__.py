"""WordNet: where it comes from, and how it is read."""
