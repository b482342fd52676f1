"""Contractions written out, where one reading alone is possible."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.methods.style.changes import NOT_GOING_ON, NOT_INSIDE, Change, Rule

_WITH_NOT = "are ca could did does do had has have is might must need sha should was were wo won would"
_NOT = re.compile(
    rf"{NOT_INSIDE}(?P<verb>{_WITH_NOT.replace(' ', '|')})n['’]t\b"
    r"(?P<who>[ ](?:I|you|he|she|it|we|they|there|this|that|these|those)\b(?=[^'’]|['’]?$))?",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"(?:^|[.!?:][\"')]*\s+|\b(?:why|how|what|where|who|when)\s+|[,-]\s+)[\"'(]*$", re.IGNORECASE
)
_NO_APOSTROPHE = re.compile(
    rf"{NOT_INSIDE}(?P<verb>do|does|did|is|are|was|were|have|has|had|could|would|should|ca)nt{NOT_GOING_ON}"
)
_VERBS = re.compile(
    rf"{NOT_INSIDE}(?:(?P<am>I)['’]m|(?P<are>you|we|they)['’]re|(?P<will>I|you|he|she|it|we|they|that|there)['’]ll"
    rf"|(?P<have>I|you|we|they|could|would|should|might|must)['’]ve){NOT_GOING_ON}",
    re.IGNORECASE,
)
_PARTICIPLES = (
    "been got gotten had become gone come done made taken seen said shown grown known given left lost "
    "happened always never ever already yet only just"
)
_IS = re.compile(
    rf"{NOT_INSIDE}(?P<who>it|he|she|that|there|here|what|where|who|how)['’]s"
    rf"(?=\s+(?!(?:{_PARTICIPLES.replace(' ', '|')})\b|\w+ed\b)(?-i:[a-z])+)",
    re.IGNORECASE,
)
_HAS = re.compile(
    rf"{NOT_INSIDE}(?P<who>it|he|she|that|there|what|who)['’]s(?=\s+(?:been|got|had|become)\b)", re.IGNORECASE
)
_WOULD = re.compile(
    rf"{NOT_INSIDE}(?P<who>I|you|he|she|it|we|they)['’]d(?=\s+(?:be|like|love|say|think|rather|guess|have|"
    r"want|need|go|get|do|make|take|see|know|expect|suggest|bet|prefer|hate|never|probably|still)\b)",
    re.IGNORECASE,
)
_LET = re.compile(rf"{NOT_INSIDE}(?P<who>let)['’]s{NOT_GOING_ON}", re.IGNORECASE)
_SIMPLE = ((_IS, "is"), (_HAS, "has"), (_WOULD, "would"), (_LET, "us"))


def _like(new: str, old: str) -> str:
    """In the case of what it replaces."""
    if len(old) > 2 and old.isupper():
        return new.upper()
    return new[:1].upper() + new[1:] if old[0].isupper() else new


def with_not(text: str) -> Iterator[Change]:
    """ "don't" and the like; "Don't you" becomes "Do you not"."""
    for match in _NOT.finditer(text):
        verb, who = match["verb"], match["who"] or ""
        if verb.lower() in ("ca", "won", "sha", "wo"):
            whole = {"ca": "can not", "sha": "shall not"}.get(verb.lower(), "will not")
        else:
            whole = f"{verb.lower()} not"
        if who and _ASKS.search(text[max(0, match.start() - 12) : match.start()]):
            yield Change(*match.span(), _like(f"{whole[:-4]}{who} not", verb))
        else:
            whole = whole.replace("can not", "cannot")
            yield Change(match.start(), match.end() - len(who), _like(whole, verb))


def without_apostrophe(text: str) -> Iterator[Change]:
    """ "dont" and the like."""
    for match in _NO_APOSTROPHE.finditer(text):
        verb = match["verb"]
        yield Change(*match.span(), "cannot" if verb == "ca" else f"{verb} not")


def with_verbs(text: str) -> Iterator[Change]:
    """ "I'm", "you're", "it'll", "we've"."""
    for match in _VERBS.finditer(text):
        for verb, who in match.groupdict().items():
            if who:
                yield Change(*match.span(), f"{who} {verb}")


def with_is(text: str) -> Iterator[Change]:
    """ "it's", "she'd", "let's", where what follows tells which verb it is."""
    for pattern, verb in _SIMPLE:
        for match in pattern.finditer(text):
            yield Change(*match.span(), f"{match['who']} {verb}")


CONTRACTIONS: tuple[Rule, ...] = (with_not, without_apostrophe, with_verbs, with_is)
