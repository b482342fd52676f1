"""Forgeries where a bundle was made: its data key, the ledger, the private record."""

from __future__ import annotations

import json
import secrets
import shutil
from pathlib import Path

from adapters.keys.installation import encrypt, load_keys
from adapters.machine.files import canonical_json
from tests.e2e.test_audit import tamper
from tests.forgeries.kit import Forgery, Kit, good
from tests.forgeries.registry import into, put_back

HOME: dict[str, Forgery] = {}


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
