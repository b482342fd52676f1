"""What the values of columns tell: categories, versions, statutes, codes of many makers."""

from __future__ import annotations

import json
import random

import pytest

from adapters.documents.text import delimited
from adapters.documents.text.delimited import Delimited, table_delimiter
from adapters.documents.text.json_text import Json, JsonLines
from adapters.documents.text.plain import PlainText
from engine.methods.columns.typing import typed_tables
from engine.methods.columns.values import summed_up
from engine.ports import Replacement
from engine.stages.identifiers.columns import ColumnTypes
from engine.text import Document, Span
from tests.property.test_tables_by_column import stage


def _column(header: str, values: list[str]) -> Document:
    rows = [[header, "F2", "F3"], *([value, "84", "yes"] for value in values)]
    return Delimited().open("d", "\n".join("|".join(row) for row in rows).encode()).document


def _type(header: str, values: list[str], n: int = 12) -> str:
    chosen = [values[place % len(values)] for place in range(n)]
    return typed_tables(_column(header, chosen), []).columns[0].kind.name


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (["HMO", "PPO", "Medicare", "Self-pay"], "label"),
        (["Chrome/120.0.0.0", "Firefox 121", "paper", "tablet"], "label"),
        (["Pneumonie", "Diabète de type 2", "Fracture de hanche"], "label"),
        (["Biology", "Algebra II", "US History"], "label"),
        (["1.0.0", "2.4.1", "v3.12", "10.0.3.17"], "version"),
        (["18 U.S.C. § 1343", "ORC 2913.02", "Penal Code 459"], "code"),
        (["8811-PW7", "OF-1214-L", "GS3-0090", "AF220-11", "CS-4410"], "code"),
        (["H", "HH", "L", "N"], "flag"),
        (["I", "IV", "T1N0M0", "IIA"], "flag"),
        (["USA", "Canada", "Deutschland"], "country"),
        (["4 O 29/15", "13 T 383/15", "XII ZB 12/2020"], "unique-code"),
        (["Rk1SACAyMAAAhjmLUdhq1QGC", "Rk1SACAyMAAA3yyLib505qrDkj"], "unique-code"),
        (["00093104801", "00409475503", "63323054013"], "code"),
        (["GS-7", "E4", "Band 5", "TV-L 9"], "code"),
        (["25", "59", "LT", "RT"], "code"),
        (["021", "100", "036", "893", "112"], "zip"),
        (["@mjimenez37", "@ana_b", "@x.tt5"], "unique-code"),
        (
            ["mjim1", "abon22", "rkol3", "xtre45", "quin9", "ana.li", "bo_re", "cy7", "de8", "ef91"],
            "unknown code",
        ),
        (["10.15.137.21", "10.151.240.85", "10.154.160.45"], "ip"),
    ],
)
def test_values_tell_the_type_where_no_header_does(values: list[str], kind: str) -> None:
    assert _type("F1", values) == kind


def test_a_plain_header_is_not_overruled_by_everyday_words() -> None:
    """People are called White and Walker."""
    assert _type("patient last name", ["White", "Walker", "French"]) == "person"
    assert _type("subject", ["Biology", "Chemistry"]) == "label"


def test_numbers_of_cards_with_one_slip_among_them_are_numbers_of_cards() -> None:
    cards = ["4111111111111111", "5500005555555559", "4012888888881881", "4539148803436467", "pending"]
    assert _type("F1", cards, n=5) == "credit-card"


def test_everyday_words_that_are_names_too_are_no_category_where_lists_say_so() -> None:
    document = _column("F1", ["White", "Walker", "French", "Young", "Day"] * 3)
    found = typed_tables(document, [], lambda word: ("last",)).columns[0].kind.name
    assert found == "person"


@pytest.mark.parametrize(
    ("header", "values", "kind"),
    [
        ("reference", ["150-400", "3.5-5.1", "<200", "8-20"], "measure"),
        ("address on file", ["1", "0"], "flag"), ("sys/dia", ["106/65", "120/80"], "measure"),
        ("Entgeltgruppe", ["GS-7", "E4"], "code"), ("rev code", ["0300", "0450"], "code"),
        ("preferred contact", ["mobile", "letter", "e-mail"], "label"),
    ],
)  # fmt: skip
def test_headers_and_everyday_values_together(header: str, values: list[str], kind: str) -> None:
    assert _type(header, values) == kind


def test_numbers_of_three_digits_beside_states_are_areas_of_zip_codes() -> None:
    table = "F1|F2\n" + "".join(f"{state}|{n}\n" for state, n in [("OH", 441), ("NY", 102), ("CA", 941)] * 3)
    alone = table.replace("OH", "low").replace("NY", "ok").replace("CA", "high")
    kinds = [typed_tables(Delimited().open("d", t.encode()).document, []).columns for t in (table, alone)]
    assert [found[1].kind.name for found in kinds] == ["zip", "measure"]


def test_codes_of_one_series_are_given_out_though_they_recur() -> None:
    assert _type("F1", ["K448213-X", "K551907-X", "K901733-X", "K340012-X"]) == "unknown code"
    assert _type("ref", ["K448213-X", "K551907-X", "K901733-X"]) == "unique-code"


def test_shapes_are_counted_over_different_values() -> None:
    values = summed_up(["AB-12", "CD-345", "7-X", "AB-12"])
    assert (values.n_shapes, values.n_distinct) == (2, 3)


def test_lines_below_a_table_are_no_values_of_its_first_column() -> None:
    table = "id,test,result\n" + "".join(f"{n},Lithium,84\n" for n in range(1, 6)) + "Ward report end,,\n"
    columns = typed_tables(Delimited().open("d", table.encode()).document, []).columns
    assert (columns[0].kind.name, len(columns[0].column.cells)) == ("row number", 5)


def _nested(n: int, seed: int = 7) -> list[dict[str, object]]:
    r = random.Random(seed)
    deep = [
        {"Patient name": f'Hyeon "{r.randrange(99)}" \u00d3', "dose": r.randrange(1, 9) * 25}
        for _ in range(n)
    ]
    return [
        {
            "id": place,
            "payload": json.dumps({"mrn": f"0073{r.randrange(10**4):04d}", "more": json.dumps(inner)}),
        }
        for place, inner in enumerate(deep, 1)
    ]


@pytest.mark.parametrize("ascii_only", [True, False])
def test_records_in_strings_of_json_are_columns_too_at_any_depth(ascii_only: bool) -> None:
    records = _nested(6)
    source = "\n".join(json.dumps(record, ensure_ascii=ascii_only) for record in records)
    opened = JsonLines().open("d", source.encode())
    assert opened.rewrite([]).decode() == source
    decisions = stage().decide(opened.document)
    written = opened.rewrite([Replacement(d.start, d.end, d.replacement) for d in decisions]).decode()
    for before, line in zip(records, written.splitlines(), strict=True):
        payload = json.loads(json.loads(line)["payload"])
        assert payload["mrn"] == "[MRN]"
        more, old = json.loads(payload["more"]), json.loads(json.loads(str(before["payload"]))["more"])
        assert more == {"Patient name": "[PERSON]", "dose": old["dose"]}
    types = {typed.column.header: typed.kind.name for typed in typed_tables(opened.document, []).columns}
    assert types["payload.mrn"] == "mrn"
    assert types["payload.more.Patient name"] == "person"


def test_keys_inside_strings_are_keys_and_two_never_become_one() -> None:
    source = json.dumps({"Ann Li": 1, "p": json.dumps({"Ann Li": 2, "Bo Re": "\U0001f600 x"})})
    opened = Json().open("d", source.encode())
    keys = [part for part in opened.document.parts if part.kind == "key"]
    text = opened.document.text.reveal()
    assert [text[k.start : k.end] for k in keys] == ["Ann Li", "p", "Ann Li", "Bo Re"]
    written = opened.rewrite([Replacement(k.start, k.end, "[X]") for k in keys])
    found = json.loads(written)
    assert len(found) == 2
    assert all(len(key) < 8 for key in found)
    inner = json.loads(next(value for value in found.values() if isinstance(value, str)))
    assert sorted(map(str, inner.values())) == ["2", "\U0001f600 x"]
    assert not {"Ann Li", "Bo Re"} & {*found, *inner}


@pytest.mark.parametrize("value", ["[1]", "{}", "{not json}", "[see note 4]", '["a", "b"]', "[" * 5000])
def test_strings_that_hold_no_record_are_text(value: str) -> None:
    opened = Json().open("d", json.dumps({"note": value}).encode())
    (part,) = (part for part in opened.document.parts if part.kind == "value")
    assert opened.document.text.reveal()[part.start : part.end] == value


def test_what_stands_in_a_record_in_a_string_is_read_back() -> None:
    texts = {t.reveal() for t in Json().read_back(json.dumps({"p": json.dumps({"k": "\u00fcber"})}).encode())}
    assert {"über", "k"} <= texts


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", "^"])
def test_a_text_file_that_is_a_table_is_read_as_one(delimiter: str) -> None:
    rows = [["mrn", "test", "result"], *([f"0073{n}", "Lithium", f"{n}"] for n in range(11, 19))]
    source = "Extract 4\n\n" + "\r\n".join(delimiter.join(row) for row in rows) + "\r\n"
    opened = PlainText().open("d", source.encode())
    assert opened.rewrite([]).decode() == source
    decisions = stage().decide(opened.document)
    written = opened.rewrite([Replacement(d.start, d.end, d.replacement) for d in decisions]).decode()
    assert "0073" not in written
    assert written.count(f"[MRN]{delimiter}Lithium{delimiter}") == 8


@pytest.mark.parametrize(
    "text",
    [
        "Dear Ann, dear Bo, dear Cy\nthanks, and so on, and more\nbye, now, then\n",
        "He came to Rome, he saw all of it, and then he went away again in the evening.\n" * 20,
        "one line, of, text",
        "",
        '"a quote that never ends, and, more\n' * 7,
        "Name: Ann\nAge: 4\nCity: Rome\n",
    ],
)
def test_running_text_is_no_table(text: str) -> None:
    assert table_delimiter(text) is None


def test_a_finding_of_a_title_needs_lists() -> None:
    document = Delimited().open("d", b"Report for Wolfgang Koch,,\na,b,c\n1,2,3\n4,5,6\n").document
    span = Span(0, 6, "other")
    assert ColumnTypes(("person",), removes_unknown=True).apply(document, [span]).spans == [span]


def test_a_disguise_never_runs_from_a_code_of_a_public_list_into_the_next_cell() -> None:
    table = "F1,unit\n" + "7647-14-5,10*3/uL\n64-17-5,mg/dL\n50-78-2,mg/dL\n" * 3
    document = Delimited().open("d", table.encode()).document
    start = document.text.reveal().index("7647-14-5")
    crossing = Span(start, start + 15, "phone", 0.75, {"pattern": "phone-nanp", "disguised": True})
    columns = ColumnTypes(("phone",), removes_unknown=True)
    assert crossing not in columns.apply(document, [crossing]).spans
    plain = Span(start, start + 15, "phone", 0.75, {"pattern": "phone-nanp"})
    assert plain in columns.apply(document, [plain]).spans


def test_a_disguise_that_begins_in_a_column_that_goes_still_goes() -> None:
    table = "phone,rest\n" + "212-555,0199 x\n215-555,0144 y\n" * 3
    document = Delimited().open("d", table.encode()).document
    start = document.text.reveal().index("212-555")
    crossing = Span(start, start + 13, "phone", 0.75, {"pattern": "phone-nanp", "disguised": True})
    assert crossing in ColumnTypes(("phone",), removes_unknown=True).apply(document, [crossing]).spans


def test_what_values_and_header_say_together_is_sure() -> None:
    document = _column("catalog gtin", ["08763649755589", "00860003456712"] * 6)
    found = typed_tables(document, []).columns[0].kind
    assert found.name == "code"


def test_a_delimiter_that_a_text_has_not_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    widths = delimited._widths
    monkeypatch.setattr(delimited, "_widths", lambda text, sign: tried.append(sign) or widths(text, sign))
    assert delimited.sniff_delimiter("a;b,c\n1;2\n3;4\n") == ";"
    assert tried == [",", ";"]
    assert delimited.sniff_delimiter("Nothing divides this") == ","


def test_long_amounts_are_measures_only_where_the_header_says_so() -> None:
    """Numbers of accounts that grew over years spread over lengths as amounts do."""
    amounts = [str(7 * 10**length + 3457 * length) for length in (5, 6, 6, 7, 7, 7, 8, 8, 8, 8)]
    values = [f"{amount[:-2]}{at:02}" for at, amount in enumerate(amounts, 11)]
    for header in ("population", "Einwohner", "votes"):
        assert typed_tables(_column(header, values), []).columns[0].kind.name == "measure"
    assert typed_tables(_column("x", values), []).columns[0].kind.name == "text"


def test_codes_of_letters_and_digits_are_no_measures_whatever_the_header_says() -> None:
    codes = [f"R{6352460 + 9173 * at}" for at in range(12)]
    assert _type("result code", codes) == "unknown code"
    assert _type("dose", [f"{at * 7 + 3}MG" for at in range(12)]) == "measure"
