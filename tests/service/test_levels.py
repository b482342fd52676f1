"""Another level of generalization: what each tells, how the risk moves; the checks have the last word."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from engine.record.telling import Level
from service.app.context import Service
from service.refusals import Refusal
from service.releases import approval
from service.releases.intake import bundle_path
from service.releases.review import correcting, desks, finishing, overrides, weighing
from service.releases.review.correcting import Asked
from service.releases.review.sheets import WRONG, Finding
from service.releases.review.weighing import Choice
from service.releases.running import drain
from service.state.tables import Override
from tests.service.cases import POLICY, approved_policy, documents, person, started
from tests.service.people import Door

PROTECTED = (
    POLICY
    + "counts: wikipedia\nknowledge: [wordnet]\nconcepts:\n"
    + "  - {id: hiv, protect: HIV, law: CJEU C-184/20, alpha: 1.5}\nreview: {all_above: 0}\n"
)
LETTER = (
    "Zidovudine was given for syphilis in the ward.\n\nThe council met on Monday about the garden.\n\n"
    "Later syphilis was seen again. Drugstores sell it.\n"
)


@pytest.fixture(autouse=True)
def no_bench_stays_open() -> Iterator[None]:
    yield
    finishing.benches.close()


def begun(service: Service) -> tuple[str, str]:
    """A release with the letter in review, and the letter."""
    release = started(service, approved_policy(service, PROTECTED), {"a.txt": LETTER})
    return release, documents(service, release)[1].id


def found(service: Service, document: str, words: str) -> Finding:
    desk = desks.open_desk(service, person(service, "reviewer.clinic"), document)
    return next(one for one in desk.findings if one.text == words)


def level(one: Finding, *, within: bool) -> Level:
    """The level on one side of the limit that tells most."""
    several = [each for each in one.levels if each.within is within and each.probability is not None]
    return max(several, key=lambda each: each.probability or 0)


def asked(one: Finding, words: str, **more: str) -> Asked:
    return Asked("level", one.start, one.end, replacement=words, **more)


def test_every_level_is_shown_beside_the_limit_and_the_risk_moves(furnished: Service, door: Door) -> None:
    _, document = begun(furnished)
    page = door.browser("reviewer.clinic").get(f"/review/{document}").text
    program = door.program("reviewer.clinic")
    answer = program.get(f"/api/v1/documents/{document}").json()
    ladders = {
        one["text"]: [Level.model_validate(each) for each in one["levels"]] for one in answer["findings"]
    }
    assert {"Zidovudine", "syphilis"} <= set(ladders)
    for text, levels in ladders.items():
        words = [one.words for one in levels]
        assert text.casefold() not in map(str.casefold, words), "the original is no level"
        assert (words[-1], levels[-1].bits) == ("[REDACTED]", 0)
        for one in levels:
            assert (one.concept, one.clause) == ("HIV", "hiv")
            assert one.within is (one.probability is not None and one.probability < one.allowed)
            assert f'value="{one.words}"' in page
    specific, *_, general, _ = ladders["Zidovudine"]
    assert (specific.bits or 0) > specific.allowed_bits > (general.bits or 99)
    assert "above the limit" in page
    _the_risk_moves(furnished, program, document)


def _the_risk_moves(service: Service, program: TestClient, document: str) -> None:
    one, reviewer = found(service, document, "Zidovudine"), person(service, "reviewer.clinic")
    address, then = f"/api/v1/documents/{document}/weighing", []
    for words in (level(one, within=False).words, one.replacement, "[REDACTED]"):
        body = {"start": one.start, "end": one.end, "replacement": words}
        (told,) = program.post(address, json=body).json()
        then.append((told["paragraph"]["then"], told["document"]["then"]))
        now = (told["paragraph"]["now"], told["document"]["now"])
    assert then[1] == now, "what the policy put there changes nothing"
    assert then[0][0] > then[1][0] > then[2][0]
    assert then[0][1] > then[1][1] > then[2][1]
    assert found(service, document, "Zidovudine").state == "open", "nothing was saved"
    for bad in ({"start": 0, "end": 3}, {"replacement": "  "}):
        assert program.post(address, json=body | bad).json()["code"] == "RVW011"
    correcting.correct(service, reviewer, document, asked(one, "[REDACTED]"))
    other = found(service, document, "syphilis")
    (after,) = weighing.weigh(service, reviewer, document, Choice(other.start, other.end, "[REDACTED]"))
    assert after.paragraph.now == then[2][0], "what was said before counts"
    assert after.paragraph.then < after.paragraph.now


def test_within_the_limit_one_person_chooses_above_it_two(furnished: Service) -> None:
    release, document = begun(furnished)
    reviewer, approver = (person(furnished, f"{role}.clinic") for role in ("reviewer", "approver"))
    drug, illness = found(furnished, document, "Zidovudine"), found(furnished, document, "syphilis")
    correcting.correct(furnished, reviewer, document, asked(drug, "an antiretroviral"))
    assert "VER" in finishing.finish(furnished, reviewer, document), "words that nobody offered are checked"
    assert correcting.undo(furnished, reviewer, document) == 1

    mild, telling = level(illness, within=True).words, level(drug, within=False).words
    assert mild != illness.replacement
    said = asked(illness, mild, everywhere="document", code="consent", reason="idle")
    assert correcting.correct(furnished, reviewer, document, said) == 2
    assert _overrides(furnished) == [], "nobody need grant what the policy allows"
    for more in ({}, {"code": WRONG, "reason": "no"}, {"code": "consent"}):
        with pytest.raises(Refusal, match="RVW011"):
            correcting.correct(furnished, reviewer, document, asked(drug, telling, **more))
    said = asked(drug, telling, code="consent", reason="She agreed.")
    correcting.correct(furnished, reviewer, document, said)
    shown = found(furnished, document, "Zidovudine")
    assert (shown.state, shown.put) == ("override asked", drug.replacement), "it does not count yet"
    with pytest.raises(Refusal, match="RVW012"):
        finishing.finish(furnished, reviewer, document)
    (override,) = _overrides(furnished)
    overrides.decide_override(furnished, approver, override.id, grant=True)
    assert found(furnished, document, "Zidovudine").put == telling
    assert finishing.finish(furnished, reviewer, document) == ""

    approval.approve(furnished, approver, release, "good")
    drain(furnished)
    folder = bundle_path(furnished, release)
    text = (folder / "documents" / "document-000001.txt").read_text()
    assert (text.count(mild), text.count(telling), text.count("syphilis")) == (2, 1, 0)
    (named,) = json.loads((folder / "manifest.json").read_text())["review"]["overrides"]
    assert (named["category"], named["code"]) == ("HIV", "consent")


def _overrides(service: Service) -> list[Override]:
    with service.database.look() as state:
        return list(state.scalars(select(Override)))
