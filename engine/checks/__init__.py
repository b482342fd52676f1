"""The second look at everything that is released."""
