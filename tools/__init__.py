"""Tools of the maintainers; nothing here is installed."""
