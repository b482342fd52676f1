"""Notices: people are told by mail, and programs by webhook, what waits for them; no text is in them."""
