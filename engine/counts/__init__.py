"""Counts of terms with protected concepts, and the information they carry."""
