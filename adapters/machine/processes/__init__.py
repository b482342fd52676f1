"""Processes of saferelease: what every one of them gives up, and how a child is started."""
