"""Forms of the ledger's tables in PostgreSQL, one after the other."""
