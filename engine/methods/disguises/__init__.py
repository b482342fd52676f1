"""Text that hides what it says: encoded payloads, and spellings that no pattern expects."""
