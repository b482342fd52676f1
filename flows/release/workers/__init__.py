"""Worker processes: one document after another, a deadline each, a pool that ends them."""
