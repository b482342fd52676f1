"""XML files made for tests: with a marker wherever text can hide, resources of FHIR, and a clinical document."""

# ruff: noqa: E501 (markup reads best in long lines)

from __future__ import annotations

import base64
import random
from collections.abc import Callable, Mapping
from copy import deepcopy
from html import escape
from typing import Any

from lxml import etree

MOVES = ("drop", "double", "move", "rename", "text", "tail", "value")


def mutated_tree(content: bytes, rng: random.Random, word: str) -> bytes:
    """A file with elements dropped, doubled, moved and renamed, and `word` put where it was not."""
    root = etree.fromstring(content)
    for _ in range(rng.randrange(1, 6)):
        elements = list(root.iter(etree.Element))
        one, other = rng.choice(elements), rng.choice(elements)
        move = rng.choice(MOVES)
        if move == "text":
            one.text = f"{one.text or ''} {word} "
        elif move == "value":
            one.set(rng.choice([*map(str, one.attrib), "value", "root", "use"]), word)
        elif move == "rename":
            one.tag = other.tag
        elif one is not root and move == "tail":
            one.tail = f" {word} {one.tail or ''}"
        elif one is not root and move == "drop":
            one.getparent().remove(one)
        elif one is not root and other not in one.iter():
            other.append(deepcopy(one) if move == "double" else one)
    written: bytes = etree.tostring(root)
    return written


Mark = Callable[[], str]
FHIR, XHTML, CDA = "http://hl7.org/fhir", "http://www.w3.org/1999/xhtml", "urn:hl7-org:v3"


def marked_xml(mark: Mark) -> bytes:
    """A file with a marker in names, values, texts, what stands inside texts, and what readers skip."""
    packed = base64.b64encode(f"plain text of {mark()} and more".encode()).decode()
    split = mark()
    half = len(split) // 2
    name, attribute, prefix = mark(), mark(), mark()
    coded = "".join(f"&#{ord(c)};" for c in mark())
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet href="https://{mark()}.example.org/{mark()}.xsl"?>
<!-- {mark()} -->
<records xmlns="https://{mark()}.example.org/ns" xmlns:{prefix}="urn:{mark()}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xsi:schemaLocation="urn:{mark()} {mark()}.xsd" xml:base="https://{mark()}.example.org/" xml:lang="{mark()}" xml:space="{mark()}">
 <record id="{mark()}" xml:id="{mark()}" xsi:type="{mark()}" {prefix}:see="{mark()}"><name>{mark()}</name>{mark()}</record>
 <{name} {attribute}="{mark()}">{mark()}</{name}><{prefix}:{name}2>{coded}</{prefix}:{name}2>
 <note>Seen {split[:half]}<b title="{mark()}">{split[half:]}</b> and {split[:half]}<!-- {mark()} -->{split[half:]}<i/>, {mark()}</note>
 <cut>{split[:half]}<![CDATA[{split[half:]}]]></cut><?{mark()} {mark()}?>
 <page>{escape(f'<p title="{mark()}">{split[:half]}<b>{split[half:]}</b><!-- {mark()} --></p>')}</page>
 <inner><![CDATA[<?xml version="1.0"?><a b="{mark()}"><c>{mark()}</c><!-- {mark()} --></a>]]></inner>
 <json>{escape(f'{{"{mark()}": "{mark()}", "n": ["{mark()}"]}}')}</json>
 <file mime="text/plain">{packed}</file><hex>{mark().encode().hex()}</hex>
 <link href="https://a.org/%{ord(split[0]):02X}{split[1:]}?q={mark()}"/><empty/>
</records>
<!-- {mark()} --><?{mark()} {mark()}?>
""".encode()


def fhir_xml(resource: Mapping[str, Any]) -> str:
    """A resource of JSON as XML, as the standard pairs the two."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_resource(resource, declared=True)}\n'


def _resource(resource: Mapping[str, Any], declared: bool = False) -> str:
    name = resource["resourceType"]
    inner = _elements({key: item for key, item in resource.items() if key != "resourceType"})
    space = f' xmlns="{FHIR}"' if declared else ""
    return f"<{name}{space}>{inner}</{name}>"


def _elements(value: Mapping[str, Any]) -> str:
    names = dict.fromkeys(key.removeprefix("_") for key in value)
    return "".join(_element(name, value.get(name), value.get(f"_{name}")) for name in names)


def _element(name: str, item: Any, more: Any) -> str:
    if isinstance(item, list) or isinstance(more, list):
        items, mores = item if isinstance(item, list) else [], more if isinstance(more, list) else []
        longest = range(max(len(items), len(mores)))
        return "".join(
            _element(name, items[at] if at < len(items) else None, mores[at] if at < len(mores) else None)
            for at in longest
        )
    if name == "div" and isinstance(item, str):
        return item
    if isinstance(item, dict):
        is_resource = isinstance(item.get("resourceType"), str)
        inner = _resource(item) if is_resource else _elements(_without(item))
        return f"<{name}{_attributes(item)}>{inner}</{name}>"
    plain = str(item).lower() if isinstance(item, bool) else str(item)
    said = "" if item is None else f' value="{escape(plain)}"'
    more = more or {}
    return f"<{name}{_attributes(more)}{said}>{_elements(_without(more))}</{name}>"


def _attributes(value: Mapping[str, Any]) -> str:
    """Ids of elements and addresses of extensions are attributes."""
    names = ["url"] if "url" in value and _is_extension(value) else []
    names += ["id"] if "id" in value and not isinstance(value.get("resourceType"), str) else []
    return "".join(f' {name}="{escape(str(value[name]))}"' for name in names)


def _without(value: Mapping[str, Any]) -> dict[str, Any]:
    left = {"id", "url"} if _is_extension(value) else {"id"}
    return {key: item for key, item in value.items() if key not in left}


def _is_extension(value: Mapping[str, Any]) -> bool:
    return "url" in value and not {"contentType", "data", "hash", "method"} & value.keys()


def clinical_document(mark: Mark) -> bytes:
    """A clinical document (CDA R2) with a marker in every place that names, dates or describes somebody."""
    name = mark()
    packed = base64.b64encode(f"A letter about {mark()}.".encode()).decode()

    def person() -> str:
        return (
            f'<name use="L"><prefix>{mark()}</prefix><given>{mark()}</given><family>{mark()}</family></name>'
        )

    def address() -> str:
        return (
            f'<addr use="HP"><streetAddressLine>{mark()}</streetAddressLine><city>{mark()}</city><state>{mark()}</state>'
            f"<postalCode>{mark()}</postalCode><country>{mark()}</country></addr>"
            f'<telecom use="HP" value="tel:{mark()}"/><telecom value="mailto:{mark()}@example.org"/>'
        )

    def entity() -> str:
        return f'<id root="{mark()}" extension="{mark()}" assigningAuthorityName="{mark()}"/>'

    return f"""<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/xsl" href="{mark()}.xsl"?>
<ClinicalDocument xmlns="{CDA}" xmlns:sdtc="urn:hl7-org:sdtc" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" classCode="{mark()}">
 <!-- {mark()} -->
 <realmCode code="US"/><typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/>
 <templateId root="2.16.840.1.113883.10.20.22.1.1" extension="{mark()}"/><id root="{mark()}" extension="{mark()}"/>
 <code code="34133-9" codeSystem="2.16.840.1.113883.6.1" codeSystemName="{mark()}" displayName="Summary of {mark()}"/>
 <title>Summary of {mark()}</title><effectiveTime value="{mark()}"/><languageCode code="{mark()}"/><setId root="{mark()}"/>
 <recordTarget><patientRole>{entity()}{address()}<patient>{person()}<administrativeGenderCode code="F" displayName="{mark()}"/>
  <birthTime value="{mark()}"/><maritalStatusCode code="M"><originalText>{mark()}</originalText></maritalStatusCode>
  <guardian>{address()}<guardianPerson>{person()}</guardianPerson></guardian><birthplace><place>{address()}</place></birthplace></patient>
  <providerOrganization>{entity()}<name>{mark()}</name>{address()}</providerOrganization></patientRole></recordTarget>
 <author><time value="{mark()}"/><assignedAuthor>{entity()}{address()}<assignedPerson>{person()}</assignedPerson>
  <assignedAuthoringDevice><manufacturerModelName>{mark()}</manufacturerModelName><softwareName>{mark()}</softwareName></assignedAuthoringDevice></assignedAuthor></author>
 <informant><relatedEntity classCode="{mark()}">{address()}<relatedPerson><name>{mark()}</name></relatedPerson></relatedEntity></informant>
 <custodian><assignedCustodian><representedCustodianOrganization>{entity()}<name>{mark()}</name></representedCustodianOrganization></assignedCustodian></custodian>
 <componentOf><encompassingEncounter>{entity()}<effectiveTime><low value="{mark()}"/><high nullFlavor="{mark()}"/></effectiveTime></encompassingEncounter></componentOf>
 <component><structuredBody><component><section><title>{mark()}</title><text><paragraph ID="{mark()}" styleCode="{mark()}">Seen by <content>{mark()}</content>.</paragraph>
  <table><caption>{mark()}</caption><thead><tr><th>Patient</th><th>{mark()}</th></tr></thead><tbody><tr><td>{mark()}</td><td>x</td></tr></tbody></table>
  <list><item>{mark()}</item></list><renderMultiMedia referencedObject="{mark()}"/><linkHtml href="https://{mark()}.example.org">{mark()}</linkHtml></text>
  <entry><observation classCode="OBS" moodCode="EVN">{entity()}<code code="{mark()}" codeSystem="{mark()}"/><text><reference value="#{mark()}"/></text>
   <value xsi:type="{mark()}" value="{mark()}" unit="{mark()}"/><value xsi:type="ST">{mark()}</value>
   <performer><assignedEntity>{entity()}{address()}<assignedPerson>{person()}</assignedPerson></assignedEntity></performer></observation></entry>
  <entry><observationMedia ID="{mark()}"><value mediaType="text/plain" representation="B64">{packed}</value></observationMedia></entry></section></component></structuredBody></component>
 <{name} {mark()}="{mark()}">{mark()}</{name}></ClinicalDocument>
""".encode()
