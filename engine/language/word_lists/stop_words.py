"""English function words: they begin and end no term, and disclose nothing by themselves.

References
----------
The closed word classes of English (articles, prepositions, pronouns,
conjunctions, auxiliaries), as in Quirk et al. (1985), A Comprehensive Grammar
of the English Language, sections 2.34-2.36, with the commonest adverbs.
"""

from __future__ import annotations

from engine.catalog.lexicon import words
from engine.language.terms import fold

STOP_WORDS = frozenset(map(fold, words("grammar/stop-words")))
"""Keys (`engine.language.terms.fold`) of function words."""
