"""Backups: everything of an installation in one file, and back; the way of the tables to another version."""
