"""Recognizers of identifiers: the shipped pattern data and learned models."""
