"""A policy's own titles, notes, ids and file names are published: none may hold a name that it removes."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.policies.files import load_policy
from engine.catalog.names import SHIPPED
from engine.errors import Fault, InvalidError

POLICY = """\
policy: {policy}
version: 1.0.0
title: {title}
description: {description}
laws:
  - cite: {cite}
    title: {law_title}
identifiers:
  - id: {id}
    title: {clause_title}
    note: {note}
    law: {cite}
    find: [listed-term]
    deny: [Žofie Halvorsen, {{file: {file}}}]
not_covered:
  - law: {cite}
    reason: {reason}
"""
PLAIN = {
    "policy": "house",
    "title": "Letters of the house",
    "description": "Names of clients go",
    "cite": "House rule 2",
    "law_title": "Names stay inside",
    "id": "names",
    "clause_title": "The names on the list",
    "note": "Only names on the list",
    "file": "list.txt",
    "reason": "Pictures are not read",
}


def write(folder: Path, **said: str) -> Path:
    texts = PLAIN | said
    (folder / texts["file"]).write_text("Orbital Widgets\nQuux\n***\n")
    path = folder / f"{texts['policy']}.yaml"
    path.write_text(POLICY.format(**texts))
    return path


def faults(path: Path) -> list[Fault]:
    with pytest.raises(InvalidError) as caught:
        load_policy(path, SHIPPED)
    return list(caught.value.faults)


def test_a_policy_that_names_nobody_loads(tmp_path: Path) -> None:
    load_policy(write(tmp_path, title="Orbital letters and quuxes of Halvorsen's widgets"), SHIPPED)


@pytest.mark.parametrize(
    ("key", "text", "where"),
    [
        ("policy", "quux-letters", ":1:9 policy"),
        ("title", "Letters of Quux", ":3:8 title"),
        ("title", "Letters of Qu\u200bu\u3164x", ":3:8 title"),
        ("description", "As agreed with ORBITAL  WIDGETS' lawyers", ":4:14 description"),
        ("cite", "Quux rule", ":6:11 laws[0].cite"),
        ("law_title", "What Zofie Halvorsen asked for", ":7:12 laws[0].title"),
        ("id", "orbital-widgets", ":9:9 identifiers[0].id"),
        ("clause_title", "Names at Quux", ":10:12 identifiers[0].title"),
        ("note", "Not Quux's (former) staff", ":11:11 identifiers[0].note"),
        ("file", "orbital_widgets.txt", ":14:36 identifiers[0].deny[1].file"),
        ("reason", "Pictures of Quux", ":17:13 not_covered[0].reason"),
    ],
)
def test_every_published_text_is_searched(tmp_path: Path, key: str, text: str, where: str) -> None:
    path = write(tmp_path, **{key: text})
    found = [fault for fault in faults(path) if fault.code == "POL065"]
    assert [fault.where.removeprefix(str(path)) for fault in found] == [where]
    said = str(found[0]).replace(str(path), "").lower()
    assert found[0].must.startswith("must not")
    assert not [name for name in ("quux", "orbital-widgets", "halvorsen") if key != "id" and name in said]


def test_a_policy_that_extends_another_is_searched_for_its_names_and_the_other_way_round(
    tmp_path: Path,
) -> None:
    write(tmp_path)
    child = tmp_path / "child.yaml"
    child.write_text("policy: child\nversion: 1.0.0\ntitle: Letters of Quux\nextends: house\n")
    assert [(f.code, f.where) for f in faults(child)] == [("POL065", f"{child}:3:8 title")]
    child.write_text(
        "policy: child\nversion: 1.0.0\ntitle: A\nextends: house\nidentifiers:\n"
        "  - {id: more, law: 45 CFR 164.514(b)(2)(i)(G), find: [listed-term], deny: [Letters, On the List]}\n"
    )
    codes = {(f.code, f.where.removeprefix(str(child))) for f in faults(child)}
    assert codes == {("POL065", ":4:10 extends")}
