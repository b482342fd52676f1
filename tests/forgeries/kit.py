"""A release with everything that can be forged: installation, approver, list of trusted keys, auditor."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from typer.testing import CliRunner

from adapters.bundle.envelopes import IN_TOTO, Envelope, envelope, statement, to_bytes
from adapters.bundle.files import APPROVALS, ATTESTATION, MANIFEST, PREDICATE, sha256_of
from adapters.keys.installation import load_keys
from adapters.machine.files import canonical_json
from adapters.trust.people_keys import public_hex, read_key
from flows.orchestration.job import ReleaseJob, prepared
from service.commands.start.line import app

POLICY = """policy: letters
version: 1.0.0
title: Letters with codes for people
laws:
  - {cite: HR 1, title: House rule on letters, effective: 2024-01-01, source: https://example.org/hr1}
identifiers:
  - {find: [ssn, phone], law: HR 1, replace_with: pseudonym}
  - {find: [email], law: HR 1, replace_with: placeholder}
"""
LETTER = "SSN 219-09-9999, call 212-555-0147 or write to h.vance@example.org.\n"


@dataclass
class Kit:
    """Paths and keys of one copy of the scene; `folder` holds all of it."""

    folder: Path

    @property
    def bundle(self) -> Path:
        return self.folder / "march"

    @property
    def other(self) -> Path:
        return self.folder / "april"

    @property
    def list(self) -> Path:
        return self.folder / "list.json"

    @property
    def home(self) -> Path:
        return self.folder / "home"

    def key(self, name: str) -> Ed25519PrivateKey:
        return read_key(self.folder / f"{name}.pem")

    def public(self, name: str) -> str:
        return public_hex(self.key(name))

    def signer(self) -> Ed25519PrivateKey:
        return load_keys(self.home).signing

    @property
    def document(self) -> Path:
        return next((self.bundle / "documents").glob("document-000001.*"))

    def manifest(self) -> dict[str, Any]:
        return json.loads((self.bundle / MANIFEST).read_bytes())

    def of_other(self) -> dict[str, Any]:
        return json.loads((self.other / MANIFEST).read_bytes())

    def write_manifest(self, content: dict[str, Any]) -> None:
        (self.bundle / MANIFEST).write_bytes(canonical_json(content))

    def attest(self, key: Ed25519PrivateKey, content: dict[str, Any] | None = None) -> None:
        """Sign the bundle as it stands, anew: every file with its hash."""
        content = content or self.manifest()
        for file in content["files"]:
            path = self.bundle / file["path"]
            file.update(sha256=sha256_of(path), n_bytes=path.stat().st_size)
        self.write_manifest(content)
        subjects = {file["path"]: file["sha256"] for file in content["files"]}
        subjects[MANIFEST] = sha256_of(self.bundle / MANIFEST)
        made = envelope(IN_TOTO, statement(subjects, PREDICATE, content), [key])
        (self.bundle / ATTESTATION).write_bytes(to_bytes(made))

    def attestation(self) -> Envelope:
        return Envelope.model_validate_json((self.bundle / ATTESTATION).read_bytes())

    def approvals(self) -> list[dict[str, Any]]:
        return json.loads((self.bundle / APPROVALS).read_bytes())["approvals"]

    def write_approvals(self, content: object) -> None:
        (self.bundle / APPROVALS).write_bytes(canonical_json({"approvals": content}))

    def versions(self) -> list[dict[str, Any]]:
        return json.loads(self.list.read_bytes())["versions"]

    def write_versions(self, content: object) -> None:
        self.list.write_bytes(canonical_json({"versions": content}))


def call(home: Path, *arguments: object) -> Result:
    """A command as a user with this home gives it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAFERELEASE_HOME", str(home))
        patch.setenv("COLUMNS", "300")
        return CliRunner().invoke(app, [*map(str, arguments)])


def good(home: Path, *arguments: object) -> str:
    """The same, which must go well."""
    done = call(home, *arguments)
    assert done.exit_code == 0, (arguments, done.output)
    return done.stdout


def release(kit: Kit, out: Path, text: str, name: str) -> None:
    """Release one letter, without the orchestrator."""
    source = kit.folder / f"in-{out.name}"
    if not source.exists():
        source.mkdir()
        (source / name).write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAFERELEASE_HOME", str(kit.home))
        job = ReleaseJob(str(kit.folder / "letters.yaml"), (source,), out, workers=1)
        with prepared(job, lambda done, total: None) as running:
            running.do_chunk(0)
            running.finish()


def build(folder: Path, before: Callable[[Kit], object] = lambda kit: None) -> Kit:
    """An installation with two releases; two root keys that vouch for it and for an approver.

    `before` is called when nothing has been released yet.
    """
    kit = Kit(folder)
    (folder / "letters.yaml").write_text(POLICY)
    for name in ("root-a", "root-b", "root-c", "counsel", "clerk", "stranger"):
        good(kit.home, "trust", "key", folder / f"{name}.pem")
    good(kit.home, "policy", "approve", folder / "letters.yaml", "--by", "General Counsel")
    roots = ("--root-key", folder / "root-a.pem", "--root-key", folder / "root-b.pem", "--file", kit.list)
    good(kit.home, "trust", "init", "--title", "St. Mary", "--threshold", 2, *roots)
    signer = public_hex(kit.signer())
    since = ("--from", "2020-01-01")
    good(kit.home, "trust", "add", "Records office", "--public-key", signer, *since, *roots)
    counsel, clerk = kit.public("counsel"), kit.public("clerk")
    approver = ("--role", "approver")
    good(kit.home, "trust", "add", "General Counsel", "--public-key", counsel, *approver, *since, *roots)
    good(kit.home, "trust", "add", "Clerk", "--public-key", clerk, *approver, *since, *roots)
    good(
        kit.home, "trust", "accept", kit.list, "--root", kit.public("root-a"), "--root", kit.public("root-b")
    )
    key = ("--key", folder / "counsel.pem")
    good(kit.home, "policy", "approve", folder / "letters.yaml", "--by", "General Counsel", *key)
    before(kit)
    release(kit, kit.bundle, LETTER, "a.txt")
    release(kit, kit.other, "SSN 219-09-1111 and 987-65-4320.\n", "b.txt")
    for bundle in (kit.bundle, kit.other):
        good(kit.home, "audit", "approve", bundle, "--by", "General Counsel", *key)
    return kit


def copied(kit: Kit, to: Path) -> Kit:
    """The scene, to do with as a forger likes."""
    shutil.copytree(kit.folder, to, symlinks=True)
    return Kit(to)


Forgery = Callable[[Kit], None]
