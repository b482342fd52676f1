"""Documents that are open in a word processor: inspected, and sent to review with remarks."""
