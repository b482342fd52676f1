"""Postal codes, street addresses and geocodes: 45 CFR 164.514(b)(2)(i)(B); FRCrP 49.1(a)."""

from __future__ import annotations

from engine.methods.identifiers.pattern import MARK, US_STATE, US_STATE_NAME, Pattern, labelled

_STATE = US_STATE
_WORD = r"(?:[A-Z0-9\x80][\w'.\x80\-]*)"
_SUFFIX = (
    r"(?:Street|St|Avenue|Ave|Av|Boulevard|Blvd|Road|Rd|Drive|Dr|Lane|Ln|Court|Ct|Place|Pl|Square|Sq|"
    r"Terrace|Ter|"
    r"Way|Parkway|Pkwy|Circle|Cir|Highway|Hwy|Trail|Trl|Alley|Aly|Close|Crescent|Cres|Gardens|Gdns|Grove|"
    r"Mews|Row|"
    r"Walk|Hill|Quay|Esplanade|Parade|Loop|Plaza|Plz|Pike|Turnpike|Freeway|Expressway|Path|Crossing|Xing|"
    r"Bend|"
    r"Spur|Knolls?|Bluff|Vista|Ridge|Green|Point|Pt|Landing|Run|Glen|Heights|Hollow|Manor|Meadows?|Park|Pass|Broadway|Bypass|Cove|"
    r"Wharf|"
    r"STREET|ST|AVENUE|AVE|ROAD|RD|DRIVE|DR|LANE|LN|BLVD|COURT|CT|PLACE|PL|WAY|TERRACE|TER|PARKWAY|PKWY|CIRCLE|CIR|"
    r"HIGHWAY|HWY|TRAIL|TRL|ALLEY|ALY|CRESCENT|CRES|GROVE|TURNPIKE|TPKE|XING|HEIGHTS|HTS|SQUARE|PLZ)"
)
_DIRECTION = r"(?:(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West)\b\.? )?"
_AFTER = r"(?: (?:N|S|E|W|NE|NW|SE|SW|North|South|East|West)\b\.?)?"
_UNIT = (
    r"(?:,? ?\n?(?:(?i:apt|apartment|suite|ste|unit|floor|fl|room|rm|bldg|building|flat|lot|spc|no|app)"
    r"\b\.? ?#?|# ?)"
    r"[A-Za-z0-9\-]{1,6}\b)?"
)
_CITY = r"(?:[A-Z\x80][A-Za-z\x80.'\-]+(?: [A-Z\x80][A-Za-z\x80.'\-]+){0,3})"
_ZIP = r"\d{5}(?:-\d{4})?"
_POSTCODE = (
    r"(?:GIR ?0AA|[A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d{1,2}|\d[A-HJKPS-UW]|[A-HK-Y]\d[ABEHMNPRV-Y])"
    r" {0,2}\d[ABD-HJLNP-UW-Z]{2})"
)
_TAIL = (
    rf"(?:,? ?\n? ?{_CITY},? ?\n? ?{_STATE}(?:,? ?\n? ?{_ZIP}\b)?(?:,? ?\n? ?(?:USA|U\.S\.A\.|"
    rf"United States))?"
    rf"|(?:,? ?\n? ?{_CITY}){{0,2}},? ?\n? ?{_POSTCODE}\b|,? ?\n? ?\d{{4,5}} {_CITY})?"
)
_NUMBER = r"\d{1,6}(?:[A-La-l]\b|-\d{1,4}| ?1/2)?"

_ANGLE = (
    r"\d{1,3}(?:\.\d{1,12}\xB0?|\xB0(?: ?\d{1,2}(?:\.\d{1,12})?'?(?: ?\d{1,2}(?:\.\d{1,12})?(?:\"|'')?)?)?|"
    r" \d{1,2}\.\d{1,12}'?)"
)
_ROAD = r"(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Drive|Parkway|Pkwy)"
PLACES = (
    Pattern(
        "street-address",
        "street-address",
        rf"\b{_NUMBER},? {_DIRECTION}(?:{_WORD} ){{1,4}}?{_SUFFIX}\b\.?{_AFTER}"
        rf"{_UNIT}{_TAIL}",
        0.7,
        validator="street",
        citation="USPS Publication 28, appendix C1 (street suffixes), C2 (unit designators)",
        standalone=True,
        prefilter=rf"\d[^\n]*(?:\n[^\n]*)?\b{_SUFFIX}\b",
        examples=(
            "at 1600 Pennsylvania Avenue NW, Washington, DC 20500 today",
            "350 5th Ave., Suite 3300",
            "10 Downing Street, London SW1A 2AA",
            "123 N. Main St Apt 4B, Springfield, IL 62704",
        ),
    ),
    Pattern(
        "street-route",
        "street-address",
        rf"\b{_NUMBER} {_DIRECTION}(?:(?:US|U\.S\.|State|County|Old|Rural) )?(?:Highway|Hwy|Route|Rte|"
        rf"Road|Rd|RR|CR|FM)\.? \d{{1,5}}\b{_AFTER}{_UNIT}{_TAIL}",
        0.7,
        standalone=True,
        examples=("4417 County Road 12, Elkhart, IN 46514", "1600 Highway 9 North"),
    ),
    Pattern(
        "street-rural",
        "street-address",
        r"(?i)\b(?:r\.?r\.?|rural route|h\.?c\.?r?|highway contract|star route)\.? ?#?\d{1,3},? box ?#?"
        rf"\d{{1,5}}[a-z]?\b(?-i:{_TAIL})",
        0.85,
        citation="USPS Publication 28, section 24 (rural routes) and 25 (highway contract routes)",
        examples=("RR 2 Box 87, Elkton, VA 22827", "HC 4 Box 12"),
    ),
    Pattern(
        "street-po-box",
        "street-address",
        rf"(?i)\b(?:(?:p\.? ?o\.? ?box|post office box|postfach|apartado(?: de correos)?|"
        rf"boite postale|b\.p\.|private bag|casella postale|postbus)(?:{MARK}| ?)\d{{1,6}}\b(?-i:{_TAIL})|"
        rf"box(?:{MARK}| )\d{{1,6}}(?-i:,? ?\n? ?{_CITY},? ?\n? ?{_STATE}(?:,? ?\n? ?{_ZIP}\b)?))",
        0.85,
        citation="USPS Publication 28, section 28: a box needs the last line of an address or its full name",
        examples=(
            "P.O. Box 255",
            "PO Box 12, Peoria, IL 61601",
            "P. O. Box # 9",
            "Box No. 63\nElsah, IL 62028",
        ),
    ),
    Pattern(
        "street-box",
        "street-address",
        rf"(?i)\bbox{MARK}\d{{1,6}}\b",
        0.45,
        context=r"address|mail(?:ed|ing)?|send|sent|write|post(?:al|ed)?|zip|deliver(?:ed|y)?|forward(?:ed|ing)?",
        context_required=True,
        citation="as street-po-box: a box of the post is where something is sent",
        examples=("Send it to Box # 63.",),
    ),
    Pattern(
        "street-de",
        "street-address",
        r"\b(?:(?:[A-Z\x80][a-z\x80\-]+ ){0,2}[A-Z\x80][A-Za-z\x80\-]*(?:stras{1,2}e|str\.|weg|platz|"
        r"allee|gasse|damm|ufer|"
        r"straat|laan|gracht|kade|plein|steeg|gatan|vagen|vej|vejen|gade|veien|gata|katu|tie|stien|bakken)|"
        r"(?:[A-Z\x80][a-z\x80\-]+ ){1,3}(?:Stras{1,2}e|Str\.|Weg|Platz|Allee|Gasse|Damm|Ufer|Ring))"
        rf" {{1,2}}\d{{1,4}}(?: ?[a-zA-Z]\b)?(?:-\d{{1,4}})?(?:,? ?\n? ?(?:[A-Z]{{1,2}}-)"
        rf"?\d{{4,5}}(?: [A-Z]{{2}}\b)? {_CITY})?",
        0.7,
        prefilter=r"(?:[Ss]tras{1,2}e|[Ss]tr\.|[Ww]eg|[Pp]latz|[Aa]llee|[Gg]asse|[Dd]amm|[Uu]fer|Ring|straat|laan|gracht|kade|"
        r"plein|steeg|gatan|vagen|vej|vejen|gade|veien|gata|katu|tie|stien|bakken) {1,2}\d",
        examples=("Hauptstraße 12", "Berliner Str. 5a, 10115 Berlin", "Kerkstraat 12"),
    ),
    Pattern(
        "street-de-number-first",
        "street-address",
        rf"\b{_NUMBER},? [A-Z\x80][A-Za-z\x80\-]+(?:stras{{1,2}}e|gasse|platz|allee|straat|laan|gracht|"
        rf"kade|plein|"
        rf"gatan|vagen|gade)\b(?:,? ?\n?(?:[A-Z]{{1,2}}-)?\d{{4,5}} {_CITY})?",
        0.7,
        examples=("14 Bahnhofstrasse, 8001 Zürich",),
    ),
    Pattern(
        "street-fr",
        "street-address",
        r"(?i)\b(?:\d{1,4}(?: ?(?:bis|ter))?,? )(?:rue|avenue|boulevard|bd|place|chemin|allee|impasse|"
        r"quai|cours|route|square|passage|faubourg)"
        rf" (?-i:(?:(?:de|du|des|la|le|les|aux?) |[dl]'){{0,3}}[A-Z\x80][\w'\x80\-]+(?: (?:(?:de|du|des|"
        rf"la|le) |[dl]')?[A-Z\x80][\w'\x80\-]+){{0,3}}(?:,? ?\n? ?\d{{5}} {_CITY})?)",
        0.75,
        examples=("12 rue de la Paix, 75002 Paris", "94 boulevard Amiral Courbet"),
    ),
    Pattern(
        "street-romance",
        "street-address",
        r"\b(?:(?:Via|Viale|Piazza|Piazzale|Corso|Largo|Vicolo|Calle|Avenida|Avda|Paseo|Carrera|Camino|Rua|"
        r"Travessa|Praca|[Uu]lica|[Uu]l|[Aa]leja|[Aa]l|[Oo]s|[Pp]lac|Bulevar)\b\.?|C/) (?:(?:de|del|della|"
        r"dei|delle|di|da|do|dos|"
        r"das|la|las|los|el|san|y|e) ){0,3}"
        r"(?:[A-Z\x80][\w'.\x80\-]*(?: (?:de|del|della|di|da|do|y|e))? ?){1,4},? ?(?:n\.? ?\xB0?|num\.? ?)"
        r"?\d{1,4}(?: ?[A-Z]\b)?"
        rf"(?:,? ?\n? ?\d{{2}}-?\d{{3}} {_CITY})?",
        0.65,
        examples=("Via Roma 12", "Avenida Noruega 42", "ul. Marszałkowska 10"),
    ),
    Pattern(
        "street-labelled",
        "street-address",
        r"(?i)\b(?:(?:(?:home|street|mailing|postal|billing|shipping|residential|current) )?address(?: is|"
        r":| to)|lives? at|living at|resid(?:es|ing|ed) at|residence:|domiciled at) {0,2}"
        rf"(\d{{1,6}}[a-z]? [^\n,;:?!.\x84]{{3,40}}\b(?-i:{_UNIT}{_TAIL}))",
        0.7,
        validator="street",
        examples=("change my address to 92 Eusebio Davila 57", "she lives at 14 elm st"),
    ),
    Pattern(
        "street-after-label",
        "street-address",
        r"(?i)\b(?:home |street |mailing |postal |billing |shipping |residential |current )?addr(?:ess|\.)?"
        r"(?: is)? ?:\n{0,2} ?"
        rf"([^\n:@/\x84]{{0,40}}\d[^\n:@/\x84]{{0,40}}\b(?-i:{_UNIT}{_TAIL}))",
        0.6,
        validator="not-host",
        examples=("address: Kerkplein 5 bus 2", "Addr: 7 Dogwood Spur", "Address:\n\nBorinaur enparantza 29"),
    ),
    Pattern(
        "street-without-number",
        "street-address",
        r"\b(?:on|at|to|off|along|near|corner of|from|in) ((?:[A-Z\x80][\w'\x80\-]+ ){1,3}"
        r"(?:Street|Avenue|Road|Lane|Boulevard|Blvd|Terrace))\b",
        0.55,
        validator="residential",
        citation="164.514(b)(2)(i)(B): a street is a geographic subdivision smaller than a State",
        prefilter=r" (?:Street|Avenue|Road|Lane|Boulevard|Blvd|Terrace)\b",
        examples=("found on Almeida Street at night",),
    ),
    Pattern(
        "street-crossing",
        "street-address",
        rf"\b(?:[A-Z0-9\x80][\w'\x80\-]* ){{1,2}}{_ROAD}\.? (?:and|&|at|/|near) "
        rf"(?:[A-Z0-9\x80][\w'\x80\-]* ){{1,2}}"
        rf"{_ROAD}\b|\b\d{{1,3}}(?:st|nd|rd|th) {_ROAD}\b",
        0.6,
        citation="as street-without-number",
        examples=("4th Avenue and Pine Street", "on 125th St", "Oak Rd at Elm Ave"),
    ),
    Pattern(
        "street-unit",
        "street-address",
        r"\b(?i:apt|apartment|suite|ste|flat)\b\.? ?#?(?:\d{1,5}[A-Za-z]?|[A-Z]\d{1,4}|[A-Z])\b",
        0.8,
        citation="USPS Publication 28, appendix C2",
        examples=("moved to Apt. 763", "Suite 858"),
    ),
    Pattern(
        "city-state-zip",
        "street-address",
        rf"\b{_CITY},? {_STATE},? {{1,2}}{_ZIP}\b",
        0.65,
        citation="USPS Publication 28, last line of an address",
        prefilter=rf"\b{_STATE},? {{1,2}}\d{{5}}",
        examples=("moved to Springfield, IL 62704.",),
    ),
    Pattern(
        "zip-after-state",
        "zip",
        rf"\b(?:{_STATE}|(?i:{US_STATE_NAME}\b)),? {{0,6}}\n?({_ZIP})\b",
        0.85,
        examples=("Springfield, IL 62704", "Roseburg, OR   97471", "California 90210-1234"),
    ),
    Pattern(
        "zip-labelled",
        "zip",
        labelled(
            r"zip(?: ?\+ ?4)?|zip ?code|post(?:al)? ?code|plz|postleitzahl|code postal|codigo postal|cap|"
            r"postnummer|eircode",
            r"[A-Z]{0,2}-?\d[A-Z0-9]{3,4}(?:[ \-]\d?[A-Z0-9]{2,4})?|[A-Z]{1,2}\d[A-Z0-9]? ?\d[A-Z]{2}|"
            r"[A-Z]\d[A-Z] ?\d[A-Z]\d",
        ),
        0.85,
        validator="code",
        examples=("ZIP: 62704", "postal code K1A 0B1", "zip code is 02139-4307", "PLZ 10115"),
    ),
    Pattern("zip-plus-4", "zip", r"\b\d{5}-\d{4}\b", 0.5, standalone=True, examples=("62704-1234",)),
    Pattern(
        "zip-bare",
        "zip",
        r"\b\d{5}\b",
        0.3,
        context=r"zip|zipcode|zips|postal|mailing address|street|avenue|city of|county|neighborhood",
        context_required=True,
        standalone=True,
        examples=("the zip, I think, is 62704",),
    ),
    Pattern(
        "postcode-gb",
        "zip",
        r"\b(?:GIR|[A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d{1,2}|\d[A-HJKPS-UW]|[A-HK-Y]\d[ABEHMNPRV-Y]))"
        r" {1,2}\d[ABD-HJLNP-UW-Z]{2}\b",
        0.7,
        citation="BS 7666",
        examples=("London SW1A 1AA",),
    ),
    Pattern(
        "postcode-gb-joined",
        "zip",
        rf"\b{_POSTCODE}\b",
        0.3,
        context=r"post ?codes?|england|scotland|wales|uk|united kingdom|london|address",
        context_required=True,
        citation="BS 7666",
        examples=("postcode, as ever, SW1A1AA",),
    ),
    Pattern(
        "postcode-ca",
        "zip",
        r"\b[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ \-]\d[ABCEGHJ-NPRSTV-Z]\d\b",
        0.8,
        citation="Canada Post addressing guidelines",
        examples=("Ottawa K1A 0B1",),
    ),
    Pattern(
        "postcode-prefixed",
        "zip",
        r"\b(?:D|DE|F|FR|I|IT|E|ES|A|AT|B|BE|CH|NL|DK|SE|FI|FIN|PL|PT|L|LU|CZ|SK|HU)"
        r"-\d{4,5}(?: [A-Z]{2}\b)?\b",
        0.6,
        validator="code",
        examples=("D-10115 Berlin",),
    ),
    Pattern(
        "coordinates-decimal",
        "coordinates",
        r"[-+]?\b\d{1,2}\.\d{4,12} ?[,;/] ?[-+]?\d{1,3}\.\d{4,12}\b",
        0.75,
        validator="latitude-longitude",
        standalone=True,
        citation="ISO 6709",
        examples=("40.7128, -74.0060", "40.7128;-74.0060"),
    ),
    Pattern(
        "coordinates-lettered",
        "coordinates",
        rf"\b(?:{_ANGLE} ?[NSns] ?[,;/]? ?{_ANGLE} ?[EWOewo]|[NS] ?{_ANGLE} ?[,;/]? ?[EWO] ?{_ANGLE})",
        0.75,
        citation="ISO 6709, annex D: degrees or degrees and minutes, with the letters of the hemispheres",
        examples=("40.7128° N, 74.0060° W", "33.8688S151.2093E", "N 41° 24.203 W 73° 58.438"),
    ),
    Pattern(
        "coordinates-dms",
        "coordinates",
        r"\b\d{1,2}\xB0 ?\d{1,2}(?:\.\d+)?' ?(?:\d{1,2}(?:\.\d+)?(?:\"|'') ?)"
        r"?[NSns]\b,? ?(?:\d{1,3}\xB0 ?\d{1,2}(?:\.\d+)?' ?(?:\d{1,2}(?:\.\d+)?(?:\"|'') ?)?[EWOewo]\b)?",
        0.9,
        citation="ISO 6709",
        examples=("40°26′46″N 79°58′56″W",),
    ),
    Pattern(
        "coordinates-labelled",
        "coordinates",
        r"(?i)\b(?:lat(?:itude)?|lon(?:g(?:itude)?)?|lng|geo|gps)\"?[:= ]{1,3}([-+]?\d{1,3}\.\d{2,15})\b",
        0.85,
        examples=('"lat": 40.712776', "longitude=-74.005974"),
    ),
    Pattern(
        "geo-uri",
        "coordinates",
        r"\bgeo:-?\d{1,2}\.\d+,-?\d{1,3}\.\d+",
        0.95,
        citation="RFC 5870",
        examples=("geo:37.786971,-122.399677",),
    ),
    Pattern(
        "plus-code",
        "coordinates",
        r"\b[23456789CFGHJMPQRVWX]{4,8}\+[23456789CFGHJMPQRVWX]{2,3}\b",
        0.75,
        citation="Open Location Code specification",
        examples=("849VCWC8+R9",),
    ),
)
