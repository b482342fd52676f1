"""k-anonymity by containment for binary tables: levels, feature selection, cell suppression, certificates.

References
----------
Zhang, Mohammed, Hasan: Feature Selection for Classification under Anonymity
Constraint, Transactions on Data Privacy 10 (2017).
"""

from engine.methods.k_containment.containment import (
    Certificate,
    anonymity_level,
    certify,
    check_certificate,
    containment_level,
)
from engine.methods.k_containment.estimators import CellSuppressor, GreedySelector, MaximalSelector
from engine.methods.k_containment.projection import Projection, project
from engine.methods.k_containment.tables.schema import Binariser, Censor, Coded, TablePolicy
from engine.methods.k_containment.tables.table import BinaryTable, TableError

__all__ = [
    "Binariser",
    "BinaryTable",
    "CellSuppressor",
    "Censor",
    "Certificate",
    "Coded",
    "GreedySelector",
    "MaximalSelector",
    "Projection",
    "TableError",
    "TablePolicy",
    "anonymity_level",
    "certify",
    "check_certificate",
    "containment_level",
    "project",
]
