"""K-Redactor and SimpleRedactor: documents whose sensitive class is confusable among k.

References
----------
Cumby and Ghani, A Machine Learning Based System for Semi-Automatically
Redacting Documents (IAAI 2011).
"""

from engine.methods.k_redactor.class_hider import ClassHider
from engine.methods.k_redactor.corpus import Corpus, Labelled, build_corpus
from engine.methods.k_redactor.even_words import Evenness
from engine.methods.k_redactor.request import Request
from engine.methods.k_redactor.review import Pointer, Suggestion, explain, suggest
from engine.methods.k_redactor.solving.case import Redaction, Settings
from engine.methods.k_redactor.solving.simple import Ladder

__all__ = [
    "ClassHider",
    "Corpus",
    "Evenness",
    "Labelled",
    "Ladder",
    "Pointer",
    "Redaction",
    "Request",
    "Settings",
    "Suggestion",
    "build_corpus",
    "explain",
    "suggest",
]
