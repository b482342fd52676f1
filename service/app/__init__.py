"""What every part of the service shares: settings, state, keys, and who sends a request."""
