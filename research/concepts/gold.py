"""Score C-sanitized against experts' terms: precision, recall, F, utility preserved, a curve over alpha.

References
----------
[CS] Sanchez & Batet, C-sanitized: a privacy model for document redaction and
sanitization (2016), eqs. 4-8, Tables 1 and 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from adapters.knowledge.registry import open_knowledge
from adapters.machine.locations import kb_cache
from engine.counts.disclosure import DisclosureTable
from engine.language.terms import term_keys
from engine.measures.terms import MarkedText, Score, covered_terms, term_score, truly_gone, utility_preserved
from engine.methods.c_sanitized import (
    CompiledConcept,
    Sanitizer,
    Taxonomy,
)
from engine.policy.clauses.concepts import ConceptRule, ConceptSettings
from engine.ports import KnowledgeBase
from engine.text import PLACEHOLDER, Decision, Document, SensitiveText
from flows.compiling.compilation import Compiled, Grounds, compile_loaded, concept_table
from flows.compiling.reference_corpora import BuiltCorpus, Corpus, open_corpus
from flows.document.results import Inspected
from research.concepts.gold_terms import MIN_LEVEL, GoldDocument, read_gold
from research.through_policy import concept_policy, inspected_texts

ALPHAS = (1.0, 1.5, 2.0, 2.25, 2.5, 3.0, 4.0)
SETTING = ConceptSettings(protect="concept", alpha=2.25)
"""One setting for all documents, chosen on six other articles; see docs/methods/c-sanitized.md."""
_OPENING_WORDS = 10
_LONGEST_PHRASE = 3

Result = dict[str, Any]
"""JSON values."""


def evaluate_gold(
    gold: Path,
    counts: str = "wikipedia",
    knowledge: Sequence[str] = ("wordnet",),
    *,
    setting: ConceptSettings = SETTING,
    alphas: Sequence[float] = ALPHAS,
) -> Result:
    """Score every annotated document of a folder.

    Parameters
    ----------
    gold : Path
        See `read_gold`; the name of a document is the concept to protect.
    counts : str
        Name of the corpus.
    knowledge : sequence of str
        Names of the knowledge bases, in order of priority.
    setting : ConceptSettings
        Everything but the concept and, for the curve, alpha.
    alphas : sequence of float
        Points of the curve.

    Returns
    -------
    dict
        JSON values: per document and as a mean, at `setting` and over `alphas`.

    Notes
    -----
    *Words* are the distinct content words, inflections folded, of what was removed and of
    the expert's terms (the sets S and H of eqs. 4-6); *gone* leaves out words that stand in
    what replaced them; *places* are their occurrences; *terms* are whole terms. Utility is eq. 8 over
    content words, where no replacement holds more than what it replaces.
    """
    corpus = open_corpus(counts)
    opened = [open_knowledge(name, kb_cache()) for name in knowledge]
    return evaluate_documents(read_gold(gold), corpus, opened, setting=setting, alphas=alphas)


def evaluate_documents(
    documents: Sequence[GoldDocument],
    corpus: Corpus,
    knowledge: Sequence[KnowledgeBase],
    *,
    setting: ConceptSettings = SETTING,
    alphas: Sequence[float] = ALPHAS,
) -> Result:
    """As `evaluate_gold`, with everything open."""
    trials = [_Trial(document, corpus, knowledge, setting) for document in documents]
    results = [trial.result(alphas) for trial in trials]
    at_setting = [result["at_setting"] for result in results]
    return {
        "setting": {
            "alpha": setting.alpha,
            "z": setting.evidence.z,
            "min_joint": setting.evidence.min_joint,
            "unseen": setting.unseen,
            "counting": setting.counting,
            "min_level": MIN_LEVEL,
        },
        "knowledge": [kb.name for kb in knowledge],
        "corpus": corpus.source,
        "documents": results,
        "mean": _mean_of(at_setting),
        "curve": [
            {"alpha": alpha} | _mean_of([result["curve"][place] for result in results])
            for place, alpha in enumerate(alphas)
        ],
    }


class _Trial:
    """One document, released again and again by policies that protect its concept."""

    def __init__(
        self,
        gold: GoldDocument,
        corpus: Corpus,
        knowledge: Sequence[KnowledgeBase],
        setting: ConceptSettings,
    ) -> None:
        self._gold, self._knowledge, self._corpus = gold, knowledge, corpus
        self._taxonomy = Taxonomy.read(knowledge)
        self._settings = setting.model_copy(update={"protect": gold.concept})
        self._marked = MarkedText(gold.text)
        self._table = concept_table(ConceptRule.of(self._settings, "concept"), corpus, knowledge)

    def result(self, alphas: Sequence[float]) -> Result:
        places, found = self._run(self._compile(None, self._table))
        held_out = leave_out(self._table, own_paragraphs(self._gold.text, self._corpus))
        return {
            "document": self._gold.name,
            "concept": self._settings.protect,
            "annotators": sorted(self._gold.terms),
            "n_words": len(self._marked.tokens),
            "at_setting": self._scores(None, self._table),
            "without_its_own_paragraphs": None if held_out is None else self._scores(None, held_out),
            "curve": [{"alpha": alpha} | self._scores(alpha, self._table) for alpha in alphas],
            "missed": self._missed(places),
            "wrong": sorted(self._marked.words(places) - self._expected_words()),
            "n_decisions": len(found.decisions),
        }

    def _compile(self, alpha: float | None, table: DisclosureTable) -> Compiled:
        """A policy that protects the document's concept alone, at `alpha` or as the setting says."""
        changed = {} if alpha is None else {"alpha": alpha, "disclose_at_most": None}
        settings = self._settings.model_copy(update=changed)
        loaded = concept_policy(settings, table.vocabulary.corpus, [kb.name for kb in self._knowledge])
        return compile_loaded(loaded, Grounds(self._knowledge, self._corpus, [table]))

    def _run(self, compiled: Compiled) -> tuple[set[int], Inspected]:
        (found,) = inspected_texts(compiled, [self._gold.text])
        return self._marked.places((d.start, d.end) for d in found.decisions), found

    def _scores(self, alpha: float | None, table: DisclosureTable) -> Result:
        compiled = self._compile(alpha, table)
        (concept,) = compiled.concepts
        places, found = self._run(compiled)
        decisions = found.decisions
        spans = [(d.start, d.end) for d in decisions]
        gone = truly_gone(self._marked, ((d.start, d.end, d.replacement) for d in decisions))
        by_annotator = {
            name: {
                "words": Score.of(self._marked.words(places), self._marked.words(expected)),
                "gone": Score.of(self._marked.words(gone), self._marked.words(expected)),
                "places": Score.of(places, expected),
                "terms": term_score(self._marked, terms, spans, places),
            }
            for name, terms in self._gold.terms.items()
            for expected in (self._marked.places(self._marked.spans_of(terms)),)
        }
        kinds = ("words", "gone", "places", "terms")
        mean = {kind: Score.mean([scores[kind] for scores in by_annotator.values()]) for kind in kinds}
        return {
            "threshold_bits": round(concept.threshold_bits, 3),
            "allowed_probability": round(concept.allowed_probability, 6),
            "mean": {kind: _rounded(score) for kind, score in mean.items()},
            "by_annotator": {
                name: {kind: _rounded(score) for kind, score in scores.items()}
                for name, scores in by_annotator.items()
            },
            "utility": utility(self._gold.text, decisions, concept, self._taxonomy),
            "residual_terms": len(found.left),
        }

    def _expected_words(self) -> set[str]:
        terms = [term for each in self._gold.terms.values() for term in each]
        return self._marked.words(self._marked.places(self._marked.spans_of(terms)))

    def _missed(self, places: set[int]) -> dict[str, Result]:
        """Terms that all annotators would remove and that were left, in whole or part, by kind."""
        lists = [set(terms) for terms in self._gold.terms.values()]
        agreed = sorted(set.intersection(*lists)) if lists else []
        missed: dict[str, list[str]] = {}
        for term, found in covered_terms(self._marked, agreed, places).items():
            if not found:
                missed.setdefault(_kind(term), []).append(term)
        return {kind: {"n": len(terms), "terms": terms} for kind, terms in sorted(missed.items())}


def _kind(term: str) -> str:
    if re.search(r"\d", term):
        return "number"
    if re.search(r"\b[A-Z]", term):
        return "name"
    return "phrase" if " " in term.strip() else "word"


def utility(
    text: str, decisions: Sequence[Decision], concept: CompiledConcept, taxonomy: Taxonomy
) -> dict[str, float]:
    """Share of the information preserved by generalization and, for comparison, by redaction (eq. 8)."""
    sanitizer, document = Sanitizer([concept], taxonomy), Document("gold", SensitiveText(text))
    redacted = [replace(decision, replacement=PLACEHOLDER) for decision in decisions]
    return {
        "generalization": round(utility_preserved(*sanitizer.utility(document, decisions)), 4),
        "redaction": round(utility_preserved(*sanitizer.utility(document, redacted)), 4),
    }


def own_paragraphs(text: str, corpus: Corpus) -> list[str]:
    """Paragraphs of a document that the corpus contains too (none when it cannot be searched)."""
    if not isinstance(corpus, BuiltCorpus):
        return []
    paragraphs = [part for part in re.split(r"\n\s*\n", text) if len(term_keys(part)) >= _OPENING_WORDS]
    return [p for p in paragraphs if corpus.index.count([" ".join(term_keys(p)[:_OPENING_WORDS])])]


def leave_out(table: DisclosureTable, paragraphs: Sequence[str]) -> DisclosureTable | None:
    """The table as if the corpus did not contain `paragraphs`; None without any.

    Notes
    -----
    The annotated document may stand in the corpus that judges it. This takes its own
    paragraphs out of n(c), n(t) and n(c, t), to show how much they matter.
    """
    if not paragraphs:
        return None
    n_t, n_ct, n_concept = table.n_t.copy(), table.n_ct.copy(), table.n_concept
    words = table.vocabulary.n_t.copy()
    rows = {key: row for row, key in enumerate(table.keys)}
    word_rows = {key: row for row, key in enumerate(table.vocabulary.keys)}
    names = set(table.lexicalizations)
    for paragraph in paragraphs:
        found = _terms_of(paragraph, max(_LONGEST_PHRASE, *(name.count(" ") + 1 for name in names)))
        mentions = not names.isdisjoint(found)
        n_concept -= mentions
        known = [rows[key] for key in found if key in rows]
        n_t[known] -= 1
        n_ct[known] -= mentions
        words[[word_rows[key] for key in found if key in word_rows]] -= 1
    vocabulary = replace(table.vocabulary, n_t=np.maximum(words, 0))
    keep = np.flatnonzero(n_ct >= 1)
    return replace(
        table,
        vocabulary=vocabulary,
        n_concept=n_concept,
        keys=tuple(table.keys[row] for row in keep),
        n_t=np.maximum(n_t[keep], n_ct[keep]),
        n_ct=np.minimum(n_ct[keep], n_concept),
    )


def _terms_of(paragraph: str, longest: int) -> set[str]:
    keys = term_keys(paragraph)
    return {
        " ".join(keys[start : start + length])
        for length in range(1, longest + 1)
        for start in range(len(keys) - length + 1)
    }


def _rounded(score: Score) -> dict[str, float]:
    return {name: round(value, 4) for name, value in asdict(score).items()}


def _mean_of(points: Sequence[Result]) -> Result:
    """Mean over documents of the annotators' mean and of the utility."""
    means = [point["mean"] for point in points]
    utilities = [point["utility"] for point in points]
    return {
        kind: {figure: _average(mean[kind][figure] for mean in means) for figure in means[0][kind]}
        for kind in means[0]
    } | {"utility": {name: _average(each[name] for each in utilities) for name in utilities[0]}}


def _average(values: Iterable[float]) -> float:
    found = list(values)
    return round(sum(found) / len(found), 4)
