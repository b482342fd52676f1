"""Spanish: streets, postal codes with towns, dates, ages, numbers of registers."""

from __future__ import annotations

from engine.catalog.lexicon import either, words
from engine.methods.identifiers.pattern import YEAR, Pattern
from engine.methods.identifiers.patterns.languages import pieces

_WEEKDAY = either(words("weekday", "es"), plain=True)
_WEEKDAYS = rf"{_WEEKDAY}|lun|mar|mie|jue|vie|sab|dom"
_LONG_MONTH = either(words("month", "es"), plain=True)
_MONTH = either(words("month", "es") + words("month-short", "es"), plain=True)
_UNIT = r"(?:uno?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)"
_NUMBER = (
    rf"(?:primero|{_UNIT}|diez|once|doce|trece|catorce|quince|dieci(?:seis|siete|ocho|nueve)|veinte|"
    rf"veinti(?:un|uno|dos|tres|cuatro|"
    rf"cinco|seis|siete|ocho|nueve)|treinta(?: y uno)?)"
)
_YEAR_WORDS = (
    rf"(?:(?:mil(?: novecientos)?|dos mil)(?: (?:{_NUMBER}|(?:cuarenta|cincuenta|sesenta|setenta|ochenta|"
    rf"noventa|treinta)(?: y {_UNIT})?))?)"
)
_NINETIES = rf"noventa(?: y {_UNIT})?|cien(?:to {_UNIT})?"
_WAY = (
    r"(?:calle|c/|cl\.|avenida|avda\.?|avd\.?|av\.|plaza|pza\.?|plz\.|plazuela|paseo|p\xb0|camino|cno\.?|"
    r"carretera|ctra\.?|ronda|travesia|alameda|"
    r"rambla|glorieta|urbanizacion|urb\.|poligono|callejon|cuesta|barrio|barriada|pasaje|pje\.?|via|bulevar|"
    r"costanilla|corredera|carrer|passeig|pg\.?|placa|avinguda|rua|jiron|jr\.|calzada|cerrada|privada|prolongacion|"
    r"malecon|circuito|blvd\.?|carrera|cra\.?|diagonal|transversal|psje\.?)"
)
_NAME = (
    rf"(?:(?:de|del|la|las|los|el|san|santa|y|industrial) ){{0,3}}(?-i:{pieces.CAPITAL_WORD})(?: (?:(?:de|"
    rf"del|la|las|los|el|y) ){{0,3}}(?-i:{pieces.CAPITAL_WORD})){{0,4}}"
)
_FLOOR = (
    r"(?:,? ?(?:(?:portal|esc(?:alera|\.)?|bloque|blq\.?|piso|planta|pl\.|puerta|pta\.?|nave|local|"
    r"edif(?:icio|\.)?) ?[A-Z0-9]{1,4}\b|bajo|"
    r"depto?\.? ?\w{1,4}|dpto\.? ?\w{1,4}|int(?:erior|\.) ?\w{1,4}|of(?:icina|\.) ?\d{1,4}|torre \w{1,3}|"
    r"casa \d{1,3}|"
    r"m[zx]\.? ?\w{1,3}|lo?te?\.? ?\d{1,3}|"
    r"atico|entresuelo|entlo\.?|sotano|\d{1,2} ?\.?[\xb0ao] ?(?:[A-H]\b|izq(?:da|uierda)?\.?|dcha\.?|derecha|"
    r"centro|\d{1,2}\b)?)(?: [A-H]\b)?){0,4}"
)
_CITY = rf"(?:(?:,? ?[\n\xb7]? ?| - )(?:CP:? ?)?\d{{5}},? (?-i:{pieces.TOWN}))?"

SPANISH = (
    Pattern(
        "es-postcode-town",
        "street-address",
        pieces.POSTCODE_TOWN,
        0.7,
        examples=("nave 12, 48500 Gallarta ·", "28046 Madrid\n"),
    ),
    Pattern(
        "es-postcode-labelled",
        "street-address",
        pieces.postcode_after(r"c\.?p|codigo postal|cod\.? postal"),
        0.9,
        examples=("CP: 28035", "C.P. 37001 Salamanca"),
    ),
    Pattern(
        "es-street",
        "street-address",
        rf"(?i)(?:\b|^){_WAY} ?{_NAME},? ?(?:(?:(?:n[\xb0uor]?[mo]?\.?[\xb0o]?|#) "
        rf"?)?\d{{1,5}}(?:-\d{{1,3}}){{0,2}}(?: ?(?:bis|"
        rf"duplicado))?(?:[ -]?[A-H]\b)?|s/n\b|km\.? ?\d{{1,3}}){_FLOOR}"
        rf"(?:,? (?:col(?:onia|\.)|fracc\.?|urb\.) {_NAME})?{_CITY}",
        0.65,
        examples=(
            "C/ Pintor Ortega Muñoz, 7, 4.º izq., 29700 Vélez-Málaga",
            "Avda. de la Constitución, 115, portal 3, 2º B",
            "calle San Francisco n.º 22, bajo",
            "Ctra. de Orón, s/n",
            "Passeig de Gràcia 140, 4-2",
            "Jr. Los Geranios 455, dpto. 302",
            "camino del Molino, km 2",
        ),
    ),
    Pattern(
        "es-street-small",
        "street-address",
        r"\b(?:(?:calle|av|avenida|pasaje|diagonal|pje)\.? |c/ ?)(?:(?:de|del|la|las|los) ){0,2}[a-z]{3,}(?: "
        r"[a-z]{3,}){0,2} "
        r"\d{1,5}\b",
        0.6,
        citation="Chats write streets small",
        examples=("estoy en calle los olmos 450", "av rivadavia 2210", "en c/ pintor sorolla 9"),
    ),
    Pattern(
        "es-estate",
        "street-address",
        rf"(?i)\b(?:poligono|pol\.|urbanizacion|urb\.|barrio|finca|parque empresarial) {_NAME},? (?:nave|"
        rf"parcela|n\.?\xb0|manzana|calle|bloque) ?[A-Z0-9]{{1,4}}{_FLOOR}{_CITY}",
        0.7,
        examples=("Polígono Industrial El Campillo, nave 12, 48500 Gallarta",),
    ),
    Pattern(
        "es-road",
        "street-address",
        r"\b(?i:ctra\.?|carretera)? ?(?:[A-Z]{1,3}-\d{1,4}),? (?i:km\.?|p\.k\.|pk|"
        r"kilometro) ?\d{1,4}(?:[.,]\d{1,3})?\b",
        0.75,
        examples=("en la N-340, km 214, a la altura",),
    ),
    Pattern(
        "es-date-named-month",
        "date",
        pieces.named_date(_WEEKDAYS, _MONTH, "de", "-|/|y|al|a", "de|del", "dia|el"),
        0.85,
        examples=("martes 5 de marzo", "del 3 al 7 de mayo de 2023", "14-ene-2024", "12 dic. 2020"),
    ),
    Pattern(
        "es-date-weekday-numbers",
        "date",
        pieces.weekday_and_numbers(r"(?:lun|mar|mie|jue|vie|sab|dom|Lun|Mar|Mie|Jue|Vie|Sab|Dom)", "/."),
        0.75,
        examples=("revisión vie 23/02", "lun. 3/9"),
    ),
    Pattern(
        "es-date-day-month",
        "date",
        rf"(?i)\b(?:el|del|al|dia|desde|hasta|fecha|evolutivo|enfermeria|"
        rf"control|cita|{_WEEKDAY}):? ({pieces.DAY}/{pieces.MONTH_NUMBER})(?:[^\d/\w%]|$)",
        0.7,
        validator="day-month",
        examples=("ingresó el 17/03 por la tarde",),
    ),
    Pattern(
        "es-date-weekday",
        "date",
        pieces.day_of_week_and_month(_WEEKDAY),
        0.7,
        examples=("el jueves 8 le quitan los puntos",),
    ),
    Pattern(
        "es-date-day",
        "date",
        rf"(?i)\b(?:el|del|al|este|pasado|proximo)? ?(dia (?:{pieces.DAY}|{_NUMBER}))(?:[^\d/:%\w]|$)",
        0.6,
        examples=("se inició el día 17.", "antes del día veinte le"),
    ),
    Pattern(
        "es-date-day-goes-on",
        "date",
        rf"(?i)\b(?:el|antes del|despues del) ({pieces.DAY})"
        r"(?:[.;,)\n]|$| (?:me|le|se|nos|les|te|y|por la|a las?)\b)",
        0.6,
        citation="as date-nth-goes-on",
        examples=("fiebre después del 29.", "el 25 me llamó"),
    ),
    Pattern(
        "es-date-month",
        "date",
        rf"(?i)\b(?:en|desde|hasta|pasado|proximo|durante|mes de|para|este) "
        rf"((?:{_LONG_MONTH})\b(?: (?:de|del) {YEAR}\b)?)",
        0.6,
        citation="as date-month",
        examples=("en octubre de 2019",),
    ),
    Pattern(
        "es-date-part-of-month",
        "date",
        rf"(?i)\b(?:mediados|principios|finales|primeros|fines) de (?:{_LONG_MONTH})\b(?: (?:de|"
        rf"del) {YEAR}\b)?",
        0.6,
        citation="as date-month",
        examples=("hasta mediados de mayo", "el alta para primeros de noviembre."),
    ),
    Pattern(
        "es-date-in-words",
        "date",
        rf"(?i)\b{_NUMBER} de (?:{_LONG_MONTH})\b(?: de[l]? (?:{YEAR}|{_YEAR_WORDS})\b)?",
        0.8,
        examples=("a veintisiete de abril de dos mil veintitrés", "el uno de mayo"),
    ),
    Pattern(
        "es-date-holiday",
        "date",
        r"\b(?:Nochebuena|Nochevieja|Navidad|Ano Nuevo|(?:Viernes|Jueves) Santo|(?:Domingo|"
        r"Lunes) de (?:Pascua|"
        r"Resurreccion)|Todos los Santos|(?:dia de )?Reyes)(?:$|[^A-Za-z])",
        0.55,
        citation="as date-holiday-day",
        examples=("fiebre desde Nochebuena.",),
    ),
    Pattern(
        "es-date-said",
        "date",
        rf"(?i)\b{_NUMBER} de (?:{_LONG_MONTH}) del? (?:mil novecientos |dos mil )?(?:{_NUMBER}|"
        rf"(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)(?: y {_UNIT})?)\b",
        0.8,
        citation="as es-date-in-words, of a year said by its last digits",
        examples=("Dos de febrero del cincuenta y uno.",),
    ),
    Pattern(
        "es-digits-in-words",
        "unique-code",
        pieces.digits_said(
            "cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|doble|"
            "dieci[a-z]{4,5}|veinte|veinti[a-z]{3,6}|(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|"
            "noventa)(?: y [a-z]{3,6})?|guion"
        ),
        0.55,
        citation="as digits-in-words",
        examples=("siete cero cuatro, dieciocho, noventa y dos",),
    ),
    Pattern(
        "es-age-told",
        "age-over-89",
        rf"(?i)\b(?:edad\W{{1,14}}|cumpl(?:e|io|ira) (?:ya )?(?:los )?|tiene (?:ya )?)({pieces.BEYOND_89})\b"
        r"(?:[;!?)\n]|[.,](?:[^\d]|$)|$| {2}| (?:el|en|y|los|este) )",
        0.7,
        examples=("Edad......: 93", "la abuela cumple 95 el domingo"),
    ),
    Pattern(
        "es-phone",
        "phone",
        r"\b[679]\d{2}(?:(?:[ .\-]\d{2}){3}|(?:[ .\-]\d{3}){2}|\d{6})\b",
        0.6,
        standalone=True,
        citation="Spanish numbering plan: nine digits that begin with 6, 7 or 9",
        examples=("985.33.10.27", "655 120 774"),
    ),
    Pattern(
        "es-age",
        "age-over-89",
        pieces.age_after_number(_NINETIES, r"anos\b"),
        0.9,
        examples=("mujer de 92 años", "noventa y un años"),
    ),
    Pattern(
        "es-street-numbered",
        "street-address",
        r"(?i)\b((?:cra|carrera|cll?|calle|diagonal|diag|transversal|transv|tv|"
        r"av(?:enida)?)\.? ?\d{1,3} ?[A-Z]{0,2}"
        r"(?: (?:bis|sur|norte))? ?(?:#|n[o°]\.?) ?\d{1,3} ?[A-Z]?(?: ?- ?\d{1,3})?)\b",
        0.8,
        citation="Colombian addresses",
        examples=("la Cra. 13 # 41-87 dijo", "Calle 72 No. 10-34"),
    ),
    Pattern(
        "es-code",
        "unique-code",
        pieces.code_after(
            r"d\.n\.i\.?|c\.c\.?|c\.i\.?|c\.u\.i\.[lt]\.?|libreta civica|radicado|carne profesional|"
            r"(?:(?:n|num|nro)\.?[\xb0o]? (?:de )?|numero (?:de )?)?(?:expediente|exp|siniestro|poliza|"
            r"historia(?: clinica)?|nhc|nass|afiliacion|"
            r"empleado|colegiado|col|factura|referencia|ref|autos|sentencia|procedimiento|diligencias|"
            r"registro|contrato|cliente|matricula|"
            r"tarjeta(?: sanitaria)?|cip|nuss|seguridad social|s\.?s|protocolo|episodio|socio|pedido|recibo|"
            r"folio|legajo|carne(?: profesional)?|atestado|bastidor|serie|lote|boleta|ficha|ticket|"
            r"localizador|reserva|"
            r"r\.?u\.?[tn]|curp|rfc|cui[tl]|nss|imss|afiliado|afiliacion|cedula(?: profesional| de "
            r"identidad)?|cmp|"
            r"colegiatura|h\.?c|biopsia|muestra|peticion|cuenta|placa|codigo|pasaporte|dni|nie|licencia|"
            r"permiso|ref\. catastral)"
        ),
        0.7,
        validator="code",
        examples=("Expediente 2024/48-00913", "Siniestro n.º SIN-0088412/23", "(col. 29/11847)"),
    ),
    Pattern(
        "es-dni-dotted",
        "national-id",
        r"\b(?:\d{1,2}\.\d{3}\.\d{3}|[XYZ]-?\d\.?\d{3}\.?\d{3})[ \-]?[A-HJ-NP-TV-Z]\b",
        0.8,
        citation="Real Decreto 1553/2005: eight digits and a letter",
        examples=("con DNI 09.774.215-S",),
    ),
    Pattern(
        "es-access-code",
        "unique-code",
        r"(?i)\b(?:clave|codigo|contrasena|pin|se abre con|portal)\b[^\n.\d]{0,25}\b(\d{3,8}[#*]?)(?:\W|$)",
        0.7,
        examples=("la clave del portal es 7719", "el portal se abre con 4471"),
    ),
    Pattern(
        "cl-rut",
        "national-id",
        r"\b\d{1,2}\.\d{3}\.\d{3}-[\dkK]\b",
        0.85,
        citation="Numbers of the Chilean register",
        examples=("RUT 12.345.678-5",),
    ),
    Pattern(
        "es-curp-by-form",
        "national-id",
        r"\b[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z0-9]\d\b",
        0.85,
        citation="Mexican register of the population",
        examples=("CURP GAPM800312MDFRRR09",),
    ),
    Pattern(
        "es-plate-labelled",
        "plate",
        r"(?i)\b(?:matricula|patente|placas?|dominio)\b(?: de(?: l[ao])? [a-z]{3,12})?:? "
        r"((?-i:[A-Z]{2,4}[ \-]?\d{2,4}(?:[ \-]?[A-Z]{1,3})?|\d{3,4}[ \-]?[A-Z]{3}))\b",
        0.75,
        examples=("Matrícula de la furgoneta: 4471 KLB", "patente AB 123 CD"),
    ),
    Pattern(
        "es-plate-new",
        "plate",
        r"\b\d{4} ?[BCDFGHJKLMNPRSTVWXYZ]{3}\b",
        0.7,
        citation="Spanish number plates since 2000",
        examples=("la furgoneta 4471 KLB",),
    ),
    Pattern(
        "es-plate",
        "plate",
        r"\b[A-Z]{1,2}-\d{4}-[A-Z]{1,2}\b",
        0.7,
        citation="Spanish number plates until 2000",
        examples=("un coche (MA-8812-CX)",),
    ),
)
