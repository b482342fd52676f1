"""Review: which documents people look at, their desks, what they correct, who grants more."""
