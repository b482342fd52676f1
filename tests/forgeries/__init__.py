"""Forgeries of bundles, reports, approvals and lists of trusted keys, by name."""
