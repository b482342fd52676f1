"""Code systems of FHIR in JSON: race, ethnicity, religion, marital status and the like.

References
----------
HL7 FHIR R5, resource CodeSystem, sections 4.8.4 (nested concepts) and 4.8.15 (subsumedBy, parent, status).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from adapters.knowledge.importers.draft import DraftLabel, TaxonomyDraft
from engine.errors import InvalidError, fault

_UPWARD = ("subsumedBy", "parent")
_OUT_OF_USE = ("retired", "inactive")

Coded = Mapping[str, Any]


def draft_of(path: Path, name: str, sha256: str) -> TaxonomyDraft:
    """Concepts, displays, designations and hierarchy of a code system; retired concepts are left out.

    Parameters
    ----------
    path : Path
        A ``CodeSystem`` resource in JSON.
    name : str
        Name for policies.
    sha256 : str
        Of the file; it stands for the version when the file states none.

    Raises
    ------
    InvalidError
        KNO018 when it is no such resource.
    """
    try:
        system = json.loads(path.read_text(encoding="utf-8"))
        if system["resourceType"] != "CodeSystem":
            raise _unreadable(path)
        version = system.get("version") or sha256[:12]
        draft = TaxonomyDraft(name, f"{name}:{version}", _licence(system), "fhir")
        for parent, concept in _concepts(system["concept"], None):
            _add(draft, concept, parent, system.get("language", ""))
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise _unreadable(path) from error
    return draft


def _licence(system: Coded) -> str:
    return " ".join(str(system.get("copyright", "as stated by the publisher of the file")).split())


def _concepts(level: list[Coded], parent: str | None) -> Iterator[tuple[str | None, Coded]]:
    for concept in level:
        yield parent, concept
        yield from _concepts(concept.get("concept", []), concept["code"])


def _add(draft: TaxonomyDraft, concept: Coded, parent: str | None, language: str) -> None:
    properties = [(p["code"], p.get("valueCode")) for p in concept.get("property", ())]
    if any(("status", value) in properties for value in _OUT_OF_USE):
        return
    code = concept["code"]
    draft.concepts.add(code)
    draft.broader += [(code, up) for kind, up in properties if kind in _UPWARD and up]
    if parent is not None:
        draft.broader.append((code, parent))
    if "display" in concept:
        draft.labels.append(DraftLabel(code, concept["display"], language, "display"))
    for other in concept.get("designation", ()):
        tag = other.get("language", language)
        draft.labels.append(DraftLabel(code, other["value"], tag, "designation", (1,)))


def _unreadable(path: Path) -> InvalidError:
    return InvalidError(
        fault(
            "KNO018",
            path.name,
            "must be a FHIR CodeSystem in JSON, with its concepts",
            "another file",
            "Give the CodeSystem resource as published, not a ValueSet or a Bundle.",
        )
    )
