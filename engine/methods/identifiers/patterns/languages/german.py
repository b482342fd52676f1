"""German: streets, postal codes with towns, dates, ages, numbers of registers."""

from __future__ import annotations

from engine.methods.identifiers.pattern import YEAR, Pattern
from engine.methods.identifiers.patterns.languages import pieces

_WEEKDAY = (
    r"(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|(?:mo|di|mi|do|fr|sa|so)\.|(?:mo|di|mi|do|"
    r"fr|sa|so),"
)
_MONTH = (
    r"januar|janner|februar|feber|marz|april|mai|juni|juno|juli|august|september|oktober|november|dezember|"
    r"jan|feb|mrz|mar|"
    r"apr|jun|jul|aug|sept?|okt|nov|dez"
)
_LONG_MONTH = r"januar|februar|marz|april|juni|juli|august|september|oktober|november|dezember|mai"
_ORDINAL = (
    r"(?:erst|zweit|dritt|viert|funft|sechst|siebt|siebent|acht|neunt|zehnt|elft|zwolft|(?:drei|vier|funf|"
    r"sech|sieb|acht|neun)"
    r"zehnt|(?:(?:ein|zwei|drei|vier|funf|sechs|sieben|acht|neun)und)?(?:zwanzig|dreisig)st)e[nr]?"
)
_NINETIES = (
    r"(?:(?:ein|zwei|drei|vier|funf|sechs|sieben|acht|neun)und)?neunzig|(?:ein)?hundert(?:ein|eins|zwei|drei|"
    r"vier|funf)?"
)
_HEAD = r"(?:[A-Z\x80][A-Za-z\x80]+-){1,3}"
_ENDING = (
    r"(?:stras{1,2}e|str\.|weg|platz|allee|gasse|gass|damm|ufer|stieg|steig|pfad|chaussee|kamp|graben|markt|"
    r"winkel|"
    r"siedlung|promenade|zeile|twiete|redder|wall|garten|anger|rain|leite|halde|hohe|brucke|bogen|steg|"
    r"strase)"
)
_STREET = (
    rf"(?:(?:[A-Z\x80][a-z\x80\-]+ ){{0,2}}[A-Z\x80][A-Za-z\x80\-]*{_ENDING}|"
    rf"{_HEAD}(?:Stras{{1,2}}e|Str\.|Weg|Platz|Allee|Ring|Damm|Ufer|Gasse|Anlage|Promenade)|"
    r"(?:An der|An den|Am|Auf der|Auf dem|Auf den|Im|In der|In den|In dem|Zum|Zur|Unter den|Unter der|"
    r"Hinter der|Hinter dem|"
    r"Vor dem|Vor der|Beim|Bei der|Bei den|Alte[rs]?|Neue[rs]?|Grose[rs]?|Kleine[rs]?|Obere[rs]?|Untere[rs]?)"
    r" (?:[A-Z\x80][a-z\x80\-]+ ){0,2}[A-Z\x80][a-z\x80\-]+)"
)
_FLOOR = (
    r"(?:,? (?:\d{1,2}\. ?(?:OG|Stock|Stockwerk|Etage|Obergeschos{1,2})|EG|DG|UG|Hinterhaus|Vorderhaus|"
    r"Seitenflugel|Aufgang \w|Whg\.? ?\d{1,4}|Wohnung \d{1,4}|Top \d{1,3})"
    r"(?: (?:links|rechts|mitte|li\.?|re\.?))?){0,3}"
)
_CITY = rf"(?:(?:,? ?[\n\xb7]? ?| - )(?:[A-Z]{{1,2}}-)?\d{{4,5}} {pieces.TOWN})?"

GERMAN = (
    Pattern(
        "de-postcode-town",
        "street-address",
        pieces.POSTCODE_TOWN,
        0.7,
        examples=("Hauptweg 3, 21224 Rosengarten,", "45549 Sprockhövel\n", "A-6020 Innsbruck"),
    ),
    Pattern(
        "de-postcode-labelled",
        "street-address",
        pieces.postcode_after(r"plz|postleitzahl|ort"),
        0.9,
        examples=("PLZ/Ort: 8001 Zürich", "PLZ: 45549"),
    ),
    Pattern(
        "de-street",
        "street-address",
        rf"\b({_STREET} {{1,2}}\d{{1,3}}(?: ?[a-h]\b)?(?: ?[-/+] ?\d{{1,3}} "
        rf"?[a-h]?\b)?{_FLOOR}{_CITY})(?:[^\w%]|$)",
        0.65,
        validator="",
        examples=(
            "Kiefernstieg 9, 21224 Rosengarten",
            "An der Alten Ziegelei 23, 2. OG links",
            "Kaiser-Max-Straße 3",
        ),
    ),
    Pattern(
        "de-post-office-box",
        "street-address",
        rf"(?i)\bpostfach ?\d[\d ]{{1,9}}\d\b(?-i:{_CITY})",
        0.85,
        examples=("Postfach 10 55 21, 20038 Hamburg",),
    ),
    Pattern(
        "de-date-named-month",
        "date",
        pieces.named_date(_WEEKDAY, _MONTH, "des", "-|/|bis|und|bis zum", "im", "den|dem|der"),
        0.85,
        examples=("Montag, den 4. März", "vom 5. bis 12. Februar 2024", "24. Okt.", "17.Mai 1960"),
    ),
    Pattern(
        "de-date-day-month",
        "date",
        rf"(?i)(?:\b(?:am|vom|bis|bis zum|seit|seit dem|ab|ab dem|zum|der|den|dem|und|nach|vor|termin|labor|"
        rf"kontrolle|op|visite|\w*bericht|"
        rf"\w*dienst|datum|{_WEEKDAY})[:,]? {{0,2}}|^|\n|"
        rf"- ?)({pieces.DAY}\. ?{pieces.MONTH_NUMBER}\.)(?:[^\d\w]|$)",
        0.7,
        examples=("weiter bis 12.9., dann", "Pflegebericht 9.9. Frühdienst", "vom 05.02. an"),
    ),
    Pattern(
        "de-date-weekday",
        "date",
        pieces.day_of_week_and_month(_WEEKDAY),
        0.7,
        examples=("am Freitag, den 14.",),
    ),
    Pattern(
        "de-date-month",
        "date",
        rf"(?i)\b(?:im|seit|bis|anfang|mitte|ende|ab|nachsten|vergangenen|"
        rf"letzten) ((?:{_LONG_MONTH})\b(?: {YEAR}\b)?)",
        0.6,
        citation="as date-month",
        examples=("im Juni", "seit Anfang März 2021"),
    ),
    Pattern(
        "de-date-in-words",
        "date",
        rf"(?i)\b{_ORDINAL} (?:{_LONG_MONTH})\b(?: {YEAR}\b)?",
        0.8,
        examples=("am vierzehnten Juni 1951",),
    ),
    Pattern(
        "de-age",
        "age-over-89",
        pieces.age_after_number(_NINETIES, r"jahrig\w{0,2}|jahre(?:n| alt)?\b|J\.|ste[nrs]? geburtstag"),
        0.9,
        examples=(
            "die 91-jährige Patientin",
            "ist 93 Jahre alt",
            "zum neunzigsten Geburtstag",
            "einundneunzig Jahre",
        ),
    ),
    Pattern(
        "de-phone-direct",
        "phone",
        r"(?i)\b(?:durchwahl|nebenstelle|dw)\.?:? {0,2}(-? ?\d{2,5})\b",
        0.75,
        examples=("unter der Durchwahl -387",),
    ),
    Pattern(
        "de-phone",
        "phone",
        r"\b0\d{2,4} ?[/-] ?\d{2,4}(?:[ -]{1,3}\d{1,4}){0,4}\b",
        0.6,
        standalone=True,
        examples=("040 / 36 21-0", "04182 / 99-4410"),
    ),
    Pattern(
        "de-code",
        "unique-code",
        pieces.code_after(
            r"(?:unser |ihr |mein )?zeichen|aktenzeichen|az|gz|gesch\.-z|geschaftszeichen|geschaftsnummer|"
            r"gesch\.-nr|"
            r"(?:kunden|vertrags|versicherungs|versicherten|vers|mitglieds|personal|patienten|pat|fall|"
            r"aufnahme|rechnungs|"
            r"schaden|schadens|matrikel|fuhrerschein|ausweis|personalausweis|steuer|beleg|auftrags|bestell|"
            r"vorgangs|konto|"
            r"dienst|betriebs|inventar|protokoll|antrags)-?(?:nummer|nr|id|zeichen)"
        ),
        0.7,
        examples=("Geschäftszeichen: 2 C 418/23", "Kundennummer 300417", "Ausweisnr.: 5519023"),
    ),
    Pattern(
        "de-identity-card",
        "national-id",
        r"(?i)\b(?:personal)?ausweis(?:es|"
        r"nummer)?[ :(]{1,3}(?:nr\.?:? {0,2})?([CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]{8}\d?)\b",
        0.85,
        citation="Serial numbers of German identity cards: no vowels, nine signs and a check digit",
        examples=("Ihres Personalausweises (Nr. L9FT3K2V1)",),
    ),
)
