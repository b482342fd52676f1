"""Keys of the installation and of people: rotated, destroyed, trusted."""
