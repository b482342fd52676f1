"""A small report, for tests of what is made from one."""

from __future__ import annotations

from engine.plan.plan import Plan
from engine.plan.steps import ConceptStep, CorpusRef, IdentifierStep, KnowledgeRef, PlannedClause
from engine.policy import ConceptSettings
from engine.record.counted import ConceptCount
from engine.record.report import DocumentRecord, ReleaseReport, summarize


def sample_plan() -> Plan:
    """A plan with one clause of each kind; its title tries to inject markup."""
    return Plan(
        policy="sample",
        version="1.0.0",
        title="Records <b>safe</b> & sound",
        policy_sha256="0" * 64,
        clauses=(
            PlannedClause(id="G", kind="identifiers", title="SSN", law="45 CFR (G)", status="covered"),
            PlannedClause(
                id="hiv",
                kind="concepts",
                title="HIV",
                law="NY 2782",
                status="partly",
                note="terms",
                unverified=True,
            ),
            PlannedClause(
                id="Q",
                kind="not_covered",
                title="Photos",
                law="45 CFR (Q)",
                status="not covered",
                note="pictures",
            ),
        ),
        identifiers=(
            IdentifierStep(
                id="G", find=("ssn",), operator="placeholder", census=None, threshold=0.5, allow=(), deny=()
            ),
        ),
        concepts=(
            ConceptStep(
                id="hiv",
                settings=ConceptSettings(protect="HIV", alpha=1.5),
                lexicalizations=("hiv",),
                alpha=1.5,
                n_contexts=1_000_000,
                n_concept=1_600,
                information_content_bits=9.29,
                threshold_bits=6.19,
                allowed_probability=0.117,
                n_disclosing_terms=321,
                table_sha256="1" * 64,
            ),
        ),
        corpus=CorpusRef(name="wikipedia", fingerprint="2" * 64, unit="paragraph", n_contexts=1_000_000),
        knowledge=(KnowledgeRef(name="wordnet", fingerprint="3" * 64),),
        formats=(),
        names="number",
        quarantine="allow",
    )


def sample_report(*outcomes: str) -> ReleaseReport:
    """A report over documents with the given outcomes."""
    documents = [
        DocumentRecord.model_validate(
            {
                "id": f"{i:06d}",
                "input_hash": f"{i:064d}",
                "format": "txt",
                "outcome": outcome,
                "output": f"document-{i:06d}.txt" if outcome == "released" else "",
                "n_bytes": 100,
                "n_characters": 100,
                "reason": "" if outcome == "released" else "[VER001] a check failed",
                "decisions": {"G": {"replace": 2}, "hiv": {"generalize": 1}} if outcome == "released" else {},
                "concepts": {"hiv": ConceptCount(removed=1, documents=1, highest=0.43).model_dump()}
                if outcome == "released"
                else {},
                "utility": 0.8,
                "information_bits": 100.0,
                "kept_bits": 80.0,
            }
        )
        for i, outcome in enumerate(outcomes or ("released", "refused", "quarantined"), 1)
    ]
    return summarize(
        release_id="abc123",
        created="2026-01-01T00:00:00+00:00",
        tool="saferelease 0.1.0",
        plan=sample_plan(),
        documents=documents,
    )
