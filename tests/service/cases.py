"""Releases for tests: a small policy that asks people, documents of several formats, people who act."""

from __future__ import annotations

from sqlalchemy import select

from service.app.context import Service
from service.people.accounts import group_named, who_is
from service.people.roles import Who
from service.releases.intake import add_document, new_release, start
from service.releases.running import drain
from service.state.columns import new_id
from service.state.tables import Person, PolicyFile, PolicyVersion, Release, ReleaseDocument

POLICY = """\
policy: letters
version: 1.0.0
title: Letters
identifiers:
  - find: [ssn, email, phone]
    law: 45 CFR 164.514(b)(2)(i)(G)
    replace_with: placeholder
  - find: [person]
    law: 45 CFR 164.514(b)(2)(i)(A)
    replace_with: placeholder
    status: partly
    note: Names that no recogniser knows stay.
"""
LETTER = "Dear colleague,\n\nI saw John Miller today. His number is 219-09-9999, write to jm@example.org.\n"
HTML = "<html><body><p>Mary Johnson called from 212-555-0187 about the garden.</p></body></html>"
CSV = "id,remark\n1,see peter.smith@example.org\n2,nothing\n"
DOCUMENTS = {
    "letter.txt": LETTER,
    "page.html": HTML,
    "table.csv": CSV,
    "plain.txt": "Nothing at all is here.\n",
}


def person(service: Service, login: str) -> Who:
    """Somebody, with all roles."""
    with service.database.look() as state:
        found = state.scalar(select(Person).where(Person.login == login))
        assert found is not None
        return who_is(state, found)


def approved_policy(
    service: Service, text: str = POLICY, group: str = "clinic", slug: str = "letters"
) -> str:
    """A policy of a group, approved; the id of its version."""
    with service.database.begin() as state:
        author = state.scalar(select(Person).where(Person.login == f"author.{group}"))
        assert author is not None
        book = PolicyFile(group_id=group_named(state, group).id, slug=slug)
        state.add(book)
        state.flush()
        ident = new_id()
        sealed = service.vault.seal(text, f"policy {ident}")
        state.add(
            PolicyVersion(
                id=ident,
                policy_id=book.id,
                number=1,
                state="approved",
                text_sealed=sealed,
                author_id=author.id,
            )
        )
    return ident


def started(
    service: Service, policy: str, documents: dict[str, str] = DOCUMENTS, group: str = "clinic"
) -> str:
    """A release that was started and decided; its id."""
    operator = person(service, f"operator.{group}")
    with service.database.look() as state:
        ident = group_named(state, group).id
    release = new_release(service, operator, ident, "A case", policy)
    for name, text in documents.items():
        add_document(service, operator, release.id, name, text.encode(), f"ticket {name}")
    start(service, operator, release.id)
    assert drain(service) == 1
    return release.id


def release_of(service: Service, ident: str) -> Release:
    """The row of a release."""
    with service.database.look() as state:
        return state.get_one(Release, ident)


def documents(service: Service, release: str) -> dict[int, ReleaseDocument]:
    """The rows of its documents, by number."""
    with service.database.look() as state:
        wanted = select(ReleaseDocument).where(ReleaseDocument.release_id == release)
        return {row.number: row for row in state.scalars(wanted)}
