"""Suggestions for a reviewer: what tells whose a document is, beside the personal data in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from pathlib import Path

from adapters.documents.opening.sources import find_sources
from adapters.reports.review_page import Piece, ReviewPage, write_review
from engine.errors import InvalidError, RefusedError, fault
from engine.stages.hide_class.review import Mark, Review
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline


@dataclass(frozen=True)
class Suggested:
    """A document with its review.

    Parameters
    ----------
    name : str
        Of its file.
    text : str
    review : Review
    gone : sequence of (int, int), or None
        Where the policy itself suppresses words; None when it refuses the document.
    remaining : mapping of str to float
        Words that still point to the class after that, with their nats.
    """

    name: str
    text: str = field(repr=False)
    review: Review
    gone: Sequence[tuple[int, int]] | None
    remaining: Mapping[str, float] = field(default_factory=dict, repr=False)

    def is_gone(self, mark: Mark) -> bool:
        """Whether the policy suppresses a word."""
        return any(start < mark.end and mark.start < end for start, end in self.gone or ())

    def words(
        self, kinds: tuple[str, ...] = ("name", "abbreviation", "proper-name")
    ) -> list[dict[str, object]]:
        """Names, abbreviations and products (capitalised words) that tell the class, each once."""
        found: dict[tuple[str, str], Mark] = {}
        for mark in self.review.marks:
            if (
                mark.category in kinds
                and mark.stage == "hide_class"
                and mark.nats is not None
                and mark.nats > 0
            ):
                found.setdefault((self.text[mark.start : mark.end], mark.category), mark)
        return [
            {"word": word, "kind": kind, "level": mark.level, "nats": _finite(mark.nats)}
            for (word, kind), mark in sorted(found.items(), key=lambda item: item[1].level)
        ]

    def personal(self) -> list[dict[str, object]]:
        """What other clauses of the policy remove."""
        return [
            {"start": m.start, "end": m.end, "category": m.category, "text": self.text[m.start : m.end]}
            for m in self.review.marks
            if m.stage != "hide_class"
        ]

    def as_json(self) -> dict[str, object]:
        """All of it, for machines; it holds text of the document."""
        review = self.review
        return {
            "document": self.name,
            "class": review.sensitive,
            "keep": review.topic,
            "k": review.k,
            "n_classes": review.n_classes,
            "k_before": review.k_before,
            "level_for_k": {str(k): level for k, level in review.level_for_k.items()},
            "steps": [asdict(step) for step in review.steps],
            "policy": {
                "refused": self.gone is None,
                "suppressed": sorted({self.text[s:e] for s, e in self.gone or ()}),
                "still_points": dict(self.remaining),
            },
            "client": self.words(),
            "personal": self.personal(),
        }


def _finite(nats: float | None) -> float | None:
    """None for a name: no number says how much it tells."""
    return nats if nats is not None and isfinite(nats) else None


def suggest_for(policy: str, document: Path, sensitive: str = "") -> Suggested:
    """Review one document under a policy; nothing is written.

    Parameters
    ----------
    policy : str
        File of a policy with a clause about classes, or name of a shipped one.
    document : Path
        One file.
    sensitive : str
        Its class; by default as the policy says.

    Raises
    ------
    InvalidError
        ``KCF030`` the policy has no such clause; ``KCF006`` unknown class; ``KCF031`` not one file.
    RefusedError
        ``KCF012`` the class is not known.
    """
    compiled = compile_policy(policy)
    if compiled.hide_class is None:
        advice = "Add hide_class: to it; see docs/methods/k-redactor.md."
        raise InvalidError(fault("KCF030", policy, "must have the clause hide_class", "", advice))
    if document.is_dir():
        raise InvalidError(fault("KCF031", str(document), "must be one file", "a folder", "Name a document."))
    source = find_sources([document])[0]
    pipeline = DocumentPipeline(compiled, b"suggestion" * 4, 2000)
    opened = pipeline.open(source, source.read()).document
    review = pipeline.stages.review(opened, source.folders, sensitive)
    try:
        decided = pipeline.stages.decided(opened, source.folders, sensitive)
    except RefusedError:
        return Suggested(document.name, opened.text.reveal(), review, None)
    gone = [
        (d.start, d.end)
        for d in decided.decisions
        if d.stage == "hide_class" or "changed_by_hide_class" in d.why
    ]
    return Suggested(document.name, opened.text.reveal(), review, gone, pipeline.stages.remaining(decided))


def write_page(suggested: Suggested, path: Path) -> None:
    """Write the review page of a document; only its owner can read the file (``KCF032``)."""
    review = suggested.review
    page = ReviewPage(
        name=suggested.name,
        sensitive=review.sensitive,
        topic=review.topic,
        k=review.k,
        n_classes=review.n_classes,
        k_before=review.k_before,
        steps=[asdict(step) for step in review.steps],
        level_for_k=review.level_for_k,
        pieces=list(_pieces(suggested)),
        n_policy=None if suggested.gone is None else len(suggested.gone),
        client=suggested.words(),
        personal=suggested.personal(),
        remaining=suggested.remaining,
    )
    write_review(page, path)


def _pieces(suggested: Suggested) -> Iterator[Piece]:
    """The text cut at its marks."""
    at = 0
    for mark in suggested.review.marks:
        yield Piece(suggested.text[at : mark.start])
        telling = mark.stage == "hide_class" and (mark.level > 0 or mark.category in ("name", "abbreviation"))
        kind = mark.category if telling or mark.stage != "hide_class" else ""
        yield Piece(
            suggested.text[mark.start : mark.end],
            mark.stage,
            kind,
            mark.level,
            telling,
            suggested.is_gone(mark),
        )
        at = mark.end
    yield Piece(suggested.text[at:])
