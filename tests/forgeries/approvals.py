"""Forgeries of approvals, and replays of another release."""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Callable
from typing import Any

from adapters.bundle.approvals import PREDICATE as APPROVAL
from adapters.bundle.envelopes import IN_TOTO, envelope, statement
from adapters.bundle.files import APPROVALS, ATTESTATION, MANIFEST, sha256_of
from adapters.machine.files import canonical_json
from adapters.policies.approvals import signed_bytes
from engine.plan.approval import Approval
from tests.forgeries.kit import Forgery, Kit
from tests.forgeries.registry import FORGERIES, forgery, put_back


def plan_approval(kit: Kit, key: str, by: str, **more: str) -> dict[str, Any]:
    blank = {
        "policy": "letters",
        "version": "1.0.0",
        "plan_id": kit.manifest()["plan_id"],
        "approved_by": by,
        "approved_at": kit.manifest()["created"],
        "note": "",
        "public_key": kit.public(key),
        "signature": "0" * 128,
    } | more
    signature = kit.key(key).sign(signed_bytes(Approval.model_validate(blank))).hex()
    return blank | {"signature": signature}


def bundle_approval(kit: Kit, key: str, by: str, digest: str = "", **more: str) -> dict[str, Any]:
    manifest = kit.manifest()
    said = {
        "release_id": manifest["release_id"],
        "plan_id": manifest["plan_id"],
        "approved_by": by,
        "approved_at": manifest["created"],
        "note": "",
    } | more
    digest = digest or sha256_of(kit.bundle / MANIFEST)
    return envelope(IN_TOTO, statement({MANIFEST: digest}, APPROVAL, said), [kit.key(key)]).model_dump()


def replaced(make: Callable[[Kit], dict[str, Any]]) -> Forgery:
    def made(kit: Kit) -> None:
        kit.write_approvals([make(kit)])

    return made


FORGERIES |= {
    "approval: by a stranger in the counsel's name": replaced(
        lambda kit: bundle_approval(kit, "stranger", "General Counsel")
    ),
    "approval: by a root key": replaced(lambda kit: bundle_approval(kit, "root-a", "General Counsel")),
    "approval: by the clerk in the counsel's name": replaced(
        lambda kit: bundle_approval(kit, "clerk", "General Counsel")
    ),
    "approval: before the key was valid": replaced(
        lambda kit: bundle_approval(kit, "counsel", "General Counsel", approved_at="2019-01-01T00:00:00Z")
    ),
    "approval: after the key was valid": replaced(
        lambda kit: bundle_approval(kit, "counsel", "General Counsel", approved_at="2099-01-01T00:00:00Z")
    ),
    "approval: at no time": replaced(
        lambda kit: bundle_approval(kit, "counsel", "General Counsel", approved_at="once")
    ),
    "approval: of another manifest": replaced(
        lambda kit: bundle_approval(kit, "counsel", "General Counsel", digest="0" * 64)
    ),
    "approval: of another release": replaced(
        lambda kit: bundle_approval(kit, "counsel", "General Counsel", release_id="0" * 12)
    ),
    "approval: of another plan": replaced(
        lambda kit: bundle_approval(kit, "counsel", "General Counsel", plan_id="0" * 64)
    ),
    "approval: of the other bundle": replaced(
        lambda kit: json.loads((kit.other / APPROVALS).read_bytes())["approvals"][0]
    ),
    "approval: nobody's": replaced(
        lambda kit: bundle_approval(kit, "counsel", "General Counsel") | {"signatures": []}
    ),
    "approval: a list of nothing": lambda kit: kit.write_approvals([{}]),
    "approval: no list": lambda kit: kit.write_approvals(3),
    "approval: of the plan by a stranger, signed by a stranger": lambda kit: kit.attest(
        kit.key("stranger"),
        kit.manifest() | {"approval": plan_approval(kit, "stranger", "General Counsel")},
    ),
    "approval: of the plan under another name": lambda kit: kit.write_manifest(
        kit.manifest() | {"approval": kit.manifest()["approval"] | {"approved_by": "The Board"}}
    ),
}


@forgery("approval: the note of a good one changed")
def _changed_note(kit: Kit) -> None:
    made = kit.approvals()
    said = json.loads(base64.b64decode(made[0]["payload"]))
    said["predicate"]["note"] = "and everything else"
    made[0]["payload"] = base64.b64encode(canonical_json(said)).decode()
    kit.write_approvals(made)


@forgery("replay: the other bundle under this name")
def _another_bundle(kit: Kit) -> None:
    shutil.rmtree(kit.bundle)
    shutil.copytree(kit.other, kit.bundle)


@forgery("replay: the other bundle with its private folder")
def _another_bundle_and_record(kit: Kit) -> None:
    _another_bundle(kit)
    shutil.rmtree(kit.folder / "march.private")
    shutil.copytree(kit.folder / "april.private", kit.folder / "march.private")


@forgery("replay: the other manifest over these files")
def _another_manifest(kit: Kit) -> None:
    for name in (MANIFEST, ATTESTATION, APPROVALS):
        shutil.copy(kit.other / name, kit.bundle / name)


@forgery("replay: the other signature")
def _another_signature(kit: Kit) -> None:
    shutil.copy(kit.other / ATTESTATION, kit.bundle / ATTESTATION)


@forgery("report: the other bundle's")
def _another_report(kit: Kit) -> None:
    for name in ("report.html", "report.json"):
        shutil.copy(kit.other / name, kit.bundle / name)


@forgery("report: says that more was released, signed by a stranger")
def _better_report(kit: Kit) -> None:
    path = kit.bundle / "report.json"
    path.write_text(path.read_text().replace('"released"', '"refused"'))
    kit.attest(kit.key("stranger"))


@forgery("proof: of nothing, signed by a stranger")
def _empty_proof(kit: Kit) -> None:
    put_back(kit)
    removed = kit.manifest()["removed"] | {"values": 0, "fingerprints": 0, "sha256": "0" * 64}
    kit.attest(kit.key("stranger"), kit.manifest() | {"removed": removed})
