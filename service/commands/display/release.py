"""How a release, its plan and what `inspect` found are shown in a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from service.commands.display.output import say

if TYPE_CHECKING:
    from engine.record.counted import GateRecord
    from engine.record.report import ReleaseReport
    from flows.release.stores.place import Place


def summary(result: ReleaseReport, place: Place) -> dict[str, object]:
    """What `run --json` prints of a release whose bundle is at `place`."""
    from flows.audit.finished_stamp import stamping_of
    from flows.compiling.matters import idle_for_facts
    from flows.release.records.recording import manifest_recorded
    from flows.release.state import ReleaseFolders

    stamping = stamping_of(place.private)
    return {
        "time_stamp": stamping.model_dump() if stamping else None,
        "without_facts": idle_for_facts(result.plan),
        "release": result.release_id,
        "verdict": result.verdict,
        "manifest_sha256": manifest_recorded(result.release_id, ReleaseFolders(place.bundle.resolve())),
        "plan_id": result.plan_id,
        "totals": result.totals,
        "gate": result.gate.model_dump(mode="json") if result.gate else None,
        "utility": result.utility,
        "bundle": place.out,
        "report": str(place.private / "report.html"),
    }


def show_release(result: ReleaseReport, folder: Path) -> None:
    """What became of the documents, and where the report is: in `folder`."""
    from flows.audit.finished_stamp import stamping_of
    from flows.compiling.matters import idle_for_facts

    totals = result.totals
    say(
        f"{result.verdict.capitalize()}: {totals['released']} of {totals['documents']} documents released, "
        f"{totals['refused']} refused, {totals['quarantined']} quarantined{_n_changes(result)}."
    )
    if result.gate is not None:
        say(f"  {_gate_sentence(result.gate)}")
    gated = result.gate is not None and not result.gate.passed
    for document in () if gated else result.documents:
        if document.outcome != "released":
            say(f"  document {document.id} {document.outcome}: {document.reason}")
    for line in _without_facts(idle_for_facts(result.plan)):
        say(line)
    for line in _other_languages(result):
        say(line)
    if (stamping := stamping_of(folder)) is not None:
        later = f"[{stamping.code}] {stamping.authority}. Stamp it later: saferelease audit timestamp."
        say(f"Stamped at {stamping.at} by {stamping.authority}." if stamping.at else f"Not stamped: {later}")
    say(f"Report: {(folder / 'report.html').resolve()}")


def _n_changes(result: ReleaseReport) -> str:
    if result.audience == "recipient":
        return ""
    by_clause = (counts for document in result.documents for counts in document.decisions.values())
    made = (count for counts in by_clause for count in counts.values())
    return f"; {sum(made)} changes"


def show_plan(found: Mapping[str, Any], out: str) -> None:
    """What `run --dry-run` found."""
    say(f"{found['documents']} documents would go to {out} under plan {found['plan_id']}.")
    for line in _without_facts(found["without_facts"]):
        say(line)


def _without_facts(clauses: Sequence[str]) -> Iterator[str]:
    """What to tell the operator about clauses that had no facts of the matter to work on."""
    for clause in clauses:
        yield (
            f"Clause {clause} had no facts of the matter and is reported as not covered. "
            "Name the facts with --matter."
        )


def _other_languages(result: ReleaseReport) -> Iterator[str]:
    """What to tell the operator about released documents with passages that are not in English."""
    from flows.document.languages import named

    documents = Counter(
        language
        for document in result.documents
        if document.outcome == "released"
        for language in document.other_languages
    )
    for language, n in sorted(documents.items()):
        yield (
            f"Passages in {named(language)}: {n} of the released documents. Names in them may be missed, and "
            "where a concept is protected, most of their words may be gone. Read these documents before they "
            "leave."
        )


def _gate_sentence(gate: GateRecord) -> str:
    """What the attacker's test found."""
    told = (
        f"The best attacker ({gate.best.learner}) gains {gate.best.gain:.2%} of the sensitive words of "
        f"{gate.documents:,} sample documents; the policy allows {gate.gain_at_most:.2%}"
    )
    if gate.passed:
        return f"The gate was passed. {told}."
    return f"[GRS001] No document was released, because the gate was not passed. {told}."


def show_decisions(found: dict[str, object]) -> None:
    """What `inspect` found in one document."""
    say(f"{found['document']}")
    if "error" in found:
        say(f"  {found['error']}")
    table = found.get("table")
    if isinstance(table, dict):
        _show_table(table)
    from flows.document.languages import languages_said

    languages = found.get("other_languages")
    if isinstance(languages, dict):
        say(f"  not in English: {languages_said(languages)}; names in it may be missed")
    columns = found.get("columns")
    for column in columns if isinstance(columns, list) else ():
        _show_column(column)
    decisions = found.get("decisions")
    for decision in decisions if isinstance(decisions, list) else ():
        say("  {start}-{end} {stage} {category}: {action} -> {replacement}".format(**decision))
    if "refused" in found:
        say(f"  would be refused: {found['refused']}")
        reasons = found.get("reasons")
        for reason in reasons if isinstance(reasons, list) else ():
            _show_reason(reason)


def _show_reason(reason: dict[str, Any]) -> None:
    """Words that refuse a document: what they are, where, and what settles it."""
    say(f"  left: {reason['words']}")
    clause = reason["clause"] or "the matter"
    say(f"    {reason['code']}, {reason['kind']}, by {clause}" + _place(reason))
    if reason["code"] == "VER004":
        say(f"    removed from {reason['lost_by']}: if it is nobody's there, allow the words in that clause")
    elif reason["code"] in ("VER001", "VER002"):
        say("    if the words are nobody's, allow them in that clause; else correct the place by hand")


def _place(reason: dict[str, Any]) -> str:
    """Where the words stand in the document's text."""
    return f", line {reason['line']}: ...{' '.join(reason['around'].split())}..." if "line" in reason else ""


def _show_column(column: dict[str, Any]) -> None:
    """The type of a column and what told it."""
    by = {"header": "by its name", "values": "by its values", "both": "by its name and values"}
    then = f"removed as {column['removed_as']}" if column["removed_as"] else "searched as text is"
    known = "of unknown kind" if column["type"] == "unknown code" else column["type"]
    say(
        f"  table {column['table']} column {column['column']} {column['name']!r}: {known}, "
        f"{by.get(column['by'], 'by its neighbours')}, {column['different']} of {column['cells']} "
        f"values differ; {then}"
    )


def _show_table(table: dict[str, Any]) -> None:
    """What would be released of a table."""
    say(
        "  {rows:,} rows; {features_after:,} of {features_before:,} features kept, each row shown by "
        "{achieved_k:,} rows or more (k = {k}); {rows_all_zero_after:,} rows show nothing".format(**table)
    )
    for name in table["kept"]:
        say(f"  kept     {name}")
    for name, reason in table["dropped"].items():
        say(f"  dropped  {name}: {reason}")
