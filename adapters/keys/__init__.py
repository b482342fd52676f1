"""Keys: the installation's, one for each release, and how they are protected at rest."""
