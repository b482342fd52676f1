"""Attacks on the process around a release: other users, other pages, planted code."""
