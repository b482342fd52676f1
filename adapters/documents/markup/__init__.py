"""Markup: HTML and Markdown."""
