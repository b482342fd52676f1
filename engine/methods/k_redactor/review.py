"""What a reviewer is shown: words that may identify the client, and words that still point to the class.

References
----------
Cumby and Ghani (IAAI 2011), section "Redaction System" (CII suggestions beside PII).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.language.terms import Token
from engine.methods.k_redactor.class_hider import ClassHider
from engine.methods.k_redactor.class_names import ClassName
from engine.methods.k_redactor.request import Request, name_in, outside
from engine.methods.k_redactor.solving.case import highest
from engine.methods.k_redactor.words import mentions
from engine.text import SensitiveText

_OPENS = '.!?:\n-*#>\u2022\u2013\u2014|"\u201c'
"""What stands before a word that is written with a capital letter wherever it begins something."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A word that may give the client away, for a reviewer beside the personal data.

    Parameters
    ----------
    start, end : int
        Offsets into the document's text.
    kind : {"name", "abbreviation", "proper-name", "term"}
        Part of the class's name; its abbreviation; a capitalised word (product, place); another word.
    score : float
        Nats by which the word tells the class from the others; infinite for names.
    level : int
        Position in the slider's order, 1 = first to go; 0 for words outside the model.
    """

    start: int
    end: int
    kind: str
    score: float
    level: int


@dataclass(frozen=True, slots=True)
class Pointer:
    """A word left in a text that points to the class, and by how many nats against those it hides among."""

    start: int
    end: int
    nats: float


def suggest(hider: ClassHider, request: Request, least_nats: float = 1.0) -> list[Suggestion]:
    """Words that may identify the client: its name, abbreviations, proper names and telling terms.

    Parameters
    ----------
    hider : ClassHider
    request : Request
    least_nats : float
        Words of the model that tell the class less than this are left out.
    """
    text = request.document.text.reveal()
    order = hider.ladder(request)
    words = hider.choosable(request)
    level = {hider.corpus.words[words[i]]: n + 1 for n, i in enumerate(order.order)}
    score = {hider.corpus.words[words[i]]: float(s) for i, s in zip(order.order, order.scores, strict=True)}
    name = name_in(request)
    spans = name.spans(text)
    found = [Suggestion(*span, _kind_of_span(text, span, name), np.inf, 0) for span in spans]
    for token, feature in outside(mentions(text), spans):
        kind = _kind(text, token, feature, name)
        telling = np.inf if kind in ("name", "abbreviation") else score.get(feature, -np.inf)
        if telling >= least_nats:
            found.append(Suggestion(token.start, token.end, kind, telling, level.get(feature, 0)))
    return sorted(found, key=lambda each: each.start)


def explain(
    hider: ClassHider,
    text: SensitiveText,
    sensitive: str,
    most: int = 20,
    original: Request | None = None,
) -> list[Pointer]:
    """Which words of a (redacted) text still point to the class, the strongest first.

    Parameters
    ----------
    hider : ClassHider
    text : SensitiveText
    sensitive : str
        The class.
    most : int
        Words shown at most.
    original : Request, optional
        What the text was made from: when the corpus holds it, its counts are taken back.

    Notes
    -----
    Nats of a word: ``log P(x|s) - max_j log P(x|s_j)`` over the k - 1 other classes that score highest
    on the text: those among which a reader who trusts the model must still choose.
    """
    own = hider.class_number(sensitive)
    hits = [(token, feature) for token, feature in mentions(text.reveal()) if feature in hider.vocabulary]
    likelihood = hider.view([hider.vocabulary[feature] for _, feature in hits], original)[1]
    among = highest(hider.scores(text, original), own, hider.settings.k - 1)
    nats = likelihood[own] - likelihood[among].max(axis=0)
    found = [Pointer(t.start, t.end, float(n)) for (t, _), n in zip(hits, nats, strict=True) if n > 0]
    return sorted(found, key=lambda p: (-p.nats, p.start))[:most]


def _kind_of_span(text: str, span: tuple[int, int], name: ClassName) -> str:
    letters = "".join(filter(str.isalnum, text[slice(*span)]))
    return "abbreviation" if name.abbreviates(letters) else "name"


def _kind(text: str, token: Token, feature: str, name: ClassName) -> str:
    surface = text[token.start : token.end]
    if feature in name.features:
        return "name"
    if name.abbreviates(surface):
        return "abbreviation"
    before = text[max(0, token.start - 40) : token.start].rstrip(" \t")[-1:]
    inside = bool(before) and before not in _OPENS
    return "proper-name" if surface[:1].isupper() and (inside or surface.isupper()) else "term"
