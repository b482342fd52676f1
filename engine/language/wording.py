"""Replacements that read well: number, indefinite article, capital letters.

English only; a word that these few rules get wrong reads oddly, it discloses nothing.
"""

from __future__ import annotations

import re

from engine.catalog.lexicon import words
from engine.language.terms import fold

_IRREGULAR = {"person": "people"} | dict(pair.split(":")[::-1] for pair in words("grammar/irregular-plurals"))
_UNCOUNTED_NOUNS = """
information equipment knowledge software hardware clothing furniture research evidence sex intercourse
behavior behaviour health treatment surgery blood water food money music literature
series species means aircraft offspring people sheep fish deer
"""
_UNCOUNTED = frozenset(_UNCOUNTED_NOUNS.split())
_WITHOUT_ARTICLE_WORDS = """
therapy care work negotiation cancer alcohol meat writing abuse misuse violence people clothes medication
"""
_WITHOUT_ARTICLE = _UNCOUNTED | frozenset(_WITHOUT_ARTICLE_WORDS.split())
_UNCOUNTED_ENDINGS = ("ness", "ity", "ism", "logy", "graphy", "ware", "ing")
_COUNTED_WORDS = """
illness witness business weakness sickness likeness city university facility community charity
celebrity entity identity minority majority disability authority quality nationality deity commodity
amenity cavity ability activity building meeting feeling painting drawing wedding gathering ring
king string wing ending being organism mechanism prism
"""
_COUNTED = tuple(_COUNTED_WORDS.split())
_OF = re.compile(r"^(\S+)( (?:of|in|for|from|to|with) .+)$")
_SILENT_H = ("hour", "honest", "honor", "honour", "heir")
_LIKE_YOU = re.compile(r"^(?:uni(?!n|m[^e])|us[aeu]|uti|uro|ura|uk|eu|ewe|one\b|once\b|ubiq)", re.IGNORECASE)
_SAID_BY_LETTERS = re.compile(r"^[A-Z](?:[A-Z0-9.]|$|-)")
_LETTERS_WITH_AN = frozenset("AEFHILMNORSX")
_ARTICLE_BEFORE = re.compile(r"\b([Aa]n?)[ \u00a0]$")


def is_plural(word: str) -> bool:
    """Whether a word stands in the plural: folding it gives another word than its possessive does."""
    plain = re.sub(r"['’]s$", "", word.casefold())
    return fold(plain) != plain and not plain.endswith(("'", "’"))


def pluralize(phrase: str) -> str:
    """Plural of a noun phrase: of its head in "disease of the skin", else of its last word.

    Parameters
    ----------
    phrase : str
        A singular noun phrase.

    Returns
    -------
    str
        Its plural; unchanged when it has none ("equipment").

    Examples
    --------
    >>> pluralize("infectious disease")
    'infectious diseases'
    """
    with_complement = _OF.match(phrase)
    if with_complement:
        return _plural(with_complement[1]) + with_complement[2]
    before, _, last = phrase.rpartition(" ")
    return f"{before} {_plural(last)}".strip()


def _plural(noun: str) -> str:
    lower = noun.casefold()
    if lower in _IRREGULAR:
        return noun[0] + _IRREGULAR[lower][1:]
    if lower in _UNCOUNTED or is_plural(noun) or _is_mass_noun(lower):
        return noun
    if lower.endswith("sis"):
        return noun[:-2] + "es"
    if lower.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    if lower.endswith("y") and lower[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def _is_mass_noun(noun: str) -> bool:
    if noun.endswith("ics"):  # physics
        return True
    return noun.endswith(_UNCOUNTED_ENDINGS) and not noun.endswith(_COUNTED)


def takes_article(phrase: str) -> bool:
    """Whether a noun phrase that stands alone in the singular needs an article: "disease", not "treatment".

    Examples
    --------
    >>> takes_article("health problem"), takes_article("sexual activity"), takes_article("people")
    (True, True, False)
    """
    if not phrase[:1].islower():
        return False
    with_complement = _OF.match(phrase)
    noun = (with_complement[1] if with_complement else phrase).rpartition(" ")[2]
    return noun not in _WITHOUT_ARTICLE and not is_plural(noun) and not _is_mass_noun(noun)


def indefinite_article(phrase: str) -> str:
    """The indefinite article before `phrase`, by sound: ``"a"`` or ``"an"``.

    Examples
    --------
    >>> indefinite_article("illness"), indefinite_article("disease")
    ('an', 'a')
    """
    word = phrase.lstrip("\"'“‘([")
    if _SAID_BY_LETTERS.match(word):
        return "an" if word[0] in _LETTERS_WITH_AN else "a"
    lower = word.casefold()
    if lower.startswith(_SILENT_H):
        return "an"
    return "an" if lower[:1] in "aeiou" and lower and not _LIKE_YOU.match(word) else "a"


def with_article(before: str, replacement: str) -> tuple[int, str]:
    """Fit the indefinite article in front of a replacement.

    Parameters
    ----------
    before : str
        Text up to the replaced span; its last few characters are enough.
    replacement : str
        What will stand in the span.

    Returns
    -------
    n_before : int
        Characters of `before` that are replaced too; 0 when the article fits or there is none.
    replacement : str
        The replacement, with the right article in front when `n_before` > 0.
    """
    found = _ARTICLE_BEFORE.search(before)
    said = replacement.removeprefix("[")  # "[REDACTED]" is read aloud as a word
    if not found or not said[:1].isalpha():
        return 0, replacement
    article = indefinite_article(said.casefold() if said != replacement else said)
    if article == found[1].casefold():
        return 0, replacement
    if found[1][0] == "A":
        article = article.capitalize()
    return len(found[0]), article + found[0][-1] + replacement


def in_form_of(replacement: str, original: str) -> str:
    """Give a singular noun phrase the number and the possessive of the word that it replaces.

    Parameters
    ----------
    replacement : str
        A singular noun phrase, as a knowledge base names a concept.
    original : str
        The last word of the term that it replaces.
    """
    if is_plural(original):
        replacement = pluralize(replacement)
    ending = re.search(r"['’]s$", original)
    if ending:
        return replacement + (ending[0][0] if replacement.endswith("s") else ending[0])
    return replacement


def begin_like(replacement: str, original: str, starts_sentence: bool) -> str:
    """Capitalise `replacement` when `original` opens a sentence with a capital letter."""
    if starts_sentence and original[:1].isupper() and replacement[:1].islower():
        return replacement[0].upper() + replacement[1:]
    return replacement
