"""National identification, tax and insurance numbers, checked by python-stdnum.

One row of `NUMBERS` gives up to two patterns: the number after its label
(found whatever its check digit says: a mistyped number still points to a
person) and the bare number, which must pass the check.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.methods.identifiers.pattern import Pattern, labelled


@dataclass(frozen=True, slots=True)
class Number:
    """A national number: its shape, its python-stdnum module, its labels, and how telling the shape is.

    `module` is a module of python-stdnum ("de.idnr") or the name of a check. `bare` is the confidence in a
    match without its label; 0 leaves the bare row out, and below .5 a context word is required.
    """

    id: str
    module: str
    shape: str
    labels: str
    bare: float
    example: str


NUMBERS = (
    Number(
        "de-idnr",
        "de.idnr",
        r"\d{2} ?\d{3} ?\d{3} ?\d{3}",
        r"steuer-?id|steuerliche identifikationsnummer|steuer-?idnr|idnr|identifikationsnummer|tin",
        0.6,
        "36 574 261 809",
    ),
    Number(
        "de-stnr",
        "de.stnr",
        r"\d{2,3}[ /]\d{3}[ /]\d{4,5}",
        r"steuer-?nummer|steuer-?nr|st-?nr",
        0.0,
        "181/815/0815 5",
    ),
    Number(
        "de-rvnr",
        "",
        r"\d{2} ?\d{6} ?[A-Z] ?\d{3}",
        r"sozialversicherungsnummer|rentenversicherungsnummer|sv-?nummer|rvnr|versicherungsnummer",
        0.0,
        "65 170839 J 003",
    ),
    Number(
        "de-personalausweis",
        "",
        r"[CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]{8}\d?",
        r"personalausweis|ausweis|ausweisnummer",
        0.0,
        "L01X00T471",
    ),
    Number(
        "fr-nir",
        "fr.nir",
        r"[1-478] ?\d{2} ?\d{2} ?\d[0-9AB] ?\d{3} ?\d{3} ?\d{2}",
        r"nir|securite sociale|n°? ?ss|numero de securite sociale|insee",
        0.9,
        "2 95 10 99 126 111 93",
    ),
    Number(
        "fr-nif",
        "fr.nif",
        r"[0-3]\d ?\d{2} ?\d{3} ?\d{3} ?\d{3}",
        r"spi|numero fiscal|nif",
        0.6,
        "3023217600053",
    ),
    Number("es-dni", "es.dni", r"\d{8}[ \-]?[A-Z]", r"dni|nif|documento nacional", 0.85, "54362315-K"),
    Number("es-nie", "es.nie", r"[XYZ][ \-]?\d{7}[ \-]?[A-Z]", r"nie", 0.85, "X-2482300W"),
    Number(
        "it-codicefiscale",
        "it.codicefiscale",
        r"[A-Z]{6} ?[0-9LMNP-V]{2}[A-EHLMPRST][0-9LMNP-V]{2} ?[A-Z][0-9LMNP-V]{3}[A-Z]",
        r"codice fiscale|c\.? ?f",
        0.9,
        "RCCMNL83S18D969H",
    ),
    Number(
        "nl-bsn",
        "nl.bsn",
        r"\d{4}[ .]?\d{2}[ .]?\d{3}",
        r"bsn|burgerservicenummer|burger service nummer|sofi-?nummer",
        0.4,
        "1112.22.333",
    ),
    Number(
        "be-nn",
        "be.nn",
        r"\d{2}[. ]?\d{2}[. ]?\d{2}[- ]?\d{3}[. ]?\d{2}",
        r"rijksregisternummer|registre national|numero national|nn|insz|niss",
        0.8,
        "85.07.30-033.28",
    ),
    Number("pl-pesel", "pl.pesel", r"\d{11}", r"pesel", 0.65, "44051401359"),
    Number("pl-nip", "pl.nip", r"\d{3}-?\d{3}-?\d{2}-?\d{2}", r"nip", 0.0, "852-407-31-90"),
    Number(
        "se-personnummer",
        "se.personnummer",
        r"(?:19|20)?\d{6}[-+]\d{4}",
        r"personnummer|pnr|samordningsnummer|personal identity number",
        0.8,
        "880320-0016",
    ),
    Number("dk-cpr", "dk.cpr", r"\d{6}-\d{4}", r"cpr|cpr-?nummer|personnummer", 0.7, "211062-5629"),
    Number(
        "fi-hetu",
        "fi.hetu",
        r"\d{6}[-+A-FU-Y]\d{3}[0-9A-FHJ-NPR-Y]",
        r"hetu|henkilotunnus|personbeteckning",
        0.9,
        "131052-308T",
    ),
    Number(
        "pt-nif", "pt.nif", r"[1235689]\d{2} ?\d{3} ?\d{3}", r"nif|contribuinte|niss|nic", 0.4, "501964843"
    ),
    Number("pt-cc", "pt.cc", r"\d{8} ?\d ?[A-Z0-9]{2}\d", r"cartao de cidadao|cc", 0.85, "00000000 0 ZZ4"),
    Number(
        "at-vnr",
        "at.vnr",
        r"\d{4} ?\d{6}",
        r"sozialversicherungsnummer|sv-?nr|svnr|versicherungsnummer|vsnr",
        0.55,
        "1237 010180",
    ),
    Number(
        "at-tin", "at.tin", r"\d{2}-?\d{3}/?\d{4}", r"steuernummer|abgabenkontonummer", 0.0, "59-119/9013"
    ),
    Number("ie-pps", "ie.pps", r"\d{7}[A-W][A-IW]?", r"pps|ppsn|personal public service", 0.8, "6433435F"),
    Number("gb-nhs", "gb.nhs", r"\d{3}[ \-]?\d{3}[ \-]?\d{4}", r"nhs|nhs n(?:umber|o)", 0.45, "943 476 5870"),
    Number(
        "gb-nino",
        "",
        r"[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]",
        r"nino|ni|national insurance",
        0.85,
        "AB 12 34 56 C",
    ),
    Number("gb-utr", "gb.utr", r"\d{5} ?\d{5}K?", r"utr|unique taxpayer reference", 0.0, "1955839661"),
    Number(
        "no-fnr", "no.fodselsnummer", r"\d{6} ?\d{5}", r"fodselsnummer|fnr|personnummer", 0.8, "151086 95088"
    ),
    Number(
        "ch-ahv",
        "ch.ssn",
        r"756[.]?\d{4}[.]?\d{4}[.]?\d{2}",
        r"ahv|avs|ahv-?n(?:r|ummer)",
        0.9,
        "756.9217.0769.85",
    ),
    Number("cz-rc", "cz.rc", r"\d{6}/\d{3,4}", r"rodne cislo|r\. ?c", 0.85, "710319/2745"),
    Number("ro-cnp", "ro.cnp", r"[1-9]\d{12}", r"cnp|cod numeric personal", 0.75, "1630615123457"),
    Number("bg-egn", "bg.egn", r"\d{10}", r"egn", 0.45, "7523169263"),
    Number("gr-amka", "gr.amka", r"\d{11}", r"amka", 0.55, "01013099997"),
    Number("hr-oib", "hr.oib", r"\d{11}", r"oib", 0.45, "33392005961"),
    Number("si-emso", "si.emso", r"\d{13}", r"emso", 0.75, "0101006500006"),
    Number("ee-ik", "ee.ik", r"[1-8]\d{10}", r"isikukood", 0.65, "36805280109"),
    Number("lt-asmens", "lt.asmens", r"[3-6]\d{10}", r"asmens kodas", 0.65, "33309240064"),
    Number("lv-pk", "lv.pvn", r"\d{6}-\d{5}", r"personas kods", 0.8, "161175-19997"),
    Number("is-kennitala", "is_.kennitala", r"\d{6}-?\d{4}", r"kennitala|kt", 0.5, "450401-3150"),
    Number("tr-tckimlik", "tr.tckimlik", r"[1-9]\d{10}", r"t\.?c\.? kimlik|tckn", 0.7, "17291716060"),
    Number("ca-sin", "ca.sin", r"\d{3}[ \-]\d{3}[ \-]\d{3}", r"sin|social insurance", 0.45, "123-456-782"),
    Number("au-tfn", "au.tfn", r"\d{3} ?\d{3} ?\d{2,3}", r"tfn|tax file", 0.0, "123 456 782"),
    Number(
        "in-aadhaar",
        "in_.aadhaar",
        r"[2-9]\d{3} ?\d{4} ?\d{4}",
        r"aadhaar|aadhar|uidai",
        0.55,
        "2341 2341 2346",
    ),
    Number("in-pan", "in_.pan", r"[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]", r"pan", 0.75, "ACUPA7085R"),
    Number("br-cpf", "br.cpf", r"\d{3}\.\d{3}\.\d{3}-\d{2}|\d{11}", r"cpf", 0.6, "390.533.447-05"),
    Number("mx-curp", "mx.curp", r"[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d", r"curp", 0.9, "BOXW310820HNERXN09"),
    Number("za-id", "za.idnr", r"\d{13}", r"id number|identity number", 0.6, "7503305044089"),
    Number("kr-rrn", "kr.rrn", r"\d{6}-?\d{7}", r"rrn|resident registration", 0.7, "971013-9019902"),
    Number("cn-ric", "cn.ric", r"\d{17}[0-9X]", r"resident identity|id card", 0.9, "360426199101010071"),
    Number("il-id", "il.idnr", r"\d{8,9}", r"teudat zehut|israeli id", 0.0, "39337423"),
)
_IDENTITY = (
    r"national id(?:entity|entification)?(?: card)?|identity card|id card|citizen(?:ship)? (?:id|number)|"
    r"personal(?: identity| identification| id)?|carte d'identite|cni|carta d'identita|tarjeta de identidad|"
    r"dowod osobisty|social insurance|national insurance|ni number|tax id"
)


def rows_of(number: Number) -> Iterator[Pattern]:
    citation = f"python-stdnum {number.module}" if number.module else ""
    yield Pattern(
        f"{number.id}-labelled",
        "national-id",
        labelled(number.labels, number.shape),
        0.85,
        validator="code",
        citation=citation,
        examples=(f"{_first_label(number)}: {number.example}",),
    )
    if number.bare:
        yield Pattern(
            number.id,
            "national-id",
            rf"\b(?:{number.shape})\b",
            number.bare,
            validator=f"stdnum.{number.module}" if "." in number.module else number.module,
            checksum=number.bare >= 0.8 and bool(number.module),
            context=rf"{number.labels}|id|national|identity|tax|insurance|citizen",
            context_required=number.bare < 0.5,
            standalone=True,
            citation=citation,
            examples=(f"the number, {_first_label(number)} for short, {number.example} is",),
        )


def _first_label(number: Number) -> str:
    return number.labels.split("|")[0].replace("-?", "-").replace("\\.", ".").replace("?", "")


NATIONAL = (
    *(row for number in NUMBERS for row in rows_of(number)),
    Pattern(
        "national-labelled",
        "national-id",
        labelled(
            _IDENTITY,
            r"(?:[A-Z]{2}(?: ?\d\d){3} ?[A-Z]\b|[A-Z0-9][A-Z0-9.\-/]{3,20}(?: \d[A-Z0-9]{1,6}){0,4})",
        ),
        0.75,
        validator="long-code",
        examples=("National ID: 8801-22-5533", "identity card no AB123456", "NI number QQ 12 34 56 C"),
    ),
)
"""Numbers of 37 countries (Slovakia has the Czech one); the examples are those of python-stdnum's pages."""
