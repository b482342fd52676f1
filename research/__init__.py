"""What measures the methods, and does the papers' experiments again; nothing that releases imports it."""
