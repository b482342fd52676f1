"""Curves of privacy against utility: what the law demands is named, who may draw them, what they say."""

from __future__ import annotations

import json
import multiprocessing
import threading

import pytest

from engine.measures.curves import expected_missed, words_and_kept
from engine.text import Decision
from flows.release.preview.curves import draw_curves
from flows.release.preview.trying import Sample
from service.app.context import Service
from service.policies.curves import curves_of
from tests.conftest import ROOT
from tests.service.cases import POLICY, approved_policy, person
from tests.service.people import Door
from tests.service.test_telling import LETTER

TEXT = LETTER + "I saw John Miller and his retroviral load. Sarcoma and pneumonia were discussed.\n"
CURVED = (
    POLICY.replace("version: 1.0.0", "version: 1.0.0\ncounts: wikipedia\nknowledge: [wordnet]").replace(
        "status: partly", "learn: {loss_ratio: 3}\n    status: partly"
    )
    + "concepts:\n  - {id: hiv, protect: HIV, law: NY Pub. Health Law § 2782, alpha: 1.5}\n"
)


def test_a_stricter_alpha_leaves_less_and_the_law_is_named(furnished: Service, door: Door) -> None:
    version = approved_policy(furnished, CURVED)
    author = door.program("author.clinic")
    names, hiv = author.post(f"/api/v1/policies/{version}/curves", json={"text": TEXT}).json()
    assert (hiv["clause"], hiv["parameter"], hiv["value"]) == ("hiv", "alpha", 1.5)
    points = {point["value"]: point for point in hiv["points"]}
    assert points[1.0]["told"] > points[1.5]["told"] > points[5.0]["told"] > 0
    assert points[1.0]["kept"] > points[5.0]["kept"]
    assert {v: p["below"] for v, p in points.items() if p["below"]} == dict.fromkeys(
        (1.0, 1.25), "us-state-hiv-std/hiv"
    )
    assert (names["parameter"], names["value"]) == ("loss_ratio", 3.0)
    assert [p["value"] for p in names["points"] if p["below"]] == [1.0, 3.0]
    assert {p["below"] for p in names["points"] if p["below"]} == {"hipaa-safe-harbor/A"}
    page = door.browser("approver.clinic").post(f"/policies/{version}/curves", sample=TEXT)
    assert page.text.count('<svg class="plot"') == 2
    assert page.text.count("below us-state-hiv-std/hiv") == 2
    assert "Miller" in page.text, "what was pasted is shown again"
    assert (
        door.program("auditor.clinic").post(f"/api/v1/policies/{version}/curves", json={}).status_code == 403
    )


def test_cases_are_drawn_when_no_text_is_sent(furnished: Service, door: Door) -> None:
    version = approved_policy(furnished, CURVED)
    author = door.program("author.clinic")
    none = author.post(f"/api/v1/policies/{version}/curves", json={}).json()
    assert none["code"] == "CRV001"
    case = {"clause": "hiv", "kind": "go", "text": "Antiretroviral drugs.", "fragment": "Antiretroviral"}
    author.post(f"/api/v1/policies/{version}/cases", json=case)
    hiv = author.post(f"/api/v1/policies/{version}/curves", json={}).json()[1]
    assert hiv["points"][0]["kept"] == 1.0 > hiv["points"][2]["kept"]
    plain = approved_policy(furnished, POLICY, group="court")
    told = door.program("author.court").post(f"/api/v1/policies/{plain}/curves", json={"text": "a"}).json()
    assert told["code"] == "CRV001"


def test_curves_are_drawn_one_after_the_other(furnished: Service) -> None:
    learned = POLICY.replace("status: partly", "learn: {loss_ratio: 3}\n    status: partly")
    version = approved_policy(furnished, learned)
    author, approver = (person(furnished, f"{role}.clinic") for role in ("author", "approver"))
    drawn: list[int] = []

    def draw(who: str) -> None:
        drawn.append(len(curves_of(furnished, who, version, "a.txt", b"I saw John Miller.")))

    people = [threading.Thread(target=draw, args=(who,)) for who in (author, author, approver)]
    most = 0
    for one in people:
        one.start()
    while any(one.is_alive() for one in people):
        most = max(most, len(multiprocessing.active_children()))
        people[-1].join(0.05)
    assert (drawn, most) == ([1, 1, 1], 1)


def test_a_larger_k_hides_more() -> None:
    policy = ROOT / "examples/clients/client-projects.yaml"
    note = ROOT / "examples/clients/inbox/Solwind/maintenance.txt"
    curves = draw_curves(str(policy), [Sample("Solwind/note.txt", note.read_bytes())])
    (hidden,) = (one for one in curves if one.parameter == "k")
    told = [point.told for point in hidden.points if point.told is not None]
    assert len(told) >= 2
    assert told[0] > told[-1]
    assert hidden.points[0].kept > hidden.points[-1].kept


def test_expected_and_missed_are_added_up() -> None:
    def at(start: int, end: int, score: float) -> Decision:
        return Decision(start, end, "identifiers", "person", "replaced", "", "A", {"score": score})

    widest = [at(0, 4, 0.9), at(10, 14, 0.2)]
    assert expected_missed(widest, widest[:1]) == (pytest.approx(1.1), pytest.approx(0.2))
    assert words_and_kept("John saw Jane now", widest[:1]) == (4, 3)
    assert json.dumps(words_and_kept("", [])) == "[0, 0]"
