"""Prefect's server for this installation: its program, settings, connections, the journal without it."""
