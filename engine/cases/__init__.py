"""Cases of a policy: examples of what must go and what must stay, and how they are run."""
