"""Concepts of a FHIR terminology server: `$lookup` for each code, `$expand` for which, `$subsumes` to check.

References
----------
HL7 FHIR R4 and R5, operations CodeSystem-lookup, CodeSystem-subsumes and ValueSet-expand.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from adapters.knowledge.importers.draft import DraftLabel, TaxonomyDraft
from adapters.knowledge.servers.client import Server
from engine.errors import Fault, InvalidError, fault

PAGE_CODES = 1_000
N_CHECKED = 20
"""Links that `$subsumes` is asked about."""

_JSON = "application/fhir+json"
_UPWARD = ("parent", "subsumedBy")
_DOWNWARD = ("child",)
_ASKED = (*_UPWARD, *_DOWNWARD, "inactive", "status")
_OUT_OF_USE = (("inactive", "True"), ("status", "retired"), ("status", "inactive"))
_SHOWN_MISSING = 10

Part = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Coded:
    """Which codes of a server.

    Parameters
    ----------
    system : str
        Address that names the code system.
    root : str
        The code that all are below of.
    value_set : str
        Address that names a value set; one of the two must be given.

    Raises
    ------
    InvalidError
        KNO022 without a system, or not with exactly one of the other two.
    """

    system: str
    root: str = ""
    value_set: str = ""

    def __post_init__(self) -> None:
        if not self.system or bool(self.root) == bool(self.value_set):
            must = "must name a code system, and a code to begin at or a value set"
            advice = "Give --system, and either --root or --value-set."
            raise InvalidError(fault("KNO022", "--kind fhir", must, "", advice))


@dataclass(frozen=True, slots=True)
class _Concept:
    """What `$lookup` says about a code."""

    code: str
    labels: Sequence[DraftLabel]
    properties: Sequence[tuple[str, str]]
    version: str

    def linked(self, kinds: Sequence[str]) -> Sequence[str]:
        return [value for kind, value in self.properties if kind in kinds]


@dataclass
class _LookedUp:
    """Concepts by code, and what is missing offline."""

    concepts: dict[str, _Concept] = field(default_factory=dict)
    missing: list[Fault] = field(default_factory=list)


def draft_of(server: Server, coded: Coded, name: str) -> TaxonomyDraft:
    """Displays, designations and is-a links of `coded`; concepts out of use are left out.

    Raises
    ------
    InvalidError
        KNO023 to KNO025, KNO027 when the server does not answer as it must,
        KNO028 when it contradicts itself about a link.
    """
    concepts = _concepts(server, coded)
    version = next((concept.version for concept in concepts.values() if concept.version), "")
    draft = TaxonomyDraft(
        name, f"{name}:{version}", f"as stated by the publisher of {coded.system}", "fhir-server"
    )
    draft.concepts = set(concepts)
    draft.labels = [label for concept in concepts.values() for label in concept.labels]
    draft.broader = sorted(_links(concepts))
    _check(server, coded, draft.broader)
    return draft


def _links(concepts: Mapping[str, _Concept]) -> set[tuple[str, str]]:
    up = {(code, parent) for code, found in concepts.items() for parent in found.linked(_UPWARD)}
    down = {(child, code) for code, found in concepts.items() for child in found.linked(_DOWNWARD)}
    return {(child, parent) for child, parent in up | down if child in concepts and parent in concepts}


def _concepts(server: Server, coded: Coded) -> Mapping[str, _Concept]:
    found = _LookedUp()
    waiting = [coded.root] if coded.root else _expanded(server, coded.value_set, coded.system)
    seen = set(waiting)
    for code in waiting:  # grows while it is walked
        below = [child for child in _look_up(server, coded, code, found) if child not in seen]
        if coded.root:
            waiting += below
            seen.update(below)
        if len(found.missing) >= _SHOWN_MISSING:
            break
    if found.missing:
        raise InvalidError(*found.missing)
    return {code: one for code, one in found.concepts.items() if not set(_OUT_OF_USE) & set(one.properties)}


def _look_up(server: Server, coded: Coded, code: str, found: _LookedUp) -> Sequence[str]:
    """Note what is said about `code`; the codes directly below it."""
    asked = [("system", coded.system), ("code", code), *(("property", kind) for kind in _ASKED)]
    try:
        concept = server.ask(
            f"$lookup {code}",
            asked,
            lambda body: _concept(code, _parameters(body)),
            accept=_JSON,
            path="/CodeSystem/$lookup",
        )
    except InvalidError as error:
        if error.faults[0].code != "KNO025":
            raise
        found.missing += error.faults
        return ()
    found.concepts[code] = concept
    return list(dict.fromkeys(concept.linked(_DOWNWARD)))


def _resource(body: bytes, kind: str) -> Part:
    resource: Part = json.loads(body)
    if resource["resourceType"] != kind:
        raise ValueError(kind)
    return resource


def _parameters(body: bytes) -> Sequence[Part]:
    parameters: Sequence[Part] = _resource(body, "Parameters")["parameter"]
    return parameters


def _value(parts: Sequence[Part], name: str) -> str:
    """The value of the first part called `name`, whatever its type."""
    for part in parts:
        if part["name"] == name:
            value = next((value for key, value in part.items() if key.startswith("value")), "")
            return str(value["code"] if isinstance(value, Mapping) else value)
    return ""


def _concept(code: str, said: Sequence[Part]) -> _Concept:
    inside = {
        kind: [one["part"] for one in said if one["name"] == kind] for kind in ("property", "designation")
    }
    named = [(_value(parts, "value"), _value(parts, "language")) for parts in inside["designation"]]
    display = _value(said, "display")
    if not display:
        raise ValueError(code)
    language = dict(reversed(named)).get(display, "")
    labels = [DraftLabel(code, display, language, "display")]
    labels += [
        DraftLabel(code, text, tag, "designation", (1,)) for text, tag in named if text not in ("", display)
    ]
    properties = [(_value(parts, "code"), _value(parts, "value")) for parts in inside["property"]]
    return _Concept(code, labels, properties, _value(said, "version"))


def _expanded(server: Server, value_set: str, system: str) -> list[str]:
    """Codes of `system` in a value set, page by page."""
    codes: dict[tuple[str, str], None] = {}
    while True:
        offset = len(codes)
        asked = [("url", value_set), ("offset", str(offset)), ("count", str(PAGE_CODES))]
        expansion = server.ask(
            f"$expand {offset}",
            asked,
            _expansion,
            accept=_JSON,
            path="/ValueSet/$expand",
        )
        page = list(_contained(expansion.get("contains", ())))
        codes |= dict.fromkeys(page)
        if "offset" not in expansion or not page or len(codes) == offset:
            break
    if len(codes) < int(expansion.get("total", 0)):
        got = f"{len(codes):,} of {expansion['total']:,}"
        raise server.fault(
            "KNO024", "must give every code of the value set", got, "Ask its operator for paging."
        )
    return [code for code_system, code in codes if code_system == system]


def _contained(level: Sequence[Part]) -> Iterator[tuple[str, str]]:
    for one in level:
        if "code" in one:
            yield one.get("system", ""), one["code"]
        yield from _contained(one.get("contains", ()))


def _expansion(body: bytes) -> Part:
    expansion: Part = _resource(body, "ValueSet")["expansion"]
    return expansion


def _check(server: Server, coded: Coded, links: Sequence[tuple[str, str]]) -> None:
    """Ask about links spread over all of them whether the server stands by them."""
    for child, parent in links[:: max(1, len(links) // N_CHECKED)][:N_CHECKED]:
        outcome = server.ask(
            f"$subsumes {parent} {child}",
            [("system", coded.system), ("codeA", parent), ("codeB", child)],
            lambda body: _value(_parameters(body), "outcome"),
            accept=_JSON,
            path="/CodeSystem/$subsumes",
        )
        if outcome not in ("subsumes", "equivalent"):
            must = f"must say that {parent} subsumes {child}, as $lookup does"
            raise server.fault("KNO028", must, "another outcome", "Tell the operator of the server.")
