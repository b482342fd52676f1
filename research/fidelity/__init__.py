"""How much of a clinical note's meaning a policy leaves, and whom it hides."""
