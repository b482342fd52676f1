"""A certificate of one released document: what the second reader counted, for anybody to check again.

It says of every term that stands in the released text what the corpus counted, and for each protected
concept the numbers of Definition 6. Terms are named by an HMAC under a key that is made from the released
file, so a certificate tells nothing to whoever does not hold its document, and fits no other.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.checks.combinations import GroupCheck
from engine.checks.concepts import LONGEST_PHRASE, ProtectedConcept, WordKeys, wilson
from engine.checks.reading import BREAK, words_in
from engine.checks.small_words import is_small
from engine.counts.disclosure import DisclosureTable
from engine.plan.steps import ConceptStep
from engine.text import PLACEHOLDER

FORMAT = 1
DIGITS = 6
"""Decimal places of bits and probabilities."""
_KEY_LABEL = b"saferelease certificate 1\n"
_PARAGRAPH_END = re.compile(r"\n\s*\n")
_WRITTEN_LINE_END = re.compile(r"\\[nrt](?=\d)")


@dataclass(frozen=True, slots=True)
class Certified:
    """The released file that a certificate is about.

    Parameters
    ----------
    document : str
        Its number in the release.
    output : str
        Its path below ``documents/``.
    content : bytes
        The file as it leaves.
    text : str
        Its text as terms are looked for in it (`engine.checks.released_text.Verifier.spoken`).
    """

    document: str
    output: str
    content: bytes = field(repr=False)
    text: str = field(repr=False)


class Certifier:
    """Writes the certificates of a release; build it once.

    Parameters
    ----------
    concepts : sequence of ProtectedConcept
        One per concept step of the plan.
    steps : sequence of ConceptStep
        As the report of the release shows them.
    """

    def __init__(self, concepts: Sequence[ProtectedConcept], steps: Sequence[ConceptStep]) -> None:
        self._concepts = list(zip(concepts, steps, strict=True))
        self._tables = [concept.table for concept in concepts]
        self._keys = WordKeys(self._tables)
        self._groups = GroupCheck(concepts)

    def certificate(self, of: Certified) -> dict[str, Any]:
        """The certificate of a released document.

        Parameters
        ----------
        of : Certified

        Returns
        -------
        dict
            ``{"format", "document", "output", "sha256", "terms", "concepts"}``: ids of all terms, sorted, and
            per concept its counts, its bounds, ``counts`` (n(t) and n(c, t) of each term in turn), ``open``
            (terms that the corpus saw too rarely to exclude), ``closest_probability`` (the highest lower
            bound of p(c | t)) and ``groups`` (terms by their places, n(T), n(c, T)).
        """
        key = hashlib.sha256(_KEY_LABEL + of.content).digest()
        ids = {term: hmac.digest(key, term.encode(), "sha256").hex()[:16] for term in self.terms(of.text)}
        terms = sorted(ids, key=ids.__getitem__)
        places = {term: place for place, term in enumerate(terms)}
        groups = self._groups.evidence(of.text) if self._groups.is_asked else {}
        return {
            "format": FORMAT,
            "document": of.document,
            "output": of.output,
            "sha256": hashlib.sha256(of.content).hexdigest(),
            "terms": [ids[term] for term in terms],
            "concepts": [
                _bounds(concept, step, [concept.table.counts(term) for term in terms])
                | {
                    "groups": sorted(
                        [sorted(places[term] for term in group), n_term, n_joint]
                        for group, n_term, n_joint in groups.get(step.id, ())
                    )
                }
                for concept, step in self._concepts
            ],
        }

    def terms(self, text: str) -> set[str]:
        """Keys of every word of a text, and of its phrases that were counted with a concept."""
        found: set[str] = set()
        blanked = _WRITTEN_LINE_END.sub("  ", text.replace(PLACEHOLDER, "\0" * len(PLACEHOLDER)))
        for paragraph in _PARAGRAPH_END.split(blanked):
            words = [word for piece in paragraph.split() for word in words_in(piece)]
            keys = [self._keys.key(word) if word != BREAK else BREAK for word in words]
            found.update(keys)
            found.update(self._phrases(keys))
        return found - {BREAK}

    def _phrases(self, keys: Sequence[str]) -> Iterator[str]:
        for first, key in enumerate(keys):
            if key == BREAK or is_small(key):
                continue
            phrase = key
            for last in keys[first + 1 : first + LONGEST_PHRASE]:
                if last == BREAK:
                    break
                phrase += " " + last
                if not is_small(last) and any(table.row(phrase) is not None for table in self._tables):
                    yield phrase

    def counts(self) -> dict[str, bytes]:
        """What the certificates were counted from, by file name: tables, vocabularies, and small words.

        Notes
        -----
        The plan names each table by its sha256, and a table its vocabulary. The small words are those that
        begin or end a phrase of the tables, and are no term.
        """
        vocabularies = {table.vocabulary.fingerprint: table.vocabulary for table in self._tables}
        found = {f"{name}.vocabulary": one.fingerprinted() for name, one in vocabularies.items()}
        found |= {f"{table.fingerprint}.table": table.fingerprinted() for table in self._tables}
        ends = {word for table in self._tables for word in _phrase_ends(table)}
        small = "".join(f"{word}\n" for word in sorted(filter(is_small, ends)))
        return found | {"small-words": small.encode()}


def _phrase_ends(table: DisclosureTable) -> Iterator[str]:
    for key in table.keys:
        if " " in key:
            yield key.partition(" ")[0]
            yield key.rpartition(" ")[2]


def _bounds(
    concept: ProtectedConcept, step: ConceptStep, counts: Sequence[tuple[int, int]]
) -> dict[str, Any]:
    """The numbers of Definition 6 for one concept and the terms of one document."""
    evidence = concept.rule.evidence
    shown = [(n, joint) for n, joint in counts if joint >= evidence.min_joint]
    lowest = [wilson(joint / n, n, -evidence.z) for n, joint in shown]
    allowed = (step.n_concept / step.n_contexts) ** (1 - 1 / step.alpha)
    is_open = [not n or wilson(joint / n, n, evidence.z) >= allowed for n, joint in counts]
    return {
        "clause": step.id,
        "table_sha256": step.table_sha256,
        "n_contexts": step.n_contexts,
        "n_concept": step.n_concept,
        "alpha": step.alpha,
        "z": evidence.z,
        "min_joint": evidence.min_joint,
        "information_bits": round(-math.log2(step.n_concept / step.n_contexts), DIGITS),
        "threshold_bits": round(-math.log2(step.n_concept / step.n_contexts) / step.alpha, DIGITS),
        "allowed_probability": round(allowed, DIGITS),
        "closest_probability": round(max(lowest, default=0.0), DIGITS),
        "counts": [list(each) for each in counts],
        "open": sum(is_open),
    }
