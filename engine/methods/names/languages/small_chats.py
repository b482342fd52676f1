"""Names in chats that are written small: by lists of names, a greeting, or a word for a place before them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from engine.catalog.lexicon import unaccented
from engine.catalog.rules import nothing, rule
from engine.methods.names.languages.vocabulary import Vocabulary
from engine.text import Span

ListsOf = Callable[[str], Sequence[str]]
"""Names of the lists that hold a word in small letters."""

_SCORE = 0.8
_LINES = 0.6
"""Share of lines that begin small from which a text is such a chat."""
_LINE = re.compile(
    r"^[ \t>*-]*(?:\[?(?:\d{1,4}[./-]\d{1,2}(?:[./-]\d{2,4})?,? )?\d{1,2}[.:h]\d\d(?::\d\d)?\]?[ ,–-]*)?"
    r"(?:[^\W\d_][\w.'-]{0,20}(?: [\w.'-]{1,20})? ?: )?(?P<said>[^\W\d_].*)",
    re.MULTILINE,
)
_WORD = re.compile(r"(?<![\w@.'’/-])[a-zß-ÿ]{3,}(?:-[a-zß-ÿ]{3,})?(?![\w@/])(?!['’-]\w)")
_WORD_FORM = r"([a-zß-ÿ]{3,}(?:-[a-zß-ÿ]{2,})?)(?![\w@'’])"
_GREETED = {
    "de": r"(?:hallo|hey|hi|moin|servus|na|danke|liebe|lieber|lg|tschüss|ciao)",
    "es": r"(?:hola|oye|gracias|querid[oa]|adi[oó]s|buenas|besos|ey)",
    "fr": r"(?:salut|slt|coucou|cc|hello|hey|bonjour|bjr|merci|bisous|ciao|ch[eè]re?)",
}
_HEADS = {
    "de": r"(?:klinik|klinikum|krankenhaus|schule|praxis|gymnasium|firma)",
    "es": r"(?:hospital|cl[ií]nica|colegio|instituto|residencia|empresa|cole)",
    "fr": r"(?:chu|chr|h[oô]pital|clinique|lyc[ée]e|coll[eè]ge|[ée]cole|ehpad|boite|bo[iî]te)",
}
_EMPLOYER = {
    "de": r"bei",
    "es": r"(?:curro|curras|trabajo|trabaja|entrevista|curra) (?:en|de|con)(?: el| la)?",
    "fr": r"(?:chez|(?:bosses?|taffes?|travailles?|boulot) (?:au|à la|à|chez))",
}
_OF_SOMEBODY = {
    "de": r"(?:geburtstag von|nummer von|mit)",
    "es": r"(?:cumple de|casa de|n[úu]mero de)",
    "fr": r"(?:anniv(?:ersaire)? d[e']|nouvelles d[e']|num(?:[ée]ro)? d[e']|avec)",
}
_CAPITAL = re.compile(
    r"(?<=[^\W\d_] )(?<![.!?…:] )[A-ZÀ-ÝÄÖÜ][a-zß-ÿ]{2,}(?:-[A-ZÀ-Ý][a-zß-ÿ]+)?(?![\w@])|"
    r"(?<=, )[A-ZÀ-Ý][a-zß-ÿ]{2,}(?![\w@])"
)
_TO = {
    "de": r"(?:in|nach|aus|über|von|bei)",
    "es": r"(?:en|a|de|desde|hasta|hacia|por)",
    "fr": r"(?:à|a|de|sur|vers|depuis|pour)",
}


def is_small_chat(text: str) -> bool:
    """Whether most lines of a text begin in small letters, and the first one does.

    Parameters
    ----------
    text : str
    """
    said = [line["said"] for line in _LINE.finditer(text)]
    small = [line[0].islower() for line in said]
    return len(said) > 1 and small[0] and sum(small) >= _LINES * len(small)


@rule("small-names-of-languages", without=nothing)
def small_names(text: str, vocabulary: Vocabulary, lists_of: ListsOf) -> Iterator[Span]:
    """Persons, towns and institutions written small in a chat; none in other texts.

    Parameters
    ----------
    text : str
    vocabulary : Vocabulary
    lists_of : callable
        Names of the lists that hold a word.
    """
    if not is_small_chat(text):
        return
    yield from of_handles(text, vocabulary)
    language = vocabulary.language
    for found in _WORD.finditer(text):
        if vocabulary.is_ordinary(found[0]):
            continue
        if any("first" in lists_of(word) for word in (found[0], unaccented(found[0]))):
            yield _span(found, 0, "person")
        elif "city" in lists_of(found[0]) and re.search(
            rf"\b{_TO[language]} \Z", text[max(0, found.start() - 8) : found.start()]
        ):
            yield _span(found, 0, "location")
    if language != "de":
        for found in _CAPITAL.finditer(text):
            if _names(found[0], vocabulary):
                yield _span(found, 0, "person")
    forms = (
        (rf"\b{_OF_SOMEBODY[language]} ?{_WORD_FORM}", "person"),
        (rf"\b{_GREETED[language]},? {_WORD_FORM}", "person"),
        (rf"\b({_HEADS[language]} (?:(?:de la|de|du|des|del) )?{_WORD_FORM})", "organisation"),
        *(((rf"\b({_WORD_FORM} {_HEADS[language]})\b", "organisation"),) if language == "de" else ()),
        (rf"\b{_EMPLOYER[language]} {_WORD_FORM}", "organisation"),
    )
    for form, category in forms:
        for found in re.finditer(form, text):
            if _names(found[len(found.groups())], vocabulary):
                yield _span(found, 1, category)


def _names(word: str, vocabulary: Vocabulary) -> bool:
    return not (
        vocabulary.is_ordinary(word)
        or vocabulary.is_particle(word)
        or vocabulary.is_title(word)
        or vocabulary.is_unaccented(word)
    )


def _span(found: re.Match[str], group: int, category: str) -> Span:
    return Span(found.start(group), found.end(group), category, _SCORE, {"pattern": "small"})


_HANDLE = re.compile(
    r"(?<![\w.])[\w.+-]{3,40}(?=@)|(?<![\w.@-])[a-zß-ÿ]{3,}(?:[._][a-zß-ÿ]{1,})+\d{0,4}(?![\w@])"
)
_PART = re.compile(r"[a-zß-ÿ]{3,}")
_NO_PERSON_WORDS = """
info office kontakt contact contacto service servicio mail admin support team post web sist www buro rrhh
accueil compta ventas hallo noreply
"""
_NO_PERSON = frozenset(_NO_PERSON_WORDS.split())


def of_handles(text: str, vocabulary: Vocabulary) -> Iterator[Span]:
    """Words that the name of a user or the box of a mail address is made of, wherever they stand.

    Parameters
    ----------
    text : str
    vocabulary : Vocabulary

    Notes
    -----
    "svenja_k" and "brockmann.silke@" tell that "svenja" and "silke" are people of this text, however they are
    written there. Ordinary words are none.
    """
    parts = {part for handle in _HANDLE.finditer(text) for part in _PART.findall(handle[0].lower())}
    told = [part for part in parts if part not in _NO_PERSON and _names(part, vocabulary)]
    if told:
        words = "|".join(map(re.escape, sorted(told, key=len, reverse=True)))
        for found in re.finditer(rf"(?i)(?<![\w@.])(?:{words})(?![\w@])", text):
            yield Span(found.start(), found.end(), "person", _SCORE, {"pattern": "handle"})
