"""Values that contradict a header win: amounts, words of programs, States; numbers given out still go."""

from __future__ import annotations

import json
import re

import pytest

from adapters.documents.text.delimited import Delimited
from adapters.documents.text.json_text import Json
from adapters.recognizers.learned import default_recognizer
from engine.methods.columns.kinds import CATEGORY_OF, UNKNOWN_CODE
from engine.methods.columns.typing import typed_tables
from engine.methods.columns.values import is_unfilled
from engine.stages.identifiers.columns import ColumnTypes

_MESSAGES = ("msg_no_record", "msg_wrong_date_of_visit", "warn_dose_too_high", "msg_end_before_start")


def _kind(header: str, values: tuple[str, ...]) -> str:
    rows = [{header: value, "quantity": n} for n, value in enumerate(values)]
    document = Json().open("d", json.dumps(rows).encode()).document
    return typed_tables(document, [], default_recognizer().lists_of).columns[0].kind.name


@pytest.mark.parametrize(
    ("header", "values"),
    [
        ("Education Bill - Selected Members", ("1,728", "154", "2,005", "988", "48", "12,470")),
        ("cell text", ("977,174.45", "691,749.03", "47,989.00", "15.50", "total of the county")),
        ("record id", _MESSAGES),
    ],
)
def test_amounts_and_words_of_programs_are_no_numbers_of_anybody(
    header: str, values: tuple[str, ...]
) -> None:
    assert _kind(header, values) not in {*CATEGORY_OF, UNKNOWN_CODE}


@pytest.mark.parametrize(
    ("header", "values"),
    [
        ("MRN", ("4,471,902", "5,120,338", "6,090,417", "7,733,105")),
        ("account no", ("1,728,331", "2,005,118", "988,402", "1,471,730")),
        ("MRN", ("912", "1,204", "88", "1,377", "640", "2,044")),
        ("MRN (old)", ("912", "1,204", "88", "1,377", "640", "2,044")),
        ("account number", ("884,410", "512", "903,551", "77", "772,118", "1,002,310")),
        ("phone", ("912", "1,204", "88", "1,377", "640", "2,044")),
        ("username", ("aqz_kko_ward", "bnt_lli_ward", "cde_rro_ward", "dfe_ssu_ward")),
        ("patient_id", ("aqz_kko_ward", "bnt_lli_ward", "cde_rro_ward", "dfe_ssu_ward")),
        ("account no", ("4471902", "51203", "609041788", "773310")),
        ("cell", ("ext 4471", "x5120", "ext 6090", "ext 7733")),
        ("cell", ("555-0143 (home)", "555-0177, ask for the nurse", "555-0120", "555-0168")),
        ("charge_id", ("77330141", "51203352", "60904177", "44719026")),
        ("test_result_id", ("R-10442", "R-20993", "R-30871", "R-40117")),
        ("record id", ("mary_ann_smith", "john_paul_jones", "anna_lee_walker", "peter_james_hill")),
        ("record id", ("pt_ward_04471", "pt_ward_05120", "pt_ward_06090", "pt_ward_07733")),
    ],
)
def test_numbers_given_out_go_under_the_same_headers(header: str, values: tuple[str, ...]) -> None:
    assert _kind(header, values) in {*CATEGORY_OF, UNKNOWN_CODE}


_STATES = re.findall(
    "[A-Z]{2}", "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ"
)


def _code_beside(states: list[str], more: str = "visits") -> str:
    beside = ("Vorn", "Holt") if more == "last name" else ("12", "340")
    rows = "\n".join(f"{state},{n:02},{beside[n % 2]}" for n, state in enumerate(states, 1))
    document = Delimited().open("d", f"State,Code,{more}\n{rows}\n".encode()).document
    return typed_tables(document, []).columns[1].kind.name


def test_a_small_code_is_a_states_where_each_row_is_another_state() -> None:
    assert _code_beside(_STATES) == "code"


def test_a_small_code_goes_where_rows_may_be_people() -> None:
    assert _code_beside(_STATES, "last name") in CATEGORY_OF
    assert _code_beside([*_STATES[:-1], "AL"]) in CATEGORY_OF
    assert _code_beside(_STATES[:20]) in CATEGORY_OF


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("Attention:", "date"),
        ("Pages:", "phone"),
        ("Institution", "date"),
        ("<cert.party and cert.party.full_name or ''>", "person"),
        ("{{ client.name.full() }}", "person"),
        ("<format_date(order.day, user.language)>, <order.hour.strftime('%H:%M')>", "date"),
        ("<home.du and home.du.street or ''> <home.du and home.du.city or ''>", "street-address"),
    ],
)
def test_a_label_or_an_expression_is_no_answer(value: str, kind: str) -> None:
    assert is_unfilled(value, kind)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("May:", "date"),
        ("Christmas Eve", "date"),
        ("Discharge, Friday:", "date"),
        ("12/03:", "date"),
        ("Smith:", "person"),
        ("<Kim Lee>", "person"),
        ("<mira.holt>", "person"),
        ("{{ Mira Holt }}", "person"),
        ("Mira Holt {{ client.name.full() }}", "person"),
        ("jsmith:", "unique-code"),
        ("Institution", "organisation"),
        ("Price", "birth-date"),
        ("KXQZ:", "mrn"),
        ("<case.name or 'Mira Holt'>", "person"),
        ("{{ chart.find(884410) }}", "mrn"),
        ("<mholt62.get()>", "unique-code"),
        ("555-0143:", "phone"),
    ],
)
def test_what_may_be_an_answer_goes(value: str, kind: str) -> None:
    assert not is_unfilled(value, kind)


def test_a_label_below_a_label_of_a_day_stays() -> None:
    table = "Date submitted:,x\nAttention:,y\n12/03/2021,z\nPages:,w\n"
    stage = ColumnTypes(("date",), removes_unknown=True)
    document = Delimited().open("d", table.encode()).document
    gone = {document.text.reveal()[s.start : s.end] for s in stage.apply(document, []).spans}
    assert gone == {"12/03/2021"}
