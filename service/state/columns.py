"""Kinds of columns: times that keep their zone, identifiers that tell nothing."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect, func, select
from sqlalchemy.orm import Session
from sqlalchemy.types import TypeDecorator


class Moment(TypeDecorator[datetime]):
    """A time in UTC, on databases that forget zones too."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        """As stored; a time without a zone is a mistake of the caller."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time needs its zone")
        return value.astimezone(UTC).replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """As read, in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def new_id() -> str:
    """A random identifier, 32 hexadecimal digits."""
    return uuid.uuid4().hex


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


def database_time(session: Session) -> datetime:
    """The time by the clock of the database, in UTC: the one clock that all machines share."""
    return session.scalars(select(func.now(type_=Moment()))).one()
