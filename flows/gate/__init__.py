"""The attacker who must fail before a release leaves."""
