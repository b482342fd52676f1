"""Days and months divided by a stroke ("5/29"), read by what stands beside them and in the whole document.

"5/29" may be a date, a fraction or a score. A verb, a preposition or the beginning of a line says that "
"it is
a date. In a document that has such dates, those that nothing calls a measure are dates as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.catalog.rules import nothing, rule
from engine.methods.identifiers.evidence import trapped
from engine.methods.identifiers.folding import Folded
from engine.methods.identifiers.readings import is_measure
from engine.methods.intervals import Intervals
from engine.text import Span

_CANDIDATE = re.compile(r"(?<![\w/.,$#%+-])(\d{1,2})/(\d{1,2})(?![\w/%]|[.,]\d|-\d|/)")
_FULL_DATE = re.compile(r"(?<![\d/])\d{1,2}/\d{1,2}/(?:19|20)?\d\d(?![\d/])")
_SCORE = 0.6
_ENOUGH = 2
"""Sure dates of which a document shows that it writes dates so."""
_BEFORE, _AFTER = 40, 32
_SURE_BEFORE = re.compile(
    r"(?i)\b(?:on|from|by|court|pick-?up|eta|etd|(?:interview|inspection|exam|payment|visit|appointment|"
    r"hearing|deadline|surgery|court"
    r" date|due date) is|since|until|till|dated?|seen|visit(?:ed)?|placed|started|began|stopped|quit|adm"
    r"itted|d"
    r"ischarged|prior|"
    r"previous(?:ly)?|due|effective|appt|f/u|recheck|collected|received|drawn|surgery|procedure|injury|r"
    r"elapsed|returned|"
    r"moved|hired|died|born|met|called|faxed|mailed|sent|signed|filed|served|issued|ordered|delivered|sh"
    r"ipped|posted|"
    r"renewed|expires?|processed|paid|rtw|mtg|meeting|hearing|trial|removed|inserted|changed|last|next|y"
    r"esterday|today|"
    r"tomorrow|tonight|weekend|morning|evening|labs|cxr|echo|ct|mri|ekg|ecg|eeg|cath|xr|us|biopsy|cultur"
    r"es?|scan|slot|check-?in|check-?out|visits|ua|onset|arrived|departed|filled|refilled|picked up|"
    r"sat)[ :(,\[]{1,3}\Z"
)
_LINE_BEFORE = re.compile(r"(?:\A|\n)[ >*\-(\[]{0,6}\Z")
_SURE_AFTER = re.compile(r"(?i)(?: [ap]m\b|,? (?:at |@ ?)?(?:[01]?\d|2[0-3])(?::?[0-5]\d|[ap]m)\b)")
_LINE_AFTER = re.compile(r"[ )\]]*(?:[:;]|- | {1,3}[A-Za-z])")
_COUNTED_BEFORE = re.compile(
    r"(?i)(?:\b(?:day|days|session|image|im|series|page|pg|item|question|step|class|part|type|level|gr|b"
    r"cs|hpv|insulin|split|"
    r"size|size of|visit|week|wk|dose|cycle|attempt|round|set|game|score|ratio|rate|vision|va|od|os|ou|a"
    r"xis|novolin|humulin|"
    r"humalog|percocet|vicodin|norco|hyzaar|advair|symbicort|about|approximately|nearly|roughly|almost|o"
    r"nly|of|is|are|"
    r"was|or|over|under|x|o2|i/o|bun/cr|p:?f)|[=~<>*]) {0,2}\Z"
)
_NOUN_AFTER = re.compile(
    r" (?!(?i:and|or|to|at|by|for|from|with|in|on|is|was|were|are|has|had|he|she|they|we|i|it|pt|pati"
    r"ent|but|because|when|"
    r"if|as|the|until|through|thru|after|before|per|via|w|am|pm|please|so|then|no|not|all|did|will|who|t"
    r"hat)\b)[a-z]"
)


@rule("shared-dates", without=nothing)
def shared_dates(folded: Folded, found: Iterable[Span]) -> list[Span]:
    """Days and months divided by a stroke that are dates.

    Parameters
    ----------
    folded : Folded
        The folded text.
    found : iterable of Span
        Findings with offsets into the original text; dates among them speak for the document.
    """
    text = folded.data.decode("latin-1")
    dated = (s for s in found if s.category in ("date", "birth-date"))
    known = Intervals(folded.folded_span(s.start, s.end) for s in dated)
    candidates = [m for m in _CANDIDATE.finditer(text) if _possible(folded.data, text, m)]
    open_ones = [m for m in candidates if not known.cover(*m.span())]
    if not open_ones:
        return []
    sure = {m for m in open_ones if _is_sure(text, m)}
    likely = {*sure, *(m for m in open_ones if _begins_line(text, m))}
    weight = len(likely) + len(candidates) - len(open_ones) + len(_FULL_DATE.findall(text))
    if weight >= _ENOUGH:
        sure = {m for m in open_ones if m in likely or not _is_counted(text, m)}
    return [
        Span(*folded.span(*m.span()), "date", _SCORE, {"pattern": "date-shared"})
        for m in open_ones
        if m in sure
    ]


def _possible(data: bytes, text: str, match: re.Match[str]) -> bool:
    low, high = sorted(map(int, match.groups()))
    if not 1 <= low <= 12 or high > 31 or is_measure(text, *match.span()):
        return False
    return not trapped(data, *match.span(), _SCORE)


def _is_sure(text: str, match: re.Match[str]) -> bool:
    before, after = (
        text[max(0, match.start() - _BEFORE) : match.start()],
        text[match.end() : match.end() + _AFTER],
    )
    if _SURE_AFTER.match(after) or match[1][0] == "0" or match[2][0] == "0":
        return True
    if _NOUN_AFTER.match(after) and not _LINE_BEFORE.search(before):
        return False
    return _SURE_BEFORE.search(before) is not None


def _begins_line(text: str, match: re.Match[str]) -> bool:
    before, after = (
        text[max(0, match.start() - _BEFORE) : match.start()],
        text[match.end() : match.end() + _AFTER],
    )
    return bool(_LINE_BEFORE.search(before) and _LINE_AFTER.match(after))


def _is_counted(text: str, match: re.Match[str]) -> bool:
    before, after = (
        text[max(0, match.start() - _BEFORE) : match.start()],
        text[match.end() : match.end() + _AFTER],
    )
    return bool(_COUNTED_BEFORE.search(before) or _NOUN_AFTER.match(after) or match[1] == match[2])
