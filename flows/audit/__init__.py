"""Auditing: the ledger, one redaction confirmed, one value revealed, a bundle verified."""
