"""Several policies made one: the strictest clause prevails, conflicts are listed."""
