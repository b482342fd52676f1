"""XML files against the conformance suite, and what a released one may still hold."""

# ruff: noqa: E501 (markup reads best in long lines)

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from itertools import count

import pytest
from fhir.resources.R4B import get_fhir_model_class
from lxml import etree

from adapters.documents.health.fhir_xml import FhirXmlDocument
from adapters.documents.markup.xml.xml import Xml
from adapters.documents.opening.sources import Source
from adapters.documents.settings import Settings
from adapters.documents.text.json_text import Json
from engine.errors import RefusedError, UnreadableError
from engine.text import column_name
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from tests.conformance.documents_suite import CANARY, DocumentFormatSuite, mutated, replacements_of
from tests.conformance.fhir_resources import (
    EARLIER_RESOURCES,
    EARLIER_TYPES,
    RESOURCES,
    Maker,
    clinical,
    is_valid,
    marked_resource,
)
from tests.conformance.test_documents_fhir import PATIENT
from tests.conformance.xml_files import CDA, clinical_document, fhir_xml, marked_xml, mutated_tree

MARKER = r"(?i)Zyxn\d+x"
HALF = len(CANARY) // 2


class XmlSuite(DocumentFormatSuite):
    fmt = Xml()
    byte_exact = False
    n_mutations = 250

    def mutate(self, rng: random.Random) -> bytes:
        """One in five is cut or garbled, the others have their elements mixed up."""
        if not rng.randrange(5):
            return mutated(self.sample, rng)
        return mutated_tree(self.sample, rng, CANARY)


class TestXml(XmlSuite):
    n_canaries = 13
    kept_characters = "0123456789"
    sample = f"""<?xml version="1.0" encoding="UTF-8"?>
<!-- {CANARY} --><?{CANARY} {CANARY}?>
<records xmlns="http://www.w3.org/2005/Atom" xmlns:e="urn:x-namespace:1">
 <record id="{CANARY}"><name>{CANARY} Smith</name><e:born e:by="{CANARY}">1962</e:born></record>
 <{CANARY} {CANARY}s="{CANARY} &amp; &quot;co&quot;">{CANARY}</{CANARY}>
 <note>Seen by {CANARY[:HALF]}<b>{CANARY[HALF:]}</b>, {CANARY[:HALF]}<!-- x -->{CANARY[HALF:]} &lt; &#90;yxwanda</note>
 <cut>{CANARY[:HALF]}<![CDATA[{CANARY[HALF:]} & more]]></cut>
 <page>&lt;p&gt;Of {CANARY[:HALF]}&lt;b&gt;{CANARY[HALF:]}&lt;/b&gt;&lt;/p&gt;</page>
 <json>{{"a": "{CANARY}"}}</json>
</records>
""".encode()
    malformed = (
        f"<a>{CANARY}".encode(),
        f'<!DOCTYPE a [<!ENTITY e "{CANARY}">]><a>&e;</a>'.encode(),
        f'<!DOCTYPE a SYSTEM "{CANARY}.dtd"><a/>'.encode(),
        f"<a>&{CANARY};</a>".encode(),
        CANARY.encode(),
        b"<a>" * 300 + CANARY.encode() + b"</a>" * 300,
    )


class TestXmlUtf16(XmlSuite):
    sample = f'<?xml version="1.0" encoding="UTF-16"?><a b="{CANARY}">Äh {CANARY}</a>'.encode("utf-16")
    kept_characters = "23"
    malformed = (f'<?xml version="1.0" encoding="{CANARY}"?><a/>'.encode(),)
    n_canaries = 2


class TestFhirXml(XmlSuite):
    n_canaries = 11
    sample = fhir_xml(PATIENT).encode()
    malformed = (f'<Patient xmlns="http://hl7.org/fhir"><id value="{CANARY}"></Patient>'.encode(),)


class TestClinicalDocument(XmlSuite):
    n_canaries = 80
    kept_characters = "0123456789"
    sample = clinical_document(lambda: CANARY)
    malformed = (f'<ClinicalDocument xmlns="{CDA}">{CANARY}'.encode(),)

    def test_every_word_can_be_replaced(self) -> None:
        """Roots, references and marks of the schema stay; every part can be written."""
        opened = self.fmt.open("d", self.sample)
        written = opened.rewrite(replacements_of(opened, r"[^\W_]+", "w"))
        assert self.fmt.open("d", written).rewrite([])


def numbered() -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"Zyxn{next(numbers)}x"


@pytest.mark.parametrize(("make", "packed"), [(marked_xml, 2), (clinical_document, 0)])
def test_no_marker_stays_anywhere(make: Callable[[Callable[[], str]], bytes], packed: int) -> None:
    """What stands in base64 or hexadecimal in any XML is a matter of the policy, and of no format."""
    content = make(numbered())
    opened = Xml().open("d", content)
    out = opened.rewrite(replacements_of(opened, MARKER, "X"))
    assert not re.findall(MARKER.encode(), out)
    assert not [text for text in Xml().read_back(out) if re.search(MARKER, text.reveal())]
    coded = rb"cGxhaW4[A-Za-z0-9+/=]+|5a79786e[0-9a-f]+"
    assert len(re.findall(coded, out)) == packed


@pytest.mark.parametrize("name", RESOURCES[::6])
def test_no_marker_stays_in_any_element_of_fhir(name: str) -> None:
    content = fhir_xml(marked_resource(name, numbered(), foreign=False)).encode()
    opened = Xml().open("d", content)
    assert isinstance(opened, FhirXmlDocument) or name == "Parameters"
    out = opened.rewrite(replacements_of(opened, MARKER, "X"))
    assert not re.findall(MARKER.encode(), out)
    assert not [text for text in Xml().read_back(out) if re.search(MARKER, text.reveal())]


def test_xml_and_json_of_a_resource_say_the_same() -> None:
    """The models of fhir.resources read what is written, and find the clinical content of JSON in it."""
    n_read = 0
    for number in range(0, 40, 2):
        resource = Maker(number).resource(RESOURCES[number * 7 % len(RESOURCES)])
        if not is_valid(resource):
            continue
        xml = Xml().open("d", fhir_xml(resource).encode())
        plain = Json().open("d", json.dumps(resource).encode())
        assert xml.document.text == plain.document.text
        read = get_fhir_model_class(resource["resourceType"]).model_validate_xml(xml.rewrite([]))
        n_read += 1
        expected = clinical(json.loads(plain.rewrite([])))
        assert sorted(clinical(json.loads(read.model_dump_json()))) == sorted(expected)
    assert n_read >= 15


def test_a_masked_value_is_said_to_be_one() -> None:
    opened = Xml().open("d", fhir_xml(PATIENT).encode())
    out = opened.rewrite(replacements_of(opened, "1962-03-15", "[DATE]")).decode()
    assert '<birthDate><extension url="http://hl7.org/fhir/StructureDefinition/data-absent-reason">' in out
    assert '<valueCode value="masked"/>' in out and "[DATE]" not in out


@pytest.mark.parametrize(
    "foreign",
    [
        '<Patient xmlns="http://hl7.org/fhir"><ownName value="Zyxwanda"/></Patient>',
        '<Patient xmlns="http://hl7.org/fhir">Zyxwanda<id value="Zyxwanda"/></Patient>',
        '<Patient xmlns="http://hl7.org/fhir"><name own="Zyxwanda"/></Patient>',
        '<MedicationOrder xmlns="http://hl7.org/fhir"><id value="Zyxwanda"/></MedicationOrder>',
    ],
)
def test_resources_of_no_covered_version_are_refused_as_xml(foreign: str) -> None:
    with pytest.raises(UnreadableError, match=r"DOC028.*R4 or STU3") as error:
        Xml().open("d", foreign.encode())
    assert CANARY not in str(error.value)


def test_another_patient_is_opened_as_any_xml() -> None:
    opened = Xml().open("d", b'<Patient xmlns="urn:other"><name>Zyxwanda</name></Patient>')
    assert not isinstance(opened, FhirXmlDocument)
    assert CANARY.encode() not in opened.rewrite(replacements_of(opened, CANARY, ""))


@pytest.mark.parametrize("name", EARLIER_RESOURCES[::6])
def test_no_marker_stays_in_any_element_of_the_earlier_version(name: str) -> None:
    content = fhir_xml(marked_resource(name, numbered(), foreign=False, types=EARLIER_TYPES)).encode()
    opened = Xml().open("d", content)
    assert isinstance(opened, FhirXmlDocument)
    out = opened.rewrite(replacements_of(opened, MARKER, "X"))
    assert not re.findall(MARKER.encode(), out)
    assert not [text for text in Xml().read_back(out) if re.search(MARKER, text.reveal())]


def test_two_names_never_become_one_and_namespaces_are_numbers() -> None:
    source = (
        b'<a xmlns="http://jane-doe.example.org/x" xmlns:doe="urn:doe"><Jane/><Doe/><x Jane="1" Doe="2"/></a>'
    )
    opened = Xml().open("d", source)
    root = etree.fromstring(opened.rewrite(replacements_of(opened, "Jane|Doe", "[PERSON]")))
    assert [etree.QName(child).localname for child in root] == ["_PERSON_", "_PERSON__2", "x"]
    assert dict(root[2].attrib) == {"_PERSON_": "1", "_PERSON__2": "2"}
    assert root.nsmap == {None: "urn:x-namespace:1", "x1": "urn:x-namespace:2"}


def test_columns_of_the_policy_are_named_in_paths() -> None:
    source = b"<list><x.7531>Jane</x.7531><y>Roe</y></list>"
    settings = Settings(columns=frozenset({column_name("x.7531")}))
    names = [part.name for part in Xml(settings).open("d", source).document.parts]
    assert names[:2] == ["list.x.7531", "list.y"]
    assert Xml().open("d", source).document.parts[0].name == "list.*"


def test_depth_and_size_have_limits() -> None:
    deep = b"<a>" * 60 + b"</a>" * 60
    with pytest.raises(UnreadableError, match="DOC006"):
        Xml(Settings(max_depth=50)).open("d", deep)
    with pytest.raises(UnreadableError, match="DOC003"):
        Xml(Settings(max_bytes=100)).open("d", deep)
    inner = "<a>x</a>"
    for _ in range(12):
        inner = f"<a>{inner.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')}</a>"
    opened = Xml(Settings(max_attached=3)).open("d", inner.encode())  # what lies deeper stands as text
    assert opened.rewrite([])


def test_text_where_a_narrative_has_none_is_searched() -> None:
    source = (
        f'<ClinicalDocument xmlns="{CDA}"><section><text>'
        f"<table>{CANARY}<tr>{CANARY}<td>a</td><x>{CANARY}</x></tr></table></text></section></ClinicalDocument>"
    ).encode()
    opened = Xml().open("d", source)
    assert opened.document.text.reveal().count(CANARY) == 3
    assert CANARY.encode() not in opened.rewrite(replacements_of(opened, CANARY, ""))


def test_files_in_a_clinical_document_follow_the_settings() -> None:
    content = clinical_document(lambda: CANARY)
    assert b"B64" in Xml().open("d", content).rewrite([])
    removed = Xml(Settings(attachments="remove")).open("d", content).rewrite([])
    assert b'representation="B64"/>' in removed
    with pytest.raises(UnreadableError, match="DOC022"):
        Xml(Settings(attachments="refuse")).open("d", content)


LETTER = f"""<ClinicalDocument xmlns="{CDA}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<templateId root="2.16.840.1.113883.10.20.22.1.1" extension="2015-08-01"/><id root="1.2.840.114350.1.99999" extension="8812733"/>
<recordTarget><patientRole><id root="2.16.840.1.113883.4.1" extension="219-09-9999"/><addr><streetAddressLine>1450 Larkspur Lane</streetAddressLine>
<city>Peoria</city><state>IL</state><postalCode>61604</postalCode></addr><telecom value="tel:+1(309)555-0142"/><patient><name><given>Harold</given>
<family>Vance</family></name><birthTime value="19410722"/></patient></patientRole></recordTarget><component><structuredBody><component><section>
<code code="11348-0" codeSystem="2.16.840.1.113883.6.1" displayName="History of past illness"/><text><paragraph>Mr. Vance was seen on March 11, 2019.
</paragraph><table><tbody><tr><td>Essential hypertension</td><td>03/04/2011</td></tr></tbody></table></text><entry><observation classCode="OBS"
 moodCode="EVN"><code code="4548-4" codeSystem="2.16.840.1.113883.6.1" displayName="Hemoglobin A1c"/><effectiveTime><low value="20190310"/>
</effectiveTime><value xsi:type="PQ" value="7.2" unit="%"/></observation></entry></section></component></structuredBody></component></ClinicalDocument>"""
ORDER = """<orders xmlns="http://acme.example.com/orders"><order id="88123"><customer><firstName>Torsten</firstName><lastName>Lindqvist</lastName>
<dob>1951-02-03</dob><phone>+1 218 555 0136</phone><mrn>00731942</mrn></customer><item sku="A-77" quantity="3"><title>Blood pressure monitor</title>
<price currency="USD">49.90</price></item></order></orders>"""


def test_a_released_letter_and_order_keep_their_matter_and_nobody() -> None:
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    letter, order = (
        pipeline.release(Source("000001", "", "a.xml"), text.encode()).content.decode()
        for text in (LETTER, ORDER)
    )
    for gone in (
        "Vance",
        "Harold",
        "219-09",
        "8812733",
        "114350",
        "Larkspur",
        "Peoria",
        "61604",
        "555",
        "0722",
        "03/04",
    ):
        assert gone not in letter
    for kept in (
        "2015-08-01",
        "11348-0",
        "History of past illness",
        "Essential hypertension",
        "4548-4",
        "Hemoglobin A1c",
    ):
        assert kept in letter
    assert '<value xsi:type="PQ" value="7.2" unit="%"/>' in letter and '<low value="2019"/>' in letter
    assert not any(gone in order for gone in ("Torsten", "Lindqvist", "02-03", "555", "00731942", "acme"))
    assert all(kept in order for kept in ("Blood pressure monitor", "49.90", "USD", 'sku="A-77"'))


@pytest.mark.parametrize(
    ("written", "released"),
    [
        ("20190310093015-0600", "2019"),
        ("20190310093015.482+0100", "2019"),
        ("201903", "2019"),
        ("20190310", "2019"),
        ("20190310-0600", "2019"),
    ],
)
def test_a_point_in_time_becomes_its_year_with_a_zone_and_without_a_day(written: str, released: str) -> None:
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    letter = LETTER.replace('"20190310"', f'"{written}"').encode()
    assert f'<low value="{released}"/>'.encode() in pipeline.release(Source("d", "", "a.xml"), letter).content


@pytest.mark.parametrize("written", ["1998-0600", "1998.4471", "1998.4471-0600", "20190310.4471"])
def test_what_stands_behind_a_year_does_not_stay_with_it(written: str) -> None:
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    letter = LETTER.replace('"20190310"', f'"{written}"').encode()
    assert b'<low nullFlavor="MSK"/>' in pipeline.release(Source("d", "", "a.xml"), letter).content


def _letter_with_a_drug(code: str, cells: str) -> bytes:
    """A letter whose entry has a code of RxNorm, beside a table."""
    coded = f'<code code="{code}" codeSystem="2.16.840.1.113883.6.88"/>'
    entry = f'<entry><observation classCode="OBS">{coded}</observation></entry>'
    letter = re.sub("(?s)<entry>.*?</entry>", entry, LETTER)
    return re.sub("(?s)<tbody>.*?</tbody>", f"<tbody>{cells}</tbody>", letter).encode()


def test_a_code_that_an_entry_names_as_public_stays_in_the_table_that_repeats_it() -> None:
    row = "<tr><td>{}</td><td>{}</td></tr>"
    rows = row.format("Code", "Told") + row.format("314077", "first") + row.format("R0000061729", "again")
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    released = pipeline.release(
        Source("d", "", "a.xml"), _letter_with_a_drug("314077", rows)
    ).content.decode()
    assert "<td>314077</td>" in released and "R0000061729" not in released


@pytest.mark.parametrize("told", ["Case no. 884410", "Claim number 884410", "Inmate no. 884410"])
def test_a_number_with_a_label_is_no_public_code_though_a_drug_has_it_too(told: str) -> None:
    """Where it stands for the drug it stays: such a document is refused."""
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    letter = _letter_with_a_drug("884410", f"<tr><td>{told}</td></tr>")
    with pytest.raises(RefusedError, match="VER001"):
        pipeline.release(Source("d", "", "a.xml"), letter)


def test_the_name_of_a_material_is_nobodys() -> None:
    entity = '<playingEntity classCode="{}"><name>{}</name></playingEntity></participantRole></participant>'
    start = '<participant typeCode="CSM"><participantRole classCode="MANU">'
    entities = start + entity.format("MMAT", "Amoxicillin") + start + entity.format("ORG", "Larkspur Trust")
    entities += start + entity.replace("playingEntity", "patient").format("MAT", "Quill Opal")
    letter = LETTER.replace('<effectiveTime><low value="20190310"/>\n</effectiveTime>', entities)
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    released = pipeline.release(Source("d", "", "a.xml"), letter.encode()).content.decode()
    assert "<name>Amoxicillin</name>" in released
    assert "Larkspur Trust" not in released and "Quill Opal" not in released


def test_what_says_it_is_base64_and_is_not_reads_as_text() -> None:
    content = f'<note><value representation="B64">{CANARY} a</value></note>'.encode()
    opened = Xml().open("d", content)
    assert CANARY in " ".join(text.reveal() for text in Xml().read_back(opened.rewrite([])))


@pytest.mark.parametrize(
    ("code", "listed", "shown", "stays"),
    [
        ("314077", "2.16.840.1.113883.6.88", "Lisinopril 20 MG Oral Tablet", True),
        ("C38288", "2.16.840.1.113883.3.26.1.1", "Oral route of administration", True),
        ("E11.9", "2.16.840.1.113883.6.90", "Type 2 diabetes mellitus without complications", True),
        ("44054006", "2.16.840.1.113883.6.96", "Diabetes mellitus type 2 of which Harold Vance told", False),
        ("44054007", "2.16.840.1.113883.6.96", "Told by Harold Vance over the telephone", False),
        ("X1", "1.2.3", "Done by Harold Vance", False),
    ],
)
def test_what_a_public_code_of_a_letter_shows_stays_and_names_go(
    code: str, listed: str, shown: str, stays: bool
) -> None:
    """A code with a wrong check digit is of no list."""
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    coded = f'<code code="{code}" codeSystem="{listed}" displayName="{shown}"/>'
    letter = f'<ClinicalDocument xmlns="{CDA}"><component>{coded}</component></ClinicalDocument>'
    released = pipeline.release(Source("000001", "", "a.xml"), letter.encode()).content.decode()
    assert (coded in released) == stays and ("Vance" in released) == stays * ("Vance" in shown)


_TOLD = (
    "<section><text><table><thead><tr><th>{header}</th><th>Status</th></tr></thead><tbody>"
    "<tr><td>{cell}</td><td>Active</td></tr></tbody></table></text><entry><observation>"
    '<value code="{code}" codeSystem="2.16.840.1.113883.6.96" displayName="{shown}"/></observation></entry></section>'
)


@pytest.mark.parametrize(
    ("code", "shown", "header", "stays"),
    [
        (" 371632003", "Comatose", "Finding", True),
        ("371632003", "Comatose", "Finding", True),
        ("371632003", "Harold Vance", "Finding", False),
        ("371632003", "Comatose", "Patient name", False),
    ],
)
def test_what_a_public_code_shows_stays_in_a_table_of_findings(
    code: str, shown: str, header: str, stays: bool
) -> None:
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    told = _TOLD.format(code=code, shown=shown, header=header, cell=shown)
    letter = f'<ClinicalDocument xmlns="{CDA}"><component>{told}</component></ClinicalDocument>'
    released = pipeline.release(Source("000001", "", "a.xml"), letter.encode()).content.decode()
    assert (f"<td>{shown}</td>" in released) == stays == (f'displayName="{shown}"' in released)
    assert f'code="{code}"' in released
