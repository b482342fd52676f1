"""The form of a policy in a browser's hands: answers, words, refusals, and who looks."""

from __future__ import annotations

import re
from html import unescape

import pytest

from service.app.context import Service
from service.people.accounts import group_named
from service.people.roles import Action
from service.policies import books
from service.policies.form import changed
from service.policies.form_fields import FIELDS, LOOKING, SCREENS
from service.refusals import Refusal
from tests.near_misses import near_misses
from tests.service.cases import POLICY, person
from tests.service.people import Browser, Door
from tests.service.test_policy_bench import draft_of

TEXT = POLICY + "# kept as it is\nreview:\n  all_above: 0  # all\n"


def text_of(service: Service, version: str) -> str:
    with service.database.look() as state:
        row, _ = books.visible_version(state, person(service, "author.clinic"), version, Action.READ_POLICIES)
        return books.text_of(service, row)


def seen(author: Browser, address: str) -> str:
    found = re.search(r'name="seen" value="(\w+)"', author.get(address).text)
    assert found
    return found[1]


def test_five_screens_show_what_the_text_says(furnished: Service, door: Door) -> None:
    version, author = draft_of(furnished, TEXT), door.browser("author.clinic")
    pages = {screen: author.get(f"/policies/{version}/form/{screen}") for screen in SCREENS}
    assert {page.status_code for page in pages.values()} == {200}
    assert 'value="Letters"' in pages["law"].text
    assert 'value="ssn, email, phone"' in pages["never"].text
    assert re.search(r'value="all" checked', pages["people"].text)
    assert '<span class="comment"># kept as it is</span>' in pages["law"].text
    told = unescape(pages["documents"].text)
    assert all(words in told for one in FIELDS["documents"] for words in one.choices.values())


def test_an_answer_stands_in_the_text_and_is_shown_before_it_is_kept(furnished: Service, door: Door) -> None:
    version, author = draft_of(furnished, TEXT), door.browser("author.clinic")
    address = f"/policies/{version}/form/people"
    sent = {
        "seen": seen(author, address),
        "part": "screen",
        "who": "risk",
        "review.all_above": "40",
        "review.sample": "50",
    }
    beside = author.post(f"{address}/beside", **sent)
    assert re.search(r'class="new".*all_above.*40.*# all', beside.text)
    assert text_of(furnished, version) == TEXT
    answer = author.post(address, **sent)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/policies/{version}?done=saved")
    assert text_of(furnished, version) == TEXT.replace("0  # all\n", "40  # all\n  sample: 50\n")
    assert author.post(address, **sent).status_code == 409  # made of the text before


def test_words_of_people_become_keys_and_unknown_ones_are_answered(furnished: Service, door: Door) -> None:
    version, author = draft_of(furnished, TEXT), door.browser("author.clinic")
    address = f"/policies/{version}/form/never"
    sent = {"seen": seen(author, address), "part": "clause", "law": "HIPAA"}
    wrong = author.post(address, **sent, find="postl code")
    assert wrong.status_code == 422
    assert 'value="postl code"' in wrong.text
    assert author.post(address, **sent, find="date of brith").status_code == 422
    assert text_of(furnished, version) == TEXT
    assert author.post(address, **sent, find="Postal code, social insurance number").status_code == 303
    added = "find: [zip, national-id]\n    countries: [ca]\n"
    assert f"law: 45 CFR 164.514(b)(2)(i)\n    {added}" in text_of(furnished, version)


def test_a_law_in_words_and_a_law_of_ones_own(furnished: Service, door: Door) -> None:
    version, author = draft_of(furnished, TEXT), door.browser("author.clinic")
    address = f"/policies/{version}/form/law"
    own = {
        "part": "own-law",
        "cite": "House rule 7",
        "law_title": "Names stay: inside",
        "law_effective": "2026-01-31",
    }
    assert author.post(address, seen=seen(author, address), **own).status_code == 303
    assert (
        'laws:\n  - cite: House rule 7\n    title: "Names stay: inside"\n    effective: 2026-01-31\n'
        in text_of(furnished, version)
    )
    assert author.post(address, seen=seen(author, address), **own).status_code == 422
    sent = {"part": "screen", "title": "Letters"}
    assert author.post(address, seen=seen(author, address), **sent, base="PHIPPA").status_code == 422
    assert author.post(address, seen=seen(author, address), **sent, base="PHIPA").status_code == 303
    assert "extends: canada-phipa\n" in text_of(furnished, version)
    two = author.post(address, seen=seen(author, address), **sent, base=["canada-phipa", "FOIA"])
    assert two.status_code == 303
    assert "combines: [canada-phipa, us-foia]\n" in text_of(furnished, version)
    assert "extends:" not in text_of(furnished, version)


def test_a_draft_begins_under_a_law_that_nobody_shipped(door: Door, furnished: Service) -> None:
    author = door.browser("author.clinic")
    with furnished.database.look() as state:
        group = group_named(state, "clinic").id
    sent = {
        "group": group,
        "cite": "Charter art. 4",
        "law_title": "Names of pupils stay",
        "law_effective": "2026-01-31",
    }
    answer = author.post("/policies/own-law", **sent, slug="pupils")
    version = answer.headers["location"].split("/")[2]
    text = text_of(furnished, version)
    assert "title: Names of pupils stay\n    effective: 2026-01-31\n" in text
    assert "review:\n  all_above: 0\n" in text
    known = author.post("/policies/own-law", **(sent | {"cite": "PHIPA"}), slug="ontario")
    assert "extends: canada-phipa" in text_of(furnished, known.headers["location"].split("/")[2])
    assert author.post("/policies/own-law", **(sent | {"law_effective": "soon"}), slug="x").status_code == 422


def test_no_near_miss_of_a_choice_is_taken() -> None:
    tried = 0
    for screen in SCREENS:
        for one in (each for each in FIELDS[screen] if each.choices):
            for miss in near_misses(next(iter(one.choices)), tuple(one.choices)):
                if not (isinstance(miss, str) and miss.strip()) or miss.strip() in one.choices:
                    continue
                with pytest.raises(Refusal) as refused:
                    changed(TEXT, screen, {"part": ["screen"], "who": ["all"], one.name: [miss]})
                assert refused.value.status == 422
                tried += 1
    for word, screen, name in (
        ("screen", "law", "part"),
        ("all", "people", "who"),
        ("clause", "never", "part"),
    ):
        for miss in near_misses(
            word, (*LOOKING, "screen", "clause", "clause-away", "own-law", "own-law-away")
        ):
            if isinstance(miss, str) and miss.strip() not in (*LOOKING, "screen", "clause"):
                sent = {"part": ["screen"], "who": ["all"], "find": ["zip"], "law": ["HIPAA"], name: [miss]}
                with pytest.raises(Refusal) as refused:
                    changed(TEXT, screen, sent)  # type: ignore[arg-type]
                assert refused.value.status == 422
                tried += 1
    assert tried > 200


def test_an_unknown_screen_or_field_is_refused(furnished: Service, door: Door) -> None:
    version, author = draft_of(furnished, TEXT), door.browser("author.clinic")
    assert author.get(f"/policies/{version}/form/peeple").status_code == 422
    assert (
        author.post(f"/policies/{version}/form/people", part="screen", **{"review.smaple": "5"}).status_code
        == 422
    )
    for login, status in (("approver.clinic", 403), ("reviewer.clinic", 403), ("author.court", 404)):
        assert door.browser(login).get(f"/policies/{version}/form/law").status_code == status
    books.submit_policy(furnished, person(furnished, "author.clinic"), version)
    assert author.get(f"/policies/{version}/form/law").status_code == 409


def test_a_text_that_no_longer_asks_people_is_kept_after_a_question_alone(
    furnished: Service, door: Door
) -> None:
    version, author = draft_of(furnished, TEXT), door.browser("author.clinic")
    asked = author.post(f"/policies/{version}", text=POLICY)
    assert "Is nobody to look any more?" in asked.text
    assert text_of(furnished, version) == TEXT
    hidden = re.search(r'name="text" value="([^"]*)"', asked.text)
    assert hidden
    assert author.post(f"/policies/{version}", text=POLICY, nobody="lokks").status_code == 422
    assert author.post(f"/policies/{version}", text=POLICY, nobody="looks").status_code == 303
    assert text_of(furnished, version) == POLICY
    assert author.post(f"/policies/{version}", text=POLICY + "# more\n").status_code == 303


def test_a_policy_at_which_nobody_looks_says_so_before_submission_and_at_approval(
    furnished: Service, door: Door
) -> None:
    version, author = draft_of(furnished, POLICY), door.browser("author.clinic")
    for address in (f"/policies/{version}", f"/policies/{version}/form/never"):
        assert "Nobody looks." in author.get(address).text
    author.post(f"/policies/{version}/submit")
    approver = door.browser("approver.clinic")
    assert "Nobody looks." in approver.get(f"/policies/{version}").text
    other = draft_of(furnished, TEXT.replace("policy: letters", "policy: looked"))
    books.submit_policy(furnished, person(furnished, "author.clinic"), other)
    assert "Nobody looks." not in approver.get(f"/policies/{other}").text
