"""German: streets, postal codes with towns, dates, ages, numbers of registers."""

from __future__ import annotations

from engine.catalog.lexicon import either, words
from engine.methods.identifiers.pattern import YEAR, Pattern
from engine.methods.identifiers.patterns.languages import pieces

_WEEKDAY = rf"{either(words('weekday', 'de'))}|(?:mo|di|mi|do|fr|sa|so)[.,]"
_LONG_MONTH = either(words("month", "de"), plain=True)
_MONTH = rf"{either(words('month', 'de') + words('month-short', 'de'), plain=True)}|juno"
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
        "de-street",
        "street-address",
        rf"\b({_STREET} {{1,2}}\d{{1,3}}(?: ?[a-h]\b)?(?: ?[-/+] ?\d{{1,3}} "
        rf"?[a-h]?\b){{0,3}}{_FLOOR}{_CITY})(?:[^\w%]|$)",
        0.65,
        validator="",
        examples=(
            "Kiefernstieg 9, 21224 Rosengarten",
            "An der Alten Ziegelei 23, 2. OG links",
            "Kaiser-Max-Straße 3",
            "Lerchenfelder Gürtelstraße 12/3/14",
        ),
    ),
    Pattern(
        "de-street-no-number",
        "street-address",
        r"\b((?:[A-Z\x80][\w\x80\-]+(?:er|isch[ens]{1,2}) (?:Stras{1,2}e|Allee|Platz|Chaussee|Damm|Ring|Weg)|"
        r"[A-Z\x80][A-Za-z\x80\-]{3,}(?:stras{1,2}e|gasse|chaussee)))\b",
        0.6,
        examples=("in der Kasseler Straße zusammen", "an der Bahnhofstraße"),
    ),
    Pattern(
        "de-street-small",
        "street-address",
        r"\b([a-z\x80][a-z\x80\-]{2,}(?:(?:er )?(?:stras{1,2}e|str\.?)|gasse|allee|weg|platz)"
        r" \d{1,3} ?[a-h]?)\b",
        0.6,
        citation="Chats write streets small",
        examples=("komm in die lindenstr. 14", "parkweg 3a"),
    ),
    Pattern(
        "de-postcode-of-four",
        "street-address",
        rf"(?:\n|, |\xb7 |^)((?:1[0-8]\d\d|2[1-9]\d\d|[3-9]\d{{3}}) {pieces.TOWN})(?:,|\n| ?$)",
        0.6,
        citation="Austria and Switzerland",
        examples=("Lindenweg 4, 3011 Bern\n", "8020 Graz\n"),
    ),
    Pattern(
        "de-post-office-box",
        "street-address",
        rf"(?i)\bpostfach ?\d[\d ]{{1,9}}\d\b(?-i:{_CITY})",
        0.85,
        examples=("Postfach 10 55 21, 20038 Hamburg",),
    ),
    Pattern(
        "de-street-before-postcode",
        "street-address",
        rf"(?:^|[\n,:(]) ?((?-i:{pieces.CAPITAL_WORD})(?: (?-i:{pieces.CAPITAL_WORD})){{0,2}} "
        rf"\d{{1,3}} ?[a-z]?, "
        rf"(?:D-)?\d{{5}} {pieces.TOWN})",
        0.75,
        examples=("Dorfaue 3, 16835 Lindow",),
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
        rf"(?i)(?:\b(?:am|vom|bis|bis zum|seit|seit dem|ab|ab dem|zum|der|den|dem|und|nach|vor|"
        rf"termin|labor|erst|nur|"
        rf"einschlieslich|spatestens|fruhestens|"
        rf"kontrolle|op|visite|\w*bericht|"
        rf"\w*dienst|datum|{_WEEKDAY})[:,]? {{0,2}}|^|\n|"
        rf"- ?)({pieces.DAY}\. ?{pieces.MONTH_NUMBER}\.)(?:[^\d\w]|$)",
        0.7,
        examples=("weiter bis 12.9., dann", "Pflegebericht 9.9. Frühdienst", "vom 05.02. an"),
    ),
    Pattern(
        "de-date-before-comma",
        "date",
        rf"\b({pieces.DAY}\. ?{pieces.MONTH_NUMBER}\.)(?:[,;)]|,? (?:gegen|um|ab|wieder|nicht)\b)",
        0.5,
        validator="day-month",
        citation="as de-date-day-month, where the sentence goes on",
        examples=("Rückkehr voraussichtlich 31.5., gegen 17 Uhr",),
    ),
    Pattern(
        "de-date-weekday",
        "date",
        pieces.day_of_week_and_month(_WEEKDAY),
        0.7,
        examples=("am Freitag, den 14.",),
    ),
    Pattern(
        "de-date-weekday-numbers",
        "date",
        pieces.weekday_and_numbers(
            r"(?:Mo|Di|Mi|Do|Fr|Sa|So)(?:n?n?tag|enstag|ttwoch|nnerstag|eitag|mstag)?", "."
        ),
        0.75,
        examples=("kommt Fr 09.02. wieder", "Di. 3.10."),
    ),
    Pattern(
        "de-date-month",
        "date",
        rf"(?i)\b(?:im|seit|bis|ab|nachsten|vergangenen|letzten) ((?:(?:anfang|mitte|ende) "
        rf")?(?:{_LONG_MONTH})\b"
        rf"(?: {YEAR}\b)?)",
        0.6,
        citation="as date-month",
        examples=("im Juni", "seit Anfang März 2021"),
    ),
    Pattern(
        "de-date-month-year",
        "date",
        rf"(?i)\b(?:(?:anfang|mitte|ende) (?:{_LONG_MONTH})\b(?: {YEAR}\b)?|(?:{_LONG_MONTH}) {YEAR}\b)",
        0.6,
        citation="as date-month",
        examples=("Stand: Mai 2022", "Ende Januar"),
    ),
    Pattern(
        "de-date-day",
        "date",
        rf"(?i)\b(?:am|vom|bis zum|seit dem|zum) ({pieces.DAY}\.)(?:[,;)\n]|\.? ?$|"
        r"(?-i: (?:und [a-z]{4,}|kam|war|ist|hat|habe|wird|um|wieder|nicht|ab|an|bei|ihr|er|sie|"
        r"wir|ich|noch|schon)\b))",
        0.6,
        examples=("Geburtstag am 19., wird gefeiert", "Rückkehr am 3.\n", "kam am 14. und meinte"),
    ),
    Pattern(
        "de-date-in-words",
        "date",
        rf"(?i)\b{_ORDINAL} (?:{_LONG_MONTH})\b(?: {YEAR}\b)?",
        0.8,
        examples=("am vierzehnten Juni 1951",),
    ),
    Pattern(
        "de-date-holiday",
        "date",
        r"\b(?:Nikolaustag|Nikolaus|Heiligabend|Silvester|Neujahr|Weihnachten|Karfreitag|Rosenmontag|"
        r"Ostersonntag|Ostermontag|Pfingstsonntag|Pfingstmontag|Fronleichnam|Allerheiligen|Aschermittwoch|"
        r"Himmelfahrt)\b",
        0.55,
        citation="as date-holiday-day",
        examples=("kam am Nikolaustag nicht",),
    ),
    Pattern(
        "de-date-said",
        "date",
        rf"(?i)\b({_ORDINAL} {_ORDINAL} (?:neunzehnhundert|zweitausend)?(?:und)?[a-z]{{4,24}})\b",
        0.55,
        prefilter=r"(?i)(?:te[nr]?|st[ae][nr]?) [a-z]{3,12}te[nr]? [a-z]",
        citation="as date-in-words: day, month and year as they are said",
        examples=("Zwölfter Achter fünfundvierzig.",),
    ),
    Pattern(
        "de-digits-in-words",
        "unique-code",
        pieces.digits_said(
            "null|eins|ein|zwei|zwo|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|doppel"
        ),
        0.55,
        citation="as digits-in-words",
        examples=("vier null sieben, eins eins neun, zwo",),
    ),
    Pattern(
        "de-age",
        "age-over-89",
        pieces.age_after_number(
            _NINETIES, r"jahrig\w{0,2}|jahre(?:n| alt)?\b|J\.|(?:ste[nrs]?|\.) (?:geburtstag|lebensjahr)"
        ),
        0.9,
        examples=(
            "die 91-jährige Patientin",
            "ist 93 Jahre alt",
            "zum neunzigsten Geburtstag",
            "einundneunzig Jahre",
        ),
    ),
    Pattern(
        "de-age-told",
        "age-over-89",
        rf"(?i)\b(?:alter\W{{1,12}}|wird (?:schon |jetzt |bald )?|ist (?:schon |jetzt )|wurde "
        rf")({pieces.BEYOND_89})\b"
        r"(?:[;!?)\n]|[.,](?:[^\d]|$)|$| (?:im|am|und|oder) )",
        0.7,
        examples=("Alter: 93", "oma wird 94 im Mai"),
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
        r"\b0\d{2,4} ?(?:[/-] ?\d{2,8}(?:[ -]{1,3}\d{1,5}){0,4}|\d{3} \d\d \d\d|\d{6,8}(?:-\d{1,4})?)\b",
        0.6,
        standalone=True,
        examples=("040 / 36 21-0", "04182 / 99-4410", "044 217 30 18", "0664 2219043", "0316/385-12345"),
    ),
    Pattern(
        "de-phone-in-groups",
        "phone",
        r"\b0 ?\d{1,4}[ ./\-]{1,3}\d{1,3}(?:[ \-]{1,3}\d{1,4}){1,4}(?: ?(?:DW|Dw\.?|Durchw\.?) ?\d{1,4})?\b",
        0.55,
        validator="phone-digits",
        citation="DIN 5008 and what people make of it",
        examples=("unter 07131.5 94 08 oder", "02666/52 7 18 DW 3", "0 15 78 - 33 90 112"),
    ),
    Pattern(
        "de-code",
        "unique-code",
        pieces.code_after(
            r"(?:unser |ihr |mein )?zeichen|aktenzeichen|az|gz|gesch\.-z|geschaftszeichen|geschaftsnummer|"
            r"gesch\.-nr|"
            r"(?:kunden|vertrags|versicherungs|versicherten|vers|mitglieds|personal|patienten|pat|fall|"
            r"aufnahme|rechnungs|"
            r"schaden|schadens|versicherungsschein|sozialhilfe|kindergeld|aufenthalts|bewohner|bescheid|matrikel|fuhrerschein|ausweis|personalausweis|steuer|beleg|auftrags|bestell|"
            r"vorgangs|konto|"
            r"dienst|betriebs|inventar|protokoll|antrags|fahrgestell|serien|geräte|chargen|policen|"
            r"polizzen|rezept|karten|"
            r"sozialversicherungs|sv|ahv|krankenkassen|arzt|register|buchungs|transaktions|sendungs|schuler|"
            r"einsatz|untersuchungs|proben|befund|telefon)-?(?:nummer|nr|id|zeichen)|svnr|fin|charge(?:: "
            r"lot)?|"
            r"tagebuchnummer|st/|vorgang|kassenzeichen|kennzeichen|fn|pers\.-nr|chip|schlussel|einschreiben|hrb|bsnr|lanr|accession"
        ),
        0.7,
        examples=("Geschäftszeichen: 2 C 418/23", "Kundennummer 300417", "Ausweisnr.: 5519023"),
    ),
    Pattern(
        "de-access-code",
        "unique-code",
        r"(?i)\b(?:\w{0,12}code|pin|passwort|kennwort)\b[^\n.\d]{0,25}\b(\d{3,8}[#*]?)(?:\W|$)",
        0.7,
        examples=("Code für die Garage ist 4471#", "türcode 8812"),
    ),
    Pattern(
        "de-ends-in",
        "unique-code",
        pieces.ends_in(
            r"endziffern?|endnummer|endet (?:auf|mit)|endend auf|letzten? (?:vier |4 )?(?:ziffern|stellen)"
        ),
        0.7,
        citation="as last-four",
        examples=("Konto mit den Endziffern -4410",),
    ),
    Pattern(
        "de-plate",
        "plate",
        r"\b[A-Z\x80]{1,3}-[A-Z]{1,2} ?\d{1,4}[EH]?\b",
        0.7,
        citation="German number plates",
        examples=("amtl. Kennzeichen K-ML 3082",),
    ),
    Pattern(
        "de-ahv-by-form",
        "national-id",
        r"\b756[. ]?\d{4}[. ]?\d{4}[. ]?\d\d\b",
        0.85,
        citation="Numbers of the Swiss old-age insurance",
        examples=("AHV 756.1234.5678.97",),
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
