"""Documents from object stores, and bundles to them."""
