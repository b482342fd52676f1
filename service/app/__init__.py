"""The application: how a request is guarded, who sends it, and what its parts share."""
