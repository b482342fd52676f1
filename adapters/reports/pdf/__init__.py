"""Reports as PDF files: set in type from their page, signed, and checked again."""
