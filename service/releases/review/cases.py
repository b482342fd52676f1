"""What a reviewer corrected becomes a case of the policy, in words that she makes up."""

from __future__ import annotations

from service.app.context import Service
from service.people.roles import Action, Who
from service.policies.cases import OwnCase, keep_case
from service.refusals import Refusal
from service.releases.review.desks import found_document
from service.releases.review.sheets import WRONG, Finding, findings_of, said_of, sheet_of
from service.state.tables import PolicyFile, PolicyVersion

_SHORTEST = 4
"""Shorter findings, such as an age, may stand in any text."""


def case_of_correction(service: Service, who: Who, document: str, case: OwnCase) -> str:
    """Keep a case of the policy under which a document is reviewed; its id.

    Parameters
    ----------
    document : str
        In review by this person.
    case : OwnCase
        Its text is made up: everybody who reads policies reads it.

    Raises
    ------
    Refusal
        ``RVW017`` when its text holds an identifier of the document, ``RVW018`` when the release has a
        shipped policy, ``PLB003`` when it is no case of the policy.
    """
    with service.database.look() as session:
        release, row = found_document(session, who, document, Action.DECIDE_FINDINGS)
        version = session.get(PolicyVersion, release.policy_version_id or "")
        if version is None:
            must, advice = "must be the group's own", "Shipped policies keep no cases of groups."
            raise Refusal(409, "RVW018", "the policy of the release", must, "", advice)
        said = said_of(session, service.vault_of(release), row.id)
        findings = findings_of(sheet_of(service, session, release, row), said)
        book = session.get_one(PolicyFile, version.policy_id)
    if any(_is_told(one, case.text) for one in findings):
        advice = "Write another name or number of the same kind."
        raise Refusal(422, "RVW017", "the case", "must be made up", "an identifier of the document", advice)
    return keep_case(service, who, version, book, case)


def _is_told(one: Finding, text: str) -> bool:
    wrong = one.said is not None and one.said.kind == "keep" and one.said.code == WRONG
    return not wrong and len(one.text) >= _SHORTEST and one.text.casefold() in text.casefold()
