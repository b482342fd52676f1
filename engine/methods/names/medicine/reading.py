"""Entities of a document without those that are words of medicine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.catalog.rules import rule, unchanged
from engine.methods.names.entities.decoding import Entity, Mention
from engine.methods.names.medicine.notation import Notation, is_numeral
from engine.methods.names.medicine.surroundings import Around, around, is_joined, names_institution
from engine.methods.names.medicine.vocabulary import MedicalVocabulary
from engine.methods.names.medicine.word_lists import CLIPPED, DOSES
from engine.methods.names.tagger.features import Lexicon, Tokens

_NAMES = frozenset({"person", "organisation", "location"})
_LISTS = frozenset({"first", "last", "rarelast", "city", "region"})
_BESIDE = 8
_SURE_WHOLE = 0.9
"""Probability from which a mention in a clinical note is not cut."""
_SURE_EPONYM, _SURE_UNKNOWN, _SURE_LISTED = 0.93, 0.6, 0.3
"""Probabilities from which a name in a clinical note is believed though nothing around it says so: one that
medicine uses, one in no list of names, one in a list."""


@rule("medicine", without=unchanged)
def without_medicine(
    entities: Sequence[tuple[Entity, float]], tokens: Tokens, lexicon: Lexicon, vocabulary: MedicalVocabulary
) -> list[tuple[Entity, float]]:
    """Entities without mentions that are medicine: drugs, diseases, anatomy, findings, tests.

    Parameters
    ----------
    entities : sequence of (Entity, float)
        What a model proposes, each with the probability that it must be masked.
    tokens : Tokens
        Of their document.
    lexicon : Lexicon
        Lists of names.
    vocabulary : MedicalVocabulary

    Returns
    -------
    list of (Entity, float)
        Words of medicine at the edges of a mention are cut off; an entity without mentions is left out.

    Notes
    -----
    After a title and before a degree everything is a name ("Dr. Parkinson"). Elsewhere words that name nobody
    are none ("Metformin"), nor is a name that medicine bears before its noun ("Parkinson's disease"). In a
    clinical document a name needs a sign of a person, a place or an institution, or a sure model. What is a
    person in one place of a document is one in all: the rest of it is searched for that later.
    """
    clinical = vocabulary.is_clinical(tokens, lexicon.get("common", frozenset()))
    read = _Reading(tokens, lexicon, vocabulary, clinical)
    kept = ((read.left_of(entity, p), p) for entity, p in entities)
    return [(entity, p) for entity, p in kept if entity.mentions]


class _Reading:
    """How the mentions of one document read."""

    def __init__(
        self, tokens: Tokens, lexicon: Lexicon, vocabulary: MedicalVocabulary, clinical: bool
    ) -> None:
        self._tokens, self._lexicon, self._vocabulary, self._clinical = tokens, lexicon, vocabulary, clinical
        self._notation = Notation(tokens, lexicon)
        self._known_around: dict[tuple[int, int], Around] = {}

    def _around(self, mention: Mention) -> Around:
        """What surrounds a mention, which several rules ask."""
        place = mention.first, mention.end
        if place not in self._known_around:
            self._known_around[place] = around(self._tokens, *place, self._vocabulary)
        return self._known_around[place]

    def left_of(self, entity: Entity, p: float) -> Entity:
        """An entity without its mentions that are medicine, and without medicine at the edges of others."""
        if entity.category not in _NAMES:
            return entity
        if not self._clinical:
            named = [m for m in entity.mentions if not self._is_term(m, p)]
            return replace(entity, mentions=named)
        mentions = [m if p >= _SURE_WHOLE else self._cut(m, entity.category) for m in entity.mentions]
        return replace(
            entity, mentions=[m for m in mentions if m and not self._is_medicine(m, entity.category, p)]
        )

    def _is_term(self, mention: Mention, p: float) -> bool:
        """Whether a mention is medicine in any text: words that name nobody, or a name before its noun."""
        words = self._words(mention)
        if not words or not self._may_be_term(words):
            return False
        surrounded = self._around(mention)
        if surrounded.whole:
            return False
        if self._is_written_small(mention) and self._is_drug(mention, words, surrounded):
            return True
        said = surrounded.disease or (surrounded.medical and p < _SURE_LISTED)
        return said and all(word in self._vocabulary.eponyms for word in words)

    def _may_be_term(self, words: Sequence[str]) -> bool:
        """Whether words can be medicine in any text at all: of most names this is asked, and nothing else."""
        if self._vocabulary.is_telling(words[0]) or all(word in self._vocabulary.eponyms for word in words):
            return True
        return all(word in self._vocabulary.words or word in DOSES for word in words)

    def _is_drug(self, mention: Mention, words: Sequence[str], surrounded: Around) -> bool:
        """Whether words are of medicine, they or their neighbours of nothing else ("Epoetin Alfa 40 mg")."""
        telling = any(map(self._vocabulary.is_telling, words))
        if all(word in self._vocabulary.words or word in DOSES for word in words):
            return telling or any(map(self._vocabulary.is_telling, self._beside(mention)))
        return self._vocabulary.is_telling(words[0]) and surrounded.medical

    def _beside(self, mention: Mention) -> list[str]:
        """Words up to eight tokens before a mention, and after it, in its line."""
        passages = self._tokens.passages
        near = range(max(0, mention.first - _BESIDE), min(len(self._tokens), mention.end + _BESIDE))
        return [self._tokens.lowered[i] for i in near if passages[i] == passages[mention.first]]

    def _is_written_small(self, mention: Mention) -> bool:
        """Whether no word of a mention is in capitals throughout, as firms and bands write themselves."""
        return not any(word.isupper() for word in self._tokens.words[mention.first : mention.end])

    def _words(self, mention: Mention) -> list[str]:
        words = self._tokens.lowered[mention.first : mention.end]
        return [word for word in words if word.isalpha() and len(word) > 1]

    def _cut(self, mention: Mention, category: str) -> Mention | None:
        """A mention without words of medicine at its edges; None when nothing else is in it."""
        if self._stays_whole(mention, category):
            return mention
        named = [token for token in range(mention.first, mention.end) if self._names(token)]
        if not named or category == "organisation":
            return mention if named else None
        return replace(mention, first=named[0], end=named[-1] + 1)

    def _stays_whole(self, mention: Mention, category: str) -> bool:
        """Whether what stands around a mention, or a word of it, says that all of it is a name."""
        surrounded, words = self._around(mention), self._words(mention)
        if surrounded.whole or any(map(names_institution, words)):
            return True
        if category != "person":
            return False
        if surrounded.related and not any(map(self._vocabulary.is_telling, words)):
            return True
        return not surrounded.medical and self._has_given_name(mention)

    def _has_given_name(self, mention: Mention) -> bool:
        """Whether a listed given name stands before the last word of a mention, or behind its comma."""
        words = self._tokens.words[mention.first : mention.end]
        if len(words) > 2 and words[1] == "," and self._is_given(mention.end - 1):
            return words[0][:1].isupper()
        return words[-1][:1].isupper() and self._is_given(mention.end - 2)

    def _is_given(self, token: int) -> bool:
        """Whether a token is a given name of the lists, written as one, and not the last of its line."""
        passages = self._tokens.passages
        if token < 0 or (token + 1 < len(passages) and passages[token] != passages[token + 1]):
            return False
        word = self._tokens.words[token]
        given = "first" in self._lexicon.names_of(word.lower()) and word.lower() not in CLIPPED
        return word[:1].isupper() and given

    def _names(self, token: int) -> bool:
        """Whether a token can be of a name: a word that is none of medicine's."""
        word = self._tokens.words[token]
        if is_numeral(word):
            return False
        return word.isalpha() and (names_institution(word.lower()) or not self._vocabulary.holds(word))

    def _is_medicine(self, mention: Mention, category: str, p: float) -> bool:
        if self._notation.is_no_name(mention, p):
            return True
        surrounded = self._around(mention)
        if surrounded.whole or surrounded.institution:
            return False
        words = self._words(mention)
        eponym = self._is_eponym(words) or self._is_joined_to_eponym(mention)
        if eponym and surrounded.medical:
            return True
        if self._is_told(surrounded, category):
            return False
        if category == "person" and self._is_given(mention.first - 1):
            return False
        if self._notation.holds(mention, category, p):
            return True
        return p < self._needed(words, category, eponym, surrounded.medical)

    def _is_eponym(self, words: Sequence[str]) -> bool:
        """Whether words are names that medicine bears, one beside its word of medicine ("Child-Pugh")."""
        known = [word in self._vocabulary.eponyms for word in words]
        rest = (word for word, is_known in zip(words, known, strict=True) if not is_known)
        return (any(known) or not words) and all(map(self._vocabulary.holds, rest))

    def _is_joined_to_eponym(self, mention: Mention) -> bool:
        """Whether a hyphen joins a mention to a word, or a name, that medicine bears ("Child-Pugh")."""
        if not is_joined(self._tokens, mention.first):
            return False
        word = self._tokens.words[mention.first - 2]
        return self._vocabulary.holds(word) or word.lower() in self._vocabulary.eponyms

    def _is_told(self, surrounded: Around, category: str) -> bool:
        """Whether something before a name says that it is one."""
        told = surrounded.labelled or surrounded.place or surrounded.acts
        return told or (category == "person" and surrounded.beside_people and not surrounded.medical)

    def _needed(self, words: Sequence[str], category: str, eponym: bool, is_medical: bool) -> float:
        """Least probability of a name of which nothing around it says that it is one."""
        if eponym:
            return _SURE_EPONYM
        listed = any(_LISTS.intersection(self._lexicon.names_of(word)) for word in words)
        likely = not is_medical if listed else self._is_full_name(words, category)
        return _SURE_LISTED if likely else _SURE_UNKNOWN

    def _is_full_name(self, words: Sequence[str], category: str) -> bool:
        """Whether words in no list are as a person's given name and surname: two, neither of medicine."""
        strange = not any(
            word in self._vocabulary.words or word in self._vocabulary.eponyms for word in words
        )
        return category == "person" and len(words) > 1 and strange
