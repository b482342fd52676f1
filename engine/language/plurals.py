"""English plurals: the singular of a word, by few rules and the exceptions that matter.

A light stemmer on purpose: "virus" must not become "viru", "AIDS" must not
become "aid", and words that differ in more than number are different terms.

References
----------
Harman, D. (1991). How effective is suffixing? J. Am. Soc. Inf. Sci. 42(1), 7-15
(the S-stemmer: -ies, -es, -s).
"""

from __future__ import annotations

import re

from engine.catalog.lexicon import words

_UNCHANGED = frozenset(words("grammar/singular-in-s"))

_IRREGULAR = dict(pair.split(":") for pair in words("grammar/irregular-plurals"))

# The first rule that matches decides: what stands in place of the ending. The order matters.
_RULES = tuple(
    (re.compile(ending + r"\Z"), replacement)
    for ending, replacement in (
        (r"(?<=\w\w)men", "man"),  # policemen
        (r"us", "us"),  # virus
        (r"is", "is"),  # syphilis
        (r"ss", "ss"),  # abscess
        (r"(?<=gn|ch|ur|er|ph|ul|bi|cr|yc|pt|rh|mb|br|it|yt)oses", "osis"),  # diagnoses, cirrhoses
        (r"(?<=al|ol)yses", "ysis"),  # analyses
        (r"(?<=th|en|mn|hr)eses", "esis"),  # hypotheses
        (r"(?<=st)ases", "asis"),  # metastases
        (r"(?<=[aof]use)s", ""),  # causes, houses, fuses
        (r"(?<=us|ss|ch|sh|zz|tz)es", ""),  # viruses, abscesses, churches
        (r"(?<=x)es", ""),  # boxes
        (r"(?<=\w\w)ies", "y"),  # antibodies; not dies
        (r"(?<=\w\w)oes", "o"),  # heroes
        (r"(?<=\w\w[^\W\d])s", ""),  # diseases; not gps, 1980s
    )
)


def singular(word: str) -> str:
    """Singular of a case-folded English word; any other word comes back as it is.

    Parameters
    ----------
    word : str
        A case-folded word without a possessive ending.

    Returns
    -------
    str
        Its singular, the same when asked again: ``singular(singular(w)) == singular(w)``.

    Examples
    --------
    >>> singular("biopsies"), singular("diabetes")
    ('biopsy', 'diabetes')
    """
    while (shorter := _once(word)) != word:
        word = shorter
    return word


def _once(word: str) -> str:
    if word in _UNCHANGED:
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if not word.endswith(("s", "men")):
        return word
    for ending, replacement in _RULES:
        if (found := ending.search(word)) is not None:
            return word[: found.start()] + replacement
    return word
