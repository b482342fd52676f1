"""One document as its reviewers see it: findings with what was said of them, and the released text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.record.telling import Level
from engine.stages.corrections import Correction as Change
from engine.stages.corrections import Corrections
from flows.orchestration.reviewing import sheet_for
from flows.release.records.sheets import Sheet
from service.app.context import Service
from service.releases.intake import engine_number, job_of
from service.state.tables import Correction, Override, Release, ReleaseDocument
from service.state.vault import ReleaseVault

CODES: dict[str, str] = {
    "not-an-identifier": "It identifies nobody: the finding is wrong",
    "public-official": "An official in office, to be named by law",
    "consent": "The person agreed",
    "published": "It was published lawfully before",
    "court-order": "A court ordered that it stay",
}
"""Why a finding is refused. All but the first leave a true identifier in place: a second person decides."""
WRONG = "not-an-identifier"


@dataclass(frozen=True)
class Said:
    """A correction, opened."""

    id: str
    batch: str
    kind: str
    code: str
    by: str
    start: int
    end: int
    category: str
    replacement: str
    reason: str
    override: str

    @property
    def counts(self) -> bool:
        """Whether it changes the document: a guard is set aside only once that is granted."""
        return self.override in ("", "granted")


@dataclass(frozen=True)
class Finding:
    """One finding of a document, or something that people added."""

    start: int
    end: int
    text: str
    category: str
    clause: str
    stage: str
    replacement: str
    reason: str
    score: float | None
    said: Said | None
    levels: Sequence[Level] = ()

    @property
    def state(self) -> str:
        """What people said of it, in a word."""
        if self.said is None:
            return "open"
        if self.said.override in ("asked", "refused"):
            return f"override {self.said.override}"
        return {"keep": "refused", "accept": "accepted", "add": "added"}.get(self.said.kind, "changed")

    @property
    def put(self) -> str:
        """What stands in its place, if the checks agree."""
        if self.is_kept or (self.said and self.said.kind == "add" and not self.said.counts):
            return self.text
        return self.replacement

    @property
    def is_kept(self) -> bool:
        """Whether the original stays."""
        return self.said is not None and self.said.kind == "keep" and self.said.counts


def said_of(session: Session, vault: ReleaseVault, document: str) -> list[Said]:
    """What was said of a document and not undone, oldest first."""
    wanted = select(Correction).where(Correction.document_id == document, Correction.undone.is_(None))
    overrides = {
        one.correction_id: one.state
        for one in session.scalars(select(Override).where(Override.document_id == document))
    }
    found = session.scalars(wanted.order_by(Correction.at, Correction.id))
    return [_opened(vault, one, overrides.get(one.id, "")) for one in found]


def _opened(vault: ReleaseVault, one: Correction, override: str) -> Said:
    content = json.loads(vault.open(one.content_sealed, f"correction {one.id}"))
    return Said(one.id, one.batch, one.kind, one.code, one.by, override=override, **content)


def findings_of(sheet: Sheet, said: Sequence[Said]) -> list[Finding]:
    """Findings in the order of the text, each with the newest that was said of it."""
    newest = {(one.start, one.end): one for one in said}
    levels = sheet.levels or [()] * len(sheet.decisions)
    found = [
        _finding(sheet, d, more, newest.get((d["start"], d["end"])))
        for d, more in zip(sheet.decisions, levels, strict=True)
    ]
    known = {(one.start, one.end) for one in found}
    found += [_added(sheet, one) for place, one in newest.items() if place not in known and one.kind == "add"]
    return sorted(found, key=lambda one: (one.start, one.end))


def _finding(sheet: Sheet, decision: dict[str, Any], levels: Sequence[Level], said: Said | None) -> Finding:
    start, end, why = decision["start"], decision["end"], decision["why"]
    changed = said if said and said.kind in ("retype", "level") and said.counts else None
    replacement = decision["replacement"]
    if changed:
        replacement = changed.replacement or f"[{changed.category.upper()}]"
    return Finding(
        start=start,
        end=end,
        text=sheet.text[start:end],
        category=(changed.category if changed and changed.category else decision["category"]),
        clause=decision["clause"],
        stage=decision["stage"],
        replacement=replacement,
        reason=sentence(decision),
        score=why.get("score"),
        said=said,
        levels=levels,
    )


def _added(sheet: Sheet, one: Said) -> Finding:
    text = sheet.text[one.start : one.end]
    shown = f"[{one.category.upper()}]"
    why = "A reviewer saw it; the recogniser did not."
    return Finding(one.start, one.end, text, one.category, "review", "review", shown, why, None, one)


def sentence(decision: dict[str, Any]) -> str:
    """Why something is changed, in one sentence."""
    why, category = decision["why"], decision["category"]
    if decision["stage"] == "concepts":
        if why.get("probability") is not None:
            told, allowed = 100 * float(why["probability"]), 100 * float(why.get("allowed_probability") or 0)
            return (
                f"A reader who sees this term is right about {category} in {told:.0f} of 100 cases; "
                f"the policy allows {allowed:.0f}."
            )
        return f"The reference corpus saw this term too rarely to judge what it tells about {category}."
    if decision["stage"] == "format":
        return "The policy has a rule about this column."
    if decision["stage"] == "confuse":
        return "It points to the person or client of this document."
    if "pattern" in why:
        return f"It has the form of {_article(category)}, found by the pattern {why['pattern']}."
    return f"The learned recogniser takes it for {_article(category)}."


def _article(category: str) -> str:
    word = category.replace("-", " ")
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"


def levels(one: Finding) -> list[str]:
    """Other words that may stand in the place of a finding: from telling less to telling nothing."""
    general = f"[{one.category.upper()}]"
    return [word for word in dict.fromkeys((general, "[REMOVED]")) if word != one.replacement]


def pieces(text: str, findings: Iterable[Finding]) -> list[tuple[str, int]]:
    """The original in pieces: text, and the index of the finding that it is (-1: none)."""
    made, at = [], 0
    for index, one in enumerate(findings):
        if one.start < at:
            continue
        made += [(text[at : one.start], -1), (text[one.start : one.end], index)]
        at = one.end
    return [*made, (text[at:], -1)]


def released_pieces(text: str, findings: Iterable[Finding]) -> list[tuple[str, int]]:
    """The released form in pieces, as it will be if the checks agree."""
    made, at = [], 0
    for index, one in enumerate(findings):
        if one.start < at:
            continue
        made += [(text[at : one.start], -1), (one.put, index)]
        at = one.end
    return [*made, (text[at:], -1)]


def changes_of(text: str, said: Sequence[Said]) -> Corrections:
    """What the machine is asked to do with a document: only what counts."""
    kinds = {"keep", "retype", "level", "add"}
    newest = {(one.start, one.end): one for one in said}
    counting = [one for one in newest.values() if one.kind in kinds and one.counts]
    made = [Change(one.kind, one.start, one.end, one.category, one.replacement) for one in counting]  # type: ignore[arg-type]
    granted = [one for one in counting if one.override == "granted"]
    stays = frozenset(text[one.start : one.end] for one in granted if one.kind != "level")
    put = frozenset(one.replacement for one in granted if one.kind == "level")
    return Corrections(tuple(made), stays, put)


def sheet_of(service: Service, session: Session, release: Release, document: ReleaseDocument) -> Sheet:
    """The sealed sheet of a document."""
    return sheet_for(job_of(service, session, release), engine_number(document))
