"""Compliance reports: HTML and JSON from the data of engine.record.report."""
