"""Odd forgeries: exchanged files, JSON read in two ways, keys and signatures of odd forms."""

from __future__ import annotations

import base64
import json
import shutil
import unicodedata
from collections.abc import Callable

from adapters.bundle.envelopes import IN_TOTO, envelope, statement, to_bytes
from adapters.bundle.files import APPROVALS, ATTESTATION, MANIFEST, sha256_of
from tests.forgeries.approvals import bundle_approval
from tests.forgeries.envelopes import write_attestation
from tests.forgeries.kit import Forgery, Kit
from tests.forgeries.registry import into, put_back

ODD: dict[str, Forgery] = {}
ORDER = 2**252 + 27742317777372353535851937790883648493
"""Of Ed25519's group (RFC 8032, section 5.1)."""


# --- files


@into(ODD, "file: two files exchange their content")
def _exchanged(kit: Kit) -> None:
    one, other = kit.bundle / "report.html", kit.bundle / "report.json"
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)


@into(ODD, "file: the documents' folder is a link to the same content")
def _linked_folder(kit: Kit) -> None:
    (kit.bundle / "documents").rename(kit.folder / "elsewhere")
    (kit.bundle / "documents").symlink_to(kit.folder / "elsewhere")


def twin(name: Callable[[str], str]) -> Forgery:
    def made(kit: Kit) -> None:
        path = kit.document.with_name(name(kit.document.name))
        assert path != kit.document
        path.write_text("SSN 219-09-9999\n")

    return made


ODD |= {
    "file: a twin in capitals": twin(str.upper),
    "file: a twin with a line end in its name": twin(lambda name: f"{name}\n"),
    "file: a twin in full-width letters": twin(lambda name: name.replace("d", "ｄ")),
    "file: a twin with a mark above": twin(lambda name: unicodedata.normalize("NFD", f"é{name}")),
    "file: a twin with a blank at the end": twin(lambda name: f"{name} "),
    "file: a twin that a shell reads as a path": twin(lambda name: f"..\\{name}"),
}


# --- JSON that two readers may read in two ways


def raw(file: str, change: Callable[[bytes], bytes]) -> Forgery:
    def made(kit: Kit) -> None:
        path = kit.bundle / file
        before = path.read_bytes()
        path.write_bytes(change(before))
        assert path.read_bytes() != before

    return made


def doubled(key: str, value: str) -> Callable[[bytes], bytes]:
    return lambda content: content.replace(b"{\n", f'{{\n "{key}": {value},\n'.encode(), 1)


DEEP = b"[" * 200_000 + b"]" * 200_000
for _file in (MANIFEST, ATTESTATION, APPROVALS):
    ODD |= {
        f"bytes: {_file} in UTF-16": raw(_file, lambda content: content.decode().encode("utf-16")),
        f"bytes: {_file} with a mark of UTF-8 before": raw(_file, lambda content: b"\xef\xbb\xbf" + content),
        f"bytes: {_file} with a blank behind": raw(_file, lambda content: content + b" "),
        f"bytes: {_file} nested 200,000 deep": raw(_file, lambda content: DEEP),
        f"bytes: {_file} is a number of 10,000 digits": raw(_file, lambda content: b"7" * 10_000),
        f"bytes: {_file} is nothing": raw(_file, lambda content: b"null"),
        f"bytes: {_file} is no text": raw(_file, lambda content: bytes(range(256))),
        f"bytes: {_file} holds NaN": raw(_file, doubled("extra", "NaN")),
    }
ODD |= {
    "bytes: the manifest's release twice, the forged one first": raw(
        MANIFEST, doubled("release_id", '"000000000000"')
    ),
    "bytes: the signatures twice, none first": raw(ATTESTATION, doubled("signatures", "[]")),
    "bytes: the approvals twice, none first": raw(APPROVALS, doubled("approvals", "[]")),
    "bytes: a million bytes of approvals": raw(APPROVALS, lambda content: content + b" " * 1_000_001),
    "bytes: a lone half of a character": raw(MANIFEST, doubled("title", '"\\ud800"')),
}


# --- signatures


def signed(kit: Kit, keyid: str, signature: bytes) -> None:
    made = kit.attestation()
    one = made.signatures[0].model_copy(update={"keyid": keyid, "sig": base64.b64encode(signature).decode()})
    write_attestation(kit, made.model_copy(update={"signatures": (one,)}))


@into(ODD, "key: of small order, under which one signature fits every message")
def _small_order(kit: Kit) -> None:
    put_back(kit)
    kit.attest(kit.key("stranger"))
    identity = b"\x01" + bytes(31)
    signed(kit, identity.hex(), identity + bytes(32))


@into(ODD, "key: the zero key with a zero signature")
def _zero_key(kit: Kit) -> None:
    put_back(kit)
    kit.attest(kit.key("stranger"))
    signed(kit, bytes(32).hex(), bytes(64))


@into(ODD, "key: the same signature with the group's order added")
def _malleable(kit: Kit) -> None:
    one = kit.attestation().signatures[0]
    good_one = base64.b64decode(one.sig)
    scalar = int.from_bytes(good_one[32:], "little") + ORDER
    signed(kit, one.keyid, good_one[:32] + scalar.to_bytes(32, "little"))


@into(ODD, "key: a signature one byte short")
def _short_signature(kit: Kit) -> None:
    one = kit.attestation().signatures[0]
    signed(kit, one.keyid, base64.b64decode(one.sig)[:-1])


@into(ODD, "key: its name in capitals")
def _capital_key(kit: Kit) -> None:
    one = kit.attestation().signatures[0]
    signed(kit, one.keyid.upper(), base64.b64decode(one.sig))


@into(ODD, "key: its name with a blank")
def _blank_key(kit: Kit) -> None:
    one = kit.attestation().signatures[0]
    signed(kit, f" {one.keyid}", base64.b64decode(one.sig))


@into(ODD, "key: the genuine signature over another payload, a stranger's beside it")
def _beside(kit: Kit) -> None:
    genuine = kit.attestation().signatures[0]
    put_back(kit)
    kit.attest(kit.key("stranger"))
    made = kit.attestation()
    write_attestation(kit, made.model_copy(update={"signatures": (genuine, *made.signatures)}))


def said_by_stranger(change: Callable[[dict[str, object]], object]) -> Forgery:
    """A statement changed and signed by a stranger who claims the signer's key."""

    def made(kit: Kit) -> None:
        keyid = kit.attestation().signatures[0].keyid
        put_back(kit)
        said = json.loads(kit.attestation().content())
        change(said)
        forged = envelope(IN_TOTO, said, [kit.key("stranger")])
        one = forged.signatures[0].model_copy(update={"keyid": keyid})
        (kit.bundle / ATTESTATION).write_bytes(to_bytes(forged.model_copy(update={"signatures": (one,)})))

    return made


ODD |= {
    "statement: digests of another kind": said_by_stranger(
        lambda said: [one.update(digest={"sha1": "0" * 40}) for one in said["subject"]]  # type: ignore[attr-defined]
    ),
    "statement: a subject twice": said_by_stranger(lambda said: said["subject"].append(said["subject"][0])),  # type: ignore[attr-defined]
    "statement: another type": said_by_stranger(lambda said: said.update(_type="https://in-toto.io/v0.1")),
    "statement: another predicate": said_by_stranger(lambda said: said.update(predicateType="urn:x")),
    "statement: another manifest inside": said_by_stranger(lambda said: said.update(predicate={})),
}


# --- approvals


@into(ODD, "approval: a good one and a stranger's")
def _one_of_two(kit: Kit) -> None:
    kit.write_approvals([*kit.approvals(), bundle_approval(kit, "stranger", "General Counsel")])


@into(ODD, "approval: a good one and one of another bundle")
def _good_and_replayed(kit: Kit) -> None:
    other = json.loads((kit.other / APPROVALS).read_bytes())["approvals"]
    kit.write_approvals([*kit.approvals(), *other])


@into(ODD, "approval: a look-alike of the name")
def _look_alike(kit: Kit) -> None:
    kit.write_approvals([bundle_approval(kit, "counsel", "General Сounsel")])


@into(ODD, "approval: a manifest's statement in place of an approval's")
def _statement_as_approval(kit: Kit) -> None:
    said = statement({MANIFEST: sha256_of(kit.bundle / MANIFEST)}, "urn:saferelease:manifest:2", {})
    kit.write_approvals([envelope(IN_TOTO, said, [kit.key("counsel")]).model_dump()])


# --- replays


@into(ODD, "replay: the other bundle's documents under this manifest")
def _other_documents(kit: Kit) -> None:
    shutil.rmtree(kit.bundle / "documents")
    shutil.copytree(kit.other / "documents", kit.bundle / "documents")


@into(ODD, "replay: all but the reports from the other bundle")
def _all_but_reports(kit: Kit) -> None:
    _other_documents(kit)
    for name in (MANIFEST, ATTESTATION, APPROVALS):
        shutil.copy(kit.other / name, kit.bundle / name)
