"""Prefect flows: a compiled plan becomes a run; the only place that wires the parts together."""
