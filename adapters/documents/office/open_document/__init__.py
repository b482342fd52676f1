"""ODF texts, workbooks and presentations: read as text, written from a closed vocabulary."""
