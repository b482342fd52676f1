"""Verifying a bundle: its signature, files and tables, and whether removed values are gone."""
