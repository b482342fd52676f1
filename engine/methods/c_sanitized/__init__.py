"""C-sanitized: no term of the released text discloses more of a protected concept than its policy allows.

References
----------
[CS] Sanchez & Batet, C-sanitized: a privacy model for document redaction and
sanitization (2016).
"""

from engine.methods.c_sanitized.compiling import compile_concept
from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.c_sanitized.names import ConceptNames, concept_names, lexicalizations
from engine.methods.c_sanitized.replacing.taxonomy import Taxonomy
from engine.methods.c_sanitized.sanitizer import Sanitizer

__all__ = [
    "CompiledConcept",
    "ConceptNames",
    "Sanitizer",
    "Taxonomy",
    "compile_concept",
    "concept_names",
    "lexicalizations",
]
