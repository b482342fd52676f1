"""Office Open XML: Word documents and Excel workbooks."""
