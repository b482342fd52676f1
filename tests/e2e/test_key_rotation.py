"""Keys exchanged: old releases open and verify, the ledger stays whole, and the old key counts no more."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.keys.installation import load_keys
from adapters.keys.protection import key_file
from adapters.ledger import Draft, Ledger, ledger_path, read_ledger
from adapters.ledger.chain import check_ledger
from engine.errors import InvalidError
from tests.forgeries.kit import LETTER, Kit, build, call, good, release

EMAIL = ("[EMAIL]", "--document", "000001", "--reason", "court order")


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """A release, an exchange of both keys, and a release after it."""
    kit = build(tmp_path_factory.mktemp("scene"))
    (kit.folder / "before.key").write_text(load_keys(kit.home).public_hex())
    good(kit.home, "audit", "receipt", 2, "--to", kit.folder / "old-receipt.json")
    done = json.loads(good(kit.home, "keys", "rotate", "--signing", "--reason", "yearly", "--json"))
    assert done["n_release_keys"] == 2
    good(kit.home, "policy", "approve", kit.folder / "letters.yaml", "--by", "General Counsel")
    release(kit, kit.folder / "june", LETTER.replace("9999", "7777"), "c.txt")
    return kit


def old_key(kit: Kit) -> str:
    return (kit.folder / "before.key").read_text()


def test_what_was_released_before_opens_and_verifies(kit: Kit) -> None:
    assert load_keys(kit.home).public_hex() != old_key(kit)
    for bundle in (kit.bundle, kit.folder / "june"):
        verified = call(kit.home, "verify", bundle)
        assert (verified.exit_code, verified.stdout.split()[0]) == (0, "VERIFIED"), verified.output
        assert "NOT searched" not in verified.stdout
        assert call(kit.home, "reveal", bundle, *EMAIL).stdout == "h.vance@example.org\n"
    shown = good(
        kit.home, "audit", "show", json.loads((kit.bundle / "manifest.json").read_bytes())["release_id"]
    )
    assert "court order" in shown, "words that the first secret sealed"
    status = json.loads(good(kit.home, "keys", "status", "--json"))
    assert (status["n_secrets"], status["earlier_public"]) == (2, [old_key(kit)])


def test_a_release_key_is_destroyed_after_an_exchange_too(kit: Kit) -> None:
    good(kit.home, "keys", "destroy", kit.manifest()["release_id"], "--reason", "retention is over")
    assert "KEY004" in call(kit.home, "reveal", kit.bundle, *EMAIL).stderr
    assert call(kit.home, "verify", kit.bundle).exit_code == 0
    assert call(kit.home, "reveal", kit.folder / "june", *EMAIL).exit_code == 0


def test_the_ledger_is_whole_by_the_old_key_by_the_new_one_and_by_receipts(kit: Kit) -> None:
    export = kit.folder / "ledger.jsonl"
    good(kit.home, "audit", "export", export)
    assert call(kit.home, "audit", "check").exit_code == 0
    for key in (old_key(kit), load_keys(kit.home).public_hex()):
        asked = ("--ledger", export, "--public-key", key, "--checkpoint", kit.folder / "old-receipt.json")
        done = call(kit.folder / "nobody", "audit", "check", *asked)
        assert done.exit_code == 0, done.output
    stranger = call(kit.home, "audit", "check", "--ledger", export, "--public-key", kit.public("stranger"))
    assert (stranger.exit_code, "LED006" in stranger.stderr) == (1, True)


def test_the_old_key_signs_nothing_more(kit: Kit, tmp_path: Path) -> None:
    """A program that still holds it is stopped; a thief who goes on with it is seen."""
    build(tmp_path)
    home = tmp_path / "home"
    before = load_keys(home)
    good(home, "keys", "rotate", "--signing", "--reason", "a laptop was stolen")
    assert call(home, "audit", "check").exit_code == 0, "at once, before anything else is written"
    ledger = Ledger(ledger_path(home), before)
    with pytest.raises(InvalidError, match="KEY008"):
        ledger.append([Draft("begun", body={"nonce": "02"})])
    assert call(home, "audit", "check").exit_code == 0
    content = read_ledger(ledger_path(home))
    stolen = content.checkpoints[-1].model_copy(update={"public_key": before.public_hex()}).signed_by(before)
    assert "LED006" in {
        one.code for one in check_ledger(replace(content, head=stolen), [before.public_hex()])
    }


def test_a_successor_that_the_old_key_did_not_name_counts_for_nothing(kit: Kit) -> None:
    content = read_ledger(ledger_path(kit.home))
    turn = next(entry for entry in content.entries if entry.event == "rotated")
    signed = [one for one in content.checkpoints if one.seq != turn.seq]
    codes = {one.code for one in check_ledger(replace(content, checkpoints=signed), [old_key(kit)])}
    assert "LED006" in codes


def test_a_crash_between_entry_and_exchange_leaves_the_old_key_in_force(tmp_path: Path) -> None:
    kit = build(tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("flows.audit.keys.rotating.save", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        assert call(kit.home, "keys", "rotate", "--signing", "--reason", "yearly").exit_code != 0
    assert call(kit.home, "verify", kit.bundle).exit_code == 0
    assert call(kit.home, "reveal", kit.bundle, *EMAIL).exit_code == 0
    assert call(kit.home, "audit", "check").exit_code == 0
    good(kit.home, "keys", "rotate", "--signing", "--reason", "again")
    assert call(kit.home, "reveal", kit.bundle, *EMAIL).exit_code == 0
    assert call(kit.home, "audit", "check").exit_code == 0


def test_a_passphrase_by_the_commands(tmp_path: Path) -> None:
    kit, words = build(tmp_path), tmp_path / "words"
    words.write_text("seven brown horses graze\n")
    words.chmod(0o600)
    short = tmp_path / "short"
    short.write_text("horse\n")
    done = call(kit.home, "keys", "protect", "passphrase", "--passphrase-file", short)
    assert (done.exit_code, "KEY007" in done.stderr) == (2, True)
    assert "KEY007" in call(kit.home, "keys", "protect", "pkcs11", "--token", "x").stderr
    assert "KEY007" in call(kit.home, "keys", "protect", "paper").stderr
    good(kit.home, "keys", "protect", "passphrase", "--passphrase-file", words)
    key_file._opened.clear()
    done = call(kit.home, "reveal", kit.bundle, *EMAIL)
    assert (done.exit_code, "KEY006" in done.stderr, "example.org" in done.output) == (2, True, False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAFERELEASE_PASSPHRASE_FILE", str(words))
        assert call(kit.home, "reveal", kit.bundle, *EMAIL).stdout == "h.vance@example.org\n"
        good(kit.home, "keys", "rotate", "--reason", "yearly")
        assert json.loads(good(kit.home, "keys", "status", "--json"))["protection"] == "passphrase"
