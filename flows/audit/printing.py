"""A report as PDF, signed for this installation; and whose signature a PDF carries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from adapters.keys.installation import Keys, find_keys
from adapters.machine.extras import require
from adapters.reports.languages.choosing import speech_of
from adapters.reports.pdf.certificates import installation_name
from adapters.reports.pdf.sentences import (
    BY_THE_CLOCK,
    COMPLIANCE_REPORT,
    KEY,
    MADE_BY,
    OF,
    OF_RELEASE,
    PAGE,
    SIGNATURE,
    SIGNED,
    SIGNED_AT,
    SIGNED_BY,
)
from adapters.reports.pdf.signatures import SignedReport, sign, signature_of
from adapters.reports.pdf.typesetting import Print, typeset
from engine.errors import InvalidError, fault
from engine.record.report import ReleaseReport
from flows.audit.keys.trusting import TrustChoice, trust_in_force
from flows.audit.verification.answers import Answer, answer_of
from flows.audit.verification.judging import Judgement, judge_signer

EXTRA = "reports"


def print_page(page: str, title: str, mark: str, keys: Keys, language: str = "en") -> bytes:
    """Set a report's page in type, and sign it.

    Parameters
    ----------
    page : str
        HTML of the report.
    title, mark : str
        What it is, and of what: at the head of its pages, and in its signature.
    keys : Keys
        Of the installation.
    language : str
        Of the page.

    Raises
    ------
    InvalidError
        ``EXT001`` when the extra reports is not installed.
    """
    require(EXTRA, "a report as PDF")
    name, now = signer_name(keys), datetime.now(UTC).replace(microsecond=0)
    speech = speech_of(language)
    rows = [
        [speech.say(SIGNED_BY), name, False],
        [speech.say(SIGNED_AT), speech.say(BY_THE_CLOCK, time=speech.time(now.isoformat())), False],
        [speech.say(KEY), keys.public_hex(), True],
    ]
    about = Print(
        title,
        mark,
        foot=speech.say(MADE_BY, version=version("saferelease")),
        author=name,
        created=now,
        signed={"heading": speech.say(SIGNATURE), "sentence": speech.say(SIGNED), "rows": rows},
        language=language,
        page=speech.say(PAGE),
        of=speech.say(OF),
    )
    return sign(typeset(page, about), keys, name, f"{title}, {mark}")


def print_report(report: ReleaseReport, page: str, keys: Keys) -> bytes:
    """The compliance report of a release as a signed PDF."""
    language = report.plan.language
    speech = speech_of(language)
    title = f"{speech.say(COMPLIANCE_REPORT)}: {report.plan.title}"
    return print_page(page, title, speech.say(OF_RELEASE, release=report.release_id), keys, language)


def signer_name(keys: Keys) -> str:
    """The name that the list of trusted keys gives this installation; else one made of its key."""
    trust = trust_in_force()
    listed = trust.of(keys.public_hex()) if trust else None
    return listed.name if listed else installation_name(keys.public_hex())


@dataclass(frozen=True)
class CheckedReport:
    """A report that is as it was signed, and what is known of its signer.

    Parameters
    ----------
    signed : SignedReport
    judgement : Judgement
    """

    signed: SignedReport
    judgement: Judgement

    @property
    def answer(self) -> Answer:
        """As of a bundle: only the first word lets a reader rely on it."""
        return answer_of(self.judgement)


def check_report(file: Path, public_key: str = "", choice: TrustChoice | None = None) -> CheckedReport:
    """Whose signature a report carries.

    Parameters
    ----------
    file : Path
        A PDF.
    public_key : str
        The installation's that must have signed it.
    choice : TrustChoice or None
        Whom to trust; without one, the installation's list.

    Raises
    ------
    InvalidError
        ``PDF001`` no signed report, ``TRU001`` no list.
    RefusedError
        ``PDF002`` changed after it was signed, ``TRU002``-``TRU004`` a list that is not to be used.
    """
    require(EXTRA, "the signature of a report")
    try:
        signed = signature_of(file.read_bytes())
    except OSError as error:
        raise InvalidError(
            fault("PDF001", str(file), "must be a signed report", error.strerror or "", "Name another file.")
        ) from None
    found, keys = Judgement(), find_keys()
    if public_key and signed.public_key != public_key.lower():
        must, advice = f"must be signed by {public_key}", "Do not rely on it: somebody else made it."
        found.faults.append(fault("PDF003", "signature", must, signed.public_key, advice))
        return CheckedReport(signed, found)
    own = signed.public_key if keys and signed.public_key in keys.public_keys() else ""
    made = signed.at.isoformat() if signed.at else ""
    trust = trust_in_force(choice or TrustChoice())
    judge_signer(found, signed.public_key, made, public_key, own, trust, known_here=bool(own))
    return CheckedReport(signed, found)
