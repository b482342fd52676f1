"""Policies and pipelines for the tests of the guards: real parts, one document at a time."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from adapters.documents.opening.sources import Source
from engine.errors import RefusedError, SafereleaseError
from flows.compiling.compilation import Compiled, compile_policy
from flows.document.document import DocumentPipeline

POLICY = """
policy: guarded
version: 1.0.0
title: Guarded
laws:
  - cite: House rule
    title: Nothing leaves that must not
counts: wikipedia
knowledge: [wordnet]
identifiers:
  - find: [ssn, email, url, ip, phone, credit-card, iban, mrn, vehicle, device, date, zip, national-id]
    law: House rule
  - find: [listed-term]
    law: House rule
    deny: [Project Bluebird]
concepts:
  - protect: HIV
    also: [human immunodeficiency virus]
    law: House rule
    alpha: 1.5
"""


TOGETHER = f"{POLICY}    combinations: 0.85\n    unseen: keep\n"
"""The same, and terms are judged together."""

GROUPS = f"{POLICY}    groups: 2\n    unseen: keep\n"
"""The same, and pairs of terms are judged by their joint counts."""

ATTRIBUTES = """
policy: guarded
version: 1.0.0
title: Guarded
laws:
  - cite: House rule
    title: Nothing leaves that must not
attributes:
  - hide: [age, sex, place, birthplace, occupation, income, education, relationship]
    law: House rule
"""
"""Attributes of the writer alone."""


@cache
def compiled(policy: str = POLICY) -> Compiled:
    """The policy compiled once; a test that breaks the compiler compiles by itself."""
    return compile_now(policy)


def compile_now(policy: str = POLICY) -> Compiled:
    """The policy compiled anew."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "guarded.yaml"
        path.write_text(policy)
        return compile_policy(str(path))


def release(text: str, policy: Compiled | None = None) -> bytes:
    """What leaves of a document, by a pipeline built now."""
    pipeline = DocumentPipeline(policy or compiled(), b"k" * 32, 2026)
    return pipeline.release(Source("000001", "/nowhere/a.txt", "a.txt"), text.encode()).content


def codes(text: str, policy: Compiled | None = None) -> Sequence[str]:
    """Codes of the faults for which a document is refused; none when it leaves."""
    try:
        release(text, policy)
    except RefusedError as error:
        return sorted({fault.code for fault in error.faults})
    except SafereleaseError as error:  # refused for another reason: no guard did it
        return [f"other {fault.code}" for fault in error.faults]
    return []
