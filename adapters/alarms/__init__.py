"""Alarms: who is told when a release fails, by mail and webhook, and what has not arrived yet."""
