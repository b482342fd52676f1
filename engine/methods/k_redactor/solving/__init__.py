"""Which words of one document go: linear programs, exact and rounded."""
