"""Forgeries: none is VERIFIED by the command or by the stand-alone verifier, and both say the same."""

from __future__ import annotations

import base64
import json
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adapters.bundle.files import ATTESTATION, MANIFEST, sha256_of
from tests.e2e.test_audit import tamper
from tests.forgeries.approvals import bundle_approval
from tests.forgeries.files import flipped, on, the_whole_forgery
from tests.forgeries.kit import Kit, call, good
from tests.forgeries.lists import revoked_on, signed_list
from tests.forgeries.registry import FORGERIES, put_back
from tests.forgeries.verifying import STANDALONE, VERIFIER, asked_of, auditor, standalone


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
    key = kit.attestation().signatures[0].keyid
    assert call(kit.folder / "nobody", "verify", kit.bundle, "--public-key", key).exit_code == 5, "approvals"


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
    the_whole_forgery(kit)
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
    for number, code in ((release, 0), ("0" * 12, 5)):
        renamed = renamed.rename(kit.folder / f"release-{number}")
        assert call(home, "verify", renamed, *roots).exit_code == code
        assert STANDALONE.main([str(renamed), *map(str, roots)]) == code
    done = call(home, "verify", renamed, *roots, "--release", "0" * 12)
    assert (done.exit_code, "BND022" in done.stderr) == (1, True)


def test_an_approval_that_the_policy_asks_for_is_missed_by_both(kit: Kit) -> None:
    counts = ("documents", "reviewed", "twice", "refused_findings", "changed_findings", "added_findings")
    asked = kit.manifest() | {"review": dict.fromkeys(counts, 0) | {"own_signature": True}}
    kit.attest(kit.signer(), asked)
    kit.write_approvals([])
    assert auditor(kit) == standalone(kit) == (5, "UNVERIFIED")
    kit.write_approvals([bundle_approval(kit, "counsel", "General Counsel")])
    assert auditor(kit) == standalone(kit) == (0, "VERIFIED")


def test_a_proof_that_is_gone_is_told_where_the_bundle_was_made(kit: Kit) -> None:
    shutil.rmtree(kit.folder / "march.private")
    done = call(kit.home, "verify", kit.bundle)
    assert (done.exit_code, done.stdout.split()[0]) == (5, "UNVERIFIED:")
    assert "BND023" in done.stderr


def test_an_entry_put_into_the_ledgers_database_does_not_help(kit: Kit) -> None:
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
