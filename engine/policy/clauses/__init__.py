"""The clauses of a policy, one kind a module."""
