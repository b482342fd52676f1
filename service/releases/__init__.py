"""Releases as cases that move: intake, run, review, approval."""
