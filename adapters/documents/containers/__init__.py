"""Files that hold files: archives and their names."""
