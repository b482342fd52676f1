"""What German, Spanish and French add to a learned recogniser: ordinary words, titles, turns of a talk."""
