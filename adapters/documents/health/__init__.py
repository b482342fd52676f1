"""Messages of health information systems."""
