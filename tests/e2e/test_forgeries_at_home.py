"""Forgeries where a bundle was made: its data key, its ledger set back or forked; and odd bytes anywhere."""

from __future__ import annotations

import base64
import json
import secrets
import shutil
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from adapters.bundle.envelopes import IN_TOTO, envelope, statement, to_bytes
from adapters.bundle.files import APPROVALS, ATTESTATION, MANIFEST, sha256_of
from adapters.keys.installation import encrypt, load_keys
from adapters.machine.files import canonical_json
from tests.e2e.test_audit import tamper
from tests.forgeries.approvals import bundle_approval
from tests.forgeries.envelopes import write_attestation
from tests.forgeries.kit import Forgery, Kit, build, call, good
from tests.forgeries.registry import put_back
from tests.forgeries.verifying import auditor, standalone

ODD: dict[str, Forgery] = {}
HOME: dict[str, Forgery] = {}
ORDER = 2**252 + 27742317777372353535851937790883648493
"""Of Ed25519's group (RFC 8032, section 5.1)."""


def into(table: dict[str, Forgery], name: str) -> Callable[[Forgery], Forgery]:
    def add(made: Forgery) -> Forgery:
        table[name] = made
        return made

    return add


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


# --- where it was made: the data key


def data_key(kit: Kit, release_id: str = "") -> Path:
    return kit.home / "release-keys" / f"{release_id or kit.manifest()['release_id']}.key"


@into(HOME, "data key: gone")
def _key_gone(kit: Kit) -> None:
    data_key(kit).unlink()


@into(HOME, "data key: only said to be destroyed")
def _key_said(kit: Kit) -> None:
    data_key(kit).rename(data_key(kit).with_suffix(".destroyed"))


@into(HOME, "data key: of the other release")
def _key_exchanged(kit: Kit) -> None:
    shutil.copy(data_key(kit, kit.of_other()["release_id"]), data_key(kit))


@into(HOME, "data key: of another installation")
def _key_foreign(kit: Kit) -> None:
    other = load_keys(kit.folder / "another")
    label = f"release key {kit.manifest()['release_id']}"
    data_key(kit).write_bytes(encrypt(other.derive("release key wrapping"), secrets.token_bytes(32), label))


@into(HOME, "data key: another one, wrapped with this installation's secret")
def _key_new(kit: Kit) -> None:
    own, label = load_keys(kit.home), f"release key {kit.manifest()['release_id']}"
    data_key(kit).write_bytes(encrypt(own.derive("release key wrapping"), secrets.token_bytes(32), label))


@into(HOME, "data key: zeros")
def _key_zeros(kit: Kit) -> None:
    data_key(kit).write_bytes(bytes(60))


@into(HOME, "data key: empty")
def _key_empty(kit: Kit) -> None:
    data_key(kit).write_bytes(b"")


@into(HOME, "data key: the private folder names none")
def _key_unnamed(kit: Kit) -> None:
    path = kit.folder / "march.private" / "release.json"
    path.write_bytes(canonical_json(json.loads(path.read_bytes()) | {"key": ""}))


@into(HOME, "data key: the private folder names another")
def _key_misnamed(kit: Kit) -> None:
    path = kit.folder / "march.private" / "release.json"
    path.write_bytes(canonical_json(json.loads(path.read_bytes()) | {"key": "0" * 16}))


ENTRY = (
    "INSERT INTO entries SELECT (SELECT max(seq) + 1 FROM entries), at, '{event}', who, tool, '', release, "
    "'{body}', previous, hash FROM entries WHERE event = 'finished' AND release = '{release}'"
)


@into(HOME, "data key: gone, with an entry of its destruction that nobody signed")
def _key_entry(kit: Kit) -> None:
    _key_gone(kit)
    made = ENTRY.format(event="destroyed", body="{}", release=kit.manifest()["release_id"])
    tamper(kit.home / "ledger.sqlite", made)


@into(HOME, "data key: destroyed for the other release, taken away from this")
def _key_of_other_destroyed(kit: Kit) -> None:
    good(kit.home, "keys", "destroy", kit.of_other()["release_id"], "--reason", "over")
    _key_gone(kit)


# --- where it was made: the ledger


@into(HOME, "ledger: copied back from before the release")
def _set_back(kit: Kit) -> None:
    for path in (kit.folder / "before").iterdir():
        shutil.copy(path, kit.home / path.name)


@into(HOME, "ledger: another one by the same keys")
def _forked(kit: Kit) -> None:
    for path in kit.home.glob("ledger.*"):
        path.unlink()
    good(kit.home, "policy", "approve", kit.folder / "letters.yaml", "--by", "General Counsel")


@into(HOME, "ledger: the entry of the release taken out")
def _entry_out(kit: Kit) -> None:
    tamper(kit.home / "ledger.sqlite", "DELETE FROM entries WHERE event = 'finished'")


@into(HOME, "ledger: the entry names another manifest")
def _entry_changed(kit: Kit) -> None:
    change = "UPDATE entries SET body = json_set(body, '$.manifest', '{0}') WHERE event = 'finished'"
    tamper(kit.home / "ledger.sqlite", change.format("0" * 64))


@into(HOME, "ledger: the signatures taken out")
def _signatures_out(kit: Kit) -> None:
    tamper(kit.home / "ledger.sqlite", "DELETE FROM checkpoints")


@into(HOME, "ledger: signatures of another installation")
def _other_signatures(kit: Kit) -> None:
    tamper(kit.home / "ledger.sqlite", f"UPDATE checkpoints SET public_key = '{kit.public('stranger')}'")


@into(HOME, "record: the other release's decisions")
def _other_decisions(kit: Kit) -> None:
    shutil.rmtree(kit.folder / "march.private" / "decisions")
    shutil.copytree(kit.folder / "april.private" / "decisions", kit.folder / "march.private" / "decisions")


@into(HOME, "record: a decision cut")
def _cut_decisions(kit: Kit) -> None:
    path = next((kit.folder / "march.private" / "decisions").iterdir())
    path.write_bytes(path.read_bytes()[:-1])


@into(HOME, "record: the proof emptied")
def _emptied_proof(kit: Kit) -> None:
    (kit.folder / "march.private" / "proof.jsonl").write_bytes(b"")


@into(HOME, "report: the operator's changed")
def _operators_report(kit: Kit) -> None:
    path = kit.folder / "march.private" / "report.html"
    path.write_text(path.read_text() + "<p>All is well.</p>")


@into(HOME, "key: the signing key exchanged in secret")
def _signing_exchanged(kit: Kit) -> None:
    for path in kit.home.glob("ledger.*"):
        path.unlink()
    (kit.home / "signing.key").write_bytes(secrets.token_bytes(32))
    put_back(kit)
    kit.attest(kit.signer())


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """As in the other forgeries; and the ledger of before the first release."""
    before = tmp_path_factory.mktemp("before")
    early = Kit(before)
    kit = build(tmp_path_factory.mktemp("scene"), lambda made: _keep(made, early))
    shutil.copytree(before / "ledger", kit.folder / "before")
    return kit


def _keep(made: Kit, early: Kit) -> None:
    (early.folder / "ledger").mkdir()
    for path in made.home.glob("ledger.*"):
        shutil.copy(path, early.folder / "ledger")


def test_the_genuine_bundle_is_verified(kit: Kit) -> None:
    assert auditor(kit) == standalone(kit) == (0, "VERIFIED")
    assert call(kit.home, "verify", kit.bundle).exit_code == 0


@pytest.mark.parametrize("name", ODD)
def test_no_odd_forgery_is_verified(kit: Kit, name: str) -> None:
    ODD[name](kit)
    (code, answer), (other_code, other_answer) = auditor(kit), standalone(kit)
    assert code in (1, 2, 5)
    assert other_code in (1, 2, 5)
    assert answer in ("FAILED", "UNVERIFIED", "")
    assert other_answer in ("FAILED", "UNVERIFIED")
    if 2 not in (code, other_code):
        assert (code, answer) == (other_code, other_answer)
    done = call(kit.home, "verify", kit.bundle)
    assert done.exit_code in (1, 2, 5), done.output


@pytest.mark.parametrize("name", HOME)
def test_no_forgery_at_home_is_verified(kit: Kit, name: str) -> None:
    HOME[name](kit)
    done = call(kit.home, "verify", kit.bundle)
    assert done.exit_code in (1, 2, 5), done.output
    assert done.exit_code == 2 or done.stdout.split()[0].strip(":") in ("FAILED", "UNVERIFIED")
    assert done.exception is None or isinstance(done.exception, SystemExit)
