"""An approver's signature by a key of her own, on a sealed bundle."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.orm import Session

from adapters.bundle.approvals import read_approvals
from adapters.bundle.checking import check_bundle
from flows.audit.approving import take_approval
from service.app.context import Service
from service.people.roles import Action, Who
from service.refusals import Refusal
from service.releases.approval import apart, asks_own_signature
from service.releases.intake import bundle_path, visible
from service.releases.moves import State
from service.state.tables import Release


def sign(service: Service, who: Who, release: str, handed_in: bytes) -> str:
    """Take an approval that an approver signed on her own machine; returns her name.

    Raises
    ------
    Refusal
        ``SVC003`` while it is not sealed, ``RVW010`` when she is not apart from who made it.
    RefusedError, InvalidError
        As `take_approval`.
    """
    with service.database.look() as session:
        row = visible(session, who, release, Action.APPROVE_RELEASES)
        why = apart(session, who, row)
    if row.state != State.SEALED:
        raise Refusal(409, "SVC003", "the release", "must be sealed", "", "Approve it first.")
    if why:
        raise Refusal(403, "RVW010", "the approver", "must be apart from who made the release", "", why)
    return take_approval(bundle_path(service, release), handed_in, who.display).approved_by


def require_signed(session: Session, who: Who, release: Release, bundle: Path) -> None:
    """Refuse to let a bundle out that the policy wants signed; an approver takes her copy, to sign it.

    Raises
    ------
    Refusal
        ``RVW015`` while no approver signed it with a key of her own.
    """
    if not asks_own_signature(release) or signers_of(bundle):
        return
    if who.may(Action.APPROVE_RELEASES, release.group_id) and not apart(session, who, release):
        return
    must, advice = "must be signed with an approver's own key", "An approver signs it: the page says how."
    raise Refusal(409, "RVW015", "the bundle", must, "", advice)


def signers_of(bundle: Path) -> list[str]:
    """Who signed a sealed bundle with a key of their own; none when something in it was changed."""
    signed = check_bundle(bundle)
    if signed.faults:
        return []
    try:
        return [approval.approved_by for _, approval in read_approvals(bundle, signed.digest)]
    except ValueError:
        return []
