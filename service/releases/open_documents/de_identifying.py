"""Health data de-identified at once: no release, so a group must be allowed to, and the ledger knows."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.errors import RefusedError
from flows.compiling.compilation import compile_policy
from flows.release.preview.alone import Alone, Made
from flows.release.records.recording import record
from service.app.context import Service
from service.app.kept_open import KeptOpen
from service.people.accounts import group_named
from service.people.roles import Action, Who
from service.policies.books import approved_versions, version_path
from service.refusals import Refusal, invalid
from service.state.tables import PolicyVersion

_NAME = "resource.json"


@dataclass(frozen=True)
class DeIdentified:
    """What may leave, and under what.

    Parameters
    ----------
    content : bytes
        The resource as JSON.
    policy : str
        Its name and number.
    plan_id : str
        Of the plan that decided.
    """

    content: bytes = field(repr=False)
    policy: str
    plan_id: str


opened: KeptOpen[str, Alone] = KeptOpen(2, 8)
"""Policies that are compiled, the last used ones."""


def de_identify(service: Service, who: Who, slug: str, policy: str, content: bytes) -> DeIdentified:
    """A resource as a policy of the group lets it leave; nothing of it is kept.

    Parameters
    ----------
    service : Service
    who : Who
    slug : str
        Short name of the group.
    policy : str
        Name of a policy that the group approved, or id of its version in force.
    content : bytes
        The resource as JSON.

    Raises
    ------
    Refusal
        404 for outsiders, 403 for others than operators; ``FHR001`` a group that may not; ``FHR002`` who
        wrote or approved the policy; a policy that is not in force.
    RefusedError
        ``PYT003`` a policy that asks for people, or for a whole release; a check of the outcome failed.
    InvalidError
        What cannot be read.

    Notes
    -----
    Nobody signs such an outcome. What stands for a signature is that of the approver of the policy, who is
    somebody else than the caller. The ledger has an entry before anything leaves.
    """
    version, title, path = _allowed(service, who, slug, policy)
    with opened.used(who.id, version.id, lambda: Alone(compile_policy(path))) as alone:
        made, plan_id = alone.release(_NAME, content), alone.plan_id
    _write_down(service, who, version, made)
    if made.refused:
        raise RefusedError(*made.refused)
    return DeIdentified(made.content, title, plan_id)


def _allowed(service: Service, who: Who, slug: str, policy: str) -> tuple[PolicyVersion, str, str]:
    with service.database.look() as session:
        group = group_named(session, slug)
        who.require(Action.START_RELEASES, group.id)
        who.require(Action.DOWNLOAD_BUNDLES, group.id)
        if slug not in service.settings.fhir_groups:
            must, advice = (
                "must be one that may de-identify at once",
                "An administrator sets SAFERELEASE_FHIR.",
            )
            raise Refusal(422, "FHR001", "the group", must, "", advice)
        for version, name, number in approved_versions(session, group.id):
            if policy in (version.id, name):
                if who.id in (version.author_id, version.decided_by):
                    must = "must be somebody else than who wrote or approved the policy"
                    raise Refusal(403, "FHR002", "the caller", must, "", "Let another operator ask.")
                return version, f"{name} {number}", str(version_path(service, version, name))
    raise invalid("policy", "must be one that the group approved", "Have it approved first.")


def _write_down(service: Service, who: Who, version: PolicyVersion, made: Made) -> None:
    body = {
        **who.named,
        "policy": version.id,
        "outcome": "refused" if made.refused else "released",
        "codes": sorted({one.code for one in made.refused}),
        "count": made.changes,
    }
    record("de-identified", "", body, service.keys)
