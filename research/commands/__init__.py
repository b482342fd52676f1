"""Commands that measure quality on annotated data."""
