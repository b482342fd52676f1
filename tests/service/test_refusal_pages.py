"""Who is refused at a browser reads a page: with the menu, what to do, and a way back."""

from __future__ import annotations

import pytest

from service.app.context import Service
from tests.service.cases import POLICY, approved_policy, started
from tests.service.people import PASSWORD, Door

PEOPLE = {"accept": "text/html"}


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"content-length": str(1 << 40)}, 413, "SVC006"),
        ({"host": "elsewhere.example"}, 400, "SVC007"),
        ({"origin": "https://elsewhere.example"}, 403, "SVC008"),
    ],
)
def test_what_is_refused_at_the_edge_is_a_page_for_people(
    door: Door, headers: dict[str, str], status: int, code: str
) -> None:
    page = door.client().post("/releases", headers={**PEOPLE, **headers})
    assert page.status_code == status and page.headers["content-type"].startswith("text/html")
    assert code in page.text and "<h1>" in page.text and "elsewhere" not in page.text
    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    for path, accept in (("/releases", "*/*"), ("/api/v1/releases", "text/html")):
        answer = door.client().post(path, headers={"accept": accept, **headers})
        assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_refusal_keeps_the_menu_and_leads_back(furnished: Service, door: Door) -> None:
    release = started(furnished, approved_policy(furnished), {"a.txt": "Call 217-555-0148.\n"})
    operator = door.browser("operator.clinic")
    came = {"referer": f"http://service.test/releases/{release}?by=risk", **PEOPLE}
    page = operator.client.get("/releases/nothing", headers=came)
    assert page.status_code == 404
    assert 'href="/schedules"' in page.text and "Sign out" in page.text
    assert f'href="/releases/{release}?by=risk">Back to the page' in page.text
    again = operator.client.post(f"/releases/{release}/start", data={"csrf": "old"}, headers=came)
    assert again.status_code == 403 and "Back to the page" in again.text


@pytest.mark.parametrize(
    "came",
    ["https://elsewhere.example/x", "http://service.test//elsewhere.example", "x", "http://service.test/"],
)
def test_it_leads_nowhere_else(door: Door, came: str) -> None:
    page = door.browser("operator.clinic").client.get(
        "/releases/nothing", headers={"referer": came, **PEOPLE}
    )
    assert page.status_code == 404 and "Back to the page" not in page.text and "elsewhere" not in page.text


def test_its_title_says_what_is_wrong(door: Door) -> None:
    page = door.browser("root").post("/people/accounts", login="root", display="Again", email="")
    assert page.status_code == 409
    assert "Not possible as things stand" in page.text and "Changed meanwhile" not in page.text
    assert PASSWORD not in page.text


def test_a_text_that_is_too_long_is_told(furnished: Service, door: Door) -> None:
    version = approved_policy(furnished)
    page = door.browser("author.clinic").client.post(
        f"/policies/{version}", files={"text": (None, "x" * 2_000_000)}, headers=PEOPLE
    )
    assert page.status_code == 400 and "one field of it is too long" in page.text


def test_the_page_of_a_release_leads_to_its_policy_and_says_what_stays(
    furnished: Service, door: Door
) -> None:
    version = approved_policy(furnished, POLICY)
    texts = {"a.txt": "Nothing is here.\n", "b.exe": "MZ\0\0"}
    release = started(furnished, version, texts)
    page = door.browser("approver.clinic").get(f"/releases/{release}")
    assert f'href="/policies/{version}"' in page.text
    assert "1 of 2 documents leave. 1 stays here, for the reasons below." in page.text
