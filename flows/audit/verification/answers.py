"""What the reader of a bundle asks, and the answer: verified, unverified, failed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from adapters.bundle.timestamps import Stamp
from engine.errors import Fault, Outcome
from engine.record.manifest import Manifest, RemovedProof
from engine.record.trees.openings import Opening
from flows.audit.keys.trusting import TrustChoice
from flows.audit.verification.judging import Judgement
from flows.audit.verification.reading_report import REPORT as REPORT

if TYPE_CHECKING:
    from flows.audit.verification.against import Against
    from flows.audit.verification.table_proofs import TableProof

Answer = Literal["VERIFIED", "UNVERIFIED", "FAILED"]


OUTCOMES: Mapping[Answer, Outcome] = {
    "VERIFIED": Outcome.RELEASED,
    "UNVERIFIED": Outcome.UNVERIFIED,
    "FAILED": Outcome.REFUSED,
}
"""Answers as exit codes."""


def answer_of(judgement: Judgement) -> Answer:
    """The answer in one word."""
    return "FAILED" if judgement.faults else "UNVERIFIED" if judgement.doubts else "VERIFIED"


@dataclass
class Verification:
    """What was found out about a bundle.

    Parameters
    ----------
    manifest : Manifest
    manifest_sha256 : str
        Of the manifest as it lies in the bundle.
    judgement : Judgement
        Whose signature and approvals these are; what speaks against the bundle, what leaves it open.
    searched : RemovedProof or None
        Numbers of the search for removed values; None when there was none.
    not_searched : str
        Why not.
    entry : int
        The ledger's entry of this bundle; 0 when this installation has none.
    recorded : bool
        Whether this verification is in the ledger.
    tables : list of TableProof
        What was found out about each released table.
    stamp : Stamp or None
        The time stamp that holds.
    against : list of Against
        What other bundles tell together with this one.
    certificates : int or None
        Certificates that hold; None where nobody asked.
    openings : list of Opening
        That hold; empty as soon as one does not, or the bundle fails.
    """

    manifest: Manifest
    manifest_sha256: str
    judgement: Judgement
    searched: RemovedProof | None = None
    not_searched: str = ""
    entry: int = 0
    recorded: bool = False
    tables: list[TableProof] = field(default_factory=list)
    stamp: Stamp | None = None
    against: list[Against] = field(default_factory=list)
    certificates: int | None = None
    openings: list[Opening] = field(default_factory=list)

    @property
    def faults(self) -> list[Fault]:
        """What speaks against the bundle."""
        return self.judgement.faults

    @property
    def doubts(self) -> list[Fault]:
        """What nobody could check here."""
        return self.judgement.doubts

    @property
    def answer(self) -> Answer:
        """The answer in one word; only the first lets a reader rely on the bundle."""
        return answer_of(self.judgement)

    @property
    def outcome(self) -> Outcome:
        """The same as an exit code."""
        return OUTCOMES[self.answer]


@dataclass(frozen=True)
class Asked:
    """What the reader of a bundle knows about it from elsewhere.

    Parameters
    ----------
    public_key : str
        The signer's public key.
    release : str
        The release that it must be.
    trust : TrustChoice
        Whom to trust.
    audit_file : Path or None
        An auditor's file; without it the keys of this installation are tried.
    search : bool
        Whether to search for removed values.
    timestamp_roots : tuple of Path
        Root certificates of authorities of time stamps; without them those of the installation.
    stamped : bool
        Whether the bundle must carry a time stamp.
    against : tuple of Path
        Other bundles, to see what they tell together with this one.
    certificates : bool
        Whether to check the certificates of released documents.
    openings : tuple of Path
        Files of removed values that were opened to a reader.
    """

    public_key: str = ""
    release: str = ""
    trust: TrustChoice = field(default_factory=TrustChoice)
    audit_file: Path | None = None
    search: bool = True
    timestamp_roots: tuple[Path, ...] = ()
    stamped: bool = False
    against: tuple[Path, ...] = ()
    certificates: bool = False
    openings: tuple[Path, ...] = ()
