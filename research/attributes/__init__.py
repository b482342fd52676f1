"""Personal attributes measured on posts with quoted clues."""
