"""How originals come into a draft, or take the place of others."""
