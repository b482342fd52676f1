"""The databases that hold a ledger: a file of its own, a PostgreSQL server."""
