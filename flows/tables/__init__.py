"""Releases of tables: the clauses about them, and the proof of k."""
