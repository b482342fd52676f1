"""What auditors read of the service: the ledger, and what the moves of releases add up to."""
