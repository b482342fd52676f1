"""A policy as a page for its readers: the clause table in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.policy.clauses import ConceptClause, IdentifierClause, LegalClause
from engine.policy.model import Policy


def policy_page(policy: Policy, counts: Mapping[str, tuple[int, int]]) -> str:
    """The page of a policy.

    Parameters
    ----------
    policy : Policy
        Composed.
    counts : mapping
        Clause id to the number of its (must-go, must-stay) cases.

    Returns
    -------
    str
        Markdown: what it is for, its clauses with law, method and status, and what it does not cover.
    """
    made_of = f"\n\nMade of: {', '.join(f'[{b}]({b}.md)' for b in policy.bases)}." if policy.bases else ""
    rows = [_row(clause, counts.get(clause.id, (0, 0))) for clause in policy.clauses]
    header = ["Clause", "Law", "What", "Looked for", "In its place", "Status", "Cases (go + stay)"]
    parts = [
        f"# {policy.policy} {policy.version}\n\n{policy.title}.",
        f"{policy.description or ''}{made_of}",
        "## Clauses\n\n" + _table(header, rows),
        _notes(policy),
        _not_covered(policy),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _row(clause: LegalClause, cases: tuple[int, int]) -> list[str]:
    status = clause.status + (", citation not verified" if clause.unverified else "")
    what = clause.title or ""
    return [
        f"`{clause.id}`",
        clause.law,
        what,
        _looked_for(clause),
        _replaced(clause),
        status,
        f"{cases[0]} + {cases[1]}",
    ]


def _looked_for(clause: LegalClause) -> str:
    if isinstance(clause, IdentifierClause):
        return ", ".join(clause.find)
    if isinstance(clause, ConceptClause):
        limit = f"alpha {clause.alpha:g}" if clause.alpha else f"at most {clause.disclose_at_most}"
        return f"what discloses {clause.protect} ({limit})"
    return ""


def _replaced(clause: LegalClause) -> str:
    if isinstance(clause, IdentifierClause):
        census = f" ({clause.replace_with.census} census)" if clause.replace_with.census else ""
        return clause.replace_with.operator + census
    if isinstance(clause, ConceptClause):
        return "a more general term" if clause.replace_with == "generalize" else "nothing"
    return ""


def _notes(policy: Policy) -> str:
    notes = [f"- `{clause.id}`: {clause.note}" for clause in policy.clauses if clause.note]
    reasons = [f"- `{clause.id}`: {clause.because}" for clause in policy.clauses if clause.because]
    listed = "\n".join((*notes, *reasons))
    return f"## Notes\n\n{listed}" if listed else ""


def _not_covered(policy: Policy) -> str:
    if not policy.not_covered:
        return ""
    rows = [[e.law, e.title or "", e.reason] for e in policy.not_covered]
    return "## Not covered\n\n" + _table(["Law", "What", "Why, and what to do"], rows)


def _table(header: list[str], rows: Iterable[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.replace("|", r"\|").split())
