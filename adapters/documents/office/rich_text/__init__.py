"""RTF: read as text, written from a closed vocabulary of control words."""
