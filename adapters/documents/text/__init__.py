"""Formats that are text: plain, delimited, JSON."""
