"""PDF: what is shown, what is removed, what is written."""
