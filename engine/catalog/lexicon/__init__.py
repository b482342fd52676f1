"""Words by kind and language, in one place: a file for each, a word a line.

A new language is a folder; a word that is added in a line reaches every part that asks for its kind. Files
are read as part of the code, as modules are: once, when the first part asks.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from pkgutil import get_data

LANGUAGES = ("en", "de", "es", "fr", "it", "nl", "pt", "pl", "sv", "da", "fi")
"""The folders; of some there are months alone."""
SPOKEN = LANGUAGES[:4]
"""Languages whose names are looked for."""


@cache
def words(kind: str, *languages: str) -> tuple[str, ...]:
    """The words of a kind, each once, in the order of the files; in small letters, where case tells nothing.

    Parameters
    ----------
    kind : str
        Name of the files, e.g. ``"month"``.
    *languages : str
        ISO 639-1; English by default. A language that has no such file is an error.

    Examples
    --------
    >>> words("month")[:2], "märz" in words("month", "de"), len(words("weekday", "en", "fr"))
    (('january', 'february'), True, 14)
    """
    found = (word for language in languages or ("en",) for word in _lines(kind, language))
    return tuple(dict.fromkeys(found))


def text(kind: str, language: str = "en") -> str:
    """A file whose words stand under headings, without its notes."""
    return "\n".join(_lines(kind, language))


def either(found: tuple[str, ...], *, capital: bool = False, plain: bool = False) -> str:
    """A regular expression, in a group, of words as alternatives: a word before those that it begins with.

    Parameters
    ----------
    found : tuple of str
    capital : bool
        The words begin with a capital.
    plain : bool
        The words are without accents, as folded text has them.

    Examples
    --------
    >>> either(("sep", "sept", "märz"), plain=True)
    '(?:marz|sept|sep)'
    """
    shown = dict.fromkeys(unaccented(word) if plain else word for word in found)
    ordered = sorted(shown, key=lambda word: (-len(word), word))
    return f"(?:{'|'.join(word.capitalize() if capital else word for word in ordered)})"


def unaccented(word: str) -> str:
    """A word without its accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))


def _lines(kind: str, language: str) -> list[str]:
    data = get_data(__name__, f"{language}/{kind}.txt")
    if data is None:
        raise ImportError(f"the lexicon has no file {language}/{kind}.txt")
    return [line for line in data.decode("utf-8").splitlines() if line and not line.startswith("#")]
