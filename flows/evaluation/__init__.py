"""Measurements on public and own data, as the methods pages quote them."""
