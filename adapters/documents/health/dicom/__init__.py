"""DICOM objects."""
