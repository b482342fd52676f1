"""Pages about policies: their texts, the bench of author and approver, curves."""
