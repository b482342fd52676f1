"""Findings that run from a name into an institution or a street: each for itself, departments left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from engine.methods.names.languages.vocabulary import Vocabulary
from engine.text import Span

_HEADS = {
    "de": r"(?:\w*[Kk]linikum|\w*[Kk]lin\w*ik|\w*[Kk]rankenhaus|Universität|Hochschule|Praxis|Kanzlei)",
    "es": (
        r"(?:Hospital|Complejo|Fundaci[oó]n|Cl[ií]nica|Centro|Instituto|Institut|Universidad|Policl[ií]nic[ao]|"
        r"Asociaci[oó]n|Ambulatorio|Residencia|Consorci[o]?|Corporaci[oó]n?|[AÁ]rea Hospitalaria)"
    ),
    "fr": (
        r"(?:H[oô]pital|H[oô]pitaux|CHRU|CHU|CHR|CH|Centre|Clinique|Polyclinique|Universit[eé]|Institut|Fondation|"
        r"Association|Cabinet|EHPAD|Pharmacie|Laboratoire)"
    ),
}
_DEPARTMENTS = {
    "de": r"(?:Abteilung|Station|Ambulanz)",
    "es": r"(?:Servi[cv]io|Secci[oó]n|Unidad|Departamento|Dpto\.?|[AÁ]rea|[EÉ]difi[c]io)",
    "fr": r"(?:Service|Unit[eé]|D[eé]partement|Secr[eé]tariat)",
}
_WAYS = {
    "de": r"(?:[A-ZÄÖÜ]\w+(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse))",
    "es": (
        r"(?:C/\.?|Calle|Avd?a?\.?|Avenida|Avinguda|Ctra\.?|Carretera|Carrer|Paseo|P[ºo]\.?|Passeig|Plaza|Pza?\.?|"
        r"Camino|Ronda|Rambla|Trav\w+|Alameda|Glorieta|V[ií]a)"
    ),
    "fr": (
        r"(?:\d{1,4}(?: ?(?:bis|ter))?,? )?(?:[Rr]ue|[Aa]v(?:\.|enue)|[Bb]oulevard|[Bb]d\.?|"
        r"[Pp]lace|[Cc]hemin|"
        r"[Aa]ll[ée]es?|[Ii]mpasse|[Qq]uai|[Rr]oute|[Cc]ours)"
    ),
}
_NOT_OF_IT = r"(?:[Ee]-?[Mm]ail|Correos?|Tel[eé]?f?o?n?o?|T[eé]l(?:[eé]phone)?|Tfno|Fax|Courriel|Telefon)\b"
_STREET_NUMBER = re.compile(r"\d|\b[Ss]\.?/?[Nn]\b")
_STREET_REACH = 60
_ABBREVIATED = re.compile(r"(?:\b[A-ZÁÉ]\w{0,3}|\b[Pp]rof|\b[Dd]oct)\Z")
_OPENS = re.compile(r"(?:\b(?:de|del|la|el|du|des|le|les|l|des|der|dem|am|im)[ '’])\Z", re.IGNORECASE)
_NAMED = ("person", "organisation")


def _cuts(language: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?<=\w)[ \n]*(?P<sign>[.,;]?) *[ \n](?=(?:(?P<head>{_HEADS[language]})|"
        rf"(?P<part>{_DEPARTMENTS[language]})|"
        rf"(?P<way>{_WAYS[language]})|(?P<other>{_NOT_OF_IT}))(?:[\s.,:;/]|\Z))"
    )


_CUTS = {language: _cuts(language) for language in _HEADS}
_SENTENCE = re.compile(r"(?<=\w{3})\. (?=[A-ZÁÉÍÓÚÀÂÊÎÔÛÇÑ])")


def divided(text: str, span: Span, vocabulary: Vocabulary) -> Iterator[Span]:
    """A person or an institution without the department, the street and the town behind it.

    Parameters
    ----------
    text : str
    span : Span
    vocabulary : Vocabulary

    Yields
    ------
    Span
        Institutions and streets behind a name have kinds of their own. Departments of ordinary words
        ("Servicio de Urología") and labels ("E-mail") are left out.
    """
    if span.category not in _NAMED:
        yield span
        return
    pieces = _pieces(text, span, vocabulary.language)
    for number, (start, end, kind) in enumerate(pieces):
        name = text[start:end].rstrip(" ,;\n")
        name = name if number == len(pieces) - 1 else name.rstrip(".")
        is_left = kind == "other" or (kind in ("part", "town") and vocabulary.all_ordinary(name))
        followed = number + 1 < len(pieces) and pieces[number + 1][2] == "head"
        department = number == 0 and kind == "" and followed and vocabulary.all_ordinary(name)
        if name and not is_left and not department:
            yield replace(span, start=start, end=start + len(name), category=_category(span, kind))


def _category(span: Span, kind: str) -> str:
    return {"head": "organisation", "part": "organisation", "way": "location", "town": "location"}.get(
        kind, span.category
    )


def _pieces(text: str, span: Span, language: str) -> list[tuple[int, int, str]]:
    """Start, end and kind of the pieces that a finding is put together from; "" for the first."""
    first = "head" if re.match(_HEADS[language], text[span.start : span.end]) else ""
    borders = [(span.start, span.start, first)]
    for cut in _CUTS[language].finditer(text, span.start, span.end):
        kind = next(name for name in ("head", "part", "way", "other") if cut[name])
        if _is_border(text, span, borders[-1], cut, kind):
            borders.append((cut.start(), cut.end(), kind))
    for cut in _SENTENCE.finditer(text, span.start, span.end) if span.category == "organisation" else ():
        known = any(start <= cut.start() <= end for start, end, _ in borders)
        if not known and not _ABBREVIATED.search(text[span.start : cut.start()]):
            borders.append((cut.start(), cut.end(), "town"))
    borders.sort()
    ends = [start for start, _, _ in borders[1:]] + [span.end]
    return [(end, stop, kind) for (_, end, kind), stop in zip(borders, ends, strict=True)]


def _is_border(text: str, span: Span, last: tuple[int, int, str], cut: re.Match[str], kind: str) -> bool:
    """Whether a word begins something new: no part of a name, no street without a number."""
    before = text[last[1] : cut.start()]
    if _OPENS.search(before + " "):
        return False
    if kind == "way":
        behind = text[cut.end() : cut.end() + _STREET_REACH].split("\n")[0]
        return bool(_STREET_NUMBER.search(behind)) and last[2] != "way"
    if kind == "head" and not cut["sign"]:
        return len(before.split()) > 1 or not _is_head(before, cut)
    return not (cut["sign"] == "." and _ABBREVIATED.search(before))


def _is_head(before: str, cut: re.Match[str]) -> bool:
    return any(re.fullmatch(heads, before.strip()) for heads in _HEADS.values())
