"""Before a document is read: which files there are, what kind each is, the sandbox that reads it."""
