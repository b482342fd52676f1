"""What a column of a table holds, decided over all of its rows."""
