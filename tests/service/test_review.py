"""Review and approval, from upload to a signed bundle, by the people who do it."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from datetime import timedelta

import pytest
from scipy.stats import binom
from sqlalchemy import select, update

from adapters.ledger import ledger_path, read_ledger
from adapters.ledger.witnesses import Receipt
from adapters.machine.locations import home
from engine.errors import RefusedError
from engine.measures.sampling import statement_of, upper_bound
from engine.plan.steps import PlannedReview
from engine.record.report import DocumentRecord
from engine.stages.corrections import Corrections
from flows.audit.reading import entries_of
from flows.audit.verification.bundle import verify_release
from flows.orchestration.job import ReleaseJob, run_job
from flows.orchestration.reviewing import Workbench
from flows.release.records.recording import receipts_folder
from service.app.context import Service
from service.people.accounts import group_named
from service.refusals import Refusal
from service.releases import approval
from service.releases.intake import add_document, bundle_path, engine_number, new_release, start
from service.releases.moves import write_down
from service.releases.retention import clear
from service.releases.review import correcting, desks, finishing, overrides
from service.releases.review.choosing import choose, statement, widen
from service.releases.review.correcting import Asked
from service.releases.review.sheets import WRONG
from service.releases.running import drain
from service.state.columns import now
from service.state.tables import Correction, Move, Override, Release, ReleaseDocument
from tests.service.cases import LETTER, POLICY, approved_policy, documents, person, release_of, started
from tests.service.people import Door


@pytest.fixture(autouse=True)
def no_bench_stays_open() -> Iterator[None]:
    yield
    finishing.benches.close()


def finish_all(service: Service, release: str, login: str = "reviewer.clinic") -> None:
    for document in documents(service, release).values():
        if document.state in ("to review", "reviewed once"):
            assert finishing.finish(service, person(service, login), document.id) == ""


def texts_left(service: Service, release: str) -> list[str]:
    folder = bundle_path(service, release) / "documents"
    return [path.read_text(encoding="utf-8") for path in folder.iterdir()]


def place(text: str, words: str) -> dict[str, int]:
    return {"start": text.index(words), "end": text.index(words) + len(words)}


def rows(n: int, risk: float = 0.0) -> list[ReleaseDocument]:
    return [
        ReleaseDocument(id=str(i), number=i, outcome="released", risk=risk, n_missed=0, state="read")
        for i in range(n)
    ]


def planned(**values: object) -> PlannedReview:
    whole = {"all_above": 0, "sample": 0, "bound": None, "reviewers": 1, "separate": True, "keep_days": 30}
    return PlannedReview.model_validate(whole | values)


def test_risk_and_sample_choose_whom_people_look_at() -> None:
    """review.all_above and review.sample."""
    found = rows(10)
    found[3].risk, found[4].outcome, found[5].outcome = 70, "quarantined", "refused"
    choose(found, planned(all_above=50, sample=3))
    assert [d.chosen for d in found].count("sample") == 3
    assert (found[3].chosen, found[4].chosen, found[5].chosen) == ("risk", "", "refused")
    choose(found, planned())
    assert {d.chosen for d in found if d.outcome == "released"} == {"all"}
    choose(found, None)
    assert {d.chosen for d in found} == {""}


def test_the_sample_is_drawn_at_random() -> None:
    drawn: set[int] = set()
    for _ in range(60):
        found = rows(10)
        choose(found, planned(all_above=50, sample=2))
        drawn |= {d.number for d in found if d.chosen == "sample"}
    assert drawn == set(range(10))


def test_a_bound_that_is_not_reached_sends_the_rest() -> None:
    """review.bound."""
    for misses, sent in ((0, 0), (2, 40)):
        found = rows(100)
        choose(found, planned(all_above=50, sample=60, bound=0.05))
        for i, document in enumerate([d for d in found if d.chosen == "sample"]):
            document.state, document.n_missed = "reviewed", int(i < misses)
        assert widen(found, planned(all_above=50, sample=60, bound=0.05)) == sent
        if not sent:
            said = statement(found)
            assert said is not None
            assert said.at_most == pytest.approx(1 - 0.05 ** (1 / 60))


@pytest.mark.parametrize(("found", "drawn"), [(0, 50), (1, 50), (3, 200), (7, 30)])
def test_the_bound_is_exact(found: int, drawn: int) -> None:
    """At the bound, so few misses or fewer happen in 5 of 100 samples; above it, more rarely."""
    p = upper_bound(found, drawn)
    assert binom.cdf(found, drawn, p) == pytest.approx(0.05)
    assert binom.cdf(found, drawn, p + 0.01) < 0.05
    assert str(round(1000 * p)) in statement_of(found, drawn, 1000).sentence


def test_run_refuses_a_policy_that_asks_people(service: Service, tmp_path: object) -> None:
    folder = service.settings.folder
    (folder / "p.yaml").write_text(POLICY + "review: {all_above: 0}\n")
    (folder / "a.txt").write_text(LETTER)
    with pytest.raises(RefusedError, match="RVW001"):
        run_job(ReleaseJob(str(folder / "p.yaml"), (folder / "a.txt",), folder / "out"), lambda a, b: None)


def test_a_release_is_reviewed_corrected_approved_and_sealed(furnished: Service, door: Door) -> None:
    """A missed name is added, a wrong finding refused, an override takes two, the bundle verifies."""
    service = furnished
    text = LETTER + "Also there: Xanthippe Quorble and a Baker Street.\nWrite to info@clinic.example.\n"
    release = started(service, approved_policy(service, POLICY + "review: {all_above: 0}\n"), {"a.txt": text})
    reviewer, approver = person(service, "reviewer.clinic"), person(service, "approver.clinic")
    assert release_of(service, release).state == "review"
    document = documents(service, release)[1]
    desk = desks.open_desk(service, reviewer, document.id)
    assert {"John Miller", "219-09-9999"} <= {one.text for one in desk.findings}

    missed = Asked("add", **place(text, "Quorble"), category="person")
    assert correcting.correct(service, reviewer, document.id, missed) == 1
    mail = Asked("keep", **place(text, "info@clinic.example"), code="published", reason="on the sign")
    correcting.correct(service, reviewer, document.id, mail)
    with pytest.raises(Refusal, match="RVW012"):
        finishing.finish(service, reviewer, document.id)
    with service.database.look() as state:
        override = state.scalars(select(Override)).one()
    with pytest.raises(Refusal) as refused:  # a reviewer grants nothing
        overrides.decide_override(service, reviewer, override.id, grant=True)
    assert refused.value.status == 403
    overrides.decide_override(service, approver, override.id, grant=True, words="yes")
    with pytest.raises(Refusal, match="SVC003"):
        overrides.decide_override(service, approver, override.id, grant=False)
    assert finishing.finish(service, reviewer, document.id) == ""
    assert release_of(service, release).state == "approval"
    assert door.program("approver.clinic").get(f"/api/v1/releases/{release}/bundle").status_code == 409
    approval.approve(service, approver, release, "as it should be")
    drain(service)
    row = release_of(service, release)
    assert (row.state, row.reason) == ("sealed", "")

    folder = bundle_path(service, release)
    assert verify_release(folder).faults == []
    released = (folder / "documents" / "document-000001.txt").read_text()
    assert "Quorble" not in released
    assert "John Miller" not in released
    assert "info@clinic.example" in released
    review = json.loads((folder / "manifest.json").read_text())["review"]
    assert review["approved_by"] == approver.display
    assert review["overrides"] == [
        {
            "document": "000001",
            "category": "email",
            "code": "published",
            "asked_by": reviewer.display,
            "granted_by": approver.display,
        }
    ]
    assert (review["added_findings"], review["refused_findings"], review["reviewed"]) == (1, 1, 1)
    answer = door.program("operator.clinic").get(f"/api/v1/releases/{release}/bundle")
    names = zipfile.ZipFile(io.BytesIO(answer.content)).namelist()
    assert {"manifest.json", "manifest.dsse.json", "report.html"} <= set(names)
    assert approver.display in (folder / "report.html").read_text()
    events = read_ledger(ledger_path(home())).entries
    assert [e for e in events if e.event == "viewed" and e.body["person"] == reviewer.id]
    assert [e.body["outcome"] for e in events if e.event == "override"] == ["granted"]
    for entry in events:
        if entry.event in ("viewed", "override", "moved"):
            receipt = Receipt.model_validate_json((receipts_folder() / f"{entry.seq:08d}.json").read_bytes())
            assert (receipt.holds(), receipt.entry) == (True, entry.hash), entry.event
    with service.database.look() as state:
        assert all(move.entry for move in state.scalars(select(Move)))


def test_what_a_clause_forbids_is_not_kept_by_one_person(furnished: Service) -> None:
    """Refused as wrong by one reviewer, a mail address is found again by the checks: the document stays."""
    service = furnished
    release = started(
        service, approved_policy(service, POLICY + "review: {all_above: 0}\n"), {"a.txt": LETTER}
    )
    reviewer, document = person(service, "reviewer.clinic"), documents(service, release)[1]
    wrong = Asked("keep", **place(LETTER, "jm@example.org"), code=WRONG, reason="no")
    correcting.correct(service, reviewer, document.id, wrong)
    said = finishing.finish(service, reviewer, document.id)
    assert "VER002" in said
    assert "jm@example" not in said
    assert documents(service, release)[1].state == "to review"
    assert correcting.undo(service, reviewer, document.id) == 1
    assert finishing.finish(service, reviewer, document.id) == ""


def test_two_reviewers_are_two_people(furnished: Service) -> None:
    """review.reviewers"""
    service = furnished
    policy = approved_policy(service, POLICY + "review: {all_above: 0, reviewers: 2}\n")
    release = started(service, policy, {"a.txt": LETTER})
    document = documents(service, release)[1]
    one, two = person(service, "reviewer.clinic"), person(service, "reviewer2.clinic")
    assert finishing.finish(service, one, document.id) == ""
    assert documents(service, release)[1].state == "reviewed once"
    with pytest.raises(Refusal, match="SVC003"):
        finishing.finish(service, one, document.id)
    assert finishing.finish(service, two, document.id) == ""
    assert release_of(service, release).state == "approval"


def test_corrections_are_saved_once_and_undone_together(furnished: Service) -> None:
    service = furnished
    text = "John Miller met John Miller. A quorble saw the quorble.\n"
    release = started(service, approved_policy(service, POLICY + "review: {all_above: 0}\n"), {"a.txt": text})
    reviewer, document = person(service, "reviewer.clinic"), documents(service, release)[1]
    asked = Asked("add", **place(text, "quorble"), category="person", everywhere="document", ticket="t-1")
    assert correcting.correct(service, reviewer, document.id, asked) == 2
    assert correcting.correct(service, reviewer, document.id, asked) == 0
    with service.database.look() as state:
        assert len(list(state.scalars(select(Correction)))) == 2
        sealed = b"".join(state.scalars(select(Correction.content_sealed)))
    assert b"quorble" not in sealed
    assert correcting.undo(service, reviewer, document.id) == 2
    for bad in (
        Asked("add", 0, 9999, category="person"),
        Asked("add", 0, 4, category="nothing"),
        Asked("keep", 1, 3, code=WRONG, reason="x"),
        Asked("keep", **place(text, "John Miller"), code=WRONG),
        Asked("nonsense", 0, 4),
    ):
        with pytest.raises(Refusal, match="RVW011"):
            correcting.correct(service, reviewer, document.id, bad)


def test_separate_keeps_makers_from_approving(furnished: Service) -> None:
    """review.separate"""
    service = furnished
    for separate in ("true", "false"):
        policy = POLICY.replace("letters\n", f"letters-{separate}\n", 1)
        release = Release(id="0" * 32, created_by="me", review={"separate": separate == "true"})
        assert policy
        who = person(service, "approver.clinic")
        release.created_by = who.id
        with service.database.look() as state:
            assert bool(approval.apart(state, who, release)) is (separate == "true")


def test_keep_days_end_the_originals(furnished: Service) -> None:
    """review.keep_days"""
    service = furnished
    policy = approved_policy(service, POLICY + "review: {all_above: 0, keep_days: 3}\n")
    release = started(service, policy, {"a.txt": LETTER})
    finish_all(service, release)
    approval.approve(service, person(service, "approver.clinic"), release, "")
    drain(service)
    row = release_of(service, release)
    assert row.keep_until is not None
    assert timedelta(days=2, hours=23) < row.keep_until - now() < timedelta(days=3, minutes=1)
    assert clear(service) == 0
    with service.database.begin() as state:
        state.execute(update(Release).values(keep_until=now() - timedelta(seconds=1)))
    assert clear(service) == 1
    assert not (service.settings.folder / "originals" / release).exists()
    assert verify_release(bundle_path(service, release)).faults == []
    with pytest.raises(Refusal, match="SVC005"):
        desks.open_desk(service, person(service, "reviewer.clinic"), documents(service, release)[1].id)


def test_a_draft_that_nobody_starts_expires(furnished: Service) -> None:
    service, operator = furnished, person(furnished, "operator.clinic")
    with service.database.look() as state:
        group = group_named(state, "clinic").id
    drafts = [new_release(service, operator, group, f"Draft {n}", "hipaa-safe-harbor").id for n in "abc"]
    for draft in drafts:
        add_document(service, operator, draft, "a.txt", LETTER.encode(), "")
    long_ago = now() - timedelta(days=service.settings.keep_days, minutes=1)
    with service.database.begin() as state:
        state.execute(update(Release).values(updated=long_ago))
    add_document(service, operator, drafts[1], "b.txt", LETTER.encode(), "")
    start(service, operator, drafts[2])
    assert clear(service) == 1
    expired, added_to, begun = (release_of(service, draft) for draft in drafts)
    assert (expired.state, expired.reason, expired.key_sealed) == ("cancelled", "expired", None)
    assert not (service.settings.folder / "originals" / expired.id).exists()
    assert (added_to.state, begun.state) == ("draft", "queued")
    assert added_to.key_sealed and begun.key_sealed
    write_down(service)
    assert entries_of(None, "", "moved", False)[-1].body["code"] == "expired"


def test_nobody_asked_still_waits_for_approval(furnished: Service) -> None:
    service = furnished
    release = started(
        service, approved_policy(service), {"a.txt": LETTER, "b.csv": "id,mail\n1,x@y.example\n"}
    )
    assert release_of(service, release).state == "approval"
    with pytest.raises(Refusal) as refused:
        approval.approve(service, person(service, "reviewer.clinic"), release, "")
    assert refused.value.status == 403
    approval.reject(service, person(service, "approver.clinic"), release, "not these")
    assert release_of(service, release).state == "rejected"
    assert drain(service) == 0
    assert not bundle_path(service, release).exists()


def test_a_release_is_begun_once_under_a_ticket(furnished: Service) -> None:
    from service.people.accounts import group_named
    from service.releases.intake import new_release

    operator, policy = person(furnished, "operator.clinic"), approved_policy(furnished)
    with furnished.database.look() as state:
        group = group_named(state, "clinic").id
    one = new_release(furnished, operator, group, "Case", policy, "t").id
    assert new_release(furnished, operator, group, "Case", policy, "t").id == one
    with pytest.raises(Refusal, match="SVC009"):
        new_release(furnished, operator, group, "Case", "hipaa-safe-harbor", "t")


def test_documents_are_taken_once_and_sealed(furnished: Service) -> None:
    service = furnished
    operator = person(service, "operator.clinic")
    from service.people.accounts import group_named
    from service.releases.intake import new_release

    with service.database.look() as state:
        group = group_named(state, "clinic").id
    release = new_release(service, operator, group, "Case", approved_policy(service)).id
    one = add_document(service, operator, release, "Quorble.txt", b"zqxcanary text", "k")
    assert add_document(service, operator, release, "Quorble.txt", b"zqxcanary text", "k") == one
    for name, content in (("other.txt", b"zqxcanary text"), ("Quorble.txt", b"zqxcanary tent")):
        with pytest.raises(Refusal, match="SVC009"):
            add_document(service, operator, release, name, content, "k")
    for bad in ("", ".hidden", "x" * 300, "a\nb"):
        with pytest.raises(Refusal, match="SVC004"):
            add_document(service, operator, release, bad, b"", "")
    stored = [path.read_bytes() for path in service.settings.folder.rglob("*") if path.is_file()]
    assert stored
    assert not any(b"zqxcanary" in content for content in stored)
    start(service, operator, release)
    with pytest.raises(Refusal, match="SVC003"):
        add_document(service, operator, release, "late.txt", b"", "")


@pytest.mark.parametrize("name", ["quorble", "qub"])
def test_a_missed_name_goes_in_documents_that_nobody_looked_at(furnished: Service, name: str) -> None:
    """*And in the release* marks it where people look; in the others the machine removes the same value."""
    texts = {f"{n}.txt": f"{LETTER}A {name} came too, number {n}.\n" for n in range(3)}
    policy = approved_policy(furnished, POLICY + "review: {all_above: 100, sample: 1}\n")
    release = started(furnished, policy, texts)
    (chosen,) = [row for row in documents(furnished, release).values() if row.chosen]
    reviewer, at = person(furnished, "reviewer.clinic"), texts["0.txt"].index(name)
    asked = Asked("add", at, at + len(name), category="person", everywhere="release")
    assert correcting.correct(furnished, reviewer, chosen.id, asked) == 1
    assert finishing.finish(furnished, reviewer, chosen.id) == ""
    approval.approve(furnished, person(furnished, "approver.clinic"), release, "")
    assert drain(furnished) == 1
    left = texts_left(furnished, release)
    assert len(left) == 3 and not any(name in text for text in left)
    assert all(f"number {n}" in "".join(left) for n in range(3))


def test_a_missed_name_goes_in_a_document_that_was_signed_off_before(furnished: Service) -> None:
    texts = {f"{n}.txt": f"{LETTER}A quorble came too, number {n}.\n" for n in range(2)}
    release = started(furnished, approved_policy(furnished, POLICY + "review: {all_above: 0}\n"), texts)
    reviewer, at = person(furnished, "reviewer.clinic"), texts["0.txt"].index("quorble")
    first, second = documents(furnished, release).values()
    assert finishing.finish(furnished, reviewer, first.id) == ""
    asked = Asked("add", at, at + 7, category="person", everywhere="release")
    assert correcting.correct(furnished, reviewer, second.id, asked) == 1
    assert finishing.finish(furnished, reviewer, second.id) == ""
    assert [row.n_missed for row in documents(furnished, release).values()] == [1, 1]
    approval.approve(furnished, person(furnished, "approver.clinic"), release, "")
    assert drain(furnished) == 1
    left = texts_left(furnished, release)
    assert len(left) == 2 and not any("quorble" in text for text in left)


def test_what_is_added_elsewhere_between_reading_and_signing_off_is_not_lost(
    furnished: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {f"{n}.txt": f"{LETTER}A quorble and a zindle came too, number {n}.\n" for n in range(2)}
    policy = approved_policy(furnished, POLICY + "review: {all_above: 100, sample: 1}\n")
    release = started(furnished, policy, texts)
    (chosen,) = [row for row in documents(furnished, release).values() if row.chosen]
    (other,) = [row for row in documents(furnished, release).values() if not row.chosen]
    reviewer, text, do_again = person(furnished, "reviewer.clinic"), texts["0.txt"], Workbench.release

    def asked(word: str) -> Asked:
        at = text.index(word)
        return Asked("add", at, at + len(word), category="person", everywhere="release")

    def adding(self: Workbench, number: str, corrections: Corrections) -> DocumentRecord:
        """A colleague's correction of a third document reaches the closed one meanwhile."""
        if number == engine_number(other):
            monkeypatch.setattr(Workbench, "release", do_again)
            place, case = text.index("zindle"), release_of(furnished, release)
            correcting._save(furnished, reviewer, case, asked("zindle"), [(other, [(place, place + 6)])])
        return do_again(self, number, corrections)

    correcting.correct(furnished, reviewer, chosen.id, asked("quorble"))
    monkeypatch.setattr(Workbench, "release", adding)
    with pytest.raises(Refusal, match="SVC003"):
        finishing.finish(furnished, reviewer, chosen.id)
    assert finishing.finish(furnished, reviewer, chosen.id) == ""
    approval.approve(furnished, person(furnished, "approver.clinic"), release, "")
    assert drain(furnished) == 1
    left = texts_left(furnished, release)
    assert len(left) == 2 and not any("quorble" in one for one in left)
    assert sum("zindle" in one for one in left) == 1


def test_a_closed_document_that_a_check_refuses_then_stays_behind(
    furnished: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {f"{n}.txt": f"{LETTER}A quorble came too, number {n}.\n" for n in range(2)}
    policy = approved_policy(furnished, POLICY + "review: {all_above: 100, sample: 1}\n")
    release = started(furnished, policy, texts)
    (chosen,) = [row for row in documents(furnished, release).values() if row.chosen]
    do_again = Workbench.release

    def refusing(self: Workbench, number: str, corrections: Corrections) -> DocumentRecord:
        done = do_again(self, number, corrections)
        wrong = {"outcome": "refused", "reason": "[VER002] must hold no identifier"}
        return done if number == engine_number(chosen) else done.model_copy(update=wrong)

    monkeypatch.setattr(Workbench, "release", refusing)
    reviewer, at = person(furnished, "reviewer.clinic"), texts["0.txt"].index("quorble")
    correcting.correct(
        furnished, reviewer, chosen.id, Asked("add", at, at + 7, category="person", everywhere="release")
    )
    assert finishing.finish(furnished, reviewer, chosen.id) == ""
    (other,) = [row for row in documents(furnished, release).values() if not row.chosen]
    assert (other.outcome, other.state, other.output) == ("refused", "withheld", "")
    approval.approve(furnished, person(furnished, "approver.clinic"), release, "")
    assert drain(furnished) == 1
    left = texts_left(furnished, release)
    assert len(left) == 1 and "quorble" not in left[0]


def test_what_a_guard_refuses_at_the_seal_is_told(furnished: Service, door: Door) -> None:
    """Of two releases of one text, made side by side, the later one loses it (MEM004)."""
    policy = approved_policy(furnished)
    pair = [started(furnished, policy, {"a.txt": LETTER}) for _ in range(2)]
    for release in pair:
        approval.approve(furnished, person(furnished, "approver.clinic"), release, "")
    assert drain(furnished) == 2
    kept, lost = (documents(furnished, release)[1] for release in pair)
    assert (kept.outcome, lost.outcome, lost.state, lost.output) == ("released", "refused", "refused", "")
    assert "MEM004" in lost.reason
    said = [one.body for one in read_ledger(ledger_path(home())).entries if one.event == "moved"]
    assert sorted(one["code"] for one in said if one["to"] == "refused") == ["MEM004", "RVW022"]
    page = door.browser("approver.clinic").get(f"/releases/{pair[1]}").text
    assert "MEM004" in page and "Nothing was released" in page and ">Sealed<" not in page
