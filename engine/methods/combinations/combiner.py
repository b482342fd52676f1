"""Find the stretches of a text that disclose a concept together, and remove the cheapest terms of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from engine.counts.calibration import TOLERANCE_NATS, WINDOW
from engine.counts.disclosure import DisclosureTable
from engine.counts.information import allowed_probability, information_content
from engine.language.function_words import is_content_word
from engine.language.terms import token_columns
from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.combinations.choice import greedy_choice
from engine.methods.combinations.evidence import Evidence
from engine.text import PLACEHOLDER, Decision

_MAX_ROUNDS = 200
_COMMON_BITS = 1.0

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Told:
    """What a text says about a concept, all its terms taken together.

    Parameters
    ----------
    highest : float
        Largest p(c) for a reader who adds up the terms of one stretch (naive Bayes).
    whole : float
        Calibrated p(c) given the whole text.
    is_too_much : bool
        Whether one of them reaches what the clause allows.
    """

    highest: float
    whole: float
    is_too_much: bool


class _Reading:
    """The words of a text, and what each word and phrase says about one concept.

    An element is one occurrence of a word or a phrase: its place among the words that count, the number
    of its term, its first token and its length in tokens.
    """

    def __init__(self, text: str, evidence: Evidence) -> None:
        plain = text.replace(PLACEHOLDER, "\0" * len(PLACEHOLDER))
        self.starts, self.ends, self.keys = token_columns(plain)
        numbers: dict[str, int] = {}
        ids = np.array([numbers.setdefault(key, len(numbers)) for key in self.keys], np.int64)
        self.terms, self.ids = list(numbers), ids
        counts = ~np.array([evidence.is_common(key) for key in self.terms], bool)[ids]
        self.n_content = int(counts.sum())
        tokens = np.flatnonzero(counts)
        begins = np.array([key in evidence.phrases for key in self.terms], bool)[ids] & counts
        phrases = [
            (token, phrase)
            for token in np.flatnonzero(begins).tolist()
            for phrase in _phrases_at(self.keys, token, evidence)
        ]
        self._tokens = np.concatenate((tokens, np.array([token for token, _ in phrases], np.int64)))
        self._sizes = np.array([1] * len(tokens) + [p.count(" ") + 1 for _, p in phrases], np.int64)
        terms = [*ids[tokens].tolist(), *(numbers.setdefault(p, len(numbers)) for _, p in phrases)]
        self.n_words, self.terms = len(self.terms), list(numbers)
        self._terms = np.array(terms, np.int64)
        self.places = (np.cumsum(counts) - counts)[self._tokens]
        self.nats = np.array([evidence.nats(key) for key in self.terms], float)[self._terms]
        self.earlier = self._earlier()

    def _earlier(self) -> npt.NDArray[np.int64]:
        """Place where each element's term stood last before; -1 for none."""
        order = np.lexsort((self.places, self._terms))
        is_same = np.diff(self._terms[order], prepend=-1) == 0
        found = np.full(len(order), -1, np.int64)
        found[order[is_same]] = self.places[order[np.flatnonzero(is_same) - 1]]
        return found

    def kept(self, gone: Collection[str]) -> Mask:
        """Elements none of whose words is in `gone`."""
        is_gone = np.array([key in gone for key in self.terms[: self.n_words]], bool)
        missing = np.append(is_gone[self.ids], np.zeros(2, bool)) if len(self.ids) else np.zeros(2, bool)
        kept = ~missing[self._tokens]
        for further in (1, 2):
            longer = self._sizes > further
            kept[longer] &= ~missing[self._tokens[longer] + further]
        return kept

    def words(self, element: int) -> list[str]:
        """Words of an element."""
        token = int(self._tokens[element])
        return self.keys[token : token + int(self._sizes[element])]

    def sums(self, kept: Mask) -> Floats:
        """Evidence of each stretch of `WINDOW` words, every term once; `kept` elements are still there.

        Notes
        -----
        Equals, for each start, the sum over the distinct terms of the stretch. An element is the first of
        its term in the stretches that begin behind the one before it and not behind itself: running sums
        over where it enters and where it leaves.
        """
        low = np.maximum(self.earlier, self.places - WINDOW) + 1
        entered = np.bincount(low[kept], weights=self.nats[kept], minlength=self.n_content + 2)
        left = np.bincount(self.places[kept] + 1, weights=self.nats[kept], minlength=self.n_content + 2)
        sums: Floats = np.cumsum(entered - left)[: max(1, self.n_content - WINDOW + 1)]
        return sums

    def whole(self, kept: Mask) -> tuple[float, int]:
        """Evidence of the whole text, every term once, and its distinct words."""
        first = kept & (self.earlier < 0)
        return float(self.nats[first].sum()), int((first & (self._sizes == 1)).sum())


def _phrases_at(keys: Sequence[str], token: int, evidence: Evidence) -> list[str]:
    known = evidence.phrases[keys[token]]
    found = (" ".join(keys[token : token + size]) for size in (2, 3))
    return [phrase for phrase in dict.fromkeys(found) if phrase in known]


class Combiner:
    """Removes terms until no stretch of a text, and not the whole of it, discloses a concept.

    Parameters
    ----------
    concepts : sequence of (CompiledConcept, Evidence)
        Those whose clause judges combinations.

    Notes
    -----
    Two readers must stay below what the policy allows. The first adds up the evidence of all terms of a
    stretch of `WINDOW` content words, each for itself (naive Bayes); it believes too much, and so is a
    cautious judge of short texts. Its limit is the clause's `combinations`. The second reads the whole
    document and is calibrated; its limit is p(c)^(1 - 1/alpha), as for single terms. Which terms go is chosen
    by the evidence that they carry for each bit of information that is lost.

    References
    ----------
    [CS] eq. 3, Definition 6.
    """

    def __init__(self, concepts: Sequence[tuple[CompiledConcept, Evidence]]) -> None:
        self._concepts = tuple(concepts)

    @classmethod
    def of(
        cls, concepts: Sequence[CompiledConcept], tables: Mapping[str, DisclosureTable]
    ) -> Combiner | None:
        """For the concepts whose clause judges combinations, None when none does; `tables` by clause."""
        judged = [
            (concept, Evidence(tables[concept.rule.clause]))
            for concept in concepts
            if concept.rule.combinations is not None
        ]
        return cls(judged) if judged else None

    def told(self, text: str) -> dict[str, Told]:
        """What a text says about each concept, by the id of its clause."""
        return {
            concept.rule.clause: _told(_Reading(text, evidence), concept, evidence)
            for concept, evidence in self._concepts
        }

    def extend(self, text: str, decisions: Sequence[Decision]) -> list[Decision]:
        """The decisions, and others for terms that disclose a concept together.

        Parameters
        ----------
        text : str
            The original text.
        decisions : sequence of Decision
            Sorted, disjoint: what the other methods decided.
        """
        made = list(decisions)
        for concept, evidence in self._concepts:
            released, starts = _applied(text, made)
            spans = self._chosen(_Reading(released, evidence), concept, evidence)
            if spans:
                told = _told(_Reading(released, evidence), concept, evidence)
                made = _with_spans(made, starts, spans, concept, told)
        return made

    def _chosen(
        self, reading: _Reading, concept: CompiledConcept, evidence: Evidence
    ) -> list[tuple[int, int]]:
        """Spans of the words that go."""
        gone: set[str] = set()
        limit = evidence.limit_nats(concept.rule.combinations or 1.0)
        for _ in range(_MAX_ROUNDS):
            kept = reading.kept(gone)
            sums = reading.sums(kept)
            chosen: set[str] = set()
            for place in _peaks(sums, limit):
                inside = kept & (reading.places >= place) & (reading.places < place + WINDOW)
                inside &= reading.earlier < place
                excess = float(sums[place]) - limit + TOLERANCE_NATS
                chosen.update(_cheapest(reading, inside, excess, concept))
            if not chosen and (excess := _excess_of_whole(reading, kept, concept, evidence)):
                chosen.update(_cheapest(reading, kept & (reading.earlier < 0), excess, concept))
            if not chosen:
                break
            gone |= chosen
        tokens = [token for token, key in enumerate(reading.keys) if key in gone] if gone else []
        return [(reading.starts[token], reading.ends[token]) for token in tokens]


def _peaks(sums: Floats, limit: float) -> list[int]:
    """The highest start of each run of stretches that reach the limit."""
    above = np.flatnonzero(sums >= limit)
    runs = np.split(above, np.flatnonzero(np.diff(above) > 1) + 1) if len(above) else []
    return [int(run[np.argmax(sums[run])]) for run in runs]


def _cheapest(reading: _Reading, inside: Mask, excess: float, concept: CompiledConcept) -> list[str]:
    """Words of some elements that carry `excess` nats, with the phrases that they are part of."""
    nats: dict[str, float] = {}
    for element in np.flatnonzero(inside).tolist():
        for key in filter(is_content_word, reading.words(element)):
            nats[key] = nats.get(key, 0.0) + float(reading.nats[element])
    words, vocabulary = list(nats), concept.vocabulary
    seen = (max(1, vocabulary.count(word)) for word in words)
    bits = [max(_COMMON_BITS, information_content(n, vocabulary.n_contexts)) for n in seen]
    return [words[place] for place in greedy_choice(list(nats.values()), bits, excess + 1e-9)]


def _told(reading: _Reading, concept: CompiledConcept, evidence: Evidence) -> Told:
    kept = reading.kept(())
    nats = float(reading.sums(kept).max(initial=0.0))
    whole = evidence.calibrated_probability(*reading.whole(kept))
    allowed = allowed_probability(evidence.p_concept, concept.alpha)
    limit = evidence.limit_nats(concept.rule.combinations or 1.0)
    return Told(evidence.naive_probability(nats), whole, nats >= limit or whole >= allowed)


def _excess_of_whole(reading: _Reading, kept: Mask, concept: CompiledConcept, evidence: Evidence) -> float:
    """Nats that must go before the whole text says little enough; 0 when it does."""
    nats, n_words = reading.whole(kept)
    allowed = allowed_probability(evidence.p_concept, concept.alpha)
    if evidence.calibrated_probability(nats, n_words) < allowed:
        return 0.0
    low, high = -1000.0, nats
    for _ in range(40):
        middle = (low + high) / 2
        is_less = evidence.calibrated_probability(middle, n_words) < allowed
        low, high = (middle, high) if is_less else (low, middle)
    return nats - low + TOLERANCE_NATS


def _applied(text: str, decisions: Sequence[Decision]) -> tuple[str, list[tuple[int, int]]]:
    """The text with `decisions` carried out, and where each replacement begins and ends in it."""
    pieces: list[str] = []
    places: list[tuple[int, int]] = []
    end = length = 0
    for decision in decisions:
        pieces += [text[end : decision.start], decision.replacement]
        begin = length + decision.start - end
        length = begin + len(decision.replacement)
        places.append((begin, length))
        end = decision.end
    pieces.append(text[end:])
    return "".join(pieces), places


def _with_spans(
    decisions: Sequence[Decision],
    places: Sequence[tuple[int, int]],
    spans: Sequence[tuple[int, int]],
    concept: CompiledConcept,
    told: Told,
) -> list[Decision]:
    """Decisions with the words at `spans` of the released text removed too."""
    made = list(decisions)
    begins = [begin for begin, _ in places]
    for start, end in spans:
        number = bisect_right(begins, start) - 1
        if number >= 0 and start < places[number][1]:
            if decisions[number].stage == "concepts":
                made[number] = replace(decisions[number], action="redact", replacement=PLACEHOLDER)
            continue
        if number + 1 < len(places) and end > places[number + 1][0]:
            continue  # a word that a replacement was glued to: it goes with what stands there
        shift = decisions[number].end - places[number][1] if number >= 0 else 0
        made.append(_decision(start + shift, end + shift, concept, told))
    return sorted(made, key=lambda decision: decision.start)


def _decision(start: int, end: int, concept: CompiledConcept, told: Told) -> Decision:
    why: dict[str, object] = {
        "rule": "discloses together with others",
        "probability": None,
        "together": round(told.highest, 6),
        "whole_document": round(told.whole, 6),
        "together_at_most": concept.rule.combinations,
        "allowed_probability": round(concept.allowed_probability, 6),
        "unseen": False,
        "source": "",
    }
    rule = concept.rule
    return Decision(start, end, "concepts", rule.protect, "redact", PLACEHOLDER, rule.clause, why)
