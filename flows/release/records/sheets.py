"""What reviewers are shown of a document: its text, what was decided, how risky it is; sealed on disk."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from adapters.keys.installation import decrypt, encrypt
from adapters.machine.files import write_atomically
from engine.measures.risk import Risk, risk_of
from engine.record.telling import Level, Telling
from engine.text import Decision, SensitiveText
from flows.document.advising import Advisor
from flows.document.results import Released
from flows.document.telling import TellingReader
from flows.release.records.decided import decision_facts


class Sheet(BaseModel):
    """A document as reviewers see it; hidden when printed.

    Parameters
    ----------
    readable : bool
        Whether its text could be read at all.
    text : str
        The original.
    decisions : list of dict
        What the policy changes in it, with reasons.
    outcome : str
        What became of it: released, refused, quarantined.
    categories : tuple of str
        What people can call something that was missed.
    risk : Risk
    telling : Telling
        What its released form still tells.
    levels : tuple of tuple of Level
        For each decision, what else may stand there and what it tells; empty but for terms of concepts.
    """

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    readable: bool = True
    text: str = ""
    decisions: list[dict[str, Any]] = []
    outcome: str = ""
    categories: tuple[str, ...] = ()
    risk: Risk = Risk()
    telling: Telling = Telling()
    levels: tuple[tuple[Level, ...], ...] = ()

    def __repr__(self) -> str:
        return f"Sheet({len(self.text)} characters)"

    __str__ = __repr__


def sheet_of(text: str, decisions: Sequence[Decision]) -> Sheet:
    """The sheet of a text and its decisions."""
    return Sheet(text=text, decisions=[decision_facts(d) for d in decisions], risk=risk_of(text, decisions))


def sheet_of_released(released: Released, telling: TellingReader, advisor: Advisor) -> Sheet:
    """The sheet of a document that passed the checks."""
    sheet = sheet_to_choose(SensitiveText(released.text), released.decisions, advisor)
    return sheet.model_copy(update={"telling": telling.of(released)})


def sheet_to_choose(text: SensitiveText, decisions: Sequence[Decision], advisor: Advisor) -> Sheet:
    """The sheet of a text and its decisions, with the levels that may be chosen instead."""
    sheet = sheet_of(text.reveal(), decisions)
    return sheet.model_copy(update={"levels": tuple(advisor.ladders(text, decisions))})


def sheet_path(private: Path, name: str) -> Path:
    """Where a sheet lies."""
    return private / "sheets" / f"{name}.enc"


def seal_sheet(private: Path, key: bytes, release_id: str, name: str, sheet: Sheet) -> None:
    """Write a sheet, encrypted."""
    sealed = encrypt(key, sheet.model_dump_json().encode(), f"sheet {release_id} {name}")
    write_atomically(sheet_path(private, name), sealed, mode=0o600)


def open_sheet(private: Path, key: bytes, release_id: str, name: str) -> Sheet:
    """Inverse of `seal_sheet`."""
    sealed = sheet_path(private, name).read_bytes()
    return Sheet.model_validate_json(decrypt(key, sealed, f"sheet {release_id} {name}"))
