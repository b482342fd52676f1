"""Pages of accounts: signing in, one's own account, people and groups."""
