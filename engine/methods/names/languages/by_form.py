"""Persons that their form gives away: who speaks in a talk, and whom a title or a relative's word names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from engine.catalog.rules import nothing, rule
from engine.methods.names.languages.vocabulary import Vocabulary, without_accents
from engine.text import Span

ListsOf = Callable[[str], Sequence[str]]
"""Names of the lists that hold a word in small letters."""

_NAME = r"[^\W\d_a-zß-ÿ][\w'’]+(?:-[^\W\d_a-zß-ÿ][\w'’]+)*"
_TITLED = {
    "de": re.compile(
        r"\b(?:Herrn?|Frau|Familie|Hr\.|Fr\.|(?:Dr\.|Prof\.)(?: med\.)?|gez\.|Hdz\.|Ehefrau|Ehemann|Sohn|"
        r"Tochter|Mutter|Vater|Bruder|Schwester|Oma|Opa|Tante|Onkel|Enkelin|Enkel|Nachbarin|Nachbar|Kollegin|Kollege|"
        r"Hausmeister|Eheleute|Betreuerin|Betreuer|Freundin|Freund|Schwägerin|Schwager|Nichte|Neffe|"
        r"Zeugin|Zeuge|heißt|heiße|Name ist)"
        rf"[ \n]\(?((?:von |van |zu |de |der |den |dem |v\. ?){{0,2}}{_NAME}(?: {_NAME})?)"
    ),
    "es": re.compile(
        r"\b(?:[Dd]on|[Dd]oña|[Dd]ña\.?|D\.ª|Dª|[Ss]ra?\.|[Ss]eñora?|[Dd]ra?\.?|Fdo\.:|abuel[oa]|t[íi][oa]|herman[oa]|"
        r"hij[oa]|madre|padre|mujer|marido|espos[oa]|vecin[oa]|prim[oa]|niet[oa]|asistenta|M\.?ª|"
        r"compañer[oa]|amig[oa]|novi[oa]|cuñad[oa]|sobrin[oa]|suegr[oa]|yerno|nuera|exmarido|exmujer|[Ff]amilia|"
        r"llama|llamo),?[ \n]\(?"
        rf"({_NAME}(?: (?:(?:de|del|la|los|las|y) ){{0,2}}{_NAME}){{0,3}})"
    ),
    "fr": re.compile(
        r"\b(?:M\.|Mme|Mlle|Monsieur|Madame|Mademoiselle|Me|Maître|Dr|Docteur|Pr|fille|fils|mère|père|frère|sœur|épouse|"
        r"époux|oncle|tante|mari|femme|mamie|papi|cousine?|voisine?|collègue|nièce|neveu|nounou|"
        r"amie?|copain|copine|compagne|compagnon|grand-mère|grand-père|belle-mère|beau-père|belle-sœur|beau-frère|"
        r"époux|[Ff]amille|consorts|résidente?|tutrice|tuteur|curatrice|curateur|s'appelle|"
        r"m'appelle),?[ \n]\(?"
        rf"((?:(?:de|du|le|la) |d')?{_NAME}(?: (?:(?:de|du|le|la) )?{_NAME})?)"
    ),
}
_SMALL_WORD = r"[a-zß-ÿ]{2,}(?:-[a-zß-ÿ]{2,})?"
_SMALL_TITLED = {
    "de": re.compile(
        r"\b(?:frau|herrn?|[hf]r\.?|dr\.?|oä|oma|opa|tante|onkel|heißt|heiße|hier ist|hier spricht|neffe der|"
        rf"nichte die|sohn|tochter|neffe|nichte|bruder|"
        rf"schwester) ({_SMALL_WORD})(?: ({_SMALL_WORD}))?(?![\w@.])"
    ),
    "es": re.compile(
        r"\b(?:don|doña|dra?\.?|sra?\.?|se llama|me llamo|hij[oa]|herman[oa]|mujer|marido|niet[oa]|"
        r"niñ[oa]|soy) "
        rf"\(?({_SMALL_WORD})(?: ({_SMALL_WORD}))?(?![\w@.])"
    ),
    "fr": re.compile(
        r"\b(?:mme|mlle|mr|monsieur|madame|dr|s'appelle|m'appelle|fils|fille|frère|sœur|nièce|neveu) "
        rf"(?:da |de |di |el |le |la )?({_SMALL_WORD})(?: ({_SMALL_WORD}))?(?![\w@.])"
    ),
}
"""Titles in small letters, as chats have them, before a name that is written so, too."""
_SCORE = 0.8


def is_first_name(word: str, lists_of: ListsOf) -> bool:
    """Whether a list of first names holds a word, with or without its accents.

    Parameters
    ----------
    word : str
    lists_of : callable
        Names of the lists that hold a word.
    """
    small = word.lower()
    return "first" in lists_of(small) or "first" in lists_of(without_accents(small))


def _names_somebody(word: str, vocabulary: Vocabulary) -> bool:
    ordinary = vocabulary.is_ordinary(word) or vocabulary.is_unaccented(word) or vocabulary.is_title(word)
    return len(word) > _SHORTEST and not ordinary and not vocabulary.is_particle(word)


_SHORTEST = 2


@rule("titled-of-languages", without=nothing)
def titled(text: str, vocabulary: Vocabulary) -> Iterator[Span]:
    """Names after a title ("Frau Möllers"); none whose first word is ordinary ("Frau Kollegin").

    Parameters
    ----------
    text : str
    vocabulary : Vocabulary
    """
    for found in _SMALL_TITLED[vocabulary.language].finditer(text):
        if _names_somebody(found[1], vocabulary):
            more = found[2] and _names_somebody(found[2], vocabulary)
            yield Span(found.start(1), found.end(2 if more else 1), "person", _SCORE, {"pattern": "title"})
    for found in _TITLED[vocabulary.language].finditer(text):
        words = found[1].split()
        names = [word for word in words if not vocabulary.is_particle(word.lower())]
        if names and not vocabulary.is_ordinary(names[0]) and not vocabulary.is_title(names[0]):
            last = words[-1]
            end = (
                found.end(1) - len(last) - 1
                if len(names) > 1 and vocabulary.is_ordinary(last)
                else found.end(1)
            )
            yield Span(found.start(1), end, "person", _SCORE, {"pattern": "title"})
