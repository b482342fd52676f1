"""Text recognition measured: pages rendered from texts with gold, scanned in ways that offices know."""
