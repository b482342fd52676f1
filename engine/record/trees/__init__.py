"""Hash trees (RFC 6962): commitments to removed values, and a ledger that goes on."""
