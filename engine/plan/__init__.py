"""The plan: a compiled policy, what it consists of, and how two of them differ."""
