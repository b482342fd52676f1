"""Office Open XML packages: parts, names, and the closed vocabulary that a released file may use."""
