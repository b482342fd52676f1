"""French: streets, postal codes with towns, dates, ages, numbers of registers."""

from __future__ import annotations

from engine.catalog.lexicon import either, words
from engine.methods.identifiers.pattern import YEAR, Pattern
from engine.methods.identifiers.patterns.languages import pieces

_WEEKDAY = either(words("weekday", "fr"), plain=True)
_WEEKDAYS = rf"{_WEEKDAY}|lun|mar|mer|jeu|ven|sam|dim"
_LONG_MONTH = either(words("month", "fr"), plain=True)
_MONTH = either(words("month", "fr") + words("month-short", "fr"), plain=True)
_UNIT = r"(?:un|deux|trois|quatre|cinq|six|sept|huit|neuf)"
_NUMBER = (
    rf"(?:premier|{_UNIT}|dix|onze|douze|treize|quatorze|quinze|seize|dix[ -](?:sept|huit|neuf)|"
    rf"vingt(?:(?:[ -]et)?[ -]{_UNIT})?|"
    r"trente(?:[ -]et[ -]un)?)"
)
_YEAR_WORDS = (
    r"(?:deux[ -]mille|mille neuf cent|dix-neuf cent|soixante|soixante-dix|quatre-vingts?|cinquante|"
    r"quarante)(?:[ -][a-z]{2,10}){0,4}"
)
_NINETIES = (
    r"quatre[ -]vingt[ -](?:dix(?:[ -](?:sept|huit|neuf))?|onze|douze|treize|quatorze|quinze|seize)|"
    r"nonante(?:(?:[ -]et)?[ -]"
    rf"{_UNIT})?|cent(?:[ -]{_UNIT})?"
)
_WAY = (
    r"(?:rue|avenue|av\.|boulevard|bd\.?|bld|place|pl\.|chemin|ch\.|allees?|impasse|quai|cours|route|rte|"
    r"square|passage|faubourg|sentier|"
    r"levee|cite|residence|lotissement|lot\.|villa|voie|montee|rond-point|esplanade|promenade|hameau|clos|"
    r"venelle|traverse|ruelle|mail|"
    r"cour|parvis|rampe|z\.?i\.?|z\.?a\.?(?:c\.?)?)"
)
_NAME = (
    rf"(?:(?:de|du|des|la|le|les|aux?) |[dl]'){{0,3}}(?-i:{pieces.CAPITAL_WORD})"
    rf"(?:(?: (?:de|du|des|la|le|les|aux?|en)){{0,2}} (?:[dl]')?(?-i:{pieces.CAPITAL_WORD})){{0,4}}"
)
_INNER = (
    r"(?:bat(?:iment|\.)?|appt?\.?|appartement|apt\.?|esc(?:alier|\.)?|entree|porte|hall|cage|"
    r"lot) ?(?-i:[A-Z0-9]{1,4})\b|"
    r"(?:\d{1,2} ?(?:er?|eme)|rez-de-chaussee|rdc)(?: etage)?(?: (?:gauche|droite|g\.|d\.))?|etage \d{1,2}"
)
_INNERS = rf"(?:,? ?\n? ?(?:{_INNER})){{0,4}}"
_CITY = rf"(?:(?:,? ?[\n\xb7]? ?| - )(?-i:(?:[A-Z]{{1,2}}-)?\d{{2}} ?\d{{3}},? {pieces.TOWN}))?"

FRENCH = (
    Pattern(
        "fr-postcode-town",
        "street-address",
        pieces.POSTCODE_TOWN,
        0.7,
        examples=("Les Granges, 88120 Le Syndicat\n", "69200 Vénissieux."),
    ),
    Pattern(
        "fr-postcode-labelled",
        "street-address",
        pieces.postcode_after(r"code postal|c\.?p|npa"),
        0.9,
        examples=("Code postal : 29300", "NPA 1003 Lausanne"),
    ),
    Pattern(
        "fr-street",
        "street-address",
        rf"(?i)(?:\b(?:residence|hameau|"
        rf"lieu[ -]?dit) (?-i:{pieces.CAPITAL_WORD}),? ?)?{_INNERS},? ?\b\d{{1,4}}(?: ?(?:bis|ter|quater|"
        rf"[a-d]\b))?,? {_WAY} {_NAME}{_INNERS}{_CITY}",
        0.75,
        examples=(
            "14 ter, allée des Cèdres, bât. B, appt 31, 69200 Vénissieux",
            "12 rue de la Paix, 3e étage gauche",
        ),
    ),
    Pattern(
        "ca-postcode",
        "zip",
        r"\b[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d\b",
        0.75,
        citation="Canada Post",
        examples=("Montréal (Québec) H2X 1Y4",),
    ),
    Pattern(
        "ca-ramq",
        "national-id",
        r"\b[A-Z]{4} ?\d{4} ?\d{4}\b",
        0.75,
        citation="Health insurance numbers of Quebec: four letters and eight digits",
        examples=("NAM : TREM 5203 1417",),
    ),
    Pattern(
        "fr-street-number-last",
        "street-address",
        rf"(?i)\b{_WAY} {_NAME},? \d{{1,4}}(?: ?(?:bis|"
        rf"ter))?\b(?:{_INNERS})(?:,? (?-i:\d{{4}},? {pieces.TOWN})|{_CITY})",
        0.65,
        citation="Addresses of Belgium and Switzerland, the number last",
        examples=("quai aux Briques 41, 1000 Bruxelles", "Ch. du Verger 4"),
    ),
    Pattern(
        "fr-street-no-number",
        "street-address",
        rf"(?i)\b(?:lieu[ -]?dit|hameau|residence|z\.?i\.?|z\.?a\.?) {_NAME}{_INNERS}{_CITY}",
        0.65,
        examples=("Lieu-dit Les Granges, 88120 Le Syndicat", "ZI du Brézet, 63000 Clermont-Ferrand"),
    ),
    Pattern(
        "fr-date-named-month",
        "date",
        pieces.named_date(_WEEKDAYS, _MONTH, "de", "-|/|et|au|a", "de", "le"),
        0.85,
        examples=("mardi 21 novembre", "du 12 au 19 mai 2023", "1er févr. 2020"),
    ),
    Pattern(
        "fr-date-weekday-numbers",
        "date",
        pieces.weekday_and_numbers(
            r"(?:lun|mar|mer|jeu|ven|sam|dim|Lun|Mar|Mer|Jeu|Ven|Sam|Dim)(?:di)?", "/."
        ),
        0.75,
        examples=("réunion : ven. 23/02", "sam 3/9"),
    ),
    Pattern(
        "fr-date-day-month",
        "date",
        rf"(?i)\b(?:le|du|au|depuis|jusqu'au|date|transmissions(?: ide)?|"
        rf"{_WEEKDAY}) ?:? ?({pieces.DAY}[/.]{pieces.MONTH_NUMBER}\.?)(?:[^\d/\w%]|$)",
        0.7,
        examples=("hospitalisé du 28/09 au", "Transmissions IDE 14/2 nuit"),
    ),
    Pattern(
        "fr-date-weekday",
        "date",
        pieces.day_of_week_and_month(_WEEKDAY),
        0.7,
        examples=("regagne son domicile le jeudi 5.",),
    ),
    Pattern(
        "fr-date-day",
        "date",
        rf"(?i)\b(?:(?:prevue?|sortie?|entree?|vue?|revue?|rdv|avant|depuis|jusqu'au|jusqu'a|des) )?(?:le|"
        rf"jusqu'au) ({pieces.DAY}(?:er)?)(?:[.,;\n)]|$| (?:au|a|il|elle|je|on|nous|pour|car|et je|et il) )",
        0.6,
        examples=("en congé jusqu'au 18.", "Transfert prévu le 16.", "manqué le 18, le technicien"),
    ),
    Pattern(
        "fr-date-month",
        "date",
        rf"(?i)\b(?:en|courant|depuis|des|mois de|celui de|celle de|jusqu'en|de|pour|d')[ -]?"
        rf"((?-i:{_LONG_MONTH})\b(?: {YEAR}\b)?)",
        0.6,
        citation="as date-month",
        examples=("la période d'août.", "stable par rapport à celui de mars."),
    ),
    Pattern(
        "fr-date-part-of-month",
        "date",
        rf"(?i)\b(?:debut|mi|fin)[ -](?:{_LONG_MONTH})\b(?: {YEAR}\b)?",
        0.6,
        citation="as date-month",
        examples=("depuis début septembre", "mi-mai"),
    ),
    Pattern(
        "fr-date-in-words",
        "date",
        rf"(?i)\b{_NUMBER} (?:{_LONG_MONTH})\b(?: (?:{YEAR}|{_YEAR_WORDS})\b)?",
        0.8,
        examples=("le vingt-trois juin", "le premier mars deux mille vingt"),
    ),
    Pattern(
        "fr-date-said",
        "date",
        rf"(?i)\b{_NUMBER} (?:{_LONG_MONTH}) (?:vingt|trente|quarante|cinquante|soixante|quatre-vingts?)"
        r"(?:[ -](?:et[ -])?[a-z]{2,8}){0,2}\b",
        0.8,
        prefilter=rf"(?i)(?:{_LONG_MONTH}) (?:vingt|trente|quarante|cinquante|soixante|quatre-vingt)",
        citation="as fr-date-in-words, of a year said by its last digits",
        examples=("Le vingt-trois août trente-neuf.",),
    ),
    Pattern(
        "fr-digits-in-words",
        "unique-code",
        pieces.digits_said(
            "zero|un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix(?:-[a-z]{4})?|onze|douze|treize|quatorze|quinze|"
            "seize|(?:vingt|trente|quarante|cinquante|soixante|quatre-vingts?)"
            "(?:(?:[ -]et)?[ -][a-z]{2,8}){0,2}|"
            "cent|double|tiret"
        ),
        0.55,
        citation="as digits-in-words",
        examples=("cent douze, quarante-quatre, zéro neuf",),
    ),
    Pattern(
        "fr-age",
        "age-over-89",
        pieces.age_after_number(_NINETIES, r"ans\b"),
        0.9,
        examples=("âgé de 93 ans", "quatre-vingt-douze ans"),
    ),
    Pattern(
        "fr-age-told",
        "age-over-89",
        rf"(?i)\b(?:age\W{{1,12}}|ses |dans sa )({pieces.BEYOND_89})(?: ?(?:e|eme) annee| (?:bougies|"
        rf"printemps)|\n|$|,|;)",
        0.7,
        examples=("a soufflé ses 99 bougies", "Âge : 93\n"),
    ),
    Pattern(
        "fr-phone",
        "phone",
        r"\b0[1-9](?:[ .\-]?\d\d){4}\b",
        0.7,
        standalone=True,
        citation="French numbering plan: ten digits, in pairs",
        examples=("0612348890", "06.71.40.22.98"),
    ),
    Pattern(
        "fr-code",
        "unique-code",
        pieces.code_after(
            r"(?:n[\xb0o]\.? ?(?:de |d')?|numero (?:de |d'))?(?:dossier|adherent|allocataire|"
            r"societaire|abonne|usager|eleve|etudiant|employeur|sejour|portalis|parquet|permis|badge|"
            r"contrat(?: [a-z]{4,12})?|sinistre|matricule|ipp|ndos|nda|rg|arret|"
            r"facture|police|client|commande|reference|ref|rpps|adeli|finess|siret|siren|assure|agrement|"
            r"permis|passeport|pv|procedure|"
            r"minute|parquet|identifiant|licence|compte|chassis|vin|serie|lot|badge|ticket|billet|examen|"
            r"accession|"
            r"prelevement|ramq|nam|avs|recepisse|titre de sejour|etranger|agdref|visa|caf|cpam|eleve|ine|"
            r"devis|cheque|"
            r"carte|police|brevet|bon|mandat|plainte|demande|ordonnance)"
        ),
        0.7,
        validator="code",
        examples=(
            "ARRÊT N° 318",
            "RG n° 20/01187",
            "N° allocataire : 0448217 K",
            "numéro d'adhérent : 14 882 093",
        ),
    ),
    Pattern(
        "fr-number-is",
        "unique-code",
        r"(?i)\bnumero (?:de |d')?[a-z]{4,15} (?:est|"
        r"etait) (?:le )?((?-i:[A-Z]{0,3}[-/]?)\d[A-Z0-9./\-]{0,20}(?: \d{1,8}){0,5})\b",
        0.7,
        examples=("Son numéro d'adhérent est le 14 882 093 et",),
    ),
    Pattern(
        "fr-access-code",
        "unique-code",
        r"(?i)\b(?:digicode|code|mot de passe|pin)\b[^\n.\d]{0,25}\b"
        r"((?-i:[A-Z]?)(?:\d{3,8}[A-Z#*]?|\d{1,4}[A-Z]\d{1,4}))(?:\W|$)",
        0.7,
        examples=("le code c'est 4471", "Digicode B4471", "code 58A21"),
    ),
    Pattern(
        "fr-plate",
        "plate",
        r"\b[A-HJ-NP-TV-Z]{2}(?:-\d{3}-| \d{3} )[A-HJ-NP-TV-Z]{2}\b",
        0.85,
        citation="French number plates since 2009",
        examples=("Le véhicule GH-418-TB", "le Berlingo, DR 807 LX, pour"),
    ),
)
