"""Policies, cases, approvals and facts of a matter from files."""
