"""The sample of a gate: documents in which people marked what is sensitive; secret."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from adapters.policies.files import LoadedPolicy
from adapters.recognizers.training.annotated_files import read_annotated
from adapters.recognizers.training.learners import token_data
from engine.catalog.names import LEARNABLE
from engine.errors import InvalidError, fault
from engine.measures.annotated import AnnotatedDocument
from engine.methods.names.tagger.features import Lexicon
from engine.plan.steps import PlannedGate

LEAST_DOCUMENTS = 8
LEAST_SENSITIVE = 50
"""Words; with fewer, one word more or less found decides."""


def planned_gate(loaded: LoadedPolicy) -> PlannedGate | None:
    """The gate of a policy with what its sample is, in hashes and counts.

    Raises
    ------
    InvalidError
        ``GRS002`` for a sample too small to say anything, ``GRS003`` for one that marks nothing of what the
        attacker is after, ``TRN001`` and ``TRN002`` for one that cannot be read.
    """
    gate = loaded.policy.gate
    if gate is None:
        return None
    path = loaded.files[gate.sample]
    documents = read_annotated([path], gate.format)
    sensitive = gate.sensitive or _looked_for(loaded, documents)
    _require_enough(gate.sample, documents, frozenset(sensitive))
    return PlannedGate(
        file=gate.sample,
        format=gate.format,
        sample_sha256=sample_sha256(path),
        n_documents=len(documents),
        sensitive=tuple(sensitive),
        gain_at_most=gate.gain_at_most,
    )


def _looked_for(loaded: LoadedPolicy, documents: Sequence[AnnotatedDocument]) -> tuple[str, ...]:
    """Categories that both the clauses look for and the sample marks."""
    asked = {category for clause in loaded.policy.identifiers for category in clause.find}
    marked = {a.category for d in documents for a in d.annotations}
    return tuple(c for c in LEARNABLE if c in asked and c in marked)


def _require_enough(name: str, documents: Sequence[AnnotatedDocument], sensitive: frozenset[str]) -> None:
    data = token_data(documents, Lexicon({}), sensitive)
    n = int(data.sensitive.sum())
    if not n:
        must = (
            f"must mark something of what the attacker is after ({', '.join(sorted(sensitive)) or 'nothing'})"
        )
        advice = "Name in sensitive: categories that the sample marks, or annotate them."
        raise InvalidError(fault("GRS003", f"sample {name}", must, "none", advice))
    if len(data.documents) < LEAST_DOCUMENTS or n < LEAST_SENSITIVE:
        must = f"must have at least {LEAST_DOCUMENTS} documents and {LEAST_SENSITIVE} sensitive words"
        got = f"{len(data.documents)} and {n}"
        raise InvalidError(fault("GRS002", f"sample {name}", must, got, "Annotate more documents."))


def sample_sha256(path: Path) -> str:
    """SHA-256 over the files of a sample, in the order of their names."""
    files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
    digest = hashlib.sha256()
    for file in files:
        with file.open("rb") as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()
