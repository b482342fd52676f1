"""What servers answered, kept with its time: an import that broke goes on, and another needs no network."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import sqlite_utils

from engine.errors import InvalidError, fault

ANSWERS_FILE = "answers.db"


class Answer(NamedTuple):
    """One answer.

    Parameters
    ----------
    at : float
        When it came, in seconds since 1970.
    body : bytes
        As it came, without compression of the transport.
    """

    at: float
    body: bytes


class Answers:
    """Answers by question, in the file `path`.

    Parameters
    ----------
    path : Path
        Made if needed.

    Raises
    ------
    InvalidError
        KNO026 for a damaged file.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._name = path.name
        try:
            self._database = sqlite_utils.Database(path)
            columns = {"question": str, "at": float, "body": bytes}
            self._table = self._database.table("answers")
            self._table.create(columns, pk="question", if_not_exists=True)
        except sqlite3.DatabaseError:
            raise self._damaged() from None

    def get(self, question: str) -> Answer | None:
        """The answer kept for `question`, if there is one."""
        rows = self._rows("select at, body from answers where question = ?", [question])
        return Answer(rows[0]["at"], rows[0]["body"]) if rows else None

    def put(self, question: str, body: bytes) -> Answer:
        """Keep the answer `body` in place of an earlier one."""
        answer = Answer(time.time(), body)
        self._table.insert({"question": question, "at": answer.at, "body": body}, replace=True)
        return answer

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def _rows(self, sql: str, values: Sequence[str]) -> list[dict[str, Any]]:
        try:
            return list(self._database.query(sql, values))
        except sqlite3.DatabaseError:
            raise self._damaged() from None

    def _damaged(self) -> InvalidError:
        return InvalidError(
            fault(
                "KNO026",
                self._name,
                "must be a file of answers",
                "a damaged file",
                "Delete it and import again.",
            )
        )
