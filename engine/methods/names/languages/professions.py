"""Professions that the words beside them give away ("arbeitet als", "de profesión", "à la retraite")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from engine.catalog.rules import nothing, rule
from engine.text import Span

CATEGORY = "demographic"
_SCORE = 0.8
_LABEL = r"[ .…:]{1,30}(?<=[.:…] )"
_DE = r"(?:[A-ZÄÖÜ][\w/-]{3,}(?:[- ](?:[A-ZÄÖÜ][\w-]{3,}))?)"
_SMALL = r"[a-zà-ÿ][a-zà-ÿ'’-]{3,}"
_OF = r"(?: (?:de|du|d['’]|en|des|del|la|l['’]|à|a)){1,2} ?[a-zà-ÿ'’-]{3,}"
_ES_FR = rf"(?:{_SMALL}(?:{_OF})?)"
_GERMAN_ENDING = (
    r"[A-ZÄÖÜ][\w-]*(?:lehrer|meister|führer|pfleger|arbeiter|techniker|mechaniker|verkäufer|fahrer|bauer|"
    r"leger|"
    r"decker|händler|berater|erzieher|optiker|apotheker|schlosser|tischler|schreiner|maler|gärtner|ingenieur|"
    r"kaufmann|kauffrau|angestellte|sekretär|assistent|beamte|wirt|koch|köch|bäcker|metzger|friseur|"
    r"schneider|"
    r"näher|kellner|polizist|soldat|pilot|journalist|musiker|bote|wärter|putzer|rentner)(?:in|r|n)?"
)
_FORMS = {
    "de": (
        rf"\b(?:Beruf|Tätigkeit|[Vv]on Beruf){_LABEL}(?:\w+ )?({_DE})",
        rf"\b(?:arbeite[tn]?|tätig|beschäftigt|angestellt|jobbt|gearbeitet|eingestellt) als (?:[a-zäöü]+ "
        rf")?({_DE})",
        rf"\b(?:arbeitete|war|ist|bin) (?:\w+ ){{0,4}}als ({_DE}) (?:tätig|beschäftigt|angestellt|"
        rf"arbeite[tn]|gearbeitet)",
        rf"\bals ({_DE}) (?:arbeite[tn]?|tätig|beschäftigt|angestellt|gearbeitet)",
        rf"\b(?:pensionierte|ehemalige|gelernte|berentete|selbst[aä]ndige|frühere|angehende)[rn]? ({_DE})",
        rf"\b(?:Ausbildung|Umschulung|Lehre) (?:zum|zur|als) ({_DE})",
        rf"\b({_DE}) (?:im Ruhestand|von Beruf|i\. ?R\.|a\. ?D\.)",
        rf"\b[Vv]on Beruf (?:\w+ )?({_DE})",
        rf"\b(?:Witwer|Witwe|Rentner|Rentnerin|ledig|verheiratet), früher ({_DE})",
        rf"\b(?:ist|bin|war|sei|Der|Die|der|die|ein|eine|,|\() ?({_GERMAN_ENDING})\b",
    ),
    "es": (
        rf"(?i:\b(?:profesi[oó]n|ocupaci[oó]n|oficio|"
        rf"empleo){_LABEL})([^\W\d_][\w'’ -]{{3,30}}?)(?=[ ]?[.,;\n(]|$| {{2}})",
        rf"\b(?i:trabaj\w+|ejerc\w+|labor\w+|contratad[oa]|emplead[oa]) (?:\w+ ){{0,3}}(?:como|de) "
        rf"(?:(?:un|una) )?({_ES_FR})",
        rf"\bde profesión,? ({_ES_FR})|\b({_ES_FR}) de profesión",
        rf"\b({_SMALL}) (?:jubilad[oa]|pensionad[oa]|retirad[oa])",
        rf"\b(?:[Ss]oy|es) ({_SMALL}(?:ist[ao]|er[oa]|or[a]?|ic[oa]|ari[oa]|ante|ente))(?= (?:y|en|de)\b|"
        rf"[.,;])",
        rf"\b(?:oposiciones|plaza|puesto|cargo|título) de ({_ES_FR})",
        rf", ({_SMALL}(?:ist[ao]|er[oa]|tor[a]?|ari[oa]|icultor[a]?)),",
        rf"\b[Ee]l trabajador, ({_SMALL})|\b[Ll]a trabajadora, ({_SMALL})",
    ),
    "fr": (
        rf"(?i:\b(?:profession|métier|emploi|fonction|"
        rf"poste){_LABEL})([^\W\d_][\w'’ -]{{3,30}}?)(?=[ ]?[.,;\n(]|$| {{2}}| [–-] )",
        rf"\b(?i:travaill\w+|exer[cç]\w+|employée?|embauchée?|engagée?) (?:\w+ ){{0,3}}(?:comme|en tant "
        rf"que|en qualité de|"
        rf"en qualité d['’]) ?(?:une? )?({_ES_FR})",
        rf"\b(?:en qualité de|en qualité d['’]|profession de|métier de|poste de|poste d['’]) ?({_ES_FR})",
        rf"\b({_SMALL}) (?:de métier|de profession|à la retraite|retraitée?)",
        rf"\b(?:salariée?|employée?|agente?|requérante?|assurée?|intéressée?|candidate?), ({_SMALL}(?: de "
        rf"{_SMALL})?)(?= (?:à|au|chez|dans|en|de|depuis)\b|[.,;])",
        r"\b[Aa]ncien(?:ne)? ([a-zà-ÿ][\w'’-]+(?:eur|euse|ier|ière|iste|ien|ienne|aire|trice|nt|nte|"
        r"on|onne|and))\b",
        rf"\b(?:[Jj]e suis|est|était|serait|êtes|suis) ((?:chef d['’e] ?{_SMALL})|{_SMALL}(?:eur|"
        rf"euse|ier|ière|"
        rf"iste|icien|"
        rf"icienne|aire|trice|ande?|nière|ent))(?= (?:et|au|chez|à|en|dans)\b|[.,;])",
        rf", ({_SMALL}(?:eur|euse|ier|ière|iste|icien|icienne|trice|culteur)),",
        rf"\b(?:matricule \w+), ({_SMALL})",
        rf"\((?:{_SMALL} )?({_SMALL}), matricule\b",
        rf"\b(?:Monsieur|Madame|M\.|Mme), ({_SMALL}(?: de {_SMALL})?)(?= chez\b|,)",
        rf"\b[Jj]['’](?:étais|ai été) (?:une? )?({_SMALL})(?= (?:chez|à|au|dans|pour)\b|[.,;])",
        r", ([a-zà-ÿ][\w'’-]+(?:eur|euse|ier|ière|iste|icien|icienne|trice|"
        r"culteur)(?: de [a-zà-ÿ]{3,})?)(?=\n|[.;])",
    ),
}


@cache
def _found(language: str) -> list[re.Pattern[str]]:
    """Compiled for a text of the language: most are of another."""
    return [re.compile(form) for form in _FORMS[language]]


@rule("professions-of-languages", without=nothing)
def professions(text: str, language: str) -> Iterator[Span]:
    """Professions by what stands beside them.

    Parameters
    ----------
    text : str
    language : {"de", "es", "fr"}
    """
    for form in _found(language):
        for found in form.finditer(text):
            group = found.lastindex or 0
            yield Span(found.start(group), found.end(group), CATEGORY, _SCORE, {"pattern": "profession"})
