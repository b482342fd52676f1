"""What documents of a release, and of earlier releases, tell about one another."""
