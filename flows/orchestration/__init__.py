"""Prefect: the flow of a release, deployments, schedules. Nothing else imports it."""
