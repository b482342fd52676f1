"""Public figures that the methods rest on, each with its source."""
