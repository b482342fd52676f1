"""Codes that are told by another one of the document: of the same shape, or its end alone.

A document that calls ``P088412`` a licence and then writes ``E120447`` gives out two licences, and who wrote
``HMA/23/00417-B`` once may write ``00417-B`` later.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from engine.catalog.rules import nothing, rule
from engine.methods.identifiers.folding import Folded
from engine.methods.identifiers.validators import Setting, validator
from engine.text import Span

_GIVEN_OUT = frozenset({"unique-code", "mrn", "health-plan", "account", "license", "device"})
_MOST_SHAPES = 60
_MANY = 3
"""Codes of a document after which a short one ("CL-8813", else a model or a product) counts as well."""
_WEAK = "?"
_SHORT = re.compile(r"[A-Z]{1,3}-\d{4}")
_TOKEN = re.compile(
    r"(?<![\w.,/$\-])(?=[A-Z0-9./\-]*\d{3})[A-Z0-9]+(?:[./\-][A-Z0-9]+){0,6}(?![\w%]|[.,/\-]\w)"
)
_SETTING = Setting()
_ZEROS = str.maketrans("123456789", "0" * 9)


@rule("kindred-codes", without=nothing)
def kindred_codes(folded: Folded, found: Iterable[Span]) -> list[Span]:
    """Codes of the shape of one in `found`, and the ends of such codes written alone.

    Parameters
    ----------
    folded : Folded
        The folded text.
    found : iterable of Span
        Findings with offsets into the original text; only codes that something gave out count.

    Notes
    -----
    A shape is the order of letters, digits and signs, ``A000000`` or ``00-A-0000``. It counts when it holds
    letters or signs and five digits, or seven digits of which the first is zero. With three or four digits
    its letters must be the same, too. Plain numbers of six and more digits are of
    one shape when they have the same length and begin with the same half and one digit more.
    """
    known: dict[str, Span] = {}
    given_out = [span for span in found if span.category in _GIVEN_OUT]
    if len(given_out) >= _MANY:
        known[_WEAK] = given_out[0]
    for span in given_out:
        if len(known) < _MOST_SHAPES:
            start, end = folded.folded_span(span.start, span.end)
            value = folded.data[start:end].decode("latin-1")
            known.update((key, span) for key in (shape(value), *_ends(value)) if key)
    return [*_placed(folded, known)] if known else []


def shape(value: str) -> str:
    """The shape of a code, empty when it says too little.

    Examples
    --------
    >>> shape("P088412"), shape("0044-018"), shape("004471"), shape("W-1077"), shape("4471")
    ('A000000', '0000-000', '', 'W-0000', '')
    """
    if "." in value or not _TOKEN.fullmatch(value):
        return ""
    if value.isdigit():
        return _shape_of_number(value)
    digits, letters = (sum(map(kind, value)) for kind in (str.isdigit, str.isalpha))
    plain = re.sub(r"\d", "0", value)
    if digits >= 5:
        return re.sub(r"[A-Z]", "A", plain)
    return plain if letters and digits >= 3 else ""


def _shape_of_number(value: str) -> str:
    if value[0] != "0":
        return f"{value[: len(value) // 2 + 1]}~{len(value)}" if len(value) >= 6 else ""
    return "+" + value[1:].translate(_ZEROS) if len(value) >= 7 else ""


def _ends(value: str) -> Iterator[str]:
    """Ends of a code that could be written alone, as they are."""
    for sign in re.finditer(r"[./\-]", value):
        end = value[sign.end() :]
        if sum(map(str.isalnum, end)) >= 5 and sum(map(str.isdigit, end)) >= 4:
            yield "=" + end


def _placed(folded: Folded, known: dict[str, Span]) -> Iterator[Span]:
    check = validator("series-code")
    for match in _TOKEN.finditer(folded.data.decode("latin-1")):
        value = match[0]
        source = (
            known.get(shape(value))
            or known.get("=" + value)
            or (known.get(_WEAK) if _SHORT.fullmatch(value) else None)
        )
        if source and check(value, _SETTING):
            yield Span(
                *folded.span(*match.span()), source.category, source.score, {**source.why, "repeat": True}
            )
