"""What a released table is worth, and what the paper compares with."""
