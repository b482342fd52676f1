"""Columns get a type over all their rows; what identifies goes whole, what harms nobody stays."""

from __future__ import annotations

import json

import pytest

from adapters.documents.text.delimited import Delimited
from adapters.documents.text.json_text import Json, JsonLines
from engine.methods.columns.headers import meaning_of
from engine.methods.columns.neighbours import TypedColumn
from engine.methods.columns.typing import typed_tables
from engine.plan.steps import IdentifierStep
from engine.stages.identifiers.columns import ColumnTypes
from engine.stages.identifiers.stage import IdentifierStage
from engine.text import Document, Span, carried_out

_CATEGORIES = (
    "mrn", "ssn", "phone", "email", "date", "birth-date", "zip", "account", "health-plan", "license",
    "device",
    "unique-code", "person", "location", "street-address", "age-over-89", "national-id", "vehicle",
    "plate", "url",
)  # fmt: skip


def _step(category: str) -> IdentifierStep:
    operator = {"date": "year", "birth-date": "year", "zip": "zip3", "age-over-89": "age-band"}.get(
        category, "placeholder"
    )
    census = 2020 if operator == "zip3" else None
    return IdentifierStep(
        id=category, find=(category,), operator=operator, census=census, threshold=0.5, allow=(), deny=()
    )


def _stage(*categories: str, unknown: str = "remove") -> IdentifierStage:
    steps = [_step(category) for category in categories or _CATEGORIES]
    return IdentifierStage(steps, b"k" * 16, 2025, unknown_columns=unknown)


def _released(document: Document, stage: IdentifierStage | None = None) -> str:
    return carried_out(document.text.reveal(), (stage or _stage()).decide(document))


def _csv(table: str) -> Document:
    return Delimited().open("d", table.encode()).document


def _types(document: Document) -> list[str]:
    return [typed.kind.name for typed in typed_tables(document, []).columns]


@pytest.mark.parametrize(
    ("header", "kind"),
    [
        ("mrn", "mrn"), ("M.R.N.", "mrn"), ("Hosp. No.", "mrn"), ("pt id", "mrn"),
        ("patient_identifier", "mrn"),
        ("patientId", "mrn"), ("NHS#", "mrn"), ("Pat.-Nr.", "mrn"), ("Número de historia clínica", "mrn"),
        ("N° de dossier", "mrn"), ("DOB", "birth-date"), ("Geburtsdatum", "birth-date"),
        ("Wohnanschrift:", "street-address"), ("Eingangsdatum", "date"),
        ("fecha de nacimiento", "birth-date"), ("lastName", "person"), ("Apellidos", "person"),
        ("OHIP", "health-plan"), ("health card no", "health-plan"), ("CPSO #", "license"),
        ("GMC number", "license"), ("TFN", "national-id"), ("social_insurance_number", "national-id"),
        ("policy number", "health-plan"), ("Versichertennummer", "health-plan"), ("acct #", "account"),
        ("Driver's license", "license"), ("ZIP", "zip"), ("PLZ", "zip"), ("home phone", "phone"),
        ("Mobile no", "phone"), ("Reported by", "person"), ("last_updated_by", "person"),
        ("Reported", "date"), ("Date reported", "date"),
        ("employee id", "unique-code"), ("date of admission", "date"),
        ("test name", "label"), ("number of visits", "measure"), ("phone type", "label"),
        ("No. of patients", "measure"), ("Number of the patient", "mrn"), ("Id of the patient", "mrn"),
        ("Code of client", "mrn"), ("code of the diagnosis", "code"),
        ("charge_id", "unique-code"), ("test_result_id", "unique-code"), ("result number", "measure"),
        ("diagnosis code", "code"),
        ("Firmware", "version"), ("Bundesland", "state"), ("sex", "sex"), ("notes", "text"),
    ],
)  # fmt: skip
def test_headers_of_any_wording_say_what_a_column_holds(header: str, kind: str) -> None:
    meaning = meaning_of(header)
    assert meaning is not None
    assert meaning.kind == kind


@pytest.mark.parametrize("header", ["frobnicate", "Xyzzy", "", "x" * 200, "Column7"])
def test_words_of_no_meaning_say_nothing(header: str) -> None:
    assert meaning_of(header) is None


@pytest.mark.parametrize(
    "header", ["mrn", "Hosp. No.", "pt id", "patient_identifier", "NHS#", "Krankenakte Nr"]
)
def test_a_record_number_goes_under_every_name(header: str) -> None:
    assert _released(_csv(f"{header},test,result\n00731942,Lithium,84\n")).endswith("[MRN]\n\nLithium\n\n84")


def test_a_record_number_goes_without_any_header() -> None:
    text = _released(_csv("00731942,Lithium,84\n00731988,Sodium,140\n"))
    assert "007319" not in text
    assert "Lithium" in text
    assert "140" in text


def test_title_rows_above_the_header_are_no_header() -> None:
    table = "Ward report,,\n,,\nPt No,Test,Result\n88123,Lithium,84\n88124,Sodium,140\n"
    text = _released(_csv(table))
    assert "8812" not in text
    assert "Pt No\n\nTest\n\nResult" in text


def test_names_that_only_count_are_a_header_and_say_nothing() -> None:
    table = "F1,F2,F3\n4471-883-A,84,yes\n5512-190-C,91,no\n9017-336-K,77,no\n"
    document = _csv(table)
    assert _types(document) == ["unknown code", "measure", "flag"]
    assert _released(document).startswith("F1\n\nF2\n\nF3\n\n[UNIQUE-CODE]\n\n84")


def test_unknown_codes_stay_where_the_policy_keeps_them_or_looks_for_no_codes() -> None:
    document = _csv("F1,F2,F3\n4471-883-A,84,yes\n5512-190-C,91,no\n9017-336-K,77,no\n")
    assert "4471-883-A" in _released(document, _stage(unknown="keep"))
    assert "4471-883-A" in _released(document, _stage("mrn", "date"))


def test_codes_of_public_lists_doses_and_flags_stay() -> None:
    table = (
        "icd,loinc,ndc,dose mg,smoker,sex,state,admit year,Q score\n"
        "E11.9,4548-4,0002-8215-01,12.5,Y,F,OH,2019,14\n"
        "I10,2345-7,0093-7214-98,25,N,M,TX,2020,9\n"
        "E11.9,4548-4,0002-8215-01,50,N,F,CA,2019,21\n"
    )
    document = _csv(table)
    assert _released(document) == document.text.reveal()


def test_old_ages_dates_and_zip_codes_follow_the_law_in_columns() -> None:
    table = "dob,age,zip,seen\n1931-04-02,94,03601,20240305\n1990-01-09,35,62704,20240306\n"
    text = _released(_csv(table))
    assert text.endswith("1935 or earlier\n\n90 or older\n\n000\n\n2024\n\n1990\n\n35\n\n627\n\n2024")


def test_values_overrule_a_header_that_promises_something_harmless() -> None:
    text = _released(_csv("status,comment\n219-09-9999,a\n078-05-1120,b\n457-55-5462,c\n"))
    assert "09-9999" not in text


def test_flags_under_the_name_of_an_identifier_stay() -> None:
    document = _csv("phone,email\nyes,no\nno,no\nyes,yes\n")
    assert _released(document) == document.text.reveal()


def test_a_released_table_stays_as_it_is() -> None:
    document = _csv("mrn,dob,age,zip\n00731942,1931-04-02,94,03601\n00731955,1990-01-09,35,62704\n")
    rows = _released(document).split("\n\n")
    again = "\n".join(",".join(rows[i : i + 4]) for i in range(0, 12, 4))
    assert _released(_csv(again)).split("\n\n") == rows


def test_labels_beside_values_say_what_the_values_are() -> None:
    text = _released(_csv("Patient No,00731942\nDate of birth,4 May 1961\nResult,84\nTest,Lithium\n"))
    assert "00731942" not in text
    assert "4 May" not in text
    assert "Lithium" in text
    assert "84" in text


def test_keys_of_json_are_schema_and_their_values_are_columns() -> None:
    record = {"birthDate": "1961-03-04", "identifier": [{"value": "00731942"}], "result": {"value": 84}}
    text = _released(Json().open("d", json.dumps(record).encode()).document)
    assert "birthDate" in text
    assert "identifier" in text
    assert "1961-03-04" not in text
    assert "00731942" not in text
    assert "84" in text


def test_keys_that_are_identifiers_go() -> None:
    text = _released(Json().open("d", b'{"ann@example.org": {"n": 1}, "219-09-9999": {"n": 2}}').document)
    assert "ann@" not in text
    assert "219-09" not in text


def test_lines_of_arrays_are_a_table() -> None:
    lines = b'["id no", "test", "n"]\n["88-1234-X", "Lithium", 84]\n["88-7734-Y", "Sodium", 91]\n'
    document = JsonLines().open("d", lines).document
    assert _types(document) == ["unique-code", "label", "measure"]
    assert "88-1234-X" not in _released(document)


def test_a_key_that_a_model_takes_for_a_person_goes_and_one_word_or_a_header_stays() -> None:
    document = Json().open("d", b'{"Zephyra Quellhurst": 1, "Family Name": 2, "Visits": 3}').document
    text = document.text.reveal()
    names = ("Zephyra Quellhurst", "Family Name", "Visits")
    found = [Span(text.index(name), text.index(name) + len(name), "person", 0.9) for name in names]
    kept = ColumnTypes(("person",), True, lambda word: ()).apply(document, found).spans
    assert [text[span.start : span.end] for span in kept if "pattern" not in span.why] == [*names[:1]]


def test_keys_with_blanks_are_headers_too() -> None:
    lines = b'{"LICENSE NUMBER": "W4479893"}\n{"LICENSE NUMBER": "A1479523"}\n'
    assert _types(JsonLines().open("d", lines).document) == ["license"]


def test_the_evidence_of_a_type_holds_words_of_the_vocabulary_alone() -> None:
    typed: TypedColumn = typed_tables(_csv("Zorblax pt id,t\n00731942,a\n00731955,b\n"), []).columns[0]
    evidence = typed.evidence()
    assert evidence["header"] == ["pt", "id"]
    assert evidence["type"] == "mrn"
    assert evidence["cells"] == evidence["different"] == 2
    assert "Zorblax" not in json.dumps(evidence)
    assert "00731942" not in json.dumps(evidence)


def test_ages_are_known_by_the_births_beside_them() -> None:
    rows = "".join(f"1{900 + n}-02-0{n % 9 + 1},{2024 - 1900 - n},x\n" for n in range(22, 90, 7))
    assert "102" not in _released(_csv(rows)).split("\n\n")


@pytest.mark.parametrize(
    ("header", "kind"),
    [
        ("LCNS_PLT", "plate"),
        ("KNNZCHN", "plate"),
        ("PTNT_NM", "person"),
        ("DGNS", "label"),
        ("BNDSLND", "state"),
        ("sw version", "version"),
        ("dose-given", "measure"),
        ("given name", "person"),
    ],
)
def test_headers_without_vowels_and_words_of_two_meanings(header: str, kind: str) -> None:
    meaning = meaning_of(header)
    assert meaning is not None
    assert meaning.kind == kind


def test_a_header_is_not_cut_into_two_words_of_two_letters() -> None:
    assert meaning_of("html") is None


def test_text_under_a_header_of_measures_is_searched() -> None:
    rows = "\n".join(f"{n},the reading is of MRN 1983980{n} and was taken at rest" for n in range(6))
    assert "1983980" not in _released(_csv(f"n,result\n{rows}\n"))


def test_codes_of_public_lists_stay_however_many_signs_part_them() -> None:
    books = ["978-0-13-468599-1", "978-3-16-148410-0", "978-0-262-03384-8", "978-0-306-40615-7"]
    rows = "\n".join(f"{n},{books[n % 4]}" for n in range(12))
    document = _csv(f"n,F3\n{rows}\n")
    text = document.text.reveal()
    found = [Span(at, at + 17, "code", 0.9) for at in range(len(text)) if text.startswith("978-", at)]
    kept = ColumnTypes(["code", "unique-code"], removes_unknown=True).apply(document, found).spans
    assert kept == []
    assert _released(document) == text


def test_words_that_recur_under_a_header_beside_others_are_no_labels() -> None:
    rows = "\n".join(f"{n},{('small claims', 'family')[n % 2]},{n + 3},{n}.50,WI" for n in range(8))
    text = f"#,Category,Days,Amount,State\n{rows}\n"
    assert _released(_csv(text)) == _csv(text).text.reveal()


@pytest.mark.parametrize(
    "keys", [("key", "value"), ("label", "text"), ("name", "val"), ("sys", "val"), ("nm", "v")]
)
def test_values_of_json_beside_their_labels_are_read_under_them(keys: tuple[str, str]) -> None:
    pairs = {"Full name": "Sidonie Jarrhope", "MRN": "88441798", "SSN": "543-05-3982", "dose": "84"}
    record = {"attributes": [dict(zip(keys, pair, strict=True)) for pair in pairs.items()]}
    out = _released(Json().open("d", json.dumps(record).encode()).document)
    assert [value for value in pairs.values() if value in out] == ["84"]


def test_a_key_that_says_whose_a_value_is_needs_nothing_above_it() -> None:
    serials = ["SN22184930771", "D-BK-0091 7735", "SN22190020586"]
    units = [{"DeviceSN": serial, "test": {"name": "AHI"}} for serial in serials]
    out = _released(Json().open("d", json.dumps({"units": units}).encode()).document)
    assert [serial for serial in serials if serial in out] == []
    assert out.count("AHI") == 3


def test_a_long_number_among_texts_that_nothing_explains_is_removed() -> None:
    out = _released(_csv("red,x\n83671215,y\nblue,z\n5000000,w\n"))
    assert "83671215" not in out
    assert "5000000" in out


def test_columns_of_plates_without_a_header_are_removed() -> None:
    plates = ["MS-LD 174", "HL-WB 378", "KA-PX 21", "B-MW 9041", "WÜ-SL 600", "GÖ-LD 848"]
    out = _released(_csv("\n".join(f"{p},5 mg,x{n}" for n, p in enumerate(plates))))
    assert [plate for plate in plates if plate in out] == []


def test_a_record_keyed_by_its_person_loses_the_key() -> None:
    lists = {
        "kerenza": ("first",),
        "blood": ("common",),
        "pressure": ("common",),
        "rose": ("first", "common"),
    }
    types = ColumnTypes(["person"], removes_unknown=True, lists_of=lambda word: lists.get(word, ()))
    keys = ["Jocasta Ottwnock", "Kerenza Pressure", "Blood Pressure", "Serum Albumin", "Full Name"]
    document = Json().open("d", json.dumps({key: {"n": 1} for key in keys}).encode()).document
    text = document.text.reveal()
    gone = [text[span.start : span.end] for span in types.apply(document, []).spans]
    assert gone == keys[:2]


_LISTS = {
    "kerenza": ("first",),
    "ottwnock": ("last",),
    "rose": ("first", "common"),
    "bengal": ("place", "last"),
}


def _persons(record: object) -> list[str]:
    """What goes as a person's name from a record of JSON, by lists alone."""
    types = ColumnTypes(["person"], removes_unknown=True, lists_of=lambda word: _LISTS.get(word, ()))
    document = Json().open("d", json.dumps(record).encode()).document
    text = document.text.reveal()
    return [text[span.start : span.end] for span in types.apply(document, []).spans]


def test_a_record_keyed_by_a_number_loses_the_key() -> None:
    record = {"27173566": {"dx": "asthma"}, "100": {"dx": "gout"}, "2024": 1}
    out = _released(Json().open("d", json.dumps(record).encode()).document)
    assert [key for key in record if key in out] == ["100", "2024"]


def test_a_long_number_alone_in_a_column_of_notes_is_removed() -> None:
    assert "88832005" not in _released(_csv("Ward,Note\nICU,88832005\nED,well\n"))


def test_words_that_recur_under_a_header_of_mail_are_no_addresses() -> None:
    roles = ["nurse", "clerk", "cook", "nurse", "driver", "clerk", "nurse", "cook", "clerk"]
    assert "nurse" in _released(_csv("mail,ward\n" + "".join(f"{role},ICU\n" for role in roles)))
    logins = [f"{name}{n}" for n, name in enumerate(["knolan", "tharris", "mbaker", "jdoe"] * 3)]
    assert "knolan0" not in _released(_csv("mail,ward\n" + "".join(f"{login},ICU\n" for login in logins)))


def test_small_counts_under_a_number_are_no_codes() -> None:
    counts = [1, 5, 5, 11, 21, 18, 10, 3, 19, 0, 15, 11, 6, 0, 13, 5]
    assert _types(_csv("NMBR,NV\n" + "".join(f"{n},a\n" for n in counts)))[0] == "measure"


def test_whole_numbers_beside_given_out_codes_may_be_ages() -> None:
    ages = [49, 25, 62, 93, 66, 24, 9, 85, 52]
    rows = "".join(f"{age},QX7{age * 7919}K\n" for age in ages)
    assert "93" not in [line.partition(",")[0] for line in _released(_csv(rows)).splitlines()]


def test_numbers_under_a_header_of_text_are_no_text() -> None:
    numbers = ["4540385550", "7651940369", "7271453784", "4518505840", "6079823586"]
    assert [
        n for n in numbers if n in _released(_csv("remarks,x\n" + "".join(f"{n},a\n" for n in numbers)))
    ] == []


@pytest.mark.parametrize("header", ["inits", "PT_INIT", "zz4"])
def test_initials_go(header: str) -> None:
    initials = ["TBF", "JHW", "RHT", "COH", "SNK", "NFM", "APY", "JVS", "RFM"]
    assert "person" in _types(_csv(f"{header},n\n" + "".join(f"{i},5\n" for i in initials)))


def test_numbers_in_three_pairs_that_are_no_dates_are_removed_whole() -> None:
    numbers = ["82-37-23", "79-13-87", "30-15-16", "55-20-41", "61-44-02"]
    out = _released(_csv("n-º-historia,x\n" + "".join(f"{n},a\n" for n in numbers)))
    assert "2023" not in out and "1987" not in out


def test_codes_that_recur_beside_several_states_are_no_zip_codes() -> None:
    states = ["OH", "WI", "TX", "OR", "MA", "FL", "OH", "WI", "TX", "OR", "MA", "FL"]
    codes = ["71046", "80053", "99214", "93005"] * 3
    zips = {"OH": "44101", "WI": "53442", "TX": "78701", "OR": "97371", "MA": "02139", "FL": "33101"}
    table = "".join(f"{s},{c},{n}x\n" for n, (s, c) in enumerate(zip(states, codes, strict=True)))
    assert "71046" in _released(_csv(table))
    table = "".join(f"{s},{zips[s]},{n}x\n" for n, s in enumerate(states))
    assert [z for z in zips.values() if z in _released(_csv(table))] == []


def test_a_wide_table_with_ways_to_call_is_no_form() -> None:
    ways, states = ["e-mail", "home", "mobile", "e-mail"], ["pending", "settled", "dismissed", "paid"]
    header = "Email,charge amt,falls,status,Card No.,Claim No.,MBI,Phone type,revenue code,cell\n"
    rows = [
        f"a{n}@x.org,{n}8.52,{n},{states[n % 4]},60115101612886{n}4,26462993480{n},1MA0Y98MY1{n},"
        f"{ways[n % 4]},0120,262-662-741{n}\n"
        for n in range(8)
    ]
    types = _types(_csv(header + "".join(rows)))
    assert len(types) == 10
    assert types[4] == "credit-card"


def test_years_that_are_no_years_may_be_ages() -> None:
    rows = "".join(f"{age},ICU\n" for age in (49, 94, 66, 24, 9))
    assert [_types(_csv(f"{header},ward\n{rows}"))[0] for header in ("yrs", "yr")] == ["age"] * 2


@pytest.mark.parametrize("scheme", ["https://", "http://", "www."])
def test_addresses_of_pages_are_no_labels_of_what_stands_beside_them(scheme: str) -> None:
    hosts = ["people", "patients", "staff", "members", "doctors", "clients"]
    rows = "".join(f"{n},{scheme}{host}.example/id{n},{n}.5\n" for n, host in enumerate(hosts, 11))
    assert _types(_csv(f"HR,Web page,Charge\n{rows}")) == ["measure", "url", "measure"]


@pytest.mark.parametrize(("name", "stays"), [('{"patient": "Keller"}', True), ("patient Keller", False)])
def test_a_record_taken_for_the_names_of_columns_is_searched_as_text(name: str, stays: bool) -> None:
    document = Delimited().open("d", f"{name}\tvalue\n4\tlow\n5\thigh\n".encode()).document
    at = document.text.reveal().index("Keller")
    found = ColumnTypes({"person"}, removes_unknown=False).apply(document, [Span(at, at + 6, "person", 0.9)])
    assert bool(found.spans) is stays
