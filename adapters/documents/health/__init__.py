"""Messages and objects of health information systems."""
