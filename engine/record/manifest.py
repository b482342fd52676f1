"""The manifest of a bundle: every file and input by its hash, and what the release rests on. Never text."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from typing import Literal

from engine.plan.approval import Approval
from engine.plan.steps import CorpusRef, KnowledgeRef, ModelRef
from engine.record.counted import Record
from engine.record.packed import Many, Packed
from engine.record.report import DocumentOutcome, ReleaseReport
from engine.record.review import ReviewRecord


class ManifestFile(Record):
    """One file of a bundle."""

    path: str
    sha256: str
    n_bytes: int


class ManifestInput(Record):
    """One input, known only by a keyed hash, with its outcome.

    Parameters
    ----------
    openings_root : str
        Root of the salted commitments to what was removed from it (`engine.record.trees.openings`). Empty for
        what was not released, a table, and bundles made before there were openings.
    """

    document: str
    keyed_hash: str
    outcome: DocumentOutcome
    reason: str = ""
    openings_root: str = ""


class RemovedProof(Record):
    """What the manifest says of the file that proves removal, which is kept apart from the bundle.

    Parameters
    ----------
    sha256 : str
        Of ``proof.jsonl`` in the private folder.
    key_check : str
        Tells whether a key is the one that made the fingerprints; says nothing of it.
    values, short, standing : int
        Different values removed per document, added up; of these too short to be searched for; of these
        such as stand elsewhere in the released document, where the policy lets them.
    fingerprints : int
        Values and parts of values that are searched for.
    """

    sha256: str
    key_check: str
    values: int
    short: int
    standing: int
    fingerprints: int


class Manifest(Record):
    """What a bundle consists of and what it rests on; signed.

    `name_check` is a mark of the name under which the bundle was made: another bundle under its name is
    noticed. Format 1 had none, and a signature file of another form.
    """

    format: Literal[1, 2] = 2
    name_check: str = ""
    release_id: str
    created: str
    tool: str
    verdict: str
    policy: str
    policy_version: str
    policy_sha256: str
    plan_id: str
    corpus: CorpusRef | None
    knowledge: tuple[KnowledgeRef, ...]
    models: tuple[ModelRef, ...] = ()
    totals: dict[str, int]
    inputs: Many[ManifestInput]
    removed: RemovedProof | None = None
    files: Many[ManifestFile]
    approval: Approval | None = None
    review: ReviewRecord | None = None

    def opening_roots(self) -> dict[str, str]:
        """The root for openings of each document that has one."""
        return {one.document: one.openings_root for one in self.inputs if one.openings_root}


def manifest_of(
    report: ReleaseReport,
    files: Packed[ManifestFile],
    removed: RemovedProof | None = None,
    roots: Iterable[str] | None = None,
) -> Manifest:
    """The manifest of a release over the `files` of its bundle, which are sorted by their paths.

    `roots` holds the root for openings of each document, in order.
    """
    none = repeat("", len(report.documents))
    documents = zip(report.documents, none if roots is None else roots, strict=True)
    plan = report.plan
    return Manifest(
        release_id=report.release_id,
        created=report.created,
        tool=report.tool,
        verdict=report.verdict,
        policy=plan.policy,
        policy_version=plan.version,
        policy_sha256=plan.policy_sha256,
        plan_id=report.plan_id,
        corpus=plan.corpus,
        knowledge=plan.knowledge,
        models=plan.models,
        totals=report.totals,
        inputs=Packed(
            ManifestInput(
                document=d.id, keyed_hash=d.input_hash, outcome=d.outcome, reason=d.reason, openings_root=root
            )
            for d, root in documents
        ),
        removed=removed,
        files=files,
        approval=report.approval,
        review=report.review,
    )
