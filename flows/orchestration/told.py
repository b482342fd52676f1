"""What operators read of a release in Prefect: ids, counts and codes, never text or names of files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from adapters.documents.opening.sources import Source
from engine.plan.plan import Plan
from engine.record.report import DocumentRecord, ReleaseReport

SHOWN = 200
"""Documents that the report in Prefect lists; the operator's report holds them all."""
_CODE = re.compile(r"\[([A-Z]{3}\d{3})\]")


def span_of(chunk: Sequence[Source]) -> str:
    """Which documents a task releases: the numbers of the first and the last."""
    return chunk[0].id if len(chunk) == 1 else f"{chunk[0].id}-{chunk[-1].id}"


def outcomes(records: Sequence[DocumentRecord]) -> str:
    """What became of the documents of one task, with the codes of those that do not leave."""
    counts = Counter(record.outcome for record in records)
    codes = sorted({code for record in records for code in _CODE.findall(record.reason)})
    told = ", ".join(f"{n} {outcome}" for outcome, n in sorted(counts.items()))
    return f"{told} ({', '.join(codes)})" if codes else told


def tags_of(plan: Plan) -> list[str]:
    """By what releases are looked for: their policy, and the acts that its clauses cite."""
    acts = dict.fromkeys(act.partition("(")[0].strip() for one in plan.clauses for act in one.law.split(";"))
    return [f"policy:{plan.policy}", *(f"law:{act}" for act in acts if act)]


def verdict_tag(report: ReleaseReport | None) -> str:
    """The verdict, or that people are asked."""
    return f"verdict:{report.verdict.replace(' ', '-') if report else 'waiting-for-review'}"


def end_name(report: ReleaseReport) -> str:
    """The name of the state in which a release ends, as the report's verdict."""
    names = {"released": "Released", "released in part": "ReleasedInPart", "refused": "Refused"}
    return names.get(report.verdict, "NothingReleased")


def summary(report: ReleaseReport) -> str:
    """A release in one sentence."""
    totals = report.totals
    told = f"{totals['released']} of {totals['documents']} documents released"
    left = [f"{totals[name]} {name}" for name in ("refused", "quarantined") if totals[name]]
    return ", ".join([told, *left])


def report_markdown(report: ReleaseReport) -> str:
    """The report's numbers: totals, what each clause changed, which documents do not leave and why."""
    parts = [
        f"## Release {report.release_id}: {report.verdict}",
        f"{summary(report)}. Plan `{report.plan_id[:12]}`.",
        _table(("documents", "n"), report.totals.items()),
        _table(
            ("clause", "changes", "documents"), [(c.clause, c.changes, c.documents) for c in report.clauses]
        ),
    ]
    held = [record for record in report.documents if record.outcome != "released"]
    if held:
        rows = [(r.id, r.outcome, ", ".join(_CODE.findall(r.reason))) for r in held[:SHOWN]]
        more = f"\n\nAnd {len(held) - SHOWN} more." if len(held) > SHOWN else ""
        parts.append(_table(("document", "outcome", "codes"), rows) + more)
    return "\n\n".join(parts) + "\n"


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines: list[Sequence[object]] = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
