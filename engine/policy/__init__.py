"""The policy language: frozen models, a check against what exists, and located faults."""

from engine.policy.clauses.concepts import ConceptClause, ConceptSettings, Evidence
from engine.policy.clauses.documents import DocumentsClause
from engine.policy.clauses.hide_class import HideClassClause, LabelledCorpus
from engine.policy.clauses.text import (
    IdentifierClause,
    LeftOut,
    LegalClause,
    NotCovered,
    Operator,
    OwnLaw,
)
from engine.policy.model import Policy, ReleaseClause

__all__ = [
    "ConceptClause",
    "ConceptSettings",
    "HideClassClause",
    "DocumentsClause",
    "Evidence",
    "IdentifierClause",
    "LabelledCorpus",
    "LeftOut",
    "LegalClause",
    "NotCovered",
    "Operator",
    "OwnLaw",
    "Policy",
    "ReleaseClause",
]
