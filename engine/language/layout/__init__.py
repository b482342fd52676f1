"""How a text is laid out: wrapped lines, cells and lists, rows of numbers."""
