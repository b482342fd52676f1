"""Schedules: when documents of a folder become releases by themselves, and what became of each run."""
