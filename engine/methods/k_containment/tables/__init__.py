"""Binary tables and how cells become features."""
