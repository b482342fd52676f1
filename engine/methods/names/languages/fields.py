"""Fields of forms whose label says that a name or an address stands behind it, up to the end of the field."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.catalog.rules import nothing, rule
from engine.methods.names.languages.vocabulary import Vocabulary
from engine.text import Span

_SCORE = 0.8
_PLACES = {
    "de": r"Anschrift|Adresse|Wohnort|Wohnanschrift|Straße|Strasse|Ort|Geburtsort",
    "es": (
        r"Domicilio(?: particular| actual| familiar| fiscal)?|Direcci[oó]n(?: postal| particular)?|"
        r"(?:C\.?P\.? y )?[Ll]ocalidad(?: ?/ ?Provincia)?|Poblaci[oó]n|Provincia|Municipio|"
        r"Ciudad|Lugar de nacimiento|Natural de"
    ),
    "fr": (
        r"Adresse(?: postale| personnelle| actuelle)?|Domicile|Ville|Commune|Lieu de naissance|N[ée]e? à|"
        r"Domicili[ée]e?(?: au| à)?"
    ),
}
_PERSONS = {
    "de": r"Name(?:, Vorname)?|Vorname|Nachname|Familienname|Geburtsname|Ansprechpartner(?:in)?|"
    r"Sachbearbeiter(?:in)?",
    "es": r"Nombres?(?: y apellidos)?|Apellidos?(?: y nombres?)?|Titular|Tutora?|"
    r"Persona de contacto|M[ée]dico",
    "fr": (
        r"Noms?(?:,? (?:et |/ ?)?pr[ée]noms?)?|Pr[ée]noms?(?:,? (?:et )?noms?)?|Nom (?:de naissance|"
        r"d['’]usage|"
        r"de jeune fille|marital|d['’][ée]poux|d['’][ée]pouse)|Personne (?:à contacter|de confiance|"
        r"à prévenir)|"
        r"Titulaire|Souscripteur|Salari[ée]e?"
    ),
}
_ROLES = {
    "de": r"Patient(?:in)?|Kind|Schüler(?:in)?|Versicherte[rn]?|Antragsteller(?:in)?|Mieter(?:in)?|"
    r"Kund(?:e|in)|Mitarbeiter(?:in)?|Erziehungsberechtigte[rn]?|Notfallkontakt|Zeug(?:e|in)",
    "es": r"Paciente|Alumn[oa](?:/a)?|Tutor(?:/?a)?|Solicitante|Asegurad[oa]|Arrendatari[oa]|Arrendadora?|"
    r"Client[ea]|Trabajadora?|Beneficiari[oa]|Contacto|Denunciante|Declarante|Testigo",
    "fr": r"Patiente?|[ÉE]l[èe]ve|Assurée?|Locataire|Bailleur|Demande(?:ur|resse)|B[ée]n[ée]ficiaire|"
    r"Responsable l[ée]gale?|Cliente?|Contact|Allocataire|D[ée]clarante?|T[ée]moin",
}
"""Who somebody is to the form; a finding may stand there in place of a name."""
_OF_WHOM = r"(?: (?:del?|de la|du|des|der|de l['’])? ?[^\W\d_][\w/()-]{2,15})?(?: ?n?[º°]?\d)?"
"""What follows a label: whose name ("del alumno/a"), or which of several ("Tutor/a 1")."""
_NAME_WORD = (
    r"(?:[A-ZÀ-ÝÄÖÜÑ][\w'’-]*\.?|del?|la|las|los|van|von|zu|der|den|di|da|dos|das|y|e|ep\.|née?|geb\.)"
)
_NAMED = re.compile(rf"{_NAME_WORD}(?:,? {_NAME_WORD}){{0,7}}")
_VALUE = r"(?:[ \t]*[:.…]{1,40}[ \t]*| *\t[ \t]*)(?=(?P<value>[A-ZÀ-ÝÄÖÜÑ\d][^\n\t|;:]{1,70}))"
_LABEL_BEHIND = re.compile(r"[ .,(/·–-]+[\wº°./]+(?: [\wº°./]+)?[ \t]*\Z")
_GAP = re.compile(r" {2,}| \| | ?· ?| [–(-] ")
_END = re.compile(r"[ .,\t]+\Z")
_CAPITAL_OR_DIGIT = re.compile(r"[^\W_a-zß-ÿ]")


def _fields(labels: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?:^|(?<=[.|·;] )|(?<=[ \t]{{2}}))[ \t*•-]*(?:{labels}){_VALUE}", re.MULTILINE | re.IGNORECASE
    )


_FOUND = {
    language: (
        ("location", _fields(_PLACES[language]), None),
        ("person", _fields(f"(?:{_PERSONS[language]}){_OF_WHOM}"), None),
        ("person", _fields(f"(?:{_ROLES[language]}){_OF_WHOM}"), _NAMED),
    )
    for language in _PLACES
}
"""Categories, labels with what stands behind them, and the form that all of it must have, if any."""


@rule("fields-of-languages", without=nothing)
def fields(text: str, vocabulary: Vocabulary) -> Iterator[Span]:
    """Names and addresses behind the label of a field, to the field's end.

    Parameters
    ----------
    text : str
    vocabulary : Vocabulary
    """
    for category, labelled, form in _FOUND[vocabulary.language]:
        for found in labelled.finditer(text):
            value = _value(text, found)
            if form and not form.fullmatch(value):
                continue
            if _CAPITAL_OR_DIGIT.match(value) and not vocabulary.all_ordinary(value):
                start = found.start("value")
                yield Span(start, start + len(value), category, _SCORE, {"pattern": "field"})


def _value(text: str, found: re.Match[str]) -> str:
    """What stands behind a label, before a gap, the next label, or the end of the line."""
    value = _GAP.split(found["value"])[0]
    if len(value) == len(found["value"]) and text[found.end("value") : found.end("value") + 1] == ":":
        value = _LABEL_BEHIND.sub("", value)
    return _END.sub("", value)
