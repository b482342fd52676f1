"""People: accounts, how they sign in, and what their roles allow."""
