"""K-containment measured: the paper's tables, and tables of one's own."""
