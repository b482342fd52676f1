"""What stands in the place of a run of risky words: the most specific generalization that is safe."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.methods.c_sanitized.rule import PLACEHOLDER, CompiledConcept
from engine.methods.c_sanitized.scanner import Run, Scanner, Word
from engine.methods.c_sanitized.taxonomy import Generalization, Taxonomy
from engine.terms import term_keys
from engine.wording import in_form_of


@dataclass(frozen=True, slots=True)
class Replaced:
    """The new text of a run.

    Parameters
    ----------
    text : str
        What stands there afterwards.
    generalized : bool
        Whether anything but the placeholder and what was there already is in it.
    source : str
        Provenance of the generalization; ``"head of the phrase"`` when its own head word is enough.
    """

    text: str
    generalized: bool
    source: str = ""


class Replacer:
    """Chooses replacements in one document.

    Parameters
    ----------
    text : str
        The document's text.
    concepts : sequence of CompiledConcept
        A generalization must be safe for all of them (Algorithm 1, line 16).
    scanner : Scanner
        Judges the visible words of a generalization as it judges the text.
    taxonomy : Taxonomy
        Knowledge bases in priority order.
    weight : callable
        ``weight(key)``: bits by which a word speaks for a sense, see `taxonomy.Weight`.
    """

    def __init__(
        self,
        text: str,
        concepts: Sequence[CompiledConcept],
        scanner: Scanner,
        taxonomy: Taxonomy,
        weight: Callable[[str], float],
    ) -> None:
        self._text = text
        self._scanner = scanner
        self._taxonomy = taxonomy
        self._weight = weight
        self._only_redact = any(concept.rule.replace_with == "redact" for concept in concepts)
        self._redact_unproven = any(concept.rule.unseen in ("redact", "review") for concept in concepts)
        self._chosen: dict[tuple[str, ...], Generalization | None] = {}

    def replace(self, run: Run) -> Replaced:
        """New text of a run: its risky words generalized or removed, its safe modifiers kept."""
        if self._only_redact:
            return Replaced(PLACEHOLDER, generalized=False)
        text, end, sources, useful = "", run[0].start, list[str](), False
        for keeps, words in groupby(run, key=lambda word: word.code == "x"):
            piece = list(words)
            text += self._text[end : piece[0].start]
            end = piece[-1].end
            found = None if keeps else self._generalize(piece)
            if keeps:
                text += self._text[piece[0].start : end]
            elif found is None:
                text += PLACEHOLDER
            else:
                text += in_form_of(found.label, self._surface(piece[-1]))
                sources.append(found.source)
            useful |= keeps or found is not None
        if not useful or text.strip() == PLACEHOLDER:
            return Replaced(PLACEHOLDER, generalized=False)
        return Replaced(text, generalized=True, source="; ".join(dict.fromkeys(sources)))

    def _generalize(self, words: Sequence[Word]) -> Generalization | None:
        if self._redact_unproven and any(word.code in "uq" for word in words):
            return None
        keys = tuple(word.key for word in words)
        if keys not in self._chosen:
            self._chosen[keys] = self._most_specific(words)
        return self._chosen[keys]

    def _most_specific(self, words: Sequence[Word]) -> Generalization | None:
        """Algorithm 1, lines 13-18, on the longest part of the run that ends it and has a generalization.

        The head of an English noun phrase stands last, and is itself its first generalization.
        """
        for part in self._parts(words):
            if (
                len(part) < len(words)
                and len(part) == 1
                and part[0].code == "p"
                and self.is_safe(part[0].key)
            ):
                return Generalization(part[0].key, "head of the phrase")
            label = self._text[part[0].start : part[-1].end]
            for candidate in self._taxonomy.generalizations(label, self._weight):
                if self.is_safe(candidate.label):
                    return candidate
        return None

    def _parts(self, words: Sequence[Word]) -> Iterator[Sequence[Word]]:
        """Ends of the run, the longest first; of "Treponema pallidum" the whole and the genus."""
        latin = len(words) == 2 and self._surface(words[0])[0].isupper()
        if latin and self._surface(words[1])[0].islower() and words[1].code == "u":
            yield from (words, words[:1])
            return
        for first in range(len(words)):
            yield words[first:]

    def is_safe(self, label: str) -> bool:
        """Whether the words of a label may be seen: none of them, nor any phrase in it, discloses."""
        return not any(True for _ in self._scanner.runs(label)) and bool(term_keys(label))

    def _surface(self, word: Word) -> str:
        return self._text[word.start : word.end]
