"""Which features, or cells, a table keeps."""
