"""The sample taxonomy of the knowledge suite, written in every format that is read."""

from __future__ import annotations

import bz2
import gzip
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from tests.conformance.knowledge_suite import CONCEPTS, UNKNOWN_PARENT, Concept


def links() -> list[tuple[str, str]]:
    """(concept, direct generalization), the dangling one included where a format can say it."""
    known = [(name, parent) for name, concept in CONCEPTS.items() for parent in concept.parents]
    return [*known, ("aids", UNKNOWN_PARENT)]


def write_lmf(path: Path) -> Path:
    """WN-LMF; the preferred concept of a shared name has the larger count."""
    by_name: dict[str, list[str]] = {}
    for key, concept in CONCEPTS.items():
        for name in concept.names:
            by_name.setdefault(name, []).append(key)
    entries = "".join(_entry(name, sorted(keys, reverse=True)) for name, keys in by_name.items())
    synsets = "".join(_synset(key, concept, list(by_name)) for key, concept in CONCEPTS.items())
    path.write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.3.dtd">\n'
        '<LexicalResource xmlns:dc="https://globalwordnet.github.io/schemas/dc/">\n'
        '<Lexicon id="sample" label="Sample" language="en" email="a@example.org" '
        f'license="CC0" version="1">\n{entries}{synsets}</Lexicon></LexicalResource>\n',
        encoding="utf-8",
    )
    return path


def _entry(name: str, keys: Sequence[str]) -> str:
    number = [n for c in CONCEPTS.values() for n in c.names].index(name)
    senses = "".join(
        f'<Sense id="sample-{number}-{key}" synset="sample-{key}-n">'
        f"<Count>{9 if CONCEPTS[key].names[0] == name else 1}</Count></Sense>"
        for key in keys
    )
    lemma = f'<Lemma writtenForm={quoteattr(name)} partOfSpeech="n"/>'
    return f'<LexicalEntry id="sample-e{number}">{lemma}{senses}</LexicalEntry>\n'


def _synset(key: str, concept: Concept, names: Sequence[str]) -> str:
    order = [n for c in CONCEPTS.values() for n in c.names]
    members = " ".join(f"sample-e{order.index(name)}" for name in concept.names)
    kind = "instance_hypernym" if key == "cold" else "hypernym"
    relations = "".join(
        f'<SynsetRelation relType="{kind}" target="sample-{parent}-n"/>' for parent in concept.parents
    )
    return (
        f'<Synset id="sample-{key}-n" ili="" partOfSpeech="n" members="{members}">'
        f"<Definition>a sample</Definition>{relations}</Synset>\n"
    )


def write_skos(path: Path) -> Path:
    """SKOS Turtle; half of the links are said from above, by ``narrower``."""
    lines = ["@prefix skos: <http://www.w3.org/2004/02/skos/core#> .", "@prefix : <http://example.org/> ."]
    for key, concept in CONCEPTS.items():
        first, *others = concept.names
        lines.append(f':{key} a skos:Concept ; skos:prefLabel "{first}"@en .')
        lines += [f':{key} skos:altLabel "{name}"@en .' for name in others]
        lines += [f':{key} skos:prefLabel "{name}"@fr .' for name in concept.french]
    for number, (key, parent) in enumerate(links()):
        if parent != UNKNOWN_PARENT:
            upward = f":{key} skos:broader :{parent} ."
            lines.append(upward if number % 2 else f":{parent} skos:narrower :{key} .")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def write_owl(path: Path) -> Path:
    """OWL in RDF/XML, with an entity for the namespace, restrictions and a deprecated class."""
    classes = "".join(_owl_class(key, concept) for key, concept in CONCEPTS.items())
    path.write_text(
        '<?xml version="1.0"?>\n<!DOCTYPE rdf:RDF [<!ENTITY owl "http://www.w3.org/2002/07/owl#">]>\n'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="&owl;" '
        'xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" '
        'xmlns:oboInOwl="http://www.geneontology.org/formats/oboInOwl#" xml:base="http://example.org/">\n'
        '<owl:Ontology rdf:about=""><owl:versionInfo>2026-01-02</owl:versionInfo></owl:Ontology>\n'
        f"{classes}</rdf:RDF>\n",
        encoding="utf-8",
    )
    return path


def _owl_class(key: str, concept: Concept) -> str:
    first, *others = (escape(name) for name in concept.names)
    inside = [f'<rdfs:label xml:lang="en">{first}</rdfs:label>']
    inside += [f"<oboInOwl:hasExactSynonym>{name}</oboInOwl:hasExactSynonym>" for name in others]
    inside += [f'<rdfs:label xml:lang="fr">{escape(name)}</rdfs:label>' for name in concept.french]
    inside += [f'<rdfs:subClassOf rdf:resource="{parent}"/>' for parent in concept.parents]
    inside.append(
        '<rdfs:subClassOf><owl:Restriction><owl:onProperty rdf:resource="part"/>'
        '<owl:someValuesFrom rdf:resource="condition"/></owl:Restriction></rdfs:subClassOf>'
        '<rdfs:subClassOf rdf:resource="&owl;Thing"/>'
    )
    return f'<owl:Class rdf:about="{key}">{"".join(inside)}</owl:Class>\n'


def write_obo(path: Path) -> Path:
    """OBO text, with comments, qualifiers, escapes and an obsolete term."""
    stanzas = ["format-version: 1.2\ndata-version: releases/2026-01-02\n"]
    for key, concept in CONCEPTS.items():
        first, *others = concept.names
        lines = ["[Term]", f"id: T:{key}", f"name: {first}"]
        lines += [f'synonym: "{name}" EXACT [x:1] {{note="y"}}' for name in others]
        lines.append('synonym: "thing in general" BROAD []')
        lines += [f"is_a: T:{parent} ! its name" for child, parent in links() if child == key]
        stanzas.append("\n".join(lines) + "\n")
    stanzas.append("[Term]\nid: T:old\nname: obsolete term\nis_obsolete: true\n")
    stanzas.append("[Typedef]\nid: part_of\nname: part of\n")
    path.write_text("\n".join(stanzas), encoding="utf-8")
    return path


def write_outline(path: Path) -> Path:
    """An indented list: every concept, then every link as a term below another one."""
    lines = ["# a sample", *("; ".join(concept.names) for concept in CONCEPTS.values())]
    for child, parent in links():
        if parent != UNKNOWN_PARENT:
            lines += [CONCEPTS[parent].names[0], f"\t{CONCEPTS[child].names[0]}"]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def write_table(path: Path) -> Path:
    """A table, with its columns in another order and a byte order mark."""
    rows = [("", concept.names[0], "; ".join(concept.names[1:])) for concept in CONCEPTS.values()]
    rows += [
        (CONCEPTS[parent].names[0], CONCEPTS[child].names[0], "")
        for child, parent in links()
        if parent != UNKNOWN_PARENT
    ]
    lines = ["Broader, Term, Also", *(", ".join(row) for row in rows)]
    path.write_text("\n".join(lines), encoding="utf-8-sig")
    return path


def write_fhir(path: Path) -> Path:
    """A FHIR CodeSystem: the first parent by nesting where it can, the others by ``subsumedBy``."""
    properties: dict[str, list[dict[str, str]]] = {key: [] for key in CONCEPTS}
    nested: dict[str, list[str]] = {key: [] for key in CONCEPTS}
    for key, parent in links():
        if key in ("viral", "std", "cold"):
            nested[parent].append(key)
        else:
            properties[key].append({"code": "subsumedBy", "valueCode": parent})

    def coded(key: str) -> dict[str, Any]:
        concept = CONCEPTS[key]
        others = [{"value": name} for name in concept.names[1:]]
        others += [{"value": name, "language": "fr"} for name in concept.french]
        return {
            "code": key,
            "display": concept.names[0],
            "designation": others,
            "property": properties[key],
            "concept": [coded(child) for child in nested[key]],
        }

    inside = {child for children in nested.values() for child in children}
    concepts = [coded(key) for key in CONCEPTS if key not in inside]
    retired = {"code": "old", "display": "retired", "property": [{"code": "status", "valueCode": "retired"}]}
    system = {"resourceType": "CodeSystem", "version": "1", "language": "en", "concept": [*concepts, retired]}
    path.write_text(json.dumps(system), encoding="utf-8")
    return path


RF2_IDS = {key: f"{404684003 + number}" for number, key in enumerate(CONCEPTS)}

_HEAD = "id\teffectiveTime\tactive\tmoduleId\t"
_MODULE = "900000000000207008"
_FSN, _SYNONYM = "900000000000003001", "900000000000013009"


def write_rf2(folder: Path, release_type: str = "Snapshot") -> Path:
    """An RF2 release with a language reference set, inactive rows and stated relationships."""
    terminology, refset = folder / release_type / "Terminology", folder / release_type / "Refset" / "Language"
    terminology.mkdir(parents=True)
    refset.mkdir(parents=True)
    concepts = [(RF2_IDS[key], "20260101", "1", _MODULE, "900000000000074008") for key in CONCEPTS]
    concepts.append(("555", "20260101", "0", _MODULE, "900000000000074008"))
    _write(terminology / f"sct2_Concept_{release_type}_INT_20260101.txt", "definitionStatusId", concepts)
    descriptions, preferred = _descriptions()
    _write(
        terminology / f"sct2_Description_{release_type}-en_INT_20260101.txt",
        "conceptId\tlanguageCode\ttypeId\tterm\tcaseSignificanceId",
        descriptions,
    )
    _write(
        refset / f"der2_cRefset_Language{release_type}-en_INT_20260101.txt",
        "refsetId\treferencedComponentId\tacceptabilityId",
        preferred,
    )
    _write(
        terminology / f"sct2_Relationship_{release_type}_INT_20260101.txt",
        "sourceId\tdestinationId\trelationshipGroup\ttypeId\tcharacteristicTypeId\tmodifierId",
        _relationships(),
    )
    return folder


def _descriptions() -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """The preferred synonym comes last in the file, so that only the reference set can tell."""
    rows: list[tuple[str, ...]] = []
    preferred: list[tuple[str, ...]] = []
    for key, concept in CONCEPTS.items():
        terms = [(f"{concept.names[0]} (disorder)", "en", _FSN)]
        terms += [(name, "en", _SYNONYM) for name in (*concept.names[1:], concept.names[0])]
        terms += [(name, "fr", _SYNONYM) for name in concept.french]
        for term, language, kind in terms:
            number = str(len(rows) + 1000)
            rows.append((number, "20260101", "1", _MODULE, RF2_IDS[key], language, kind, term, "0"))
            if term == concept.names[0]:
                acceptable = ("900000000000509007", number, "900000000000548007")
                preferred.append((f"u{number}", "20260101", "1", _MODULE, *acceptable))
        rows.append(
            (f"{len(rows) + 1000}", "20260101", "0", _MODULE, RF2_IDS[key], "en", _SYNONYM, "retired", "0")
        )
    return rows, preferred


def _relationships() -> list[tuple[str, ...]]:
    rows = []
    for number, (key, parent) in enumerate(links()):
        ends = (RF2_IDS[key], RF2_IDS.get(parent, "555"), "0", "116680003")
        rows.append(
            (f"{number}", "20260101", "1", _MODULE, *ends, "900000000000011006", "900000000000451002")
        )
    wrong = [
        ("0", "116680003", "900000000000011006"),  # inactive
        ("1", "363698007", "900000000000011006"),  # finding site, no is-a
        ("1", "116680003", "900000000000010007"),  # stated
    ]
    for active, kind, characteristic in wrong:
        ends = (RF2_IDS["condition"], RF2_IDS["cold"], "0", kind)
        rows.append(
            (f"{len(rows)}", "20260101", active, _MODULE, *ends, characteristic, "900000000000451002")
        )
    return rows


def _write(path: Path, columns: str, rows: Iterable[tuple[str, ...]]) -> None:
    text = "\r\n".join([_HEAD + columns, *("\t".join(row) for row in rows)])
    path.write_bytes((text + "\r\n").encode())


def write_instances(path: Path) -> Path:
    """N-Triples as Wikidata (P279, P31) and YAGO or DBpedia (subClassOf, rdf:type) write them: half of the
    links each, and what has nothing below it is an instance."""
    rdf, rdfs = "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://www.w3.org/2000/01/rdf-schema#"
    known = [(child, parent) for child, parent in links() if parent != UNKNOWN_PARENT]
    above = {parent for _, parent in known}
    lines = []
    for number, (child, parent) in enumerate(known):
        is_wikidata = number % 2
        direct = "http://www.wikidata.org/prop/direct/"
        kind = f"{direct}P279" if is_wikidata else f"{rdfs}subClassOf"
        if child not in above:
            kind = f"{direct}P31" if is_wikidata else f"{rdf}type"
        lines.append(f"<http://example.org/{child}> <{kind}> <http://example.org/{parent}> .")
    for key, concept in CONCEPTS.items():
        first, *others = (name.encode("ascii", "backslashreplace").decode() for name in concept.names)
        first, others = (_escaped(first), [_escaped(name) for name in others])
        lines.append(f'<http://example.org/{key}> <{rdfs}label> "{first}"@en .')
        lines += [f'<http://example.org/{key}> <{rdfs}label> "{name}"@fr .' for name in concept.french]
        alternative = "http://www.w3.org/2004/02/skos/core#altLabel"
        lines += [f'<http://example.org/{key}> <{alternative}> "{name}"@en .' for name in others]
        notation = "http://www.w3.org/2004/02/skos/core#notation"
        lines.append(f'<http://example.org/{key}> <{notation}> "19073-6" .')
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _escaped(name: str) -> str:
    return name.replace("\\x", "\\u00")


def write_odp(path: Path) -> Path:
    """``structure.rdf.u8``: paths, links of each kind, pages of the alphabet, and bytes that are no XML."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<RDF xmlns:r="http://www.w3.org/TR/RDF/">']
    lines += ['  <Topic r:id="">', "    <catid>1</catid>", "  </Topic>"]
    below: dict[str, list[str]] = {key: [] for key in CONCEPTS}
    for child, parent in links():
        if parent != UNKNOWN_PARENT:
            below[parent].append(child)
    for number, (key, concept) in enumerate(CONCEPTS.items()):
        lines += [f'  <Topic r:id="Top/{key}">', f"    <catid>{number}</catid>"]
        lines.append(f"    <d:Title>{concept.names[0].replace(' ', '_')}</d:Title>")
        for place, child in enumerate(below[key]):
            if place % 2 and len(CONCEPTS[child].names) > 1:
                named = CONCEPTS[child].names[1].replace(" ", "_")
                lines.append(f'    <symbolic r:resource="{named}:Top/{child}"/>')
            else:
                lines.append(f'    <narrow{place or ""} r:resource="Top/{child}"/>')
        lines += [f'    <symbolic r:resource="{name}:Top/{key}"/>' for name in concept.names[1:]]
        lines += [
            f'    <altlang r:resource="French:Top/World/Français/{name.replace(" ", "_")}"/>'
            for name in concept.french
        ]
        lines += ['    <related r:resource="Top/Arts"/>', "  </Topic>"]
    lines += ['  <Alias r:id="Top/none">', "    <d:Title>not a topic</d:Title>", "  </Alias>", "</RDF>"]
    broken = b'  <Topic r:id="Top/Arts">\n    <d:Title>R\xe9sum\xe9 & \x0b rock</d:Title>\n  </Topic>\n'
    letters = b'  <Topic r:id="Top/Arts/A">\n    <narrow r:resource="Top/Arts/A/Abba"/>\n  </Topic>\n'
    letters += b'  <Topic r:id="Top/Arts/A/Abba">\n    <d:Title>Abba</d:Title>\n  </Topic>\n'
    content = "\n".join(lines).encode().replace(b"</RDF>", broken + letters + b"</RDF>\n")
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return path


def write_wiktionary(path: Path) -> Path:
    """A dump of pages, packed: relations in line and in lists, another language, verbs, a redirect."""
    pages = "".join(_entry_page(key, concept) for key, concept in CONCEPTS.items())
    verb = "==English==\n===Verb===\n# [[catch]] a cold\n#: {{hyper|en|condition}}\n"
    german = "==German==\n===Noun===\n# {{l|en|thing}}\n"
    pages += _page("sneeze", verb) + _page("Erkältung", german)
    pages += "<page><title>User:disease</title><ns>2</ns><revision><text>no entry</text></revision></page>"
    head = '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">'
    path.write_bytes(bz2.compress(f"{head}<siteinfo/>{pages}</mediawiki>".encode()))
    return path


def _entry_page(key: str, concept: Concept) -> str:
    parents = [CONCEPTS[parent].names[0] for child, parent in links() if child == key and parent in CONCEPTS]
    inline, listed = parents[::2], parents[1::2]
    text = ["{{also|Cold}}", "==English==", "", "===Etymology 1===", "", "====Noun====", "{{en-noun}}", ""]
    text += [f"# A [[thing]] called {key}."]
    text += [f"#: {{{{hyper|en|{'|'.join(inline)}}}}}"] if inline else []
    text += [f"#: {{{{syn|en|{name}<q:dated>|q1=x|Thesaurus:x}}}}" for name in concept.names[1:]]
    text += ["#* {{quote-book|en|title=no sense}}"]
    text += ["", "=====Hypernyms=====", *(f"* {{{{l|en|{name}}}}}" for name in listed)] if listed else []
    text += ["", "=====Translations=====", "{{trans-top|a thing}}"]
    text += [f"* French: {{{{t+|fr|{name}|m}}}}" for name in concept.french]
    text += [
        "{{trans-bottom}}",
        "",
        "===Verb===",
        "# to do {{hyper|en|condition}}",
        "==French==",
        "===Noun===",
    ]
    return _page(concept.names[0], "\n".join([*text, "# [[other]] {{l|fr|chose}}"]))


def _page(title: str, text: str) -> str:
    inside = f"<title>{escape(title)}</title><ns>0</ns><revision><text>{escape(text)}</text></revision>"
    return f"<page>{inside}</page>\n"
