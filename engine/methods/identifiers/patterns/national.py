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


_TABLE = r"""
de-idnr | de.idnr | \d{2} ?\d{3} ?\d{3} ?\d{3}
  | steuer-?id|steuerliche identifikationsnummer|steuer-?idnr|idnr|identifikationsnummer|tin | 0.6
  | 36 574 261 809
de-stnr | de.stnr | \d{2,3}[ /]\d{3}[ /]\d{4,5} | steuer-?nummer|steuer-?nr|st-?nr | 0 | 181/815/0815 5
de-rvnr | - | \d{2} ?\d{6} ?[A-Z] ?\d{3}
  | sozialversicherungsnummer|rentenversicherungsnummer|sv-?nummer|rvnr|versicherungsnummer | 0
  | 65 170839 J 003
de-personalausweis | - | [CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]{8}\d?
  | personalausweis|ausweis|ausweisnummer | 0 | L01X00T471
fr-nir | fr.nir | [1-478] ?\d{2} ?\d{2} ?\d[0-9AB] ?\d{3} ?\d{3} ?\d{2}
  | nir|securite sociale|n°? ?ss|numero de securite sociale|insee | 0.9 | 2 95 10 99 126 111 93
fr-nif | fr.nif | [0-3]\d ?\d{2} ?\d{3} ?\d{3} ?\d{3} | spi|numero fiscal|nif | 0.6 | 3023217600053
es-dni | es.dni | \d{8}[ \-]?[A-Z] | dni|nif|documento nacional | 0.85 | 54362315-K
es-nie | es.nie | [XYZ][ \-]?\d{7}[ \-]?[A-Z] | nie | 0.85 | X-2482300W
it-codicefiscale | it.codicefiscale
  | [A-Z]{6} ?[0-9LMNP-V]{2}[A-EHLMPRST][0-9LMNP-V]{2} ?[A-Z][0-9LMNP-V]{3}[A-Z] | codice fiscale|c\.? ?f
  | 0.9 | RCCMNL83S18D969H
nl-bsn | nl.bsn | \d{4}[ .]?\d{2}[ .]?\d{3} | bsn|burgerservicenummer|burger service nummer|sofi-?nummer
  | 0.4 | 1112.22.333
be-nn | be.nn | \d{2}[. ]?\d{2}[. ]?\d{2}[- ]?\d{3}[. ]?\d{2}
  | rijksregisternummer|registre national|numero national|nn|insz|niss | 0.8 | 85.07.30-033.28
pl-pesel | pl.pesel | \d{11} | pesel | 0.65 | 44051401359
pl-nip | pl.nip | \d{3}-?\d{3}-?\d{2}-?\d{2} | nip | 0 | 852-407-31-90
se-personnummer | se.personnummer | (?:19|20)?\d{6}[-+]\d{4}
  | personnummer|pnr|samordningsnummer|personal identity number | 0.8 | 880320-0016
dk-cpr | dk.cpr | \d{6}-\d{4} | cpr|cpr-?nummer|personnummer | 0.7 | 211062-5629
fi-hetu | fi.hetu | \d{6}[-+A-FU-Y]\d{3}[0-9A-FHJ-NPR-Y] | hetu|henkilotunnus|personbeteckning | 0.9
  | 131052-308T
pt-nif | pt.nif | [1235689]\d{2} ?\d{3} ?\d{3} | nif|contribuinte|niss|nic | 0.4 | 501964843
pt-cc | pt.cc | \d{8} ?\d ?[A-Z0-9]{2}\d | cartao de cidadao|cc | 0.85 | 00000000 0 ZZ4
at-vnr | at.vnr | \d{4} ?\d{6} | sozialversicherungsnummer|sv-?nr|svnr|versicherungsnummer|vsnr | 0.55
  | 1237 010180
at-tin | at.tin | \d{2}-?\d{3}/?\d{4} | steuernummer|abgabenkontonummer | 0 | 59-119/9013
ie-pps | ie.pps | \d{7}[A-W][A-IW]? | pps|ppsn|personal public service | 0.8 | 6433435F
gb-nhs | gb.nhs | \d{3}[ \-]?\d{3}[ \-]?\d{4} | nhs|nhs n(?:umber|o) | 0.45 | 943 476 5870
gb-nino | - | [A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D] | nino|ni|national insurance
  | 0.85 | AB 12 34 56 C
gb-utr | gb.utr | \d{5} ?\d{5}K? | utr|unique taxpayer reference | 0 | 1955839661
no-fnr | no.fodselsnummer | \d{6} ?\d{5} | fodselsnummer|fnr|personnummer | 0.8 | 151086 95088
ch-ahv | ch.ssn | 756[.]?\d{4}[.]?\d{4}[.]?\d{2} | ahv|avs|ahv-?n(?:r|ummer) | 0.9 | 756.9217.0769.85
cz-rc | cz.rc | \d{6}/\d{3,4} | rodne cislo|r\. ?c | 0.85 | 710319/2745
ro-cnp | ro.cnp | [1-9]\d{12} | cnp|cod numeric personal | 0.75 | 1630615123457
bg-egn | bg.egn | \d{10} | egn | 0.45 | 7523169263
gr-amka | gr.amka | \d{11} | amka | 0.55 | 01013099997
hr-oib | hr.oib | \d{11} | oib | 0.45 | 33392005961
si-emso | si.emso | \d{13} | emso | 0.75 | 0101006500006
ee-ik | ee.ik | [1-8]\d{10} | isikukood | 0.65 | 36805280109
lt-asmens | lt.asmens | [3-6]\d{10} | asmens kodas | 0.65 | 33309240064
lv-pk | lv.pvn | \d{6}-\d{5} | personas kods | 0.8 | 161175-19997
is-kennitala | is_.kennitala | \d{6}-?\d{4} | kennitala|kt | 0.5 | 450401-3150
tr-tckimlik | tr.tckimlik | [1-9]\d{10} | t\.?c\.? kimlik|tckn | 0.7 | 17291716060
ca-sin | ca.sin | \d{3}[ \-]\d{3}[ \-]\d{3} | sin|social insurance | 0.45 | 123-456-782
au-tfn | au.tfn | \d{3} ?\d{3} ?\d{2,3} | tfn|tax file | 0 | 123 456 782
in-aadhaar | in_.aadhaar | [2-9]\d{3} ?\d{4} ?\d{4} | aadhaar|aadhar|uidai | 0.55 | 2341 2341 2346
in-pan | in_.pan | [A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z] | pan | 0.75 | ACUPA7085R
br-cpf | br.cpf | \d{3}\.\d{3}\.\d{3}-\d{2}|\d{11} | cpf | 0.6 | 390.533.447-05
mx-curp | mx.curp | [A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d | curp | 0.9 | BOXW310820HNERXN09
za-id | za.idnr | \d{13} | id number|identity number | 0.6 | 7503305044089
kr-rrn | kr.rrn | \d{6}-?\d{7} | rrn|resident registration | 0.7 | 971013-9019902
cn-ric | cn.ric | \d{17}[0-9X] | resident identity|id card | 0.9 | 360426199101010071
il-id | il.idnr | \d{8,9} | teudat zehut|israeli id | 0 | 39337423
"""
"""A number a line, in the order of `Number`; a line that is set in goes on with the one before."""


def _numbers() -> Iterator[Number]:
    for line in _TABLE.replace("\n  |", " |").strip().splitlines():
        name, module, shape, labels, bare, example = line.split(" | ")
        yield Number(name, module.strip("-"), shape, labels, float(bare), example)


NUMBERS = tuple(_numbers())
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
