"""Tables in files: read in batches, written, read back."""
