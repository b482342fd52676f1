"""Institutions that a word of their own begins: courts, offices, hospitals, schools, shops."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from engine.catalog.rules import nothing, rule
from engine.methods.names.languages.vocabulary import Vocabulary
from engine.text import Span

CATEGORY = "organisation"
_SCORE = 0.8
_NAME = r"(?:[^\W\d_a-zß-ÿ][\w'’.]*(?:[-–][^\W_][\w'’]*)*|\d{1,3}\.?(?![\d/.,:]))"
_HEADS = {
    "de": r"""
        (?:Amts|Land|Oberlandes|Sozial|Landessozial|Arbeits|Verwaltungs|Familien|Finanz)gericht
        (?:Finanz|Jugend|Sozial|Gesundheits|Ordnungs|Bürger|Standes|Versorgungs|Schul|Bau|Landrats|Bezirks|Kreis)amt
        Polizei(?:inspektion|revier|präsidium|direktion|station|dienststelle) Staatsanwaltschaft Jobcenter
        (?:Universitäts|Kreis|Bezirks|Landes)?(?:klinikum|klinik|krankenhaus|spital) Klinikum
        Klinik Krankenhaus
        Senioren(?:zentrum|heim|residenz|stift) Pflege(?:heim|dienst|zentrum) Altenheim Wohnheim Hospiz
        Gast(?:stätte|hof|haus) Hotel Restaurant Café Apotheke Gemeinschaftspraxis Hausarztpraxis
        Zahnarztpraxis
        Kanzlei Kita Kindertagesstätte Kindergarten (?:Grund|Gesamt|Real|Haupt|Berufs|Mittel|Volks)schule
        Gymnasium Sparkasse Volksbank Raiffeisenbank Stadtwerke Autohaus Bäckerei Metzgerei Spedition
        Hausverwaltung Sanitätshaus Universität Hochschule WEG Labor Reha-Zentrum Rehaklinik
    """,
    "es": r"""
        Juzgado Audiencia Tribunal Fiscalía Comisaría Ayuntamiento Diputación Consejería Delegación Dirección
        Hospital Clínica Ambulatorio Residencia Colegio Instituto Escuela Universidad Guardería
        Farmacia Banco Caja
        Mutua Aseguradora Bufete Despacho Gestoría Asesoría Inmobiliaria Constructora Talleres Restaurante Bar
        Cafetería Hotel Fundación Asociación Parroquia Laboratorio Laboratorios Panadería
        Supermercado CEIP IES
        Centro[ ](?:de[ ]Salud|Médico|Cívico|Comercial|Escolar)
    """,
    "fr": r"""
        Tribunal Cour Préfecture Mairie Commissariat Gendarmerie Hôpital Clinique Polyclinique CHU CHR CHRU
        Centre[ ](?:hospitalier|médical|social|communal|commercial) EHPAD Résidence Collège Lycée
        École Ecole Crèche
        Université Pharmacie Laboratoire Cabinet Agence Syndic Mutuelle Caisse Banque Restaurant
        Garage Boulangerie
        Boucherie Hôtel Association Fondation Institut Foyer Maison[ ]de[ ]retraite Entreprise
        Société Ateliers CMPP CMP UDAF CCAS SSIAD SESSAD IME ITEP ESAT MSA
    """,
}
_JOINS = {
    "de": r"(?:des|der|dem|am|an|in|im|bei|für|zum|zur|Zum|Zur|und|St\.|Sankt|Dr\.|Bad)",
    "es": (
        r"(?:de|del|la|las|los|el|y|&|San|Santa|n\.?[º°]|núm\.|Primera|Instancia|e|público|pública|privado|privada|"
        r"concertado|municipal|comarcal|general|universitari[oa]|clínic[oa]|provincial|regional|infantil|dental)"
    ),
    "fr": (
        r"(?:de|du|des|la|le|les|et|en|&|d'appel|judiciaire|administratif|Saint|Sainte|n°|maternelle|élémentaire|"
        r"primaire|dentaire|médicale?|vétérinaire|privée?|publique|universitaire|régionale?|départementale?|"
        r"intercommunale?|communale?|hospitalier|mutualiste|générale?|professionnel|d'assurance|d'allocations|maladie|"
        r"familiales|retraite)"
    ),
}
_PLAIN = re.compile(r"(?<!\S)[A-ZÉ]\w+(?!\S)")


@cache
def _pattern(language: str) -> re.Pattern[str]:
    """A word for an institution, what joins names, and names or numbers; for a text of the language."""
    heads = [head.replace("[ ]", " ") for head in _HEADS[language].split()]
    heads += [head.upper() for head in _PLAIN.findall(_HEADS[language])]
    joins = rf"(?:{_JOINS[language]}|{_JOINS[language].upper()})"
    name = rf"(?:[dl]['’])?{_NAME}"
    small = "|".join(head.lower() for head in heads) if language != "de" else "!"
    names = rf" {name}(?:(?: {joins})* {name}){{0,4}}"
    return re.compile(rf"\b(?:(?:{'|'.join(heads)})(?: {joins})*{names}|(?:{small})(?: {joins})*{names})")


_ACRONYM = re.compile(r"\b(?:par|de|à|avec|chez) l['’]([A-Z]{4,8})\b")
"""What acts and is called by its initials in French ("suivie par l'ADMR")."""


@rule("institutions-of-languages", without=nothing)
def institutions(text: str, vocabulary: Vocabulary) -> Iterator[Span]:
    """Institutions with a name of their own: of ordinary words alone it is none ("Klinik für Chirurgie").

    Parameters
    ----------
    text : str
    vocabulary : Vocabulary
    """
    for found in _pattern(vocabulary.language).finditer(text):
        behind = found[0].split(" ", 1)[1]
        if vocabulary.words_of(behind) and not vocabulary.all_ordinary(behind):
            end = found.start() + len(found[0].rstrip("."))
            yield Span(found.start(), end, CATEGORY, _SCORE, {"pattern": "institution"})
    for found in _ACRONYM.finditer(text) if vocabulary.language == "fr" else ():
        if not vocabulary.is_ordinary(found[1]):
            yield Span(found.start(1), found.end(1), CATEGORY, _SCORE, {"pattern": "institution"})
