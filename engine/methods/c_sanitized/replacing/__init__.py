"""What stands in the place of a risky term: senses, safe generalizations, phrases, sentences."""
