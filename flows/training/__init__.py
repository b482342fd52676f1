"""Training recognisers and making the shipped tables."""
