"""What the report says about a released document: counts, no text."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from adapters.documents.opening.sources import Source
from adapters.documents.registry import format_for
from engine.methods.c_sanitized import Sanitizer
from engine.methods.c_sanitized.replacing.drawing import n_draws
from engine.methods.combinations import Combiner
from engine.methods.combinations.deciding import GROUP_RULE
from engine.record.counted import ChoiceCount, ConceptCount, GroupCount, PictureCount, TogetherCount
from engine.record.report import DocumentRecord
from engine.text import Decision, Document, PictureFacts, carried_out


@dataclass(frozen=True, slots=True)
class DocumentRecords:
    """Counts what was done to documents, and what it did to their content.

    Parameters
    ----------
    sanitizer : Sanitizer or None
        Measures information; None: the policy protects no concept.
    combiner : Combiner or None
        Measures what terms tell together.
    """

    sanitizer: Sanitizer | None
    combiner: Combiner | None

    def record_of(
        self, source: Source, document: Document, decisions: Sequence[Decision], written: bytes, output: str
    ) -> DocumentRecord:
        """The counts of one released document; `output` is its name in the bundle."""
        information, kept = self._utility(document, decisions)
        return DocumentRecord(
            id=source.id,
            input_hash="",
            format=format_for(PurePosixPath(source.relative).suffix).name,
            outcome="released",
            output=output,
            sha256=hashlib.sha256(written).hexdigest(),
            n_bytes=len(written),
            n_characters=len(document.text),
            decisions=_by_clause(decisions),
            categories=dict(sorted(Counter(d.category for d in decisions).items())),
            concepts=_concept_counts(decisions, self._together(document, decisions)),
            utility=kept / information if information else None,
            pictures=_picture_count(document.pictures),
            information_bits=round(information, 3),
            kept_bits=round(kept, 3),
            choice=self._choice(decisions),
        )

    def _choice(self, decisions: Sequence[Decision]) -> ChoiceCount | None:
        epsilon = self.sanitizer.epsilon if self.sanitizer else None
        return None if epsilon is None else ChoiceCount(epsilon=epsilon, drawn=n_draws(decisions))

    def _together(self, document: Document, decisions: Sequence[Decision]) -> dict[str, TogetherCount]:
        """What the terms of the document tell together, before and after, by clause."""
        if self.combiner is None:
            return {}
        text = document.text.reveal()
        before, after = self.combiner.told(text), self.combiner.told(carried_out(text, decisions))
        return {
            clause: TogetherCount(
                documents=1,
                before=before[clause].is_too_much,
                after=after[clause].is_too_much,
                whole_before=round(before[clause].whole, 6),
                whole_after=round(after[clause].whole, 6),
            )
            for clause in before
        }

    def _utility(self, document: Document, decisions: Sequence[Decision]) -> tuple[float, float]:
        """Information content of the text and of what is released of it, in bits (eqs. 7-8)."""
        if self.sanitizer is None:
            return 0.0, 0.0
        return self.sanitizer.utility(document, decisions)


def _picture_count(facts: PictureFacts) -> PictureCount | None:
    return PictureCount(**facts._asdict()) if any(facts) else None


def _by_clause(decisions: Iterable[Decision]) -> dict[str, dict[str, int]]:
    counted: dict[str, dict[str, int]] = {}
    for decision in decisions:
        actions = counted.setdefault(decision.clause, {})
        actions[decision.action] = actions.get(decision.action, 0) + 1
    return counted


def _concept_counts(
    decisions: Iterable[Decision], together: Mapping[str, TogetherCount]
) -> dict[str, ConceptCount]:
    grouped: dict[str, list[Decision]] = {clause: [] for clause in together}
    breaking: dict[str, list[Mapping[str, object]]] = {}
    for decision in decisions:
        if decision.stage == "concepts":
            grouped.setdefault(decision.clause, []).append(decision)
            if decision.why.get("rule") == GROUP_RULE:
                breaking.setdefault(decision.clause, []).append(decision.why)
    return {
        clause: _concept_count(group, together.get(clause), breaking.get(clause, ()))
        for clause, group in sorted(grouped.items())
    }


def _concept_count(
    decisions: Sequence[Decision], together: TogetherCount | None, breaking: Sequence[Mapping[str, object]]
) -> ConceptCount:
    known = [float(str(d.why["probability"])) for d in decisions if d.why.get("probability") is not None]
    return ConceptCount(
        removed=len(decisions),
        documents=int(bool(decisions)),
        highest=max(known, default=None),
        unseen=sum(bool(d.why.get("unseen")) for d in decisions),
        together=together,
        groups=_group_count(breaking) if breaking else None,
    )


def _group_count(reasons: Sequence[Mapping[str, object]]) -> GroupCount:
    """What breaking groups of terms took, round by round; the first bound holds for all rounds together."""
    rounds = {int(str(why["group_round"])): why for why in reasons}
    return GroupCount(
        documents=1,
        groups=sum(int(str(why["groups"])) for why in rounds.values()),
        bits=sum(float(str(why["group_bits"])) for why in rounds.values()),
        bits_at_least=float(str(rounds[min(rounds)]["group_bits_at_least"])),
    )
