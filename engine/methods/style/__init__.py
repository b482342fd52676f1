"""Plain writing: habits of style replaced by one common form, without a change of meaning."""
