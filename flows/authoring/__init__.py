"""The bench of policy authors: check, cases, explain, compare, approve, suggest."""
