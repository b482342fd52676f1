"""English as the methods need it: words, terms, lines, forms of words."""
