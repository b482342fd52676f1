"""Combinations: terms that disclose a protected concept together though none of them does alone.

References
----------
[CS] Sanchez & Batet, C-sanitized: a privacy model for document redaction and
sanitization (2016), eq. 3 and Definition 6 for groups of terms.
"""

from engine.methods.combinations.combiner import Combiner
from engine.methods.combinations.evidence import Evidence

__all__ = ["Combiner", "Evidence"]
