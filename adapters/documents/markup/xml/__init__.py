"""XML of any kind: texts and values are content, names are schema."""
