"""Scheduled releases: when they are due, what they take from the inbox, how they run, who is told."""
