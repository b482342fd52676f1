"""The tables. What people or documents say stands in columns named ``*_sealed``, encrypted; all else is
ids, codes, counts and times."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, MetaData, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from service.state.columns import Moment, new_id, now

_NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """Base of all tables."""

    metadata = MetaData(naming_convention=_NAMES)
    type_annotation_map = {
        datetime: Moment(),
        str: String(200),
        bytes: LargeBinary(),
        dict[str, Any]: JSON(),
        list[Any]: JSON(),
    }


def _key() -> Mapped[str]:
    return mapped_column(String(32), primary_key=True, default=new_id)


def _of(target: str, **more: Any) -> Any:
    return mapped_column(String(32), ForeignKey(f"{target}.id", ondelete="CASCADE"), **more)


def _by() -> Any:
    """A person: whoever did something stays named, so people are closed and never deleted."""
    return mapped_column(String(32), ForeignKey("people.id"))


class Person(Base):
    """Somebody who signs in; `barred` from deciding after a reset, until password and codes are her own.

    `failed` counts wrong passwords since the last right one."""

    __tablename__ = "people"

    id: Mapped[str] = _key()
    login: Mapped[str] = mapped_column(unique=True)
    display: Mapped[str]
    email: Mapped[str] = mapped_column(default="")
    password_hash: Mapped[str | None] = mapped_column(String(500))
    totp_sealed: Mapped[bytes | None]
    totp_on: Mapped[bool] = mapped_column(default=False)
    totp_step: Mapped[int] = mapped_column(default=0)
    subject: Mapped[str | None] = mapped_column(String(500), unique=True)
    active: Mapped[bool] = mapped_column(default=True)
    must_change: Mapped[bool] = mapped_column(default=False)
    barred: Mapped[bool] = mapped_column(default=False)
    failed: Mapped[int] = mapped_column(default=0)
    created: Mapped[datetime] = mapped_column(default=now)


class Group(Base):
    """A group of matters: whoever is not in it does not learn what it holds."""

    __tablename__ = "groups"

    id: Mapped[str] = _key()
    slug: Mapped[str] = mapped_column(String(64), unique=True)
    title: Mapped[str]
    shared: Mapped[bool] = mapped_column(default=False)
    created: Mapped[datetime] = mapped_column(default=now)


class Membership(Base):
    """One role of one person in one group, and who gave it."""

    __tablename__ = "memberships"

    person_id: Mapped[str] = _of("people", primary_key=True)
    group_id: Mapped[str] = _of("groups", primary_key=True)
    role: Mapped[str] = mapped_column(String(20), primary_key=True)
    given_by: Mapped[str | None] = mapped_column(String(32))


class SignIn(Base):
    """A session of a signed-in person; its token is known by its hash alone."""

    __tablename__ = "sign_ins"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    person_id: Mapped[str] = _of("people", index=True)
    csrf: Mapped[str] = mapped_column(String(64))
    complete: Mapped[bool] = mapped_column(default=True)
    failed: Mapped[int] = mapped_column(default=0)
    created: Mapped[datetime] = mapped_column(default=now)
    seen: Mapped[datetime] = mapped_column(default=now)


class ApiKey(Base):
    """A personal key for programs; its secret is known by its hash alone; no scopes are all of them."""

    __tablename__ = "api_keys"

    id: Mapped[str] = _key()
    person_id: Mapped[str] = _of("people", index=True)
    title: Mapped[str]
    secret_hash: Mapped[str] = mapped_column(String(64))
    scopes: Mapped[str | None]
    created: Mapped[datetime] = mapped_column(default=now)
    expires: Mapped[datetime | None]
    used: Mapped[datetime | None]
    revoked: Mapped[datetime | None]


class Device(Base):
    """A browser from which somebody signed in before; known by the hash of its token alone."""

    __tablename__ = "devices"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    person_id: Mapped[str] = _of("people", primary_key=True)
    seen: Mapped[datetime] = mapped_column(default=now)


class IdentityEvent(Base):
    """What happened to an account; the ledger says the same."""

    __tablename__ = "identity_events"
    __table_args__ = (Index("ix_identity_events_subject_id_at", "subject_id", "at"),)

    id: Mapped[str] = _key()
    subject_id: Mapped[str] = _by()
    by: Mapped[str | None] = _by()
    step: Mapped[str] = mapped_column(String(20))
    group_id: Mapped[str | None] = mapped_column(String(32))
    at: Mapped[datetime] = mapped_column(default=now)


class Reset(Base):
    """A new password that one person asked for; a second one confirms it, and each knows one half."""

    __tablename__ = "resets"

    person_id: Mapped[str] = _of("people", primary_key=True)
    asked_by: Mapped[str] = _by()
    half_sealed: Mapped[bytes]
    at: Mapped[datetime] = mapped_column(default=now)


class Attempt(Base):
    """One try of something that is limited; the subject is a hash."""

    __tablename__ = "attempts"

    id: Mapped[str] = _key()
    subject: Mapped[str] = mapped_column(String(64), index=True)
    at: Mapped[datetime] = mapped_column(default=now)


class ForeignSignIn(Base):
    """A single sign-on under way: what must come back from the provider."""

    __tablename__ = "foreign_sign_ins"

    state_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    nonce: Mapped[str] = mapped_column(String(64))
    verifier_sealed: Mapped[bytes]
    created: Mapped[datetime] = mapped_column(default=now)


class PolicyFile(Base):
    """A policy of a group."""

    __tablename__ = "policies"
    __table_args__ = (UniqueConstraint("group_id", "slug"),)

    id: Mapped[str] = _key()
    group_id: Mapped[str] = _of("groups")
    slug: Mapped[str] = mapped_column(String(64))
    created: Mapped[datetime] = mapped_column(default=now)


class PolicyVersion(Base):
    """One state of a policy's text: a draft, submitted, approved, or rejected."""

    __tablename__ = "policy_versions"
    __table_args__ = (UniqueConstraint("policy_id", "number"),)

    id: Mapped[str] = _key()
    policy_id: Mapped[str] = _of("policies")
    number: Mapped[int]
    state: Mapped[str] = mapped_column(String(20), default="draft")
    text_sealed: Mapped[bytes]
    comment_sealed: Mapped[bytes | None]
    author_id: Mapped[str] = _by()
    decided_by: Mapped[str | None] = _by()
    decided: Mapped[datetime | None] = mapped_column(index=True)
    plan_id: Mapped[str] = mapped_column(String(64), default="")
    approval_sealed: Mapped[bytes | None]
    created: Mapped[datetime] = mapped_column(default=now)
    updated: Mapped[datetime] = mapped_column(default=now)


class PolicyCase(Base):
    """A made-up text in which a policy must change something, or leave it."""

    __tablename__ = "policy_cases"

    id: Mapped[str] = _key()
    policy_id: Mapped[str] = _of("policies", index=True)
    clause: Mapped[str]
    kind: Mapped[str] = mapped_column(String(20))
    content_sealed: Mapped[bytes]
    by: Mapped[str] = _by()
    at: Mapped[datetime] = mapped_column(default=now)


class Release(Base):
    """A release as a case that moves from state to state."""

    __tablename__ = "releases"
    __table_args__ = (Index("ix_releases_group_state", "group_id", "state"),)

    id: Mapped[str] = _key()
    group_id: Mapped[str] = _of("groups")
    title_sealed: Mapped[bytes]
    policy: Mapped[str]
    policy_version_id: Mapped[str | None] = mapped_column(String(32), ForeignKey("policy_versions.id"))
    policy_author: Mapped[str | None] = _by()
    state: Mapped[str] = mapped_column(String(32), default="draft")
    asked: Mapped[str] = mapped_column(String(20), default="")
    key_sealed: Mapped[bytes | None]
    review: Mapped[dict[str, Any] | None]
    engine_id: Mapped[str] = mapped_column(String(32), default="")
    prefect_id: Mapped[str] = mapped_column(String(36), default="")
    done: Mapped[int] = mapped_column(default=0)
    total: Mapped[int] = mapped_column(default=0)
    reason: Mapped[str] = mapped_column(default="")
    sampled_enough: Mapped[bool] = mapped_column(default=False)
    created_by: Mapped[str] = _by()
    created: Mapped[datetime] = mapped_column(default=now)
    updated: Mapped[datetime] = mapped_column(default=now)
    keep_until: Mapped[datetime | None]
    runner: Mapped[str] = mapped_column(String(64), default="")
    beat: Mapped[datetime | None]
    ticket: Mapped[str | None] = mapped_column(String(64), unique=True)


class ReleaseDocument(Base):
    """One document of a release."""

    __tablename__ = "documents"
    __table_args__ = (UniqueConstraint("release_id", "number"), UniqueConstraint("release_id", "upload"))

    id: Mapped[str] = _key()
    release_id: Mapped[str] = _of("releases")
    number: Mapped[int]
    upload: Mapped[str | None] = mapped_column(String(64))
    name_sealed: Mapped[bytes]
    n_bytes: Mapped[int]
    state: Mapped[str] = mapped_column(String(20), default="read")
    outcome: Mapped[str] = mapped_column(String(20), default="")
    reason: Mapped[str] = mapped_column(Text, default="")
    chosen: Mapped[str] = mapped_column(String(20), default="")
    risk: Mapped[float] = mapped_column(default=0.0)
    risk_parts: Mapped[dict[str, Any] | None]
    n_findings: Mapped[int] = mapped_column(default=0)
    n_missed: Mapped[int] = mapped_column(default=0)
    sha256: Mapped[str] = mapped_column(String(64), default="")
    output: Mapped[str] = mapped_column(String(500), default="")
    first_reviewer: Mapped[str | None] = _by()
    second_reviewer: Mapped[str | None] = _by()
    updated: Mapped[datetime] = mapped_column(default=now)


class Assignment(Base):
    """That somebody reviews a document: the others of the group are not shown it."""

    __tablename__ = "assignments"

    document_id: Mapped[str] = _of("documents", primary_key=True)
    person_id: Mapped[str] = _of("people", primary_key=True)
    at: Mapped[datetime] = mapped_column(default=now)


class Viewing(Base):
    """What somebody was shown of an original: page 0 is its whole text.

    `version` begins with the number of the bundle, which is another once a document was replaced; then comes
    what others corrected by then."""

    __tablename__ = "viewings"

    document_id: Mapped[str] = _of("documents", primary_key=True)
    person_id: Mapped[str] = _of("people", primary_key=True)
    version: Mapped[str] = mapped_column(String(32), primary_key=True)
    page: Mapped[int] = mapped_column(primary_key=True)
    n_pages: Mapped[int]
    at: Mapped[datetime] = mapped_column(default=now)


class Correction(Base):
    """What a reviewer said about one finding or one place of a document; undone ones stay."""

    __tablename__ = "corrections"
    __table_args__ = (UniqueConstraint("document_id", "ticket"),)

    id: Mapped[str] = _key()
    document_id: Mapped[str] = _of("documents", index=True)
    ticket: Mapped[str] = mapped_column(String(64))
    batch: Mapped[str] = mapped_column(String(32), default="")
    kind: Mapped[str] = mapped_column(String(20))
    code: Mapped[str] = mapped_column(String(40), default="")
    content_sealed: Mapped[bytes]
    by: Mapped[str] = _by()
    at: Mapped[datetime] = mapped_column(default=now, index=True)
    undone: Mapped[datetime | None]


class Override(Base):
    """A guard that one person asks to set aside for one value, and a second person grants or refuses."""

    __tablename__ = "overrides"

    id: Mapped[str] = _key()
    release_id: Mapped[str] = _of("releases", index=True)
    document_id: Mapped[str] = _of("documents")
    correction_id: Mapped[str] = _of("corrections", unique=True)
    code: Mapped[str] = mapped_column(String(40))
    category: Mapped[str] = mapped_column(String(64), default="")
    state: Mapped[str] = mapped_column(String(20), default="asked")
    asked_by: Mapped[str] = _by()
    asked: Mapped[datetime] = mapped_column(default=now, index=True)
    decided_by: Mapped[str | None] = _by()
    decided: Mapped[datetime | None] = mapped_column(index=True)
    comment_sealed: Mapped[bytes | None]


class Note(Base):
    """A remark of a person about a document."""

    __tablename__ = "notes"

    id: Mapped[str] = _key()
    document_id: Mapped[str] = _of("documents", index=True)
    by: Mapped[str] = _by()
    at: Mapped[datetime] = mapped_column(default=now)
    words_sealed: Mapped[bytes]


class Move(Base):
    """A change of state, by a person or by the machine; `entry` is the ledger's number of it."""

    __tablename__ = "moves"

    id: Mapped[str] = _key()
    release_id: Mapped[str] = _of("releases", index=True)
    document_id: Mapped[str | None] = mapped_column(String(32))
    step: Mapped[str] = mapped_column(String(40))
    source: Mapped[str] = mapped_column(String(32))
    target: Mapped[str] = mapped_column(String(32))
    code: Mapped[str] = mapped_column(String(40), default="")
    by: Mapped[str | None] = _by()
    key: Mapped[str] = mapped_column(String(32), default="")
    at: Mapped[datetime] = mapped_column(default=now, index=True)
    words_sealed: Mapped[bytes | None]
    entry: Mapped[int | None] = mapped_column(index=True)
    told: Mapped[datetime | None]


class TrainingPermission(Base):
    """That corrections in a group may become training data; the ledger has those that were withdrawn."""

    __tablename__ = "training_permissions"

    group_id: Mapped[str] = _of("groups", primary_key=True)
    by: Mapped[str] = _by()
    at: Mapped[datetime] = mapped_column(default=now)


class TrainingText(Base):
    """Paragraphs of a document in which reviewers corrected something, with all that is marked there."""

    __tablename__ = "training_texts"

    document_id: Mapped[str] = _of("documents", primary_key=True)
    release_id: Mapped[str] = _of("releases", index=True)
    content_sealed: Mapped[bytes]
    n_paragraphs: Mapped[int]
    at: Mapped[datetime] = mapped_column(default=now)


class Delivery(Base):
    """That a sealed bundle goes to an object store; `mark` knows the address again."""

    __tablename__ = "deliveries"
    __table_args__ = (UniqueConstraint("release_id", "mark"), Index("ix_deliveries_state", "state"))

    id: Mapped[str] = _key()
    release_id: Mapped[str] = _of("releases")
    address_sealed: Mapped[bytes]
    mark: Mapped[str] = mapped_column(String(64))
    state: Mapped[str] = mapped_column(String(20), default="asked")
    code: Mapped[str] = mapped_column(String(40), default="")
    tries: Mapped[int] = mapped_column(default=0)
    next_at: Mapped[datetime] = mapped_column(default=now)
    asked_by: Mapped[str] = _by()
    asked: Mapped[datetime] = mapped_column(default=now)
    updated: Mapped[datetime] = mapped_column(default=now)


class Reveal(Base):
    """That what was removed from one document, or all of it, is shown: asked, granted or refused, shown once.

    Its words are sealed for the installation: the key of the release may be gone."""

    __tablename__ = "reveals"

    id: Mapped[str] = _key()
    release_id: Mapped[str] = _of("releases", index=True)
    document_id: Mapped[str] = _of("documents")
    what: Mapped[str] = mapped_column(String(20), default="values")
    state: Mapped[str] = mapped_column(String(20), default="asked", index=True)
    reason_sealed: Mapped[bytes]
    comment_sealed: Mapped[bytes | None]
    asked_by: Mapped[str] = _by()
    asked: Mapped[datetime] = mapped_column(default=now)
    decided_by: Mapped[str | None] = _by()
    decided: Mapped[datetime | None]
    until: Mapped[datetime]
    shown: Mapped[datetime | None]


class Schedule(Base):
    """When documents of a folder become a release; one without `every` is a watched folder."""

    __tablename__ = "schedules"

    id: Mapped[str] = _key()
    group_id: Mapped[str] = _of("groups")
    policy: Mapped[str]
    policy_version_id: Mapped[str | None] = mapped_column(String(32), ForeignKey("policy_versions.id"))
    title_sealed: Mapped[bytes]
    source_sealed: Mapped[bytes]
    every: Mapped[str]
    time_zone: Mapped[str] = mapped_column(String(64), default="UTC")
    active: Mapped[bool] = mapped_column(default=True)
    next_at: Mapped[datetime | None]
    created_by: Mapped[str] = _by()
    created: Mapped[datetime] = mapped_column(default=now)
    ended: Mapped[datetime | None]
    busy_until: Mapped[datetime | None]


class ScheduledRun(Base):
    """One run of a schedule and its outcome; `taken` are the keyed marks of its documents, until they are
    in the register."""

    __tablename__ = "scheduled_runs"
    __table_args__ = (UniqueConstraint("schedule_id", "due"),)

    id: Mapped[str] = _key()
    schedule_id: Mapped[str] = _of("schedules")
    due: Mapped[datetime]
    outcome: Mapped[str] = mapped_column(String(20))
    code: Mapped[str] = mapped_column(String(40), default="")
    release_id: Mapped[str | None] = mapped_column(String(32))
    at: Mapped[datetime] = mapped_column(default=now)
    taken: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))
    n_documents: Mapped[int] = mapped_column(default=0)
    n_left_out: Mapped[int] = mapped_column(default=0)
    n_unsettled: Mapped[int] = mapped_column(default=0)
    retries: Mapped[str | None] = mapped_column(String(32))
    told: Mapped[datetime | None]


class Setting(Base):
    """A setting of the whole installation, chosen in the pages."""

    __tablename__ = "settings"

    name: Mapped[str] = mapped_column(String(64), primary_key=True)
    value: Mapped[dict[str, Any]]
