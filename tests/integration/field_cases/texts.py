"""Running text: names, ages, dates, codes."""

from __future__ import annotations

from tests.integration.field_cases import FieldCase

CASES = (
    FieldCase(
        "a labelled name that repeats often",
        "Patient: Wolfram Agassi-Tollemache. SSN: 219-09-1071. Mail aw77@example.org. Slept well.\n" * 200,
        gone=("Wolfram", "Agassi", "Tollemache", "219-09-1071", "aw77"),
        stays=("Patient:", "Slept well."),
    ),
)
