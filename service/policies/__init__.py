"""Policies of a group: written, submitted and approved by people."""
