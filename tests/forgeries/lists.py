"""Forgeries of the list of trusted keys, and keys that were revoked."""

from __future__ import annotations

import base64
import json
from typing import Any

from adapters.bundle.envelopes import envelope
from adapters.trust.lists import TRUST
from tests.forgeries.kit import Forgery, Kit, good
from tests.forgeries.registry import FORGERIES, forgery, put_back


def signed_list(kit: Kit, signing: tuple[str, ...], at: int = -1, **changes: Any) -> dict[str, Any]:
    said = json.loads(base64.b64decode(kit.versions()[at]["payload"])) | changes
    return envelope(TRUST, said, [kit.key(name) for name in signing]).model_dump()


def stranger_as_signer(kit: Kit) -> list[dict[str, Any]]:
    said = json.loads(base64.b64decode(kit.versions()[-1]["payload"]))
    return [*said["keys"], said["keys"][0] | {"name": "X", "public_key": kit.public("stranger")}]


def appended(*signing: str, **changes: Any) -> Forgery:
    """A version that lets a stranger sign, and a bundle that the stranger signed."""

    def made(kit: Kit) -> None:
        put_back(kit)
        kit.attest(kit.key("stranger"))
        told = {name: value(kit) if callable(value) else value for name, value in changes.items()}
        more = {"version": len(kit.versions()) + 1, "keys": stranger_as_signer(kit)} | told
        kit.write_versions([*kit.versions(), signed_list(kit, signing, **more)])

    return made


FORGERIES |= {
    "list: a stranger let in without signatures": appended(),
    "list: a stranger let in by one root key of two": appended("root-a"),
    "list: a stranger let in by himself": appended("stranger"),
    "list: a stranger let in by approvers": appended("counsel", "clerk"),
    "list: a threshold of one, signed by one": appended("root-a", threshold=1),
    "list: new roots, signed by the new": appended(
        "stranger", "root-c", roots=lambda kit: [kit.public("stranger"), kit.public("root-c")]
    ),
    "list: new roots, signed by the new and one old": appended(
        "stranger", "root-a", roots=lambda kit: [kit.public("stranger"), kit.public("root-a")], threshold=2
    ),
    "list: threshold zero": appended("stranger", threshold=0),
}


@forgery("list: the same root signs twice")
def _one_root_twice(kit: Kit) -> None:
    appended("root-a")(kit)
    versions = kit.versions()
    versions[-1]["signatures"] *= 2
    kit.write_versions(versions)


@forgery("list: the stranger's own")
def _another_list(kit: Kit) -> None:
    put_back(kit)
    kit.attest(kit.key("stranger"))
    told = {"roots": [kit.public("stranger")], "threshold": 1, "keys": stranger_as_signer(kit)}
    kit.write_versions([signed_list(kit, ("stranger",), at=0, **told)])


@forgery("list: a key put into the newest version, signatures kept")
def _changed_list(kit: Kit) -> None:
    put_back(kit)
    kit.attest(kit.key("stranger"))
    forged = signed_list(kit, (), keys=stranger_as_signer(kit))
    versions = kit.versions()
    versions[-1]["payload"] = forged["payload"]
    kit.write_versions(versions)


@forgery("list: versions in another order")
def _reordered(kit: Kit) -> None:
    kit.write_versions(kit.versions()[::-1])


@forgery("list: a version left out")
def _left_out(kit: Kit) -> None:
    versions = kit.versions()
    kit.write_versions([versions[0], *versions[2:]])


@forgery("list: empty")
def _empty_list(kit: Kit) -> None:
    kit.write_versions([])


@forgery("list: expired")
def _expired(kit: Kit) -> None:
    past = {"version": len(kit.versions()) + 1, "expires": "2021-01-01T00:00:00Z"}
    kit.write_versions([*kit.versions(), signed_list(kit, ("root-a", "root-b"), **past)])


def revoked_on(day: str, which: int) -> Forgery:
    def made(kit: Kit) -> None:
        roots = ("--root-key", kit.folder / "root-a.pem", "--root-key", kit.folder / "root-b.pem")
        said = json.loads(base64.b64decode(kit.versions()[-1]["payload"]))
        key = said["keys"][which]["public_key"]
        revoke = ("trust", "revoke", key, "--reason", "stolen", "--at", day, "--file", kit.list)
        good(kit.folder / "root-home", *revoke, *roots)

    return made


FORGERIES |= {
    "key: the signer's was revoked before": revoked_on("2021-01-01", 0),
    "key: the signer's was revoked later, and the date can be invented": revoked_on("2098-01-01", 0),
    "approval: the approver's key was revoked before": revoked_on("2021-01-01", 1),
    "approval: the approver's key was revoked later": revoked_on("2098-01-01", 1),
}
