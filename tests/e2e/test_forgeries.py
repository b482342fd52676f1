"""Forgeries: none is VERIFIED by the command or by the stand-alone verifier, and both say the same."""

from __future__ import annotations

import base64
import contextlib
import importlib.util
import io
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adapters.bundle.approvals import PREDICATE as APPROVAL
from adapters.bundle.envelopes import IN_TOTO, envelope, statement, to_bytes
from adapters.bundle.files import APPROVALS, ATTESTATION, MANIFEST, sha256_of
from adapters.machine.files import canonical_json
from adapters.policies.approvals import signed_bytes
from adapters.trust.lists import TRUST
from engine.plan.approval import Approval
from tests.conftest import ROOT
from tests.forgery_kit import Forgery, Kit, call, good

VERIFIER = ROOT / "verifier" / "saferelease_verifier.py"
_spec = importlib.util.spec_from_file_location("saferelease_verifier", VERIFIER)
assert _spec is not None
assert _spec.loader is not None
STANDALONE: Any = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(STANDALONE)
FORGERIES: dict[str, Forgery] = {}


def forgery(name: str) -> Callable[[Forgery], Forgery]:
    def add(made: Forgery) -> Forgery:
        FORGERIES[name] = made
        return made

    return add


def put_back(kit: Kit) -> None:
    kit.document.write_text("SSN 219-09-9999, call 212-555-0147.\n")


# --- files and folders


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


# --- the manifest, changed under the old signature and under a stranger's

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
def _the_whole_forgery(kit: Kit) -> None:
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


# --- the envelope


def write_attestation(kit: Kit, made: Any) -> None:
    (kit.bundle / ATTESTATION).write_bytes(to_bytes(made))


@forgery("envelope: no signature")
def _unsigned(kit: Kit) -> None:
    write_attestation(kit, kit.attestation().model_copy(update={"signatures": ()}))


@forgery("envelope: a stranger's signature too")
def _two_signatures(kit: Kit) -> None:
    write_attestation(kit, kit.attestation().signed_too(kit.key("stranger")))


@forgery("envelope: a stranger's signature first")
def _stranger_first(kit: Kit) -> None:
    made = kit.attestation().signed_too(kit.key("stranger"))
    write_attestation(kit, made.model_copy(update={"signatures": made.signatures[::-1]}))


@forgery("envelope: another type")
def _another_type(kit: Kit) -> None:
    write_attestation(kit, kit.attestation().model_copy(update={"payloadType": TRUST}))


@forgery("envelope: written in one line")
def _another_form(kit: Kit) -> None:
    path = kit.bundle / ATTESTATION
    path.write_text(json.dumps(json.loads(path.read_text())))


@forgery("envelope: a key twice")
def _double_key(kit: Kit) -> None:
    path = kit.bundle / ATTESTATION
    path.write_text(path.read_text().replace("{\n", '{\n "payload": "e30=",\n', 1))


@forgery("envelope: a statement about fewer files")
def _fewer_subjects(kit: Kit) -> None:
    said = json.loads(kit.attestation().content())
    said["subject"] = said["subject"][:1]
    write_attestation(kit, envelope(IN_TOTO, said, [kit.key("stranger")]))


@forgery("envelope: of the approvals in its place")
def _approval_as_attestation(kit: Kit) -> None:
    (kit.bundle / ATTESTATION).write_bytes(canonical_json(kit.approvals()[0]))


@forgery("envelope: of the list in its place")
def _list_as_attestation(kit: Kit) -> None:
    (kit.bundle / ATTESTATION).write_bytes(canonical_json(kit.versions()[0]))


@forgery("envelope: the base64 in another form")
def _another_base64(kit: Kit) -> None:
    made = kit.attestation()
    payload = base64.urlsafe_b64encode(made.content()).decode().rstrip("=") + "==="
    write_attestation(kit, made.model_copy(update={"payload": payload}))


# --- approvals


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


# --- replays


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


# --- the list of trusted keys


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


def auditor(kit: Kit, *more: object) -> tuple[int, str]:
    """The answer of the command to an auditor who knows the root keys, on a machine of their own."""
    roots = ("--root", kit.public("root-a"), "--root", kit.public("root-b"))
    done = call(kit.folder / "auditor", "verify", kit.bundle, "--trust", kit.list, *roots, "--json", *more)
    return done.exit_code, json.loads(done.stdout).get("answer", "")


def asked_of(kit: Kit) -> list[str]:
    roots = ("--root", kit.public("root-a"), "--root", kit.public("root-b"))
    return [*map(str, (kit.bundle, "--trust", kit.list, *roots))]


def standalone(kit: Kit) -> tuple[int, str]:
    """The answer of the stand-alone verifier."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = STANDALONE.main(asked_of(kit))
    return code, said.getvalue().split()[0]


def test_the_verifier_runs_alone_with_its_folder(kit: Kit, tmp_path: Path) -> None:
    shutil.copy(VERIFIER, tmp_path / "verifier.py")
    for make, code in ((lambda kit: None, 0), (on("document", flipped), 1)):
        make(kit)
        command = [sys.executable, "-I", str(tmp_path / "verifier.py"), *asked_of(kit)]
        done = subprocess.run(command, capture_output=True, text=True, cwd="/", check=False)
        assert (done.returncode, done.stderr) == (code, "")
    source = VERIFIER.read_text()
    imported = set(re.findall(r"^(?:from|import) (\w+)", source, re.MULTILINE))
    assert imported - set(sys.stdlib_module_names) == {"cryptography"}


def test_what_was_made_is_verified(kit: Kit) -> None:
    assert auditor(kit) == standalone(kit) == (0, "VERIFIED")
    for bundle in (kit.bundle, kit.other):
        assert call(kit.home, "verify", bundle).stdout.startswith("VERIFIED\n")
        assert call(kit.home, "report", bundle).stdout.startswith("VERIFIED\n")
    key = standalone_key(kit)
    assert call(kit.folder / "nobody", "verify", kit.bundle, "--public-key", key).exit_code == 5, "approvals"


def standalone_key(kit: Kit) -> str:
    return kit.attestation().signatures[0].keyid


def test_there_are_a_hundred_forgeries_of_every_kind() -> None:
    assert len(FORGERIES) >= 100
    kinds = {name.split(":")[0] for name in FORGERIES}
    assert kinds >= {"file", "manifest", "key", "envelope", "approval", "replay", "report", "proof", "list"}


@pytest.mark.parametrize("name", FORGERIES)
def test_no_forgery_is_verified(kit: Kit, name: str) -> None:
    FORGERIES[name](kit)
    code, answer = auditor(kit)
    other_code, other_answer = standalone(kit)
    assert code in (1, 2, 5)
    assert answer in ("FAILED", "UNVERIFIED", "")
    assert other_code in (1, 2, 5)
    assert other_answer in ("FAILED", "UNVERIFIED")
    if 2 not in (code, other_code) and answer:
        assert (code, answer) == (other_code, other_answer)
    if name.startswith("list:"):
        return
    done = call(kit.home, "verify", kit.bundle)
    at_home = name.startswith(("key: the signer's was", "approval: the approver's key was"))
    assert (done.exit_code == 0) == at_home, "the installation has not heard of the revocation yet"
    shown = call(kit.home, "report", kit.bundle)
    assert (shown.exit_code == 0) == at_home
    assert shown.exit_code == 5 or at_home or "documents released" not in shown.stdout


def test_the_forgery_of_a_whole_bundle_is_seen_by_whoever_made_the_original(kit: Kit) -> None:
    _the_whole_forgery(kit)
    done = call(kit.home, "verify", kit.bundle)
    assert (done.exit_code, done.stdout.split(":")[0]) == (1, "FAILED")
    assert "BND018" in done.stderr
    lonely = call(kit.folder / "nobody", "verify", kit.bundle, "--json")
    assert (lonely.exit_code, json.loads(lonely.stdout)["valid"]) == (1, False), "the proof is gone"


def test_an_unknown_signer_is_never_exit_code_0(kit: Kit) -> None:
    done = call(kit.folder / "nobody", "verify", kit.bundle)
    assert (done.exit_code, done.stdout.split()[0]) == (5, "UNVERIFIED:")
    assert "BND016" in done.stderr
    told = call(kit.folder / "nobody", "verify", kit.bundle, "--json").stdout
    assert json.loads(told)["answer"] == "UNVERIFIED"
    assert not (kit.folder / "nobody").exists(), "a look writes nothing"


def test_a_list_is_taken_only_from_known_roots_or_when_asked_for(kit: Kit) -> None:
    asked = ("verify", kit.bundle, "--trust", kit.list)
    assert "TRU004" in call(kit.folder / "new", *asked).stderr
    assert "TRU004" in call(kit.folder / "new", *asked, "--root", kit.public("root-a")).stderr
    assert call(kit.folder / "new", *asked, "--trust-on-first-use").exit_code == 0
    assert call(kit.folder / "new", *asked).exit_code == 0, "the list is known now"


def test_an_older_list_or_a_fork_of_it_is_refused(kit: Kit) -> None:
    assert auditor(kit)[0] == 0
    versions = kit.versions()
    kit.write_versions(versions[:-1])
    assert call(kit.folder / "auditor", "verify", kit.bundle, "--trust", kit.list).exit_code == 1
    fork = signed_list(kit, ("root-a", "root-b"), at=-1, version=len(versions), title="Another")
    kit.write_versions([*versions[:-1], fork])
    done = call(kit.folder / "auditor", "verify", kit.bundle, "--trust", kit.list)
    assert (done.exit_code, "TRU003" in done.stderr) == (1, True)
    (kit.home / "trust.json").unlink()
    done = call(kit.home, "verify", kit.bundle)
    assert (done.exit_code, "TRU003" in done.stderr) == (1, True)


def test_root_keys_are_exchanged_by_the_old_and_the_new(kit: Kit) -> None:
    assert auditor(kit)[0] == 0
    new = ("--root", kit.public("root-b"), "--root", kit.public("root-c"), "--threshold", 2)
    first = ("--root-key", kit.folder / "root-a.pem", "--root-key", kit.folder / "root-b.pem")
    said = good(kit.folder / "x", "trust", "rotate", *new, *first, "--file", kit.list, "--json")
    assert json.loads(said)["signatures_missing"] == 1
    assert "TRU002" in call(kit.folder / "auditor", "verify", kit.bundle, "--trust", kit.list).stderr
    good(kit.folder / "x", "trust", "sign", kit.list, "--root-key", kit.folder / "root-c.pem")
    assert auditor(kit) == standalone(kit) == (0, "VERIFIED")
    stranger = call(kit.home, "trust", "sign", kit.list, "--root-key", kit.folder / "stranger.pem")
    assert "TRU007" in stranger.stderr


def test_a_revoked_key_never_comes_back(kit: Kit) -> None:
    revoked_on("2021-01-01", 0)(kit)
    key = json.loads(base64.b64decode(kit.versions()[-1]["payload"]))["keys"][0]["public_key"]
    roots = ("--root-key", kit.folder / "root-a.pem", "--root-key", kit.folder / "root-b.pem")
    done = call(kit.home, "trust", "add", "Again", "--public-key", key, "--file", kit.list, *roots)
    assert (done.exit_code, "TRU007" in done.stderr) == (2, True)


def test_a_bundle_under_another_name_is_told_and_can_be_named(kit: Kit) -> None:
    kit.bundle.rename(kit.folder / "sent")
    renamed = kit.folder / "sent"
    key = json.loads((renamed / ATTESTATION).read_bytes())["signatures"][0]["keyid"]
    home = kit.folder / "auditor"
    roots = ("--trust", kit.list, "--root", kit.public("root-a"), "--root", kit.public("root-b"))
    assert call(home, "verify", renamed, *roots, "--public-key", key).exit_code == 5
    release = json.loads((renamed / MANIFEST).read_bytes())["release_id"]
    assert call(home, "verify", renamed, *roots, "--release", release).exit_code == 0
    done = call(home, "verify", renamed, *roots, "--release", "0" * 12)
    assert (done.exit_code, "BND022" in done.stderr) == (1, True)


def test_a_proof_that_is_gone_is_told_where_the_bundle_was_made(kit: Kit) -> None:
    shutil.rmtree(kit.folder / "march.private")
    done = call(kit.home, "verify", kit.bundle)
    assert (done.exit_code, done.stdout.split()[0]) == (5, "UNVERIFIED:")
    assert "BND023" in done.stderr


def test_an_entry_put_into_the_ledgers_database_does_not_help(kit: Kit) -> None:
    from tests.e2e.test_audit import tamper

    put_back(kit)
    kit.attest(kit.key("stranger"))
    digest = sha256_of(kit.bundle / MANIFEST)
    tamper(
        kit.home / "ledger.sqlite",
        "INSERT INTO entries SELECT seq + 100, at, event, who, tool, run, release, "
        f"json_set(body, '$.manifest', '{digest}'), previous, hash FROM entries WHERE event = 'finished'",
    )
    done = call(kit.home, "verify", kit.bundle)
    assert (done.exit_code, "BND018" in done.stderr) == (1, True)


@pytest.mark.parametrize("n", [int(os.environ.get("SAFERELEASE_FLIPS", "300"))])
def test_random_flips_of_bytes_are_all_seen(kit: Kit, n: int) -> None:
    """Somewhere in the bundle, some byte to another: never VERIFIED."""
    random_ = random.Random(13)
    paths = sorted(path for path in kit.bundle.rglob("*") if path.is_file())
    trust = STANDALONE.read_list(kit.list, [kit.public("root-a"), kit.public("root-b")], 1)
    seen = 0
    for turn in range(n):
        path = random_.choice(paths)
        content = path.read_bytes()
        at = random_.randrange(len(content))
        byte = random_.choice([b for b in range(256) if b != content[at]])
        path.write_bytes(content[:at] + bytes([byte]) + content[at + 1 :])
        try:
            answer = STANDALONE.verify(kit.bundle, "", trust, "").answer()
        except STANDALONE.Unusable:
            answer = "UNVERIFIED"
        assert answer != "VERIFIED", (path.name, at, byte)
        if turn % 10 == 0:
            assert auditor(kit)[0] != 0, (path.name, at, byte)
        seen += 1
        path.write_bytes(content)
    assert seen == n
    assert auditor(kit) == (0, "VERIFIED")
