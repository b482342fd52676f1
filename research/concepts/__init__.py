"""C-sanitized measured: against experts, the paper, and readers who attack."""
