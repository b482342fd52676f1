"""Forgeries that somebody thought out who had not read the verifiers."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from adapters.bundle.envelopes import IN_TOTO
from adapters.bundle.files import ATTESTATION, MANIFEST
from adapters.machine.files import canonical_json
from tests.forgeries.envelopes import write_attestation
from tests.forgeries.kit import Forgery, Kit
from tests.forgeries.lists import signed_list, stranger_as_signer
from tests.forgeries.registry import into, put_back

UNFORESEEN: dict[str, Forgery] = {}


# --- what tools pass over, or stumble on


def beside(*parts: bytes) -> Forgery:
    """A file that nobody listed, under a name in bytes."""

    def made(kit: Kit) -> None:
        path = Path(os.fsdecode(b"/".join((os.fsencode(kit.bundle), *parts))))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("SSN 219-09-9999\n")

    return made


UNFORESEEN |= {
    "beside: a folder view of macOS": beside(b".DS_Store"),
    "beside: thumbnails of Windows": beside(b"documents", b"Thumbs.db"),
    "beside: a fork of a file": beside(b"__MACOSX", b"._report.html"),
    "beside: a hook of git": beside(b".git", b"hooks", b"post-checkout"),
    "beside: a name that is no text": beside(b"documents", b"\xff\xfe.txt"),
    "beside: a name like an option": beside(b"--public-key"),
    "beside: a copy that an editor kept": beside(b"documents", b"document-000001.txt~"),
}


@into(UNFORESEEN, "beside: folders so deep that no path leads to their end")
def _deep(kit: Kit) -> None:
    before = Path.cwd()
    os.chdir(kit.bundle)
    try:
        for _ in range(40):
            Path("d" * 200).mkdir()
            os.chdir("d" * 200)
    finally:
        os.chdir(before)


@into(UNFORESEEN, "name: the bundle is a link to the other one")
def _linked_bundle(kit: Kit) -> None:
    shutil.rmtree(kit.bundle)
    kit.bundle.symlink_to(kit.other)


# --- small changes of a document


def changed(change: Callable[[str], str]) -> Forgery:
    def made(kit: Kit) -> None:
        before = kit.document.read_text()
        kit.document.write_bytes(change(before).encode())
        assert kit.document.read_bytes() != before.encode()

    return made


UNFORESEEN |= {
    "document: line ends of Windows": changed(lambda text: text.replace("\n", "\r\n")),
    "document: a value in letters that nobody sees": changed(lambda text: f"{text}\u200b2\u200b1\u200b9"),
    "document: the same letters, composed otherwise": changed(lambda text: text.replace("S", "S\u0307")),
}


# --- the same content in other bytes


@into(UNFORESEEN, "manifest: the same JSON in one line")
def _one_line(kit: Kit) -> None:
    (kit.bundle / MANIFEST).write_text(json.dumps(kit.manifest()))


@into(UNFORESEEN, "manifest: a whole number with a point")
def _float(kit: Kit) -> None:
    kit.write_manifest(kit.manifest() | {"format": float(kit.manifest()["format"])})


@into(UNFORESEEN, "manifest: sixty million blanks behind it")
def _blanks(kit: Kit) -> None:
    with (kit.bundle / MANIFEST).open("ab") as file:
        file.write(b" " * 60_000_000)


@into(UNFORESEEN, "envelope: the type in capitals, a value put back")
def _capital_type(kit: Kit) -> None:
    put_back(kit)
    write_attestation(kit, kit.attestation().model_copy(update={"payloadType": IN_TOTO.upper()}))


@into(UNFORESEEN, "envelope: ten thousand strangers and the signer, a value put back")
def _crowd(kit: Kit) -> None:
    genuine = kit.attestation().signatures[0]
    put_back(kit)
    kit.attest(kit.key("stranger"))
    made = json.loads((kit.bundle / ATTESTATION).read_bytes())
    made["signatures"] = made["signatures"] * 10_000 + [genuine.model_dump()]
    (kit.bundle / ATTESTATION).write_bytes(canonical_json(made))


# --- lists of trusted keys, by somebody who holds one root key of two


def let_in(*signing: str, **as_name: str) -> Forgery:
    """A version that lets the stranger in; of its signatures some are said to be by other keys."""

    def made(kit: Kit) -> None:
        put_back(kit)
        kit.attest(kit.key("stranger"))
        more = {"version": len(kit.versions()) + 1, "keys": stranger_as_signer(kit)}
        forged = signed_list(kit, signing, **more)
        for one, change in zip(forged["signatures"][1:], as_name.values(), strict=False):
            one["keyid"] = change.format(kit.public("root-b")) if change else one["keyid"].upper()
        kit.write_versions([*kit.versions(), forged])

    return made


UNFORESEEN |= {
    "list: a root key signs again with its name in capitals": let_in("root-a", "root-a", second=""),
    "list: a root key signs in the other's name": let_in("root-a", "root-a", second="{}"),
    "list: an approver signs in the other root's name": let_in("root-a", "counsel", second="{}"),
    "list: a root key and an approver sign": let_in("root-a", "clerk"),
}


@into(UNFORESEEN, "list: the signatures of two versions exchanged, a stranger let in")
def _exchanged_signatures(kit: Kit) -> None:
    let_in("root-a")(kit)
    versions = kit.versions()
    versions[-1]["signatures"] = versions[-2]["signatures"]
    kit.write_versions(versions)


@into(UNFORESEEN, "list: a stranger's version before the newest")
def _between(kit: Kit) -> None:
    let_in("stranger")(kit)
    versions = kit.versions()
    kit.write_versions([*versions[:-2], versions[-1], versions[-2]])
