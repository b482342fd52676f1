"""Counts of terms and concepts in a reference corpus: a local index, a web search service."""
