"""Commands of keys: the installation's, people's own, and whom to trust."""
