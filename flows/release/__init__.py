"""A release: documents found, worked on in processes, recorded, sealed."""
