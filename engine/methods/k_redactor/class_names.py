"""Where a text names a class: its words inside other words, at line ends, its abbreviations.

References
----------
Cumby and Ghani (IAAI 2011), section "Redaction System": abbreviations of the company's name go too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field
from functools import cached_property

from engine.methods.k_redactor.words import mentions, name_features

Span = tuple[int, int]

_FORMS = """
    inc incorporated corp corporation co company ltd limited llc llp lp plc ag gmbh mbh kg kgaa se sa sas
    sarl spa srl nv bv oy ab asa aps pty holding holdings group
"""
_LEGAL_FORMS, _SMALL = (
    frozenset(words.split()) for words in (_FORMS, "of and the for de la le du des der die das und et y e")
)
_LEAST_LETTERS = 4  # of a word that is looked for inside others
_LONG = 8  # letters of a word that tells without capitals too: "halvorsenshop"
_PARTS = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_RUN = re.compile(r"[^\W_]+")
_LINE_END = r"[-\u2010\u00ad][ \t]*\r?\n[ \t]*"
_DEFINED = r"[^\n()]{0,40}\(\s*(?:the\s+)?[\"“”'‘’]?(?P<alias>[^\W\d_a-z][A-Z&.\d]{1,9})[\"“”'‘’]?\s*\)"


@dataclass(frozen=True)
class ClassName:
    """The name of a class as documents write it.

    Parameters
    ----------
    name : str
    aliases : set of str
        Abbreviations that a document gives itself: "Royal Dutch Shell (RDS)".
    """

    name: str = field(repr=False)
    aliases: Set[str] = field(default=frozenset(), repr=False)

    @cached_property
    def features(self) -> frozenset[str]:
        """The words of the name as features."""
        return frozenset(name_features(self.name))

    @cached_property
    def abbreviations(self) -> frozenset[str]:
        """Initials of the name, with and without legal form and small words, and the aliases; no dots."""
        parts = _PARTS.findall(self.name)
        plain = _without(_LEGAL_FORMS, parts) or parts
        found = {*self.aliases, *filter(str.isupper, plain)}
        if len(plain) > 1:
            for each in (parts, plain, _without(_SMALL, plain)):
                initials = "".join(part[0] for part in each)
                found.add(initials if initials.istitle() else initials.upper())
                found |= {initials} if sum(map(str.isupper, initials)) > 1 else set()
        return frozenset(short for short in found if len(short) > 1)

    def with_aliases_of(self, text: str) -> ClassName:
        """The name, with the abbreviations in brackets that `text` puts behind it."""
        words = _without(_LEGAL_FORMS, self._words)
        if not words:
            return self
        last = "|".join(map(re.escape, words))
        found = re.finditer(rf"(?i:\b(?:{last})\b){_DEFINED}", text)
        return ClassName(self.name, self.aliases | {m["alias"].replace(".", "") for m in found})

    def abbreviates(self, surface: str) -> bool:
        """Whether a word is an abbreviation of the name, as it is written."""
        return surface.replace(".", "") in self.abbreviations

    def features_in(self, text: str) -> frozenset[str]:
        """Features that name the class: its words, and abbreviations that `text` writes."""
        short = {
            feature for token, feature in mentions(text) if self.abbreviates(text[token.start : token.end])
        }
        return self.features | short

    def spans(self, text: str) -> list[Span]:
        """Mentions that no feature stands for: "CarrefourBank", "carre-/four", "P&G", "Next"; in order."""
        found: list[Span] = []
        every = {*self._inside(text), *self._divided(text), *self._dotted(text), *self._everyday(text)}
        for span in sorted(every):
            if not found or span[0] >= found[-1][1]:
                found.append(span)
        return found

    @cached_property
    def _words(self) -> list[str]:
        return [word for word in _PARTS.findall(self.name) if len(word) >= _LEAST_LETTERS]

    def _inside(self, text: str) -> Iterator[Span]:
        """Runs of letters that hold a word of the name and show it: by capitals, in an address, by length."""
        for word in self._words:
            for at in re.finditer(re.escape(word), text, re.IGNORECASE):
                run = _run_around(text, *at.span())
                if run != at.span() and (_stands_out(text, at.span(), run) or _is_address(text, run)):
                    yield run

    def _divided(self, text: str) -> Iterator[Span]:
        """Both halves of a word of the name that a line end divides."""
        for word in self._words:
            halves = (
                rf"{re.escape(word[:i])}(?P<end{i}>){_LINE_END}(?P<start{i}>){re.escape(word[i:])}"
                for i in range(1, len(word))
            )
            for at in re.finditer(rf"\b(?:{'|'.join(halves)})", text, re.IGNORECASE):
                end, start = (at.start(name) for name in ("end", "start") for name in _given(at, name))
                yield at.start(), end
                yield start, at.end()

    def _dotted(self, text: str) -> Iterator[Span]:
        """Abbreviations with dots or an ampersand between the letters."""
        for short in sorted(self.abbreviations):
            letters = r"(?:\.?\s?&\s?|\.\s?)".join(map(re.escape, short.replace("&", "")))
            if len(short.replace("&", "")) > 1:
                for at in re.finditer(rf"(?<![^\W_]){letters}(?![^\W_])\.?", text):
                    yield at.span()

    def _everyday(self, text: str) -> Iterator[Span]:
        """The whole name with its capitals, where a word of it is a stop word: "Next", "First Direct"."""
        parts = [part for part in _PARTS.findall(self.name) if part.casefold() not in _LEGAL_FORMS]
        if all(name_features(part) or part.casefold() in _SMALL for part in parts):
            return
        written = {tuple(map(form, parts)) for form in (str, str.upper, str.capitalize)}
        forms = [
            r"[\W_]{1,3}".join(map(re.escape, form)) for form in sorted(written) if not form[0].islower()
        ]
        for at in re.finditer(rf"(?<![^\W_])(?:{'|'.join(forms)})(?![^\W_])", text):
            yield at.span()


def _without(words: Set[str], parts: Iterable[str]) -> list[str]:
    return [part for part in parts if part.casefold() not in words]


def _given(at: re.Match[str], prefix: str) -> list[str]:
    return [name for name, value in at.groupdict().items() if name.startswith(prefix) and value is not None]


def _run_around(text: str, start: int, end: int) -> Span:
    """The run of letters and digits around a span."""
    while start and _RUN.fullmatch(text[start - 1]):
        start -= 1
    while end < len(text) and _RUN.fullmatch(text[end]):
        end += 1
    return start, end


def _stands_out(text: str, at: Span, run: Span) -> bool:
    """Whether capitals, digits or its own length set a span off from the run around it."""
    if at[1] - at[0] >= _LONG and (at[0] == run[0] or at[1] == run[1]):
        return True
    first = (
        at[0] == run[0] or text[at[0] - 1].isdigit() or (text[at[0]].isupper() and text[at[0] - 1].islower())
    )
    after = text[at[1] : at[1] + 1]
    last = at[1] == run[1] or after.isdigit() or (after.isupper() and text[at[1] - 1].islower())
    return first and last


def _is_address(text: str, run: Span) -> bool:
    """Whether a run is part of a web or mail address, or of a name that begins with @ or #."""
    before, after = text[run[0] - 1 : run[0]], text[run[1] : run[1] + 2]
    dotted = after[:1] == "." and after[1:].isalnum()
    return (
        before in ("@", "#", "/")
        or after[:1] in ("@", "/")
        or dotted
        or (before == "." and text[run[0] - 2 : run[0] - 1].isalnum())
    )
