"""Who wrote it: authorship before and after a plain style."""
