"""What one place of a document tells of another: repeats, codes of one shape, dates without a year."""
