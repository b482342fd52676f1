"""Word documents: opened, cleaned and written; their fields and tables."""
