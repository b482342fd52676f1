"""Taxonomies from the formats in which they are published."""
