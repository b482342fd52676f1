"""The learned recogniser: persons, organisations, places, dates and more, by a trained model."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from engine.catalog.names import LEARNED
from engine.measures.annotated import CATEGORIES
from engine.methods.names.encoder.reading import CarefulReader
from engine.methods.names.entities.ages import find_ages
from engine.methods.names.entities.capitals import of_both, plain_words
from engine.methods.names.entities.consistency import KnownSubjects, Link, TermLists, propagate
from engine.methods.names.entities.decoding import Entity, find_entities, judged_with_few, must_mask
from engine.methods.names.entities.legal_terms import is_legal, without_terms
from engine.methods.names.entities.ordinary_words import reads_ordinary
from engine.methods.names.entities.plain_numbers import without_plain_numbers
from engine.methods.names.medicine.reading import without_medicine
from engine.methods.names.medicine.vocabulary import MedicalVocabulary
from engine.methods.names.medicine.word_lists import CLIPPED
from engine.methods.names.model import Model
from engine.methods.names.tagger.casing import (
    in_small_letters,
    is_in_capitals,
    is_in_small_letters,
    usual_casing,
)
from engine.methods.names.tagger.features import Tokens, token_range, tokenize, within_passages
from engine.text import Document, Span

DEFAULT_LOSS_RATIO = 10.0
"""Leaking one entity is as bad as withholding this many tokens without need; chosen by cross-validation."""

AGE_SCORE = 0.9
"""Score of an age found by its form; not measured, there are too few in the corpora."""

_JOINS = frozenset("-‐–’'.&/,")


@dataclass(frozen=True, slots=True)
class _Found:
    """Tokens [first, end) with category, probability and how they were reached."""

    first: int
    end: int
    category: str
    score: float
    link: Link
    mentions: int


@dataclass(frozen=True)
class Evidence:
    """What is known about a document before any loss ratio.

    Parameters
    ----------
    tokens : Tokens
    entities : sequence of (Entity, float)
        Entities that the model proposes, each with the probability that it must be masked.
    ages : sequence
        Ages, found by their form.
    """

    tokens: Tokens
    entities: Sequence[tuple[Entity, float]]
    ages: Sequence[_Found]

    def __repr__(self) -> str:
        return f"Evidence({self.tokens}, {len(self.entities)} entities)"


class LearnedRecognizer:
    """Finds what a trained model, the document as a whole, and the policy's own lists know.

    Parameters
    ----------
    model : Model
    loss_ratio : float, > 0
        L/C: what leaking one entity costs, in tokens withheld without need. The larger, the
        more is found, with lower scores.
    categories : collection of str, optional
        Only these categories are returned, and what the lists below say; all by default.
        The others still help to tell which words belong together.
    subjects : KnownSubjects, optional
        Persons whose mentions are never missed.
    careful : CarefulReader, optional
        Reads again what the model is unsure of; one probability of both decides.
    terms : TermLists, optional
        Terms always found (category ``"other"``) or never taken by the model.
    least_evidence : float, in (0, 1)
        Probability from which a token is considered at all. At 0.03 entity recall and precision are .902,
        .755 on TAB dev and .856, .540 on WNUT-17 dev; at 0.01 .900, .746 and .880, .473; at 0.05 .900, .761
        and .820, .573 (`benchmarks/name_constants.py`).

    Notes
    -----
    Scores from 0.5 on are about the share of findings that are right; lower ones are too high (the model
    card has the table).
    """

    def __init__(
        self,
        model: Model,
        loss_ratio: float = DEFAULT_LOSS_RATIO,
        categories: Collection[str] | None = None,
        subjects: KnownSubjects | None = None,
        terms: TermLists | None = None,
        least_evidence: float = 0.03,
        medicine: MedicalVocabulary | None = None,
        careful: CarefulReader | None = None,
    ) -> None:
        self.name = f"learned:{model.name}"
        self.fingerprint = model.fingerprint
        self._asked = frozenset(c for c in CATEGORIES if categories is None or c in categories)
        listed = {"person": subjects is not None, "other": bool(terms and terms.deny)}
        self.categories: Sequence[str] = tuple(c for c in CATEGORIES if c in self._asked or listed.get(c))
        self._model = model
        self._loss_ratio = loss_ratio
        self._subjects = subjects
        self._terms = terms or TermLists()
        self._least_evidence = least_evidence
        self._medicine = medicine or MedicalVocabulary()
        self._careful = careful
        self._ordinary = model.tagger.lexicon.get("common", frozenset()) | CLIPPED

    def find(self, document: Document) -> Sequence[Span]:
        """Spans found, sorted by start, overlapping findings joined towards coverage."""
        evidence = self.read(document)
        return self.decide(evidence) if evidence else []

    def lists_of(self, word: str) -> Sequence[str]:
        """Names of the model's lists that hold `word`, given in small letters."""
        return self._model.tagger.lexicon.names_of(word)

    @property
    def reads_as(self) -> tuple[int, float, str]:
        """Recognisers of which this is the same `read` the same."""
        return id(self._model), self._least_evidence, self._careful.reads if self._careful else ""

    def read(self, document: Document) -> Evidence | None:
        """What model and forms say about a document, before any loss ratio; None without words."""
        text, model = document.text.reveal(), self._model
        if is_in_small_letters(text):
            text, model = usual_casing(text, model.tagger.lexicon), model.twin
        tokens = tokenize(text)
        if not len(tokens):
            return None
        ages = _ages(text, tokens)
        judged = self._judged(tokens, model)
        if is_in_capitals(tokens):
            judged = self._with_small_letters(text, tokens, judged)
        if is_legal(tokens):
            judged = without_terms(judged, tokens, model.tagger.lexicon)
        judged = without_plain_numbers(judged, tokens, self._medicine)
        if self._careful:
            judged = self._careful.decide(judged, document.text.reveal(), tokens, model.tagger.lexicon)
        return Evidence(tokens, judged, ages)

    def _with_small_letters(
        self, text: str, tokens: Tokens, judged: list[tuple[Entity, float]]
    ) -> list[tuple[Entity, float]]:
        """What a text in capitals says as it stands and set in small letters, together."""
        twin = self._model.twin
        again = tokenize(usual_casing(in_small_letters(text), twin.tagger.lexicon))
        if twin is self._model or len(again) != len(tokens):
            return judged
        return of_both(judged, self._judged(again, twin), len(tokens), self._least_evidence)

    def decide(self, evidence: Evidence) -> Sequence[Span]:
        """Spans that must go at this recogniser's loss ratio, of its categories; as `find`."""
        tokens = evidence.tokens
        found = [*self._chosen(tokens, evidence.entities), *evidence.ages]
        found = [f for f in found if f.category in self._asked]
        return _spans(tokens, [*self._without_allowed(tokens, found), *self._listed(tokens)])

    def _listed(self, tokens: Tokens) -> list[_Found]:
        """Mentions of known subjects and denied terms: found whatever the model and the categories say."""
        subjects = self._subjects.find(tokens) if self._subjects else []
        denied = self._terms.denied(tokens)
        found = [_Found(a, b, "person", 1.0, "known", 1) for a, b in subjects]
        return [*found, *(_Found(a, b, "other", 1.0, "known", 1) for a, b in denied)]

    def _chosen(self, tokens: Tokens, entities: Sequence[tuple[Entity, float]]) -> list[_Found]:
        """Entities that must go, and what follows from them in the rest of the document."""
        lexicon = self._model.tagger.lexicon
        chosen = [
            (e, p)
            for e, p in entities
            if must_mask(p, e.n_tokens, self._loss_ratio) and not reads_ordinary(e, p, tokens, lexicon)
        ]
        found = [
            _Found(m.first, m.end, e.category, p, "found", len(e.mentions))
            for e, p in chosen
            for m in e.mentions
        ]
        surest = sorted(chosen, key=lambda one: -one[1])
        names = [(tokens.words[e.mentions[0].first : e.mentions[0].end], e.category) for e, _ in surest]
        plain = plain_words(tokens, lexicon)
        for token, name in propagate(tokens, names, self._ordinary | plain):
            entity, score = surest[name]
            found.append(_Found(token, token + 1, entity.category, score, "part", len(entity.mentions)))
        return found

    def _judged(self, tokens: Tokens, model: Model) -> list[tuple[Entity, float]]:
        """Entities that a model proposes, each with the probability that it must be masked."""
        tagger = model.tagger
        proposed = find_entities(tokens, tagger.marginals(tokens), tagger.labels, self._least_evidence)
        judged = judged_with_few(proposed, tokens, model.judge.probabilities)
        if self._medicine.words:
            judged = without_medicine(judged, tokens, tagger.lexicon, self._medicine)
        return judged

    def _without_allowed(self, tokens: Tokens, found: list[_Found]) -> list[_Found]:
        """Findings without those that lie wholly inside an allowed term."""
        allowed = self._terms.allowed(tokens)
        return [f for f in found if not any(a <= f.first and f.end <= b for a, b in allowed)]


class LearnedRecognizers:
    """Recognisers of one model, as clauses of different loss ratios need them: it runs once a document.

    Parameters
    ----------
    recognizers : sequence of LearnedRecognizer
        With one model, and the same least evidence.
    """

    def __init__(self, recognizers: Sequence[LearnedRecognizer]) -> None:
        first = recognizers[0]
        if any(r.reads_as != first.reads_as for r in recognizers):
            raise ValueError("the recognisers must have one model and one least evidence")
        self.name = first.name
        self.fingerprint = first.fingerprint
        self.categories: Sequence[str] = tuple(dict.fromkeys(c for r in recognizers for c in r.categories))
        self._recognizers = recognizers

    def lists_of(self, word: str) -> Sequence[str]:
        """Names of the model's lists that hold `word`, given in small letters."""
        return self._recognizers[0].lists_of(word)

    def find(self, document: Document) -> Sequence[Span]:
        """What each of them finds, one after the other."""
        evidence = self._recognizers[0].read(document)
        return [span for r in self._recognizers for span in r.decide(evidence)] if evidence else []


def _ages(text: str, tokens: Tokens) -> list[_Found]:
    """Ages, found by their form."""
    ranges = [token_range(tokens, start, end) for start, end in find_ages(text)]
    return [_Found(first, end, "age", AGE_SCORE, "pattern", 1) for first, end in ranges]


def _spans(tokens: Tokens, found: Iterable[_Found]) -> list[Span]:
    """Spans of findings: what overlaps is one, and so are parts of a name with only a sign between them."""
    joined: list[_Found] = []
    pieces = [piece for f in found for piece in _cut(tokens, f)]
    for f in sorted(pieces, key=lambda f: (f.first, -f.end)):
        last = joined[-1] if joined else None
        if last and (f.first < last.end or _touches(tokens, last, f)):
            best = max(last, f, key=lambda g: (g.score, g.end - g.first))
            joined[-1] = _Found(
                last.first, max(last.end, f.end), best.category, best.score, best.link, best.mentions
            )
        else:
            joined.append(f)
    return [
        Span(
            int(tokens.starts[f.first]),
            int(tokens.ends[f.end - 1]),
            f.category,
            round(f.score, 4),
            {"link": f.link, "mentions": f.mentions},
        )
        for f in joined
    ]


def _cut(tokens: Tokens, found: _Found) -> list[_Found]:
    """A finding, cut where a passage ends."""
    ranges = within_passages(tokens, found.first, found.end)
    return [found] if len(ranges) == 1 else [replace(found, first=a, end=b) for a, b in ranges]


def _touches(tokens: Tokens, left: _Found, right: _Found) -> bool:
    """Whether two findings of one category stand side by side, or with one joining sign between."""
    if left.category != right.category or tokens.passages[left.end - 1] != tokens.passages[right.first]:
        return False
    between = tokens.words[left.end : right.first]
    if not between:
        gap = int(tokens.starts[right.first] - tokens.ends[left.end - 1])
        return gap <= 1 and left.category in LEARNED
    glued = bool(tokens.ends[right.first - 1] == tokens.starts[right.first])
    initial = between == ["."] and left.end and tokens.ends[left.end - 1] - tokens.starts[left.end - 1] == 1
    return bool(initial) or (len(between) == 1 and between[0] in _JOINS and glued)
