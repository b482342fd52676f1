"""The documents of a release on the workers of a Dask cluster."""
