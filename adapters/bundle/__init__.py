"""The release bundle on disk: files, manifest, signature."""
