"""Pages of a document as pictures: boxes in place, each look in the ledger, nothing in the clear."""

from __future__ import annotations

import io
from pathlib import Path

import docx
import pytest
from sqlalchemy import update

from adapters.documents.office import old_office
from adapters.ledger import ledger_path, read_ledger
from adapters.machine.locations import home
from service.app.context import Service
from service.people.accounts import group_named
from service.releases import intake
from service.releases.moves import State
from service.releases.retention import clear
from service.releases.review import finishing
from service.releases.running import drain
from service.state.columns import now
from service.state.tables import Release
from tests.drawn_pages import pdf_of
from tests.programs import absent
from tests.service.cases import POLICY, approved_policy, documents, person
from tests.service.people import Door

PAGES = pdf_of(
    [(72, 700, "I saw John Miller in Albany."), (72, 680, "His number is 219-09-9999.")],
    [(72, 700, "Nothing of note.")],
)


def begun(service: Service, **files: bytes) -> list[str]:
    """Documents of a release in review, in the order of their names."""
    operator = person(service, "operator.clinic")
    with service.database.look() as state:
        group = group_named(state, "clinic").id
    policy = approved_policy(service, POLICY + "review: {all_above: 0}\n")
    release = intake.new_release(service, operator, group, "A case", policy).id
    for name, content in files.items():
        intake.add_document(service, operator, release, name.replace("_", "."), content, "")
    intake.start(service, operator, release)
    assert drain(service) == 1
    return [row.id for _, row in sorted(documents(service, release).items())]


def looks() -> int:
    return sum(one.event == "viewed" for one in read_ledger(ledger_path(home())).entries)


def word_file() -> bytes:
    made, written = docx.Document(), io.BytesIO()
    made.sections[0].header.paragraphs[0].text = "Letter about John Miller"
    made.add_paragraph("His number is 219-09-9999.")
    made.save(written)
    return written.getvalue()


def test_pages_of_a_pdf_with_boxes_beside_the_released_form(furnished: Service, door: Door) -> None:
    document, plain = begun(furnished, a_pdf=PAGES, b_txt=b"His number is 219-09-9999.\n")
    program, address = door.program("reviewer.clinic"), f"/api/v1/documents/{document}/pages"
    before = looks()
    shown = program.get(f"{address}/1").json()
    assert (shown["n_pages"], shown["n_released"], looks()) == (2, 2, before + 1)
    findings = program.get(f"/api/v1/documents/{document}").json()["findings"]
    boxes = {findings[box["finding"]]["text"]: box for box in shown["boxes"]}
    assert {"John Miller", "219-09-9999"} <= set(boxes)
    assert boxes["John Miller"]["left"] == pytest.approx((72 + 33) / 612, abs=0.01)
    assert boxes["219-09-9999"]["top"] == pytest.approx(1 - 690 / 792, abs=0.01)
    pictures = {form: program.get(f"{address}/1/{form}") for form in ("original", "released")}
    for answer in pictures.values():
        assert (answer.headers["content-type"], answer.headers["cache-control"]) == ("image/png", "no-store")
    assert pictures["original"].content != pictures["released"].content
    assert looks() == before + 3, "the page, its findings and the picture of the original: three looks"
    assert program.get(f"{address}/3").status_code == 404
    assert program.get(f"/api/v1/documents/{plain}/pages/1").json()["code"] == "RVW016"

    page = door.browser("reviewer.clinic").get(f"/review/{document}?page=1").text
    assert page.count("<rect") == len(shown["boxes"])
    assert "Page 1 of 2 of the original." in page
    assert "Pages are drawn of PDF and Word documents" not in page
    text = door.browser("reviewer.clinic").get(f"/review/{plain}?page=1").text
    assert 'id="as-pages"' not in text
    seen = looks()
    for login, status in (("approver.clinic", 403), ("auditor.clinic", 403), ("reviewer.court", 404)):
        assert door.program(login).get(f"{address}/1/original").status_code == status
    assert looks() == seen, "who is refused has seen nothing"


def test_pages_of_a_word_document_are_drawn_once_and_go_with_the_originals(
    furnished: Service, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not old_office.is_installed():
        absent("LibreOffice, and a system that lets it run without a network")
    (document,) = begun(furnished, a_docx=word_file())
    program, address = door.program("reviewer.clinic"), f"/api/v1/documents/{document}"
    shown = program.get(f"{address}/pages/1").json()
    findings = program.get(address).json()["findings"]
    boxed = {findings[box["finding"]]["text"] for box in shown["boxes"]}
    assert boxed == {one["text"] for one in findings} == {"John Miller", "219-09-9999"}
    kept = sorted(furnished.settings.folder.rglob("*.drawn"))
    assert len(kept) == 2, "the original and the released form"
    stored = [path.read_bytes() for path in furnished.settings.folder.rglob("*") if path.is_file()]
    assert not any(b"%PDF" in content or b"PNG" in content for content in stored)
    assert not list(Path("/dev/shm").glob("saferelease-office-*"))
    monkeypatch.setattr(old_office, "converted", lambda *given: pytest.fail("it is drawn again"))
    assert program.get(f"{address}/pages/1/released").status_code == 200

    monkeypatch.setattr(old_office, "is_installed", lambda: False)
    told = program.get(f"{address}/pages/1").json()
    assert told["code"] == "RVW016"
    assert "LibreOffice" in told["detail"]
    page = door.browser("reviewer.clinic").get(f"/review/{document}?page=1").text
    assert "need LibreOffice" in page
    assert 'id="original"' in page, "the text is shown all the same"
    _they_go_with_the_originals(furnished, kept)


def _they_go_with_the_originals(service: Service, kept: list[Path]) -> None:
    with service.database.begin() as state:
        past = {"state": State.CANCELLED.value, "keep_until": now()}
        state.execute(update(Release).values(past))
    assert clear(service) == 1
    assert not any(path.exists() for path in kept)


def test_the_picture_is_of_what_people_decided_once_they_are_done(furnished: Service, door: Door) -> None:
    (document,) = begun(furnished, a_pdf=PAGES)
    program, address = door.program("reviewer.clinic"), f"/api/v1/documents/{document}"
    before = program.get(f"{address}/pages/1/released").content
    start = program.get(address).json()["text"].index("Albany")
    missed = {"kind": "add", "start": start, "end": start + 6, "category": "person"}
    assert program.post(f"{address}/corrections", json=missed).json() == {"places": 1}
    assert program.get(f"{address}/pages/1/released").content == before
    assert finishing.finish(furnished, person(furnished, "reviewer.clinic"), document) == ""
    after = program.get(f"{address}/pages/1/released").content
    assert after != before
