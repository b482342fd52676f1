"""A header that means two things ("PLT") is decided by all values of its column, in both directions."""

from __future__ import annotations

import pytest

from adapters.documents.text.delimited import Delimited
from engine.methods.columns.kinds import CATEGORY_OF, UNKNOWN_CODE
from engine.methods.columns.typing import typed_tables
from engine.text import Document

_REMOVED = {*CATEGORY_OF, UNKNOWN_CODE}
_PLATES = "EFB-9684 ADA-1849 KXC-2207 HDA-7741 BBF-3310 CEK-5528"
_SERIALS = "BSX482913K PJN382911H BSX110274C PJN906553A BSX733018D PJN441209E"


def _kind_under(header: str, values: str) -> str:
    """The kind of a column between two others; a bar parts values that hold blanks."""
    cells = values.split("|") if "|" in values else values.split()
    rows = "".join(f"{n}\t{cell}\tward\n" for n, cell in enumerate(cells, 1))
    return _types(f"row\t{header}\tplace of stay\n{rows}")[1]


def _types(table: str) -> list[str]:
    document: Document = Delimited().open("d", table.encode()).document
    return [typed.kind.name for typed in typed_tables(document, []).columns]


@pytest.mark.parametrize(
    ("header", "values"),
    [
        ("PLT", _PLATES),
        ("plt", "7CBB166 6EEC103 4KDA781 8HXR220 5PLM909"),
        ("Plt", "MS-LD 174|K-XY 12|B-AA 1234|HH-ZZ 77|M-PQ 1"),
        ("PLT", "ABC 123|XKD 447"),
        ("PLT", "8841207 9930412 7718250 6620391 8014437"),
        ("LIC PLT", _PLATES),
        ("plt no", _PLATES),
        ("plt #", _PLATES),
        ("HR", "E-448213 E-120934 E-993021 E-550812 E-771204"),
        ("EF", "EF20119 EF88213 EF40127 EF61190 EF73325"),
        ("RR", "RR-20417 RR-20983 RR-77120 RR-50913 RR-88102"),
        ("BP", "BP12-441K BP90-332A BP45-018C BP77-204D BP31-667F"),
        ("index", "IX48812 IX10293 IX77401 IX55920 IX38117"),
        ("ICD", _SERIALS),
        ("LOS", "LS88120-4 LS10442-9 LS90017-3 LS33481-0 LS71205-6"),
        ("ALT", "(312) 555-0147|(415) 555-0199|(206) 555-0111"),
        ("PH", "312-555-0147 415-555-0199 206-555-0111"),
        ("PT", "00731942 00884410 00120933 00553817 00991204"),
        ("CC", "4111111111111111 5500005555555559 4012888888881881"),
        ("CC", "Visa 4111 1111 1111 1111|Visa 4012 8888 8888 1881"),
        ("BIC", "DEUTDEFF500 COBADEFFXXX BNPAFRPPXXX"),
        ("PO", "PO-44812 PO-10293 PO-77401"),
        ("MAC", "00:1B:44:11:3A:B7|00:1B:44:11:3A:C9|00:1B:44:99:3A:01"),
        ("INS", "XEA448120931 XEA110293557 XEA774012209"),
        ("CAP", "20121 00184 80132 50122 10121"),
        ("SS", "219-09-9999 457-55-5462 318-22-7741"),
        ("PIN", "4821 9930 1175 6604 2287"),
        ("PT", "101 102 103 104 105 106"),
        ("PT", "12 13 12 11 12 13 12 14"),
        ("MRN", "7.1 7.2 7.3 7.4 7.5 7.6"),
    ],
)
def test_identifying_values_go_though_the_header_may_mean_something_harmless(
    header: str, values: str
) -> None:
    assert _kind_under(header, values) in _REMOVED


@pytest.mark.parametrize(
    ("header", "values"),
    [
        ("PLT", "226 294 187 402 255 310"),
        ("PLT", "226000 294000 187000 402000 255000"),
        ("PLT", "150K 233K 98K 301K 410K"),
        ("plt no", "226 294 187 402 255 310"),
        ("HR", "72 88 91 64 103"),
        ("BP", "120/80 132/84 141/92 118/76"),
        ("EF", "55% 60% 35% 48% 52%"),
        ("ICD", "E11.9 I10 J45.40 F32.1 N18.3"),
        ("ICD", "0DTJ4ZZ 02703DZ 0SR9019 4A023N7 0FT44ZZ"),
        ("PH", "7.38 7.41 7.29 7.44 7.35"),
        ("PT", "11.9 12.4 13.1 11.2 14.8"),
        ("BIC", "24.1 22.8 26.0 19.5 23.3"),
        ("CC", "12.5 14.0 9.5 11.0 10.5"),
        ("MAC", "1.0 0.8 1.2 0.9 1.1"),
        ("INS", "14.2 8.9 22.1 6.4 11.7"),
        ("CAP", "2.5 3.0 1.5 2.0 4.5"),
        ("CPR", "12.5 8.2 30.1 18.4 5.5"),
        ("SS", "0.8 1.4 2.2 0.6 1.9"),
        ("PO", "97.5 98.1 95.4 99.0 96.2"),
        ("PAN", "1.25 2.75 3.10 0.95 1.60"),
        ("TIN", "0.12 0.31 0.22 0.18 0.40"),
        ("CP", "101.4 88.2 95.9 110.3 79.6"),
        ("MR", "1.2 2.4 1.8 3.1 0.7"),
        ("CC", "chest pain|headache|type 2 diabetes|low back pain|ankle sprain"),
        ("RN", "1.5 2.5 3.5 2.0 1.0"),
    ],
)
def test_measurements_stay_though_the_header_may_mean_an_identifier(header: str, values: str) -> None:
    assert _kind_under(header, values) not in _REMOVED
