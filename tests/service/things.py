"""Something of each kind in a group: what addresses with an id in them are about."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import select

from service.app.context import Service
from service.people.accounts import group_named
from service.state.columns import now
from service.state.tables import (
    Correction,
    Delivery,
    Override,
    Person,
    PolicyCase,
    PolicyFile,
    PolicyVersion,
    Release,
    ReleaseDocument,
    Reveal,
    Schedule,
    ScheduledRun,
)
from tests.service.people import login_of


def there(service: Service, group: str) -> dict[str, str]:
    """Something of each kind in `group`: a release with a document and an override that waits."""
    with service.database.begin() as state:
        people = {p.login: p.id for p in state.scalars(select(Person))}
        place = group_named(state, group).id
        ids = {
            kind: f"{kind[:4]}-{group}"
            for kind in (
                "release",
                "document",
                "correction",
                "override",
                "version",
                "case",
                "schedule",
                "run",
                "delivery",
                "reveal",
            )
        }  # fmt: skip
        if state.get(Release, ids["release"]) is None:
            book = PolicyFile(group_id=place, slug="own")
            state.add(book)
            state.flush()
            text = service.vault.seal("policy: own", f"policy {ids['version']}")
            state.add(
                PolicyVersion(
                    id=ids["version"], policy_id=book.id, number=1, text_sealed=text,
                    author_id=people[login_of("author", group)],
                )
            )  # fmt: skip
            content = service.vault.seal('{"text": "a", "fragment": "a"}', f"case {ids['case']}")
            state.add(
                PolicyCase(
                    id=ids["case"], policy_id=book.id, clause="A", kind="go", content_sealed=content,
                    by=people[login_of("author", group)],
                )
            )  # fmt: skip
            ident, operator = ids["release"], people[login_of("operator", group)]
            key, title = service.vault.new_key(ident), service.vault.seal("Case", f"title {ident}")
            vault = service.vault.release(ident, key)
            state.add(
                Release(
                    id=ident, group_id=place, title_sealed=title, policy="hipaa-safe-harbor",
                    key_sealed=key, state="review", created_by=operator,
                )
            )  # fmt: skip
            state.flush()
            sealed = vault.seal("a.txt", f"name {ids['document']}")
            state.add(
                ReleaseDocument(
                    id=ids["document"], release_id=ident, number=1, name_sealed=sealed, n_bytes=1,
                    state="to review", chosen="all", outcome="released",
                )
            )  # fmt: skip
            state.flush()
            state.add(
                Schedule(
                    id=ids["schedule"], group_id=place, policy="hipaa-safe-harbor", every="0 2 * * *",
                    title_sealed=service.vault.seal("Case", f"schedule title {ids['schedule']}"),
                    source_sealed=service.vault.seal("", f"schedule folder {ids['schedule']}"),
                    created_by=operator,
                )
            )  # fmt: skip
            state.flush()
            state.add(ScheduledRun(id=ids["run"], schedule_id=ids["schedule"], due=now(), outcome="failed"))
            content = '{"start": 0, "end": 1, "category": "", "replacement": "", "reason": ""}'
            reviewer = people[login_of("reviewer", group)]
            state.add(
                Correction(
                    id=ids["correction"], document_id=ids["document"], ticket="t", kind="keep", by=reviewer,
                    code="consent", content_sealed=vault.seal(content, f"correction {ids['correction']}"),
                )
            )  # fmt: skip
            state.flush()
            state.add(
                Override(
                    id=ids["override"], release_id=ident, document_id=ids["document"], code="consent",
                    correction_id=ids["correction"], asked_by=reviewer,
                )
            )  # fmt: skip
        if state.get(Delivery, ids["delivery"]) is None:
            address = service.vault.seal("s3://bucket/out", f"delivery {ids['delivery']}")
            state.add(
                Delivery(
                    id=ids["delivery"], release_id=ids["release"], address_sealed=address, mark="m",
                    state="away", asked_by=people[login_of("operator", group)],
                )
            )  # fmt: skip
        if state.get(Reveal, ids["reveal"]) is None:
            reason = service.vault.seal("a reason", f"reveal {ids['reveal']}")
            state.add(
                Reveal(
                    id=ids["reveal"], release_id=ids["release"], document_id=ids["document"],
                    reason_sealed=reason, asked_by=people[login_of("reviewer", group)],
                    until=now() + timedelta(days=1),
                )
            )  # fmt: skip
    return {**ids, "slug": group, "group": place, "person": people[login_of("reviewer", group)]}
