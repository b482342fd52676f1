"""Document formats: open, rewrite in place, read back by a second parser."""
