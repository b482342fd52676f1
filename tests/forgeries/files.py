"""Forgeries of files and folders, and of the manifest."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

from adapters.bundle.files import APPROVALS, ATTESTATION, MANIFEST
from adapters.machine.files import canonical_json
from tests.forgeries.approvals import plan_approval
from tests.forgeries.envelopes import write_attestation
from tests.forgeries.kit import Forgery, Kit
from tests.forgeries.registry import FORGERIES, forgery, put_back


def on(path: str, change: Callable[[Path], object]) -> Forgery:
    def made(kit: Kit) -> None:
        change(kit.document if path == "document" else kit.bundle / path)

    return made


def flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def linked(path: Path) -> None:
    target = path.parent.parent / f"moved-{path.name}"
    path.rename(target)
    path.symlink_to(target)


def piped(path: Path) -> None:
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def foldered(path: Path) -> None:
    path.unlink()
    path.mkdir()


def listening(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


CHANGES: dict[str, Callable[[Path], object]] = {
    "one bit": flipped,
    "truncated": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "emptied": lambda path: path.write_bytes(b""),
    "lengthened": lambda path: path.write_bytes(path.read_bytes() + b"\n"),
    "gone": lambda path: path.unlink(),
    "a link": linked,
    "a pipe": piped,
    "a folder": foldered,
    "renamed": lambda path: path.rename(path.with_name(path.name.upper())),
}
for _file in ("document", "report.html", "report.json", MANIFEST, ATTESTATION):
    for _name, _change in CHANGES.items():
        FORGERIES[f"file: {_file} {_name}"] = on(_file, _change)
for _name in ("one bit", "truncated", "emptied", "lengthened", "a pipe", "a folder"):
    FORGERIES[f"approval: file {_name}"] = on(APPROVALS, CHANGES[_name])

ADDED: dict[str, Callable[[Path], object]] = {
    "an extra file": lambda path: path.write_text("x"),
    "an empty folder": lambda path: path.mkdir(),
    "nested empty folders": lambda path: (path / "deeper").mkdir(parents=True),
    "a pipe": piped,
    "a socket": listening,
    "a dangling link": lambda path: path.symlink_to("nowhere"),
    "a link to a folder": lambda path: path.symlink_to("/tmp"),
}
for _where in ("extra", ".hidden", "documents/extra"):
    for _name, _change in ADDED.items():
        FORGERIES[f"file: {_where} {_name}"] = on(_where, _change)
FORGERIES["file: an old signature beside the new"] = on("manifest.sig", lambda path: path.write_text("{}"))


MANIFEST_CHANGES: dict[str, dict[str, Any]] = {
    "verdict": {"verdict": "refused"},
    "plan": {"plan_id": "0" * 64},
    "policy": {"policy": "hipaa"},
    "time": {"created": "2025-01-01T00:00:00+00:00"},
    "release": {"release_id": "0" * 12},
    "approval removed": {"approval": None},
    "proof removed": {"removed": None},
    "name": {"name_check": "0" * 32},
    "files": {"files": []},
    "inputs": {"inputs": []},
    "totals": {"totals": {"documents": 9}},
    "old format": {"format": 1},
    "unknown format": {"format": 3},
    "unknown field": {"more": 1},
}


def rewritten(change: dict[str, Any], anew: bool) -> Forgery:
    def made(kit: Kit) -> None:
        content = kit.manifest() | change
        if anew:
            kit.attest(kit.key("stranger"), content)
        else:
            kit.write_manifest(content)

    return made


for _name, _fields in MANIFEST_CHANGES.items():
    FORGERIES[f"manifest: {_name}, old signature"] = rewritten(_fields, anew=False)
    FORGERIES[f"key: {_name}, signed by a stranger"] = rewritten(_fields, anew=True)


@forgery("key: a value put back, signed anew, approval invented, proof gone")
def the_whole_forgery(kit: Kit) -> None:
    put_back(kit)
    invented = plan_approval(kit, "stranger", "General Counsel")
    kit.attest(kit.key("stranger"), kit.manifest() | {"approval": invented, "removed": None})


@forgery("key: a value put back, signed by a stranger")
def _signed_anew(kit: Kit) -> None:
    put_back(kit)
    kit.attest(kit.key("stranger"))


@forgery("key: signed by an approver, who is no signer")
def _signed_by_approver(kit: Kit) -> None:
    kit.attest(kit.key("counsel"))


@forgery("key: signed by a root key, which is no signer")
def _signed_by_root(kit: Kit) -> None:
    kit.attest(kit.key("root-a"))


@forgery("key: a stranger's signature under the signer's name")
def _disguised(kit: Kit) -> None:
    signer = kit.attestation().signatures[0].keyid
    kit.attest(kit.key("stranger"))
    made = kit.attestation()
    one = made.signatures[0].model_copy(update={"keyid": signer})
    write_attestation(kit, made.model_copy(update={"signatures": (one,)}))


@forgery("key: a value put back, in the form of version 0.1.0")
def _downgraded(kit: Kit) -> None:
    put_back(kit)
    kit.attest(kit.key("stranger"), kit.manifest() | {"format": 1})
    (kit.bundle / ATTESTATION).unlink()
    key = kit.key("stranger")
    signature = {"algorithm": "Ed25519", "public_key": kit.public("stranger")}
    signature["signature"] = key.sign((kit.bundle / MANIFEST).read_bytes()).hex()
    (kit.bundle / "manifest.sig").write_bytes(canonical_json(signature))
