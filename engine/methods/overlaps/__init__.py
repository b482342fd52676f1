"""What two texts share, told from keyed sketches: words, shingles and paragraphs as numbers, no text."""
