"""Algorithm 1 over all protected concepts at once: one scan and table look-ups."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import zip_longest

from engine.counts.disclosure import Vocabulary
from engine.errors import RefusedError, fault
from engine.language.terms import fold
from engine.language.wording import begin_like, with_article
from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.c_sanitized.explanation import explain, strongest
from engine.methods.c_sanitized.replacing.drawing import DRAWN, ExponentialMechanism, n_draws
from engine.methods.c_sanitized.replacing.generalizer import Generalizer, Present
from engine.methods.c_sanitized.replacing.replacement import Replaced, Replacer
from engine.methods.c_sanitized.replacing.sentences import as_one_reads
from engine.methods.c_sanitized.replacing.taxonomy import Taxonomy
from engine.methods.c_sanitized.scanner import Run, Scanner, Word
from engine.methods.c_sanitized.utility import information_bits
from engine.methods.intervals import Intervals
from engine.text import PLACEHOLDER, Action, Decision, Document, applied

_MAX_ROUNDS = 12
_LOOK_BACK = 4
_MAX_EXPLAINED = 50_000


class Sanitizer:
    """Sanitizes documents for all protected concepts at once; build it once per process.

    Parameters
    ----------
    concepts : sequence of CompiledConcept
        All compiled from one corpus, at least one.
    taxonomy : Taxonomy
        Generalizations of the policy's knowledge bases.
    key : bytes
        Secret of the release, for clauses that ask that replacements are drawn (`choice`).

    Notes
    -----
    Terms are single words and phrases of the corpus, names of the concept, and the noun
    phrase around a risky word: its safe modifiers stay in the replacement ("late latent
    syphilis" may become "late condition"). All occurrences of a term go. The
    released text is scanned again until nothing in it must go: a replacement that makes
    a risky phrase with its neighbours gives way to the placeholder. That reads nothing but the released
    text, so it tells no more than draws did.

    References
    ----------
    [CS] Algorithm 1; Definition 6.
    """

    def __init__(self, concepts: Sequence[CompiledConcept], taxonomy: Taxonomy, key: bytes = b"") -> None:
        self._concepts = tuple(concepts)
        self._mechanism = _mechanism(concepts, key)
        self._scanner = Scanner(concepts)
        self._generalizer = Generalizer(concepts, self._scanner, taxonomy)
        self._explained: dict[tuple[object, ...], tuple[CompiledConcept, Mapping[str, object]]] = {}

    def sanitize(self, document: Document, named: Sequence[tuple[int, int]] = ()) -> Sequence[Decision]:
        """Decisions that make the document (alpha, C)-sanitized: sorted, disjoint.

        Parameters
        ----------
        document : Document
            Spans that other stages remove may be blotted out with `engine.text.BLOT`.
        named : sequence of (int, int)
            Sorted spans that a recogniser took for names: never looked up as common nouns.

        Returns
        -------
        sequence of Decision
            Their `why` holds numbers and names of sources, never words of the document:
            ``rule``, ``verdict``, ``pmi_bits``, ``threshold_bits``, ``probability``,
            ``allowed_probability``, counts, ``unseen``, ``review``, ``source`` of the replacement.

        Raises
        ------
        RefusedError
            ``CSN010`` when a term is unseen and its clause says ``unseen: refuse``;
            ``CSN011`` when no replacement could be found that discloses nothing.
        """
        text = document.text.reveal()
        runs = list(self._scanner.runs(text))
        if not runs:
            return ()
        self._refuse_unseen(document, runs)
        is_named = Intervals(named).touch
        replacer = Replacer(text, self._concepts, self._generalizer, is_named, self._mechanism)
        decisions = self._decided(text, runs, replacer)
        for _ in range(_MAX_ROUNDS):
            released, places = applied(text, decisions)
            left = [(run[0].start, run[-1].end) for run in self._scanner.runs(released)]
            if not left:
                return decisions
            decisions = self._redact(decisions, _origins(left, decisions, places))
        raise RefusedError(
            fault(
                "CSN011",
                f"document {document.id}",
                "must have a form in which nothing discloses a protected concept",
                f"{len(left)} terms left after {_MAX_ROUNDS} rounds",
                "The document is not released; set `replace_with: redact` for its concept clauses.",
            )
        )

    def rewording(self, text: str) -> Callable[[Sequence[tuple[int, int]], int, int], Replaced]:
        """What words of `text` are replaced by that no term of their own makes go.

        Returns
        -------
        callable
            Given the spans of neighbouring words, and the offsets that their phrase may reach from and to:
            the new text of that phrase.
        """
        replacer = Replacer(text, self._concepts, self._generalizer, mechanism=self._mechanism)

        def reword(words: Sequence[tuple[int, int]], after: int, before: int) -> Replaced:
            run = tuple(Word(start, end, fold(text[start:end]), "r") for start, end in words)
            return self._fitted(text, replacer.replace(run, after, before), after)

        return reword

    def risky(self, text: str) -> Iterator[tuple[int, int]]:
        """Spans of a text that would have to go."""
        return ((run[0].start, run[-1].end) for run in self._scanner.runs(text))

    def levels(self, text: str, spans: Iterable[tuple[int, int]]) -> list[tuple[str, ...]]:
        """What terms of `text` may be generalized to and disclose nothing, the most specific first."""
        present: Present = cache(lambda: self._generalizer.keys(text))
        return [self._generalizer.levels(text[start:end], present) for start, end in spans]

    def ladders(self, text: str, spans: Iterable[tuple[int, int]]) -> list[tuple[str, ...]]:
        """The same, with levels that disclose too much: for people, who are told so."""
        present: Present = cache(lambda: self._generalizer.keys(text))
        return [self._generalizer.ladder(text[start:end], present) for start, end in spans]

    @property
    def epsilon(self) -> float | None:
        """Epsilon of each replacement that is drawn; None: none is."""
        return self._mechanism.epsilon if self._mechanism else None

    def is_safe(self, label: str) -> bool:
        """Whether nothing of `label` would have to go."""
        return self._generalizer.is_safe(label)

    def utility(self, document: Document, decisions: Sequence[Decision]) -> tuple[float, float]:
        """Information of a document and what of it is left after `decisions`.

        Returns
        -------
        before, after : float
            Bits.

        Notes
        -----
        ``Utility(D) = sum IC(t_k)`` over the content words of D. A replacement keeps at most the information
        of what it replaces: rarer or longer words do not make up for words that went elsewhere.

        References
        ----------
        [CS] eqs. 7 and 8.
        """
        vocabulary = self._concepts[0].vocabulary
        text = document.text.reveal()
        before = information_bits(text, vocabulary)
        return before, before - sum(_lost(text, decision, vocabulary) for decision in decisions)

    def _decided(self, text: str, runs: Sequence[Run], replacer: Replacer) -> list[Decision]:
        decisions: list[Decision] = []
        for run, following in zip_longest(runs, runs[1:]):
            after = decisions[-1].end if decisions else 0
            if run[-1].end <= after:
                continue
            new = replacer.replace(run, after, following[0].start if following else len(text))
            decisions.append(self._decide(text, run, new, after))
        # What makes lists read well compares the terms themselves: it would tell more than a draw may.
        return decisions if self._mechanism else as_one_reads(text, decisions)

    def _decide(self, text: str, run: Run, new: Replaced, after: int) -> Decision:
        concept, why = self._explain(run, new.source)
        fitted, rule = self._fitted(text, new, after), concept.rule
        action: Action = "generalize" if new.generalized else "redact"
        where = fitted.start, fitted.end
        why = {**why, DRAWN: new.drawn} if new.drawn else why
        return Decision(*where, "concepts", rule.protect, action, fitted.text, rule.clause, why)

    def _fitted(self, text: str, new: Replaced, after: int) -> Replaced:
        return _fitted(text, new, after, is_drawn=self._mechanism is not None)

    def _explain(self, run: Run, source: str) -> tuple[CompiledConcept, Mapping[str, object]]:
        cause = (source, *((word.key, word.code, word.phrase) for word in run if word.code != "x"))
        if cause not in self._explained:
            if len(self._explained) >= _MAX_EXPLAINED:
                self._explained.clear()
            self._explained[cause] = explain(run, self._concepts, source)
        return self._explained[cause]

    def _redact(self, decisions: Sequence[Decision], spans: Iterable[tuple[int, int]]) -> list[Decision]:
        """Decisions in which everything that touches one of `spans` is removed."""
        merged = _united(spans)
        begins = [start for start, _ in merged]
        touched: dict[int, list[Decision]] = {}
        left = []
        for decision in decisions:
            number = bisect_right(begins, decision.start) - 1
            if number >= 0 and decision.start < merged[number][1]:
                touched.setdefault(number, []).append(decision)
            else:
                left.append(decision)
        left += [self._redacted(*span, touched.get(number, ())) for number, span in enumerate(merged)]
        return sorted(left, key=lambda decision: decision.start)

    def _redacted(self, start: int, end: int, touched: Sequence[Decision]) -> Decision:
        rule = self._concepts[0].rule
        why: dict[str, object] = dict(touched[0].why) if touched else {"rule": "context"}
        category, clause = (
            (touched[0].category, touched[0].clause) if touched else (rule.protect, rule.clause)
        )
        why["source"] = ""
        if drawn := n_draws(touched):
            why[DRAWN] = drawn
        return Decision(start, end, "concepts", category, "redact", PLACEHOLDER, clause, why)

    def _refuse_unseen(self, document: Document, runs: Sequence[Run]) -> None:
        refusing = [concept for concept in self._concepts if concept.rule.unseen == "refuse"]
        for concept in refusing:
            unseen = sum(strongest(run, [concept])[1] in ("unproven", "unseen", "doubtful") for run in runs)
            if unseen:
                raise RefusedError(
                    fault(
                        "CSN010",
                        f"document {document.id}",
                        f"must hold no term that the corpus saw too rarely to judge ({concept.rule.clause})",
                        f"{unseen} of them",
                        "Set `unseen: generalize` or `redact`, or count a larger corpus.",
                    )
                )


def _lost(text: str, decision: Decision, vocabulary: Vocabulary) -> float:
    """Information that one decision takes from a text, in bits."""
    replaced = information_bits(text[decision.start : decision.end], vocabulary)
    return max(0.0, replaced - information_bits(decision.replacement, vocabulary))


def _mechanism(concepts: Sequence[CompiledConcept], key: bytes) -> ExponentialMechanism | None:
    """The mechanism of the smallest epsilon that a clause asks for; None when none asks for one."""
    asked = [concept.rule.choice.epsilon for concept in concepts if concept.rule.choice]
    if not asked:
        return None
    if not key:
        raise ValueError("a drawn choice needs the secret of a release")
    return ExponentialMechanism(min(asked), key)


def _fitted(text: str, new: Replaced, after: int, is_drawn: bool = False) -> Replaced:
    """A replacement with the capital of what it replaces, and the article before it as it must be now.

    Of what is drawn, the sentence alone decides about the capital.
    """
    start, end = new.start, new.end
    before = text[max(0, start - _LOOK_BACK) : start]
    opens = not before.strip() or before.rstrip()[-1:] in ".!?:" or "\n" in before
    worded = begin_like(new.text, "A" if is_drawn else text[start:end], opens)
    n_before, fitting = with_article(before, worded)
    if start - n_before >= after:
        worded, start = fitting, start - n_before
    return replace(new, start=start, text=worded)


def _united(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, overlapping ones made one."""
    united: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if united and start < united[-1][1]:
            united[-1] = (united[-1][0], max(end, united[-1][1]))
        else:
            united.append((start, end))
    return united


def _origins(
    spans: Iterable[tuple[int, int]], decisions: Sequence[Decision], places: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Spans of the released text as spans of the original; a touched replacement counts whole."""
    return [_origin(start, end, decisions, places) for start, end in spans]


def _origin(
    start: int, end: int, decisions: Sequence[Decision], places: Sequence[tuple[int, int]]
) -> tuple[int, int]:
    shift, origin_start, origin_end = 0, -1, -1
    for decision, (begin, finish) in zip(decisions, places, strict=True):
        if origin_start < 0 and start < finish:
            origin_start = decision.start if start >= begin else start + shift
        if end <= begin:
            origin_end = end + shift
            break
        if end <= finish:
            origin_end = decision.end
            break
        shift = decision.end - finish
    if origin_start < 0:
        origin_start = start + shift
    return origin_start, origin_end if origin_end >= 0 else end + shift
