"""The identifiers stage: findings become decisions, and each operator writes its replacement."""
