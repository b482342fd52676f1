"""Names of diseases that bear a surname: there, and only there, a removed surname may stand once more.

"Dr. Parkinson" goes and "Parkinson's disease" stays: nobody reads from the disease what the doctor is called.
The list (`lexicon/en/medicine/eponyms.txt`) is closed. What is not in it is a repeat.
Nor is it a disease where the words around it speak of a person: behind a title, an initial or a given name
("Mr. Parkinson's disease progresses"), and before the label of a field ("Wilson\\nDisease: asthma").
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import cache

import re2

from engine.catalog.lexicon import SPOKEN, either, words

_FOREIGN = (
    "addison alzheimer basedow bechterew behçet berger bowen crohn cushing dupuytren fabry gaucher hashimoto "
    "hodgkin horton huntington kawasaki kahler lyme marfan menière ménière paget parkinson raynaud "
    "scheuermann sjögren still tourette turner wegener whipple wilson"
)
_BEFORE = "morbus|maladie de|syndrome de|enfermedad de|mal de|síndrome de|sindrome de"
_BEHIND = r"[- ](?:syndrom|krankheit|demenz|thyreoiditis|lymphom)"
_GAP = r"(?:[ -]|\n(?-i:(?=[a-z])))"
"""A line may end in the name of a disease; a capital behind it begins something else."""
_TITLES = either((*words("title", *SPOKEN), "nurse", "sister"))
_PERSON_BEFORE = re.compile(
    rf"(?:-|(?<!\w)(?:(?i:{_TITLES})\.?|[B-HJ-Z]\.?|[AI]\.|(?<=[\w,;] )[A-Z][\w'’-]*)[ \n])\Z"
)
_LOOK_BACK = 40
_BLOCK = 1 << 12
_LONGEST = 100
"""No phrase, with the sign behind it, is as long."""


def _followed() -> list[str]:
    rows = (line.split(": ") for line in words("medicine/eponyms"))
    return [_with_words(name, behind) for name, behind in rows]


def _with_words(name: str, words: str) -> str:
    """A surname with a word behind it; several with hyphens stand for the disease alone."""
    behind = rf"(?:['’]?s?['’]?){_GAP}(?:{words.replace(' ', '|')})"
    return rf"{name}(?:{behind})?" if "-" in name else name + behind


def _by_first_letter(forms: Iterable[str]) -> str:
    """One expression for forms that begin with a letter: at most words one letter is all that is tried."""
    rests: dict[str, list[str]] = {}
    for form in forms:
        rests.setdefault(form[0], []).append(form[1:])
    return "|".join(f"{letter}(?:{'|'.join(those)})" for letter, those in rests.items())


_NAMES_ABROAD = _FOREIGN.split()
_FORMS = (
    *_followed(),
    *(rf"{form}[ \n](?:{'|'.join(_NAMES_ABROAD)})" for form in _BEFORE.split("|")),
    *(name + _BEHIND for name in _NAMES_ABROAD),
)


@cache
def _phrase() -> re.Pattern[str]:
    """Compiled where `_GLANCE` finds something: few texts name such a disease."""
    return re.compile(rf"(?<!\w)(?:{_by_first_letter(_FORMS)})(?!\w| ?:)", re.IGNORECASE)


def _glance() -> re2._Regexp:
    """What `_phrase` finds, whatever stands around it: 30 times as fast, and most texts have none."""
    options = re2.Options()
    options.log_errors = False
    forms = "|".join(_FORMS).replace(_GAP, r"[ \n-]")
    return re2.compile(f"(?i){forms.replace('i', '[iİı]')}".encode(), options)


_GLANCE = _glance()
"""`re` takes letters of Turkish for an i, RE2 does not. Over bytes: a reader may yield half a surrogate."""


def disease_places(text: str) -> list[tuple[int, int]]:
    """Where `text` names a disease that bears a surname, from the left.

    Examples
    --------
    >>> disease_places("Dr. Parkinson sees Parkinson's disease.")
    [(19, 38)]
    """
    return [found.span() for found in _phrases(text) if not _is_of_person(text, found.start())]


def _phrases(text: str) -> Iterator[re.Match[str]]:
    """What ``_phrase().finditer(text)`` finds, looked for in blocks that may hold a phrase."""
    free = 0
    for first in range(0, len(text), _BLOCK):
        last = first + _BLOCK
        if _GLANCE.search(text[first : last + _LONGEST].encode("utf-8", "surrogatepass")):
            for found in _phrase().finditer(text, max(first, free), last + _LONGEST):
                if found.start() < last:
                    free = found.end()
                    yield found


def diseases_in(text: str) -> Callable[[int, int], bool]:
    """Whether characters of `text`, from a start to an end, stand inside the name of a disease.

    Examples
    --------
    >>> diseases_in("Dr. Parkinson sees Parkinson's disease.")(19, 28)
    True
    """
    places = disease_places(text)
    begins = [begin for begin, _ in places]

    def holds(start: int, end: int) -> bool:
        number = bisect_right(begins, start)
        return number > 0 and end <= places[number - 1][1]

    return holds


def _is_of_person(text: str, start: int) -> bool:
    return _PERSON_BEFORE.search(text, max(0, start - _LOOK_BACK), start) is not None
