"""Thirty documents of five formats in a real Chromium: two reviewers, an override, an auditor's look."""

from __future__ import annotations

import csv
import email.policy
import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from email.message import EmailMessage
from pathlib import Path
from typing import TYPE_CHECKING, Any

import docx
import pytest
from pdfminer.high_level import extract_text
from sqlalchemy import select
from typer.testing import CliRunner

from service.app.context import Service
from service.commands.start.line import app
from service.people.accounts import give_roles, group_named
from service.people.roles import Role
from service.releases.running import drain
from service.state.tables import Base, Override, Person, SignIn
from tests.canary_documents import saved
from tests.drawn_pages import pdf_of
from tests.service.browsers import answered, browsing, send, signed_in
from tests.service.cases import POLICY, approved_policy, documents, release_of
from tests.service.test_access import FIELDS, TABLE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FORMATS = ("txt", "docx", "pdf", "eml", "csv")
N_DOCUMENTS, N_SAMPLE = 30, 3
MISSED, WRONG, MAIL = "quorble", "Jane Austen", "info@clinic.example"
CODE = "published"
"""Why the mail address is to stay."""
REVIEWED = f"{POLICY}review: {{all_above: 40, sample: {N_SAMPLE}, reviewers: 2}}\n"
FORM = "Diet, Sleep, Pulse, Weight, Height, Mood, Gait, Speech, Hearing, Sight, Reflexes, Allergies, Habits"
"""Capitalised words inside a sentence: what holds them stands above the risk of the policy."""


def lines_of(number: int) -> list[str]:
    """What a document says; the first of each format is risky, with a name that no recogniser knows."""
    said = ["Dear colleague,", f"I saw John Miller today, write to jm{number}@example.org."]
    if number <= len(FORMATS):
        said += [
            f"The form had {FORM}.",
            f"At home they call him {MISSED}.",
            f"She reads {WRONG} in the evening.",
        ]
    return [*said, f"The ward answers at {MAIL}."] if number == 1 else said


def as_docx(lines: list[str]) -> bytes:
    made = docx.Document()
    for line in lines:
        made.add_paragraph(line)
    return saved(made)


def as_pdf(lines: list[str]) -> bytes:
    return pdf_of([(40, 700 - 20 * n, line) for n, line in enumerate(lines)])


def as_mail(lines: list[str]) -> bytes:
    made = EmailMessage()
    made["Subject"], made["From"] = "A letter", "ward@example.org"
    made.set_content("\n".join(lines))
    return bytes(made)


def as_table(lines: list[str]) -> bytes:
    written = io.StringIO()
    csv.writer(written).writerows([["no", "remark"], *enumerate(lines)])
    return written.getvalue().encode()


WRITERS = {
    "txt": lambda lines: "\n".join(lines).encode(),
    "docx": as_docx,
    "pdf": as_pdf,
    "eml": as_mail,
    "csv": as_table,
}


def uploads() -> list[dict[str, Any]]:
    """Thirty files for the page's field, one format after the other."""
    kinds = [FORMATS[n % len(FORMATS)] for n in range(N_DOCUMENTS)]
    return [
        {
            "name": f"letter-{n:02d}.{kind}",
            "mimeType": "application/octet-stream",
            "buffer": WRITERS[kind](lines_of(n)),
        }
        for n, kind in enumerate(kinds, 1)
    ]


def read_back(path: Path) -> str:
    """The words of a released file, and everything else that is in it as it stands."""
    content = path.read_bytes()
    whole = content.decode("latin-1")
    if path.suffix == ".docx":
        with zipfile.ZipFile(path) as parts:
            whole += "".join(parts.read(name).decode("latin-1") for name in parts.namelist())
        return whole + "\n".join(one.text for one in docx.Document(io.BytesIO(content)).paragraphs)
    if path.suffix == ".pdf":
        return whole + extract_text(io.BytesIO(content))
    if path.suffix == ".eml":
        body = email.message_from_bytes(content, policy=email.policy.default).get_body()
        assert body is not None
        return whole + str(body.get_content())
    return content.decode()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_thirty_documents_of_five_formats_by_two_reviewers(
    live: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = approved_policy(live, REVIEWED)
    _reviewer_is_approver_too(live)
    with browsing() as browser:
        release = _begun(live, browser)
        _first_review(live, browser, release)
        _second_review(live, browser, release)
        bundle = _approved(live, browser, release, tmp_path)
        _audited(live, browser, release, version)
    _holds_what_people_said(live, bundle)
    _verifies_elsewhere(live, bundle, tmp_path, monkeypatch)


def _reviewer_is_approver_too(service: Service) -> None:
    """So that nothing but her having asked keeps her from granting it."""
    with service.database.begin() as state:
        reviewer = state.scalars(select(Person).where(Person.login == "reviewer.clinic")).one()
        give_roles(state, reviewer, group_named(state, "clinic"), [Role.REVIEWER, Role.APPROVER])


def _begun(service: Service, browser: Browser) -> str:
    from playwright.sync_api import expect

    page = signed_in(browser, service.settings.address, "operator.clinic")
    page.goto(f"{service.settings.address}/releases/new")
    page.fill("#title", "Letters of a month")
    page.select_option("#policy", label="letters 1 (approved)")
    send(page, "Go on")
    page.set_input_files("#documents", uploads())  # type: ignore[arg-type]
    send(page, "Add them")
    expect(page.get_by_role("heading", name=f"{N_DOCUMENTS} documents")).to_be_visible()
    send(page, "Start")
    release = page.url.rsplit("/", 1)[-1]
    drain(service)
    why = [row.chosen for _, row in sorted(documents(service, release).items())]
    assert why[: len(FORMATS)] == ["risk"] * len(FORMATS)
    rest = why[len(FORMATS) :]
    assert (rest.count("sample"), rest.count("")) == (N_SAMPLE, len(rest) - N_SAMPLE)
    return release


def _desks(page: Page, base: str, release: str) -> Iterator[str]:
    """One document after the other, the riskiest first, as the page leads to the next."""
    page.goto(f"{base}/releases/{release}")
    with answered(page):
        page.get_by_role("link", name="Review the riskiest").click()
    while "/review/" in page.url:
        at = page.url
        yield at.partition("?")[0].rsplit("/", 1)[-1]
        send(page, "Done, check it")
        assert page.url != at, page.locator("#fault").all_inner_texts()


def _first_review(service: Service, browser: Browser, release: str) -> None:
    from playwright.sync_api import expect

    base = service.settings.address
    page, seen = signed_in(browser, base, "reviewer.clinic"), []
    for document in _desks(page, base, release):
        if not seen:
            _mark_what_was_missed(page)
            _refuse(page, WRONG, "not-an-identifier", "An author of long ago", "and in the release")
        if page.locator("mark", has_text=MAIL).count():
            _ask_to_keep_the_address(page)
            _not_by_who_asked(service, browser, page, release)
            page.goto(f"{base}/review/{document}")
        if len(seen) < len(FORMATS):
            expect(page.locator("#released")).to_contain_text(WRONG)
            expect(page.locator("#released")).not_to_contain_text(MISSED)
        seen.append(document)
    assert len(set(seen)) == len(FORMATS) + N_SAMPLE
    assert {row.state for row in documents(service, release).values() if row.chosen} == {"reviewed once"}
    page.goto(f"{base}/review/{seen[0]}")
    expect(page.locator("#original")).to_contain_text("John Miller")
    expect(page.locator("#finish, #missed, .decide")).to_have_count(0)
    _refused(page, f"/review/{seen[0]}/finish", {"outcome": "release"}, 409, "SVC003")


def _mark_what_was_missed(page: Page) -> None:
    """She points at the word and presses `m`."""
    from playwright.sync_api import expect

    expect(page.locator("mark", has_text=MISSED)).to_have_count(0)
    place = page.evaluate(
        """(word) => {
            const walk = document.createTreeWalker(document.getElementById("original"), NodeFilter.SHOW_TEXT);
            for (let node; (node = walk.nextNode()); ) {
                const start = node.data.indexOf(word);
                if (start < 0) continue;
                const range = document.createRange();
                range.setStart(node, start);
                range.setEnd(node, start + word.length);
                node.parentElement.scrollIntoView({ block: "center" });
                const box = range.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            }
        }""",
        MISSED,
    )
    page.mouse.dblclick(*place)
    expect(page.locator("#missed-text")).to_have_text(f"Selected: {MISSED}")
    page.keyboard.press("m")
    page.locator("#missed").get_by_label("and in the release").check()
    send(page, "Mark it as missed")
    expect(page.locator("#findings .tag", has_text="added")).to_have_count(1)


def _refuse(page: Page, words: str, code: str, reason: str, everywhere: str = "") -> None:
    """She opens the finding, and says why the original stays."""
    page.locator("mark", has_text=words).click()
    finding = page.locator(f"#finding-{page.locator('mark', has_text=words).get_attribute('data-index')}")
    page.keyboard.press("r")
    form = finding.locator("form.refuse")
    form.get_by_label("Why").select_option(code)
    form.get_by_label("In your words").fill(reason)
    if everywhere:
        form.get_by_label(everywhere).check()
    with answered(page):
        form.get_by_role("button").click()


def _ask_to_keep_the_address(page: Page) -> None:
    from playwright.sync_api import expect

    _refuse(page, MAIL, CODE, "It stands on the sign")
    expect(page.locator("#findings .tag", has_text="override asked")).to_have_count(1)
    expect(page.locator("#released")).not_to_contain_text(MAIL)
    expect(page.get_by_role("button", name="Done, check it")).to_be_disabled()


def _not_by_who_asked(service: Service, browser: Browser, asker: Page, release: str) -> None:
    """The override is refused to her who asked, and granted to somebody else."""
    from playwright.sync_api import expect

    with service.database.look() as state:
        override = state.scalars(select(Override.id)).one()
    decision = f"/releases/{release}/overrides/{override}"
    asker.goto(f"{service.settings.address}/releases/{release}")
    expect(asker.get_by_text("It stands on the sign")).to_be_visible()
    expect(asker.get_by_role("button", name="Grant")).to_have_count(0)
    _refused(asker, decision, {"outcome": "grant"}, 403, "RVW013")

    approver = signed_in(browser, service.settings.address, "approver.clinic")
    with answered(approver):
        approver.get_by_role("region", name="Letters of a month").get_by_role("link").click()
    approver.fill(f"#words-{override}", "It is on the sign indeed")
    send(approver, "Grant")
    expect(approver.get_by_text("granted by Approver Of Clinic")).to_be_visible()
    approver.context.close()


def _refused(page: Page, address: str, fields: dict[str, str], status: int, code: str) -> None:
    """Her own session and token, past the page."""
    base = "/".join(page.url.split("/", 3)[:3])
    answer = page.request.post(base + address, form={**fields, "csrf": _token(page)}, max_redirects=0)
    assert (answer.status, code in answer.text()) == (status, True), answer.text()


def _token(page: Page) -> str:
    return str(page.locator("input[name=csrf]").first.get_attribute("value"))


def _second_review(service: Service, browser: Browser, release: str) -> None:
    from playwright.sync_api import expect

    base = service.settings.address
    page = signed_in(browser, base, "reviewer2.clinic")
    for _ in _desks(page, base, release):
        expect(page.locator(".lead")).to_contain_text("You are the second reviewer.")
    expect(page.locator("#state")).to_have_text("Waits for approval")
    chosen = [row for row in documents(service, release).values() if row.chosen]
    assert {row.state for row in chosen} == {"reviewed"}
    assert all(row.first_reviewer and row.second_reviewer not in (None, row.first_reviewer) for row in chosen)


def _approved(service: Service, browser: Browser, release: str, folder: Path) -> Path:
    """The bundle as the page gave it, unpacked."""
    from playwright.sync_api import expect

    at = f"{service.settings.address}/releases/{release}"
    reviewer = signed_in(browser, service.settings.address, "reviewer.clinic")
    reviewer.goto(at)
    expect(reviewer.get_by_text("You reviewed documents of it; somebody else approves it.")).to_be_visible()
    _refused(reviewer, f"/releases/{release}/decision", {"outcome": "approve"}, 403, "RVW010")
    assert reviewer.request.get(f"{at}/bundle").status == 409

    page = signed_in(browser, service.settings.address, "approver.clinic")
    page.goto(at)
    expect(page.locator("#statement")).to_contain_text("missed identifier")
    page.fill("#words", "As it should be")
    send(page, "Approve", exact=True)
    drain(service)
    assert (release_of(service, release).state, release_of(service, release).reason) == ("sealed", "")
    expect(page.locator("#state")).to_have_text("Sealed")  # the page sees it by itself
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the bundle").click()
    bundle = folder / "handed over" / Path(download.value.suggested_filename).stem
    with zipfile.ZipFile(download.value.path()) as packed:
        packed.extractall(bundle)
    return bundle


def _audited(service: Service, browser: Browser, release: str, version: str) -> None:
    """The auditor reads all of it; nothing that she sends changes anything."""
    from playwright.sync_api import expect

    base, at, policy = service.settings.address, f"/releases/{release}", f"/policies/{version}"
    page = signed_in(browser, base, "auditor.clinic")
    forms: set[str] = set()
    for path, told in {
        "/releases": "Letters of a month",
        at: "granted by Approver Of Clinic",
        f"{at}/report": "Second Reviewer",
        "/policies": "letters",
        policy: "Names that no recogniser knows stay.",
        f"{policy}/words": "45 CFR 164.514",
        f"{policy}/cases": "Cases",
        f"{policy}/changes": "Changes",
        "/audit": "Approver Of Clinic",
        "/audit?event=override": "granted",
        "/audit/period": "Second Reviewer",
        "/reveals": "Removed values",
        "/schedules": "Schedules",
        "/people": "auditor.clinic",
    }.items():
        page.goto(base + path)
        expect(page.locator("body")).to_contain_text(told)
        expect(page.locator("input[type=file], [formaction]")).to_have_count(0)
        forms |= set(page.evaluate(_FORMS))
        assert "letter-01" not in page.content(), path
    assert forms == {"/sign-out", "/audit/check", f"{at}/verify"}
    page.goto(base + at)
    send(page, "Verify it")
    expect(page.get_by_role("status")).to_contain_text("Complete")

    before = _state(service)
    things = _things(service, release, version)
    answers = {key: _asked(page, base, *key, things) for key in _not_for_auditors()}
    assert set(answers.values()) <= {403, 404}, {k: v for k, v in answers.items() if v not in (403, 404)}
    assert _state(service) == before


_FORMS = (
    """[...document.forms].filter((one) => one.method !== "get").map((one) => one.getAttribute("action"))"""
)


def _not_for_auditors() -> list[tuple[str, str]]:
    """What changes anything, by page or by program, and is not hers; an original, the bundle."""
    told = {key: who for key, who in TABLE.items() if isinstance(who, set | frozenset)}
    closed = [key for key, who in told.items() if key[0] != "GET" and Role.AUDITOR not in who]
    assert ("POST", "/releases/{release}/overrides/{override}") in closed
    return [*closed, ("GET", "/review/{document}"), ("GET", "/releases/{release}/bundle")]


class _Things(dict[str, str]):
    """Ids for addresses; nothing has those that are missing."""

    def __missing__(self, key: str) -> str:
        return "0" * 32


def _things(service: Service, release: str, version: str) -> Mapping[str, str]:
    with service.database.look() as state:
        override = state.scalars(select(Override)).one()
        group, person = group_named(state, "clinic"), state.scalars(select(Person.id)).first()
        return _Things(
            release=release,
            version=version,
            override=override.id,
            document=override.document_id,
            slug=group.slug,
            screen="law",
            group=group.id,
            person=str(person),
        )


def _asked(page: Page, base: str, method: str, path: str, things: Mapping[str, str]) -> int:
    """What her session and its token get."""
    fields = {
        name: value.format_map(things) if isinstance(value, str) else value
        for name, value in FIELDS.get(path, {}).items()
    }
    body: dict[str, Any] = {"data": fields} if path.startswith("/api/") else {"form": fields}
    return page.request.fetch(
        base + path.format_map(things),
        method=method,
        headers={"x-csrf-token": _token(page)},
        max_redirects=0,
        **({} if method in ("GET", "DELETE") else body),
    ).status


def _state(service: Service) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of the state but those of sign-ins, which note when they were used."""
    with service.database.look() as state:
        return {
            table.name: sorted((tuple(row) for row in state.execute(select(table))), key=repr)
            for table in Base.metadata.sorted_tables
            if table.name != SignIn.__tablename__
        }


def _holds_what_people_said(service: Service, bundle: Path) -> None:
    released = sorted((bundle / "documents").iterdir())
    kinds = [path.suffix[1:] for path in released]
    assert {kind: kinds.count(kind) for kind in kinds} == dict.fromkeys(FORMATS, N_DOCUMENTS // len(FORMATS))
    texts = [read_back(path) for path in released]
    assert not any(gone in text for text in texts for gone in (MISSED, "John Miller", "@example.org"))
    assert all("[PERSON]" in text and "Dear colleague" in text for text in texts)
    assert [WRONG in text for text in texts] == [n < len(FORMATS) for n in range(N_DOCUMENTS)]
    assert [MAIL in text for text in texts] == [n == 0 for n in range(N_DOCUMENTS)]

    said = json.loads((bundle / "manifest.json").read_text())["review"]
    asked, granted = "Reviewer Of Clinic", "Approver Of Clinic"
    assert said["overrides"] == [
        {"document": "000001", "category": "email", "code": CODE, "asked_by": asked, "granted_by": granted}
    ]
    n = len(FORMATS)
    assert (said["added_findings"], said["refused_findings"], said["changed_findings"]) == (n, n + 1, 0)
    assert (said["documents"], said["reviewed"], said["twice"]) == (N_DOCUMENTS, n + N_SAMPLE, n + N_SAMPLE)
    assert (said["reviewers"], said["approved_by"]) == ([asked, "Second Reviewer"], granted)
    assert said["statement"]["drawn"] == N_SAMPLE
    report = (bundle / "report.html").read_text()
    assert all(one in report for one in (asked, "Second Reviewer", granted, CODE))


def _verifies_elsewhere(
    service: Service, bundle: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The auditor has the unpacked bundle and the public key, and no keys of the house."""
    key = service.keys.public_hex()
    monkeypatch.setenv("SAFERELEASE_HOME", str(folder / "auditor"))
    done = CliRunner().invoke(app, ["verify", str(bundle), "--public-key", key])
    assert (done.exit_code, done.output.split()[0]) == (0, "VERIFIED"), done.output
    one = next((bundle / "documents").glob("*.eml"))
    one.write_bytes(one.read_bytes().replace(b"today", b"toady"))
    done = CliRunner().invoke(app, ["verify", str(bundle), "--public-key", key])
    assert (done.exit_code, done.output.split()[0]) == (1, "FAILED:"), done.output
