"""Results of evaluations on a terminal."""
