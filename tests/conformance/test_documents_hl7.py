"""HL7 version 2 messages against the conformance suite, and what the policy makes of their fields."""

from __future__ import annotations

import pytest

from adapters.documents.health.hl7 import Hl7
from adapters.documents.opening.sources import Source
from adapters.documents.settings import Settings
from engine.errors import UnreadableError
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from tests.conformance.documents_suite import CANARY, DocumentFormatSuite, replacements_of
from tests.conformance.hl7_messages import BATCH, GONE, KEPT

HEAD = "MSH|^~\\&|APP|FAC|||202401020304||ADT^A08|7|P|2.5\r"
SAMPLE = HEAD + "\r".join(
    (
        f"PID|1|{CANARY}|{CANARY}^^^H^MR~2^{CANARY}||{CANARY}^Jane^&{CANARY}&||19620315|F",
        f"PV1|1||{CANARY}",
        f"OBX|1|FT|1^{CANARY}||a \\T\\ {CANARY}\\.br\\next \\X{CANARY.encode().hex()}\\ "
        "\\H\\bold\\N\\||||||F",
        f"NTE|1||{CANARY} \\F\\ \\S\\ \\R\\ \\E\\ kept|",
        f"Z9Z|{CANARY}",
        "",
    )
)


class TestHl7(DocumentFormatSuite):
    fmt = Hl7()
    sample = SAMPLE.encode()
    n_canaries = 11
    malformed = (
        CANARY.encode(),
        f"{HEAD}{CANARY} is no segment".encode(),
        f"MSH|^^~&|{CANARY}".encode(),
        f"PID|{CANARY}".encode(),
        HEAD.encode() + b"NTE|1||\x00" + CANARY.encode(),
        b"MSH|^~\\&|\xff\xfe" + CANARY.encode(),
    )


def test_components_keep_their_places() -> None:
    opened = Hl7().open("d", SAMPLE.encode())
    found = replacements_of(opened, rf"{CANARY}\^Jane\^&{CANARY}&", "[NAME|1]")
    written = opened.rewrite(found).decode()
    assert "||[NAME\\F\\1]^^&&||19620315|" in written
    assert written.count("|") == SAMPLE.count("|") and written.count("\r") == SAMPLE.count("\r")


def test_other_marks_and_batches() -> None:
    text = Hl7().open("d", BATCH.encode()).document.text.reveal()
    assert "VANCE^HAROLD^T" in text and "Ms. Nakagawa was called at 208-555-0199.\nHer sister" in text
    assert "& family" in text
    other = Hl7().open("d", b"MSH$%@!*$A\nPID$1$$$$Doe%Jane!T!x")
    assert [other.document.text.reveal()] == ["A\n\n1\n\nDoe%Jane*x"]


@pytest.mark.parametrize("value", ["88-B", "4471", "A1"])
def test_a_number_of_a_message_or_a_batch_goes_whatever_its_shape(
    pipeline: DocumentPipeline, value: str
) -> None:
    batch = (
        f"BHS|^~\\&|A|B|||20240102||||{value}|{value}\r"
        f"MSH|^~\\&|A|B|||20240102||ACK|{value}|P|2.5\rMSA|AA|{value}\rBTS|1\r"
    )
    written = pipeline.release(Source("000001", "", "a.hl7"), batch.encode()).content.decode().split("\r")
    fields = [line.split("|") for line in written]
    assert value not in (fields[0][10], fields[0][11], fields[1][9], fields[2][2])


def test_an_encoding_that_is_not_unicode_must_be_declared() -> None:
    content = HEAD.encode() + "NTE|1||Müller".encode("latin-1")
    with pytest.raises(UnreadableError, match="DOC004"):
        Hl7().open("d", content)
    text = Hl7(Settings(encoding="latin-1")).open("d", content).document.text.reveal()
    assert "Müller" in text


@pytest.fixture(scope="module")
def pipeline() -> DocumentPipeline:
    return DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)


@pytest.mark.parametrize("message", GONE, ids=["admission", "results", "other marks"])
def test_identifying_fields_go_and_clinical_ones_stay(pipeline: DocumentPipeline, message: str) -> None:
    written = pipeline.release(Source("000001", "", "a.hl7"), message.encode()).content.decode()
    assert [value for value in GONE[message] if value in written] == []
    assert [value for value in KEPT[message] if value not in written] == []
    assert [line[:3] for line in written.splitlines()] == [line[:3] for line in message.splitlines()]


@pytest.mark.parametrize(
    ("number", "value"),
    [
        *(
            (19, value)
            for value in ("219-09-9999", "219099999", "9999", "SSN9999X", "21 909 9999", "xxx-xx-9999")
        ),
        *((3, value) for value in ("731942", "M-77", "00-11-22", "A1", "77^^^&2.16.840.1&ISO")),
        *((5, value) for value in ("li^bo", "SMITH", "o'neil^siobhan^^III", "X^Y", "Baby^Girl")),
        *((7, value) for value in ("19620315", "1962-03-15", "15.03.1962", "196203")),
        *((13, value) for value in ("5550142", "+49 30 1234567", "ext 4471", "^PRN^PH^^^309^5550142")),
        *((11, value) for value in ("12 Main", "^^Peoria", "PO Box 7^^^^61604", "General Delivery")),
        *((18, value) for value in ("ACC88123456", "4471", "88-B")),
    ],
)
def test_a_field_goes_whatever_the_shape_of_its_value(
    pipeline: DocumentPipeline, number: int, value: str
) -> None:
    fields = ["PID", *(["" for _ in range(number - 1)]), value]
    written = pipeline.release(Source("000001", "", "a.hl7"), (HEAD + "|".join(fields)).encode()).content
    assert value not in written.decode().splitlines()[1].split("|")[number]


SHOWN = (
    "DG1|1||E11.9^Type 2 diabetes mellitus without complications^I10|||A",
    "DG1|2||44054006^Diabetes mellitus type 2 with peripheral angiopathy^SCT|||A",
    "OBX|1|NM|4548-4^Hemoglobin A1c/Hemoglobin.total in Blood by HPLC^LN||7.2|%|||||F",
    "RXE||314077^Lisinopril 20 MG Oral Tablet^RXNORM|1||",
    "PR1|1||80146002^Removal of the appendix through three small cuts^SCT",
    "AL1|1|DA|387207008^Ibuprofen and all that is related to it^SCT|SV|Parkinson's disease",
)
"""Fields whose terms stay: public lists show them beside codes of the right form."""
NAMED = (
    "DG1|1||E11.9^Diabetes of Harold Vance since his youth and childhood^I10|||A",
    "OBX|1|NM|99999^Special test as asked for by Harold Vance last week^L||7.2|%|||||F",
    "OBX|1|NM|4548-5^Ask Harold Vance about the result of this second test^LN||7.2|%|||||F",
    "PR1|1||X1^Done by Harold Vance^L",
)


def test_what_a_public_code_shows_stays_and_names_go(pipeline: DocumentPipeline) -> None:
    for segment in SHOWN:
        message = (HEAD + segment + "\r").encode()
        assert segment in pipeline.release(Source("000001", "", "a.hl7"), message).content.decode()
    for segment in NAMED:
        message = (HEAD + segment + "\r").encode()
        released = pipeline.release(Source("000001", "", "a.hl7"), message).content.decode()
        assert "Vance" not in released and segment[:9] in released


def test_codes_are_told_that_the_message_names_as_public() -> None:
    document = (
        Hl7().open("d", (HEAD + "OBX|1|NM|2345-7^Glucose^LN~X1^Own^99ELM||98|mg/dL\r").encode()).document
    )
    assert "2345-7" in document.public_codes and "X1" not in document.public_codes


def test_a_public_code_stays_though_a_number_of_its_form_has_a_label(pipeline: DocumentPipeline) -> None:
    told = "His army number was 40317-4. The test 30955-9 was done."
    message = f"{HEAD}OBX|1|ST|30955-9^Vaccines^LN||{told}\r".encode()
    released = pipeline.release(Source("000001", "", "a.hl7"), message).content.decode()
    assert "40317-4" not in released and "The test 30955-9 was done." in released


PUBLIC = (
    "OBX|2|CE|30955-9&30957-5^Manufacturer of the vaccine^LN|1|MSD^Merck^MVX|",
    "OBX|3|CE|30949-2^Outcome^LN|1|E^required emergency room visit^NIP005|",
    "OBX|4|CE|4548-4^Hemoglobin A1c^LN||Y^Yes^ HL70239|",
    "NTE|1||The tests 30955-9 and 30957-5 were done.|",
)
"""Codes of public lists: two in one component, of the CDC's tables, behind a blank, told again as text."""
CODED_NAMES = (
    ("OBX|2|CE|{}&30957-5^Manufacturer^LN|1|x|", "4471-88"),
    ("OBX|2|CE|{}&JO^Manufacturer^HL70001|1|x|", "QX4471882"),
    ("OBX|2|CE|30955-9&30957-5^Asked by {}^LN|1|x|", "Harold Vance"),
    ("OBX|2|CE|40317-4^His army number^L|1|army number {}|", "40317-4"),
    ("OBX|2|CE|X1^Test^99LOC|1|army number {}|", "40317-4"),
    ("OBX|3|CE|30949-2^Outcome^LN|1|{}^seen^NIP005|", "QX4471882"),
    ("OBX|3|CE|30949-2^Outcome^LN|1|E^seen by {}^NIP005|", "Harold Vance"),
)
"""What looks as if a public list had it, and does not."""


def test_codes_of_public_lists_stay_in_subcomponents_and_tables(pipeline: DocumentPipeline) -> None:
    message = HEAD + "\r".join(PUBLIC) + "\r"
    released = pipeline.release(Source("000001", "", "a.hl7"), message.encode()).content.decode()
    assert [segment for segment in PUBLIC if segment not in released] == []


@pytest.mark.parametrize(("segment", "gone"), CODED_NAMES)
def test_what_no_public_list_has_goes_from_coded_fields(
    pipeline: DocumentPipeline, segment: str, gone: str
) -> None:
    message = HEAD + segment.format(gone) + "\r"
    released = pipeline.release(Source("000001", "", "a.hl7"), message.encode()).content.decode()
    assert gone not in released.split("\r", 1)[1].replace("40317-4^His", "")


@pytest.mark.parametrize(
    ("address", "released"),
    [
        ("1450 Larkspur Lane^Apt 4^Peoria^IL^61604^USA", "^^^IL^^USA"),
        ("^^Duluth^Minnesota^55802^Canada^H", "^^^Minnesota^^Canada^"),
        ("9 Quarry Road^^Pekin^Peoria^61554^Vance", "^^^^^"),
        ("9 Quarry Road^^Pekin^JV^61554^4471", "^^^^^"),
        ("^^^IL", "^^^IL"),
    ],
)
def test_the_state_and_the_country_of_an_address_stay_and_nothing_else_in_their_places(
    pipeline: DocumentPipeline, address: str, released: str
) -> None:
    message = f"{HEAD}PID|1||||Doe^Jane||||||{address}\rNK1|1|Doe^Jo|SPO|{address}\r"
    written = pipeline.release(Source("000001", "", "a.hl7"), message.encode()).content.decode()
    fields = [line.split("|") for line in written.splitlines()[1:]]
    for field in (fields[0][11], fields[1][4]):
        assert field.replace("[STREET-ADDRESS]", "") == released
