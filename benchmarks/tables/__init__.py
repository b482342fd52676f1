"""Tables of many fields with the right kind of each column, held apart from what columns learn from."""
