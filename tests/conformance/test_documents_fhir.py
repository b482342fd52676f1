"""FHIR resources against the conformance suite: valid after a release, and nobody is told of."""

from __future__ import annotations

import base64
import json
import os
import random
import re
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest
from fhir.resources.STU3 import get_fhir_model_class as earlier_model

from adapters.documents.health.fhir import fhir_texts
from adapters.documents.markup.xml.xml import Xml
from adapters.documents.opening.sources import Source
from adapters.documents.settings import Settings
from adapters.documents.text.json_text import Json, JsonLines
from engine.catalog.public_codes import is_public
from engine.errors import UnreadableError
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from tests.conformance.documents_suite import CANARY, DocumentFormatSuite, replacements_of
from tests.conformance.fhir_resources import (
    EARLIER_RESOURCES,
    EARLIER_TYPES,
    MOMENT,
    NUMBERS,
    PEOPLE,
    RESOURCES,
    Maker,
    clinical,
    is_valid,
    marked_resource,
)
from tests.conformance.fhir_terms import TERMS


def packed(text: str) -> str:
    """Text as base64."""
    return base64.b64encode(text.encode()).decode()


DIV = '<div xmlns="http://www.w3.org/1999/xhtml"><p>Seen <b>{0}</b> &amp; kept</p></div>'
PATIENT: dict[str, Any] = {
    "resourceType": "Patient",
    "id": "p-731942",
    "text": {"status": "generated", "div": DIV.format(CANARY)},
    "contained": [{"resourceType": "Organization", "id": "o1", "name": CANARY}],
    "extension": [
        {"url": "http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName", "valueString": CANARY},
        {"url": f"https://{CANARY.lower()}.example.org/x", "valueBoolean": True},
    ],
    "identifier": [{"system": "urn:oid:2.16.840.1.113883.4.1", "value": f"{CANARY} 1"}],
    "name": [
        {
            "family": CANARY, "given": ["Jane", CANARY],
            "_family": {"extension": [{"url": "own-name", "valueString": CANARY}]},
        }
    ],
    "telecom": [{"system": "phone", "value": f"{CANARY} 555"}],
    "gender": "female",
    "birthDate": "1962-03-15",
    "address": [{"line": [CANARY], "city": f"{CANARY} City"}],
    "photo": [{"contentType": "image/png", "data": packed(CANARY), "title": f"Of {CANARY}"}],
    "managingOrganization": {"reference": "#o1", "display": CANARY},
    "generalPractitioner": [{"reference": f"Practitioner/{CANARY}"}],
}  # fmt: skip
REPORT: dict[str, Any] = {
    "resourceType": "DiagnosticReport",
    "status": "final",
    "code": {"coding": [{"system": "http://loinc.org", "code": "4548-4", "display": CANARY}], "text": CANARY},
    "subject": {"reference": "Patient/p-731942", "display": f"Ms. {CANARY}"},
    "issued": MOMENT,
    "conclusion": f"Seen by {CANARY}.",
    "presentedForm": [{"contentType": "text/plain", "data": packed(f"Dear {CANARY},")}],
}  # fmt: skip


class TestFhir(DocumentFormatSuite):
    fmt = Json()
    sample = json.dumps(PATIENT, indent=2).encode()
    byte_exact = False
    n_canaries = 11
    malformed = (
        b'{"resourceType": "Patient", "id": "a", "id": "' + CANARY.encode() + b'"}',
        b'{"resourceType": "Patient", "gender": "' + CANARY.encode(),
    )


class TestFhirLines(DocumentFormatSuite):
    fmt = JsonLines()
    sample = b"".join(json.dumps(one).encode() + b"\n" for one in (PATIENT, REPORT))
    byte_exact = False
    n_canaries = 16
    malformed = (b'{"resourceType": "Patient"}\n{"resourceType": "' + CANARY.encode(),)


def written(resource: Any, settings: Settings | None = None) -> Any:
    """A resource as the format writes it when nothing is to be removed."""
    opened = Json(settings or Settings()).open("d", json.dumps(resource).encode())
    return json.loads(opened.rewrite([]))


@pytest.mark.parametrize("name", [name for name in RESOURCES if name != "Parameters"])
def test_no_marker_stays_in_any_element(name: str) -> None:
    numbers = count(1)
    marked = marked_resource(name, lambda: f"{CANARY}-{next(numbers)}", foreign=False)
    opened = Json().open("d", json.dumps(marked).encode())
    out = opened.rewrite(replacements_of(opened, CANARY, "X"))
    inside = [base64.b64decode(found) for found in re.findall(rb'"data": ?"([A-Za-z0-9+/=]{12,})"', out)]
    assert CANARY.encode() not in b" ".join([out, *inside])
    assert not any(CANARY in text.reveal() for text in Json().read_back(out))


def test_ids_change_and_references_follow() -> None:
    entry = {"fullUrl": "https://a.example.org/fhir/Patient/p-731942", "resource": PATIENT}
    bundle = {
        "resourceType": "Bundle",
        "type": "transaction",
        "entry": [
            entry | {"request": {"method": "PUT", "url": "Patient/p-731942", "ifMatch": 'W/"7"'}},
            {"fullUrl": "urn:uuid:c809c579-2e8f-377c-a6c8-358d22454adb", "resource": REPORT},
        ],
    }
    out = written(bundle)
    new = out["entry"][0]["resource"]["id"]
    assert new == "d-1" and "731942" not in json.dumps(out) and "c809c579" not in json.dumps(out)
    assert out["entry"][0]["fullUrl"] == f"https://fhir.invalid/Patient/{new}"
    assert out["entry"][0]["request"] == {"method": "PUT", "url": f"Patient/{new}"}
    assert out["entry"][1]["resource"]["subject"]["reference"] == f"Patient/{new}"
    held = out["entry"][0]["resource"]
    assert held["managingOrganization"]["reference"] == f"#{held['contained'][0]['id']}"
    assert is_valid(out)


def test_a_reference_by_a_name_in_place_of_a_uuid_follows_as_well() -> None:
    patient = {"fullUrl": "urn:uuid:patient-selma", "resource": {"resourceType": "Patient"}}
    visit = {
        "resourceType": "Encounter",
        "status": "finished",
        "subject": {"reference": "urn:uuid:patient-selma"},
    }
    first, second = written(_bundle_of([patient, {"resource": visit}]))["entry"]
    assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", first["fullUrl"])
    assert second["resource"]["subject"]["reference"] == first["fullUrl"]


def _bundle_of(entries: list[dict[str, Any]]) -> dict[str, Any]:
    return {"resourceType": "Bundle", "type": "collection", "entry": entries}


def test_ids_of_two_documents_are_never_the_same() -> None:
    content = json.dumps(PATIENT).encode()
    ids = {json.loads(Json().open(number, content).rewrite([]))["id"] for number in ("000001", "000002")}
    assert len(ids) == 2


def test_dates_keep_their_types() -> None:
    opened = Json().open("d", json.dumps(REPORT | {"effectiveDateTime": MOMENT}).encode())
    for text, effective, issued in (
        ("2019", "2019", "2019-01-01T00:00:00Z"),
        ("2019-05-02", "2019-05-02", "2019-05-02T00:00:00Z"),
        ("[DATE]", None, None),
    ):
        out = json.loads(opened.rewrite(replacements_of(opened, re.escape(MOMENT), text)))
        assert (out.get("effectiveDateTime"), out.get("issued")) == (effective, issued)
        assert is_valid(out)
    assert out["_issued"]["extension"][0]["valueCode"] == "masked"


def test_a_number_is_never_another_number() -> None:
    observation = {
        "resourceType": "Observation", "status": "final", "code": {"text": "x"},
        "valueQuantity": {"value": 1234567.50, "unit": "mg/dL"},
    }  # fmt: skip
    source = json.dumps(observation).replace("1234567.5", "1234567.50")
    opened = Json().open("d", source.encode())
    assert b"1234567.50" in opened.rewrite([])
    out = json.loads(opened.rewrite(replacements_of(opened, "1234567.50", "2012")))
    assert out["valueQuantity"]["unit"] == "mg/dL" and "value" not in out["valueQuantity"]


def test_codes_addresses_and_files_are_of_known_kinds() -> None:
    told = written(PATIENT | {"gender": CANARY, "language": "en-US", "implicitRules": "http://hl7.org/x"})
    assert told["_gender"]["extension"][0]["valueCode"] == "masked" and "gender" not in told
    assert told["language"] == "en-US" and "implicitRules" not in told
    assert [one["url"].rpartition("/")[0] for one in told["extension"]][1] == "https://fhir.invalid"
    assert told["photo"] == [{"contentType": "image/png", "title": f"Of {CANARY}"}]
    assert "data" not in written(REPORT, Settings(attachments="remove"))["presentedForm"][0]
    with pytest.raises(UnreadableError, match="DOC022"):
        written(REPORT, Settings(attachments="refuse"))


@pytest.mark.parametrize(
    "foreign",
    [
        {"resourceType": {"id": CANARY}},
        {"resourceType": f"Own::{CANARY}", "id": CANARY},
        {"resource": {"resourceType": "Patient", "ownKey": CANARY}},
    ],
    ids=["no type", "other type", "inside other JSON"],
)
def test_what_is_no_resource_is_opened_as_any_json(foreign: dict[str, Any]) -> None:
    opened = Json().open("d", json.dumps(foreign).encode())
    assert {part.kind for part in opened.document.parts} == {"value", "key"}
    assert CANARY.encode() not in opened.rewrite(replacements_of(opened, CANARY, ""))


@pytest.mark.parametrize(
    "foreign",
    [
        {"resourceType": "Patient", "ownKey": CANARY},
        {"resourceType": "MedicationOrder", "prescriber": {"display": CANARY}},
        {"resourceType": "Bundle", "entry": [{"resource": {"resourceType": [CANARY]}}]},
        {
            "resourceType": "Bundle",
            "entry": [{"resource": {"resourceType": "DiagnosticOrder", "id": CANARY}}],
        },
        {"resourceType": "Patient", "name": CANARY},
        [{"resourceType": "Patient", "gender": "female"}],
    ],
    ids=[
        "element",
        "type of DSTU2",
        "no type inside",
        "type of DSTU2 inside",
        "another kind of value",
        "list",
    ],
)
@pytest.mark.parametrize("fmt", [Json(), JsonLines()])
def test_resources_of_no_covered_version_are_refused(foreign: Any, fmt: Json) -> None:
    """They never pass as plain JSON, whose elements nobody knows."""
    lines = [PATIENT, foreign] if isinstance(fmt, JsonLines) else [foreign]
    with pytest.raises(UnreadableError, match=r"DOC028.*R4 or STU3") as error:
        fmt.open("d", b"".join(json.dumps(one).encode() + b"\n" for one in lines))
    assert CANARY not in str(error.value)


@pytest.mark.parametrize(
    ("foreign", "named"),
    [
        ({"resourceType": "Transport", "status": CANARY}, "a resource Transport"),
        ({"resourceType": "Condition", "participant": [{}]}, "Condition.participant"),
        ({"resourceType": "Condition", CANARY: [{}]}, "an element of Condition"),
        ({"resourceType": "Condition", "subject": CANARY}, "Condition.subject"),
        ({"resourceType": "Bundle", "entry": [{"resource": {"resourceType": CANARY}}]}, "others"),
    ],
)
def test_the_refusal_names_what_it_met_in_words_of_the_standard(foreign: dict[str, Any], named: str) -> None:
    with pytest.raises(UnreadableError) as error:
        Json().open("d", json.dumps(foreign).encode())
    [found] = error.value.faults
    assert (found.code, found.got) == ("DOC028", named)


def test_the_refusal_of_a_resource_in_xml_names_what_it_met() -> None:
    with pytest.raises(UnreadableError) as error:
        Xml().open("d", b'<Condition xmlns="http://hl7.org/fhir"><participant/></Condition>')
    assert error.value.faults[0].got == "Condition.participant"


def test_lines_of_other_json_beside_resources_are_refused() -> None:
    with pytest.raises(UnreadableError, match="DOC028"):
        JsonLines().open("d", json.dumps(PATIENT).encode() + b'\n{"note": "x"}\n')


@pytest.mark.parametrize("name", EARLIER_RESOURCES)
def test_no_marker_stays_in_any_element_of_the_earlier_version(name: str) -> None:
    numbers = count(1)
    marked = marked_resource(name, lambda: f"{CANARY}-{next(numbers)}", foreign=False, types=EARLIER_TYPES)
    opened = Json().open("d", json.dumps(marked).encode())
    out = opened.rewrite(replacements_of(opened, CANARY, "X"))
    inside = [
        base64.b64decode(found) for found in re.findall(rb'"(?:data|content)": ?"([A-Za-z0-9+/=]{12,})"', out)
    ]
    assert CANARY.encode() not in b" ".join([out, *inside])
    assert not any(CANARY in text.reveal() for text in Json().read_back(out))


def _bundle(*resources: dict[str, Any]) -> dict[str, Any]:
    entries = [{"resource": one} for one in resources]
    return {"resourceType": "Bundle", "type": "collection", "entry": entries}


EARLIER = _bundle(
    {
        "resourceType": "ReferralRequest", "id": "r-661190", "status": "active", "intent": "order",
        "subject": {"reference": "Patient/p-731942", "display": "Wilhelmina Quillfeather"},
        "requester": {"agent": {"display": "Dr. Hester Pellingham"}},
        "reasonCode": [{"text": "knee pain"}], "authoredOn": "2017-04-05",
    },
    {
        "resourceType": "Claim", "status": "active", "use": "complete",
        "patient": {"reference": "Patient/p-731942"}, "accident": {"date": "2017-12-24"},
        "total": {"value": 12.5, "code": "USD"},
        "insurance": [
            {
                "sequence": 1, "focal": True, "coverage": {"reference": "Coverage/c1"},
                "preAuthRef": ["AUTH-7712093"],
            }
        ],
    },
    {"resourceType": "Coverage", "grouping": {"group": "GRP-88172", "subGroup": "GRP-88173"}},
    {"resourceType": "Device", "udi": {"deviceIdentifier": "00844588003288"}},
    {"resourceType": "Medication", "package": {"batch": [{"lotNumber": "L-44/B"}]}},
    {
        "resourceType": "Binary", "contentType": "text/plain",
        "content": packed("Dear Lucasta Wetherby, call 617-555-0122."),
    },
)  # fmt: skip
TOLD_EARLIER = ("661190", "731942", "Quillfeather", "Pellingham", "2017-04-05", "2017-12-24", "AUTH-7712093",
                "GRP-88172", "GRP-88173", "00844588003288", "L-44/B", "Wetherby", "617-555-0122")  # fmt: skip


def test_the_earlier_version_is_read_by_its_definitions_and_stays_valid(pipeline: DocumentPipeline) -> None:
    content = pipeline.release(Source("000001", "", "a.json"), json.dumps(EARLIER).encode()).content
    out = json.loads(content)
    binary = out["entry"][5]["resource"]
    told = content.decode() + base64.b64decode(binary["content"]).decode()
    assert [value for value in TOLD_EARLIER if value in told] == []
    assert clinical(out) == clinical(EARLIER) and out["entry"][1]["resource"]["total"]["code"] == "USD"
    for before, after in zip(EARLIER["entry"], out["entry"], strict=True):
        model = earlier_model(before["resource"]["resourceType"])
        model.model_validate(before["resource"])
        model.model_validate(after["resource"])


def test_what_a_file_of_the_earlier_version_holds_is_read_back() -> None:
    read = fhir_texts(json.dumps(EARLIER), Settings(), lines=False)
    assert read is not None and any("Lucasta Wetherby" in text for text in read)


def test_identifiers_go_whatever_their_shapes(pipeline: DocumentPipeline) -> None:
    """Those of visits recur, and are of many shapes, as codes of makers are."""
    values = ["c99e64e7-3f31-4b7f-a81a-db34fead98e5", "AB-12", "77/X-1", "9x9x9", "Q_44.1"]
    visit = {"resourceType": "Encounter", "status": "finished", "class": {"code": "AMB"}}
    system = "https://ehr.example.org"
    visits = [visit | {"identifier": [{"system": system, "value": value}]} for value in values * 3]
    content = pipeline.release(
        Source("000001", "", "a.json"), json.dumps(_bundle(*visits)).encode()
    ).content.decode()
    assert [value for value in values if value in content] == []


def test_a_narrative_that_is_no_page_leaves() -> None:
    for broken in ("<div>x", "plain", DIV.format("<script>x</script>").replace("</p>", "")):
        assert (
            "script" not in written(PATIENT | {"text": {"status": "generated", "div": broken}})["text"]["div"]
        )


@pytest.fixture(scope="module")
def pipeline() -> DocumentPipeline:
    return DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)


def test_resources_are_valid_after_a_release_and_tell_of_nobody(pipeline: DocumentPipeline) -> None:
    """Forty of them, or as many as ``SAFERELEASE_FHIR`` says; ``SAFERELEASE_FHIR_SEED`` makes others."""
    n, seed = (
        int(os.environ.get(f"SAFERELEASE_FHIR{key}", other)) for key, other in (("", 40), ("_SEED", 0))
    )
    made = (Maker(seed + at).resource(RESOURCES[at * 7 % len(RESOURCES)]) for at in range(5 * n))
    equal = 0
    for resource in islice((one for one in made if is_valid(one)), n):
        content = pipeline.release(Source("000001", "", "a.json"), json.dumps(resource).encode()).content
        told = content.decode()
        inside = (base64.b64decode(found).decode() for found in re.findall(r'"data": ?"([^"]+)"', told))
        told = " ".join([told, *inside])
        assert [word for person in PEOPLE for word in person if word in told] == []
        assert [number for number in NUMBERS if number in told] == [] and MOMENT[:7] not in told
        assert is_valid(json.loads(content))
        equal += clinical(json.loads(content)) == clinical(resource)
    assert equal == n


def test_a_public_code_stays_where_the_narrative_repeats_it(pipeline: DocumentPipeline) -> None:
    rows = "".join(f"<tr><td>{one}</td></tr>" for one in ("Code", "314077", "R0000061729"))
    told = f'<div xmlns="http://www.w3.org/1999/xhtml"><table>{rows}</table></div>'
    coding = {"system": "http://www.nlm.nih.gov/research/umls/rxnorm", "code": "314077"}
    resource = {
        "resourceType": "Medication",
        "text": {"status": "generated", "div": told},
        "code": {"coding": [coding]},
    }
    content = pipeline.release(Source("000001", "", "a.json"), json.dumps(resource).encode()).content.decode()
    assert "<td>314077</td>" in content and "R0000061729" not in content


def test_what_a_public_code_shows_is_a_term_and_no_place_for_names(pipeline: DocumentPipeline) -> None:
    """All at once, as columns, and each by itself; a display that names somebody is none of the code."""
    assert all(is_public(term.system, term.code) for term in TERMS)

    def shown(codings: list[dict[str, str]]) -> list[str]:
        resource = {"resourceType": "Condition", "subject": {}, "category": [{"coding": codings}]}
        content = json.dumps(resource | {"code": {"text": codings[0]["display"], "coding": codings[:1]}})
        out = json.loads(pipeline.release(Source("000001", "", "a.json"), content.encode()).content)
        assert out["code"]["text"] == out["category"][0]["coding"][0]["display"]
        return [one["display"] for one in out["category"][0]["coding"]]

    every = [term._asdict() for term in TERMS]
    long = [one for one in every if len(one["display"].split()) > 4]
    assert shown(every) == [one["display"] for one in every]
    for one in long[::3]:
        assert shown([one]) == [one["display"]]
    for name in (
        "Told of by Harold Vance on the telephone",
        "Seen at last by Yuki Nakagawa",
        "See Dr. Okonjo-Belle",
    ):
        released = shown([long[0] | {"display": name}, *long[1:4]])[0]
        assert not re.search("Vance|Nakagawa|Okonjo", released), released
    told = {"coding": [long[0]], "text": "told by Torsten Lindqvist"}
    resource = {"resourceType": "Condition", "subject": {}, "code": told}
    content = pipeline.release(Source("000001", "", "a.json"), json.dumps(resource).encode()).content
    assert b"Lindqvist" not in content and long[0]["display"].encode() in content


def test_bytes_that_are_no_file_are_others_where_there_must_be_some(pipeline: DocumentPipeline) -> None:
    event = {"entity": [{"detail": [{"type": "note", "valueBase64Binary": packed(CANARY)}]}]}
    source = {"agent": [{"requestor": True}], "recorded": MOMENT, "type": {"code": "rest"}}
    observer = {"source": {"observer": {"display": "Clinic"}}}
    out = written({"resourceType": "AuditEvent"} | event | source | observer)
    assert base64.b64decode(out["entity"][0]["detail"][0]["valueBase64Binary"]) == b"REMOVED" and is_valid(
        out
    )
    content = json.dumps({"resourceType": "AuditEvent"} | event | source | observer).encode()
    assert is_valid(json.loads(pipeline.release(Source("000001", "", "a.json"), content).content))


@pytest.mark.slow
@pytest.mark.data
def test_a_bundle_of_a_synthetic_patient(pipeline: DocumentPipeline, data: Path) -> None:
    path = min((data / "documents-2" / "json").glob("*Luisa*.json"))
    content = pipeline.release(Source("000001", "", "a.json"), path.read_bytes()).content
    before, after = json.loads(path.read_text()), json.loads(content)
    assert is_valid(before) and is_valid(after)
    for gone in (
        b"Carranza",
        b"Luisa",
        b"999-61-3016",
        b"S99982791",
        b"X3290031X",
        b"Daniel Extension",
        b"1960-03",
    ):
        assert gone not in content
    kept = [found for found in clinical(before) if not re.search("[0-9]{2}\\.[0-9]{4}", found[1])]
    assert [found for found in kept if found not in clinical(after)] == []


def test_random_mutations_of_elements_stay_closed() -> None:
    """Values of a wrong shape are masked, or the file is refused; nothing crashes."""
    rng = random.Random(7)
    n_opened = 0
    for _ in range(300):
        key = rng.choice([key for key in PATIENT if key != "resourceType"])
        value = rng.choice([None, 7, CANARY, [CANARY], {"x": CANARY}, [[]], [None], True])
        broken = PATIENT | {key: value}
        try:
            opened = Json().open("d", json.dumps(broken).encode())
        except UnreadableError as error:
            assert "DOC028" in str(error) and CANARY not in str(error)
            continue
        out = opened.rewrite(replacements_of(opened, CANARY, "X"))
        assert CANARY.encode() not in out
        n_opened += 1
    assert n_opened > 120


@pytest.mark.parametrize("family", ["Olmstead", "White"])
def test_a_text_that_repeats_a_public_code_stays_unless_it_is_a_name_here(
    pipeline: DocumentPipeline, family: str
) -> None:
    code = {"system": "urn:oid:2.16.840.1.113883.6.238", "code": "2106-3", "display": "White"}
    race = {
        "url": "http://hl7.org/fhir/us/core/StructureDefinition/us-core-race",
        "extension": [
            {"url": "ombCategory", "valueCoding": code},
            {"url": "text", "valueString": "White"},
        ],
    }
    name = {"family": family, "given": ["Marisol"]}
    patient = {"resourceType": "Patient", "extension": [race], "name": [name]}
    made = pipeline.release(Source("000001", "", "a.json"), json.dumps(patient).encode()).content
    first, second = json.loads(made)["extension"][0]["extension"]
    told = {first["valueCoding"]["display"], second["valueString"]}
    assert told == ({"White"} if family != "White" else {"[PERSON]"})
    assert family not in json.dumps(json.loads(made)["name"]) and "Marisol" not in made.decode()


@pytest.mark.parametrize(
    ("address", "stays"),
    [
        ("http://terminology.hl7.org/CodeSystem/v2-0203", True),
        ("http://hl7.org/fhir/StructureDefinition/patient-birthTime", True),
        ("http://hl7.org/fhir/StructureDefinition/humanname-own-prefix", True),
        ("http://hl7.org/fhir/StructureDefinition/219-09-9999", False),
        ("http://hl7.org.vance.example/fhir/StructureDefinition/patient-birthTime", False),
        ("http://vance-hl7.org/fhir/StructureDefinition/patient-birthTime", False),
    ],
)
def test_public_addresses_of_hl7_stay_and_name_nobody(address: str, stays: bool) -> None:
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    told = {
        "resourceType": "Patient",
        "extension": [{"url": address, "valueString": "x"}],
        "identifier": [{"type": {"coding": [{"system": address, "code": "MR"}]}, "value": "4471"}],
    }
    content = json.dumps(told).encode()
    released = pipeline.release(Source("000001", "", "a.json"), content).content.decode()
    assert released.count(address) == 2 * stays
