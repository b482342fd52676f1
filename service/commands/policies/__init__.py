"""Commands for policy authors, and the one that suggests what to suppress."""
