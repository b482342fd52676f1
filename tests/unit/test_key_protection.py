"""Keys at rest: each way to keep them gives them back, and without it they stay closed."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.keys.installation import KEY_FILE, PLAIN_FILES, Keys, find_keys, load_keys
from adapters.keys.protection import key_file
from adapters.keys.protection.key_file import protect, rotated, save
from adapters.keys.protection.wrapping import (
    PASSPHRASE_FILE,
    Command,
    Passphrase,
    Plain,
    SystemKeyring,
    Token,
)
from engine.errors import InvalidError
from tests.programs import need

WORDS = b"seven brown horses graze"
CHEAP = Passphrase(n=2**14)
SOFT_HSM = Path("/usr/lib/softhsm/libsofthsm2.so")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    load_keys(tmp_path / "home")
    return tmp_path / "home"


def opened(home: Path) -> Keys:
    """As a new process reads them."""
    key_file._opened.clear()
    return load_keys(home)


def same(one: Keys, other: Keys) -> bool:
    return (one.secret, one.public_hex(), one.earlier) == (other.secret, other.public_hex(), other.earlier)


def secret_file(path: Path, content: bytes) -> str:
    path.write_bytes(content + b"\n")
    path.chmod(0o600)
    return str(path)


def under_passphrase(home: Path, words: bytes = WORDS) -> None:
    protect(home, load_keys(home), CHEAP, lambda key: CHEAP.wrap_under(key, words))


def everything(home: Path) -> bytes:
    return b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())


def test_a_passphrase_opens_the_keys_and_nothing_else_does(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = load_keys(home)
    under_passphrase(home)
    assert {path.name for path in home.iterdir()} == {KEY_FILE}
    assert (home / KEY_FILE).stat().st_mode & 0o777 == 0o600
    for raw in (before.secret, before.signing.private_bytes_raw()):
        assert raw not in everything(home)
        assert raw.hex().encode() not in everything(home)
    monkeypatch.delenv(PASSPHRASE_FILE, raising=False)
    with pytest.raises(InvalidError, match="KEY006"):
        opened(home)
    monkeypatch.setenv(PASSPHRASE_FILE, secret_file(tmp_path / "wrong", b"seven brown horses gaze"))
    with pytest.raises(InvalidError, match=r"KEY006.*another passphrase"):
        opened(home)
    monkeypatch.setenv(PASSPHRASE_FILE, secret_file(tmp_path / "right", WORDS))
    assert same(opened(home), before)
    assert find_keys(home) is not None
    (tmp_path / "right").chmod(0o644)
    with pytest.raises(InvalidError, match="KEY003"):
        opened(home)


def test_another_passphrase_takes_the_place_of_the_first(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = load_keys(home)
    under_passphrase(home)
    monkeypatch.setenv(PASSPHRASE_FILE, secret_file(tmp_path / "one", WORDS))
    under_passphrase(home, b"another and better one")
    with pytest.raises(InvalidError, match="KEY006"):
        opened(home)
    monkeypatch.setenv(PASSPHRASE_FILE, secret_file(tmp_path / "two", b"another and better one"))
    assert same(opened(home), before)
    protect(home, load_keys(home), Plain())
    monkeypatch.delenv(PASSPHRASE_FILE)
    assert same(opened(home), before)


@pytest.fixture
def keyring_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    keyring = pytest.importorskip("keyring", reason="the package keyring is not installed")
    files = pytest.importorskip("keyrings.alt.file", reason="the package keyrings.alt is not installed")
    old, new = keyring.get_keyring(), files.PlaintextKeyring()
    monkeypatch.setattr(type(new), "file_path", str(tmp_path / "ring.cfg"), raising=False)
    keyring.set_keyring(new)
    yield tmp_path / "ring.cfg"
    keyring.set_keyring(old)


def test_the_keyring_keeps_the_key_and_without_it_they_stay_closed(home: Path, keyring_file: Path) -> None:
    before = load_keys(home)
    protect(home, load_keys(home), SystemKeyring())
    assert same(opened(home), before)
    assert before.secret.hex().encode() not in everything(home)
    keyring_file.unlink()
    with pytest.raises(InvalidError, match=r"KEY006.*no such entry"):
        opened(home)


def test_a_program_is_kept_under_its_own_name(tmp_path: Path) -> None:
    """A link may say by its name what is to be done, or whose libraries it uses."""
    link = tmp_path / "kms"
    link.symlink_to(sys.executable)
    assert Command.of([str(link)], [str(link)]).wrap_command == (str(link),)


SERVICE = """
import pathlib, sys
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
key = pathlib.Path(sys.argv[2]).read_bytes()
content = sys.stdin.buffer.read()
made = AESGCM(key).encrypt(b"0" * 12, content, b"") if sys.argv[1] == "wrap" else \\
    AESGCM(key).decrypt(b"0" * 12, content, b"")
sys.stdout.buffer.write(made)
"""


def test_a_program_wraps_the_key_as_the_client_of_a_key_management_service_does(
    home: Path, tmp_path: Path
) -> None:
    """The program is a local one that does what such a client does: it encrypts what it is given."""
    (tmp_path / "service.py").write_text(SERVICE)
    (tmp_path / "master").write_bytes(os.urandom(32))
    before = load_keys(home)
    program = [sys.executable, str(tmp_path / "service.py")]
    master = str(tmp_path / "master")
    way = Command.of([*program, "wrap", master], [*program, "unwrap", master])
    assert Path(way.wrap_command[0]).is_absolute()
    protect(home, load_keys(home), way)
    assert same(opened(home), before)
    (tmp_path / "master").write_bytes(os.urandom(32))
    with pytest.raises(InvalidError, match="KEY006"):
        opened(home)
    with pytest.raises(InvalidError, match="KEY007"):
        Command.of(["no-such-program"], [sys.executable])


def test_a_way_that_does_not_give_the_key_back_changes_nothing(home: Path) -> None:
    before = everything(home)
    for command in (["printf", "x" * 32], ["true"], ["false"]):
        with pytest.raises(InvalidError, match="KEY006"):
            protect(home, load_keys(home), Command.of(["cat"], command))
    assert everything(home) == before


@pytest.fixture
def token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    if importlib.util.find_spec("pkcs11") is None:
        pytest.skip("the package python-pkcs11 is not installed")
    need("softhsm2-util")
    (tmp_path / "tokens").mkdir()
    (tmp_path / "softhsm2.conf").write_text(f"directories.tokendir = {tmp_path / 'tokens'}\n")
    monkeypatch.setenv("SOFTHSM2_CONF", str(tmp_path / "softhsm2.conf"))
    command = ["softhsm2-util", "--init-token", "--free", "--label", "records", "--so-pin", "5678"]
    subprocess.run([*command, "--pin", "123456"], check=True, capture_output=True)
    monkeypatch.setenv("SAFERELEASE_PIN_FILE", secret_file(tmp_path / "pin", b"123456"))
    return "records"


def test_a_token_wraps_the_key_and_its_own_key_never_leaves_it(
    home: Path, tmp_path: Path, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pkcs11

    before = load_keys(home)
    protect(home, load_keys(home), Token(module=str(SOFT_HSM), token=token))
    assert same(opened(home), before)
    with pkcs11.lib(str(SOFT_HSM)).get_token(token_label=token).open(user_pin="123456") as session:
        own = session.get_key(object_class=pkcs11.ObjectClass.SECRET_KEY, label="saferelease")
        assert (own[pkcs11.Attribute.EXTRACTABLE], own[pkcs11.Attribute.SENSITIVE]) == (False, True)
    monkeypatch.setenv("SAFERELEASE_PIN_FILE", secret_file(tmp_path / "no-pin", b"654321"))
    with pytest.raises(InvalidError, match=r"KEY006.*PinIncorrect"):
        opened(home)
    with pytest.raises(InvalidError, match=r"KEY006.*NoSuchToken"):
        Token(module=str(SOFT_HSM), token="another").wrap(bytes(32))


def test_a_rotation_keeps_what_was_and_seals_anew(home: Path) -> None:
    old = load_keys(home)
    sealed = [old.derive("ledger")]
    save(home, rotated(old, signing=False))
    new = opened(home)
    assert new.secret != old.secret
    assert new.earlier == (old.secret,)
    assert new.public_hex() == old.public_hex()
    assert new.lasting("intake") == old.derive("intake")
    assert new.derive("ledger") not in sealed
    save(home, rotated(new, signing=True))
    newest = opened(home)
    assert newest.earlier == (new.secret, old.secret)
    assert newest.earlier_public == (old.public_hex(),)
    assert newest.public_keys() == {old.public_hex(), newest.public_hex()}
    assert newest.lasting("intake") == old.derive("intake")
    assert old.signing.private_bytes_raw().hex().encode() not in everything(home)


def test_a_rotation_stays_under_its_protection(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    under_passphrase(home)
    monkeypatch.setenv(PASSPHRASE_FILE, secret_file(tmp_path / "words", WORDS))
    save(home, rotated(opened(home), signing=True))
    assert len(opened(home).earlier) == 1
    assert json.loads((home / KEY_FILE).read_bytes())["protection"]["kind"] == "passphrase"
    monkeypatch.delenv(PASSPHRASE_FILE)
    with pytest.raises(InvalidError, match="KEY006"):
        opened(home)


def test_a_crash_between_the_two_leaves_no_plain_key(home: Path) -> None:
    """keys.json is written, the plain files still lie there: the next look deletes them."""
    plain = {name: (home / name).read_bytes() for name in PLAIN_FILES}
    before = load_keys(home)
    protect(home, load_keys(home), Plain())
    for name, content in plain.items():
        secret_file(home / name, b"")
        (home / name).write_bytes(content)
    assert same(opened(home), before)
    assert {path.name for path in home.iterdir()} == {KEY_FILE}
    (home / "secret.key").write_bytes(os.urandom(32))
    with pytest.raises(InvalidError, match="KEY001"):
        opened(home)
    assert (home / "secret.key").exists(), "it may be the only copy of what it is"


@pytest.mark.parametrize("change", ["", "{}", "[]", "flip", "shut"])
def test_a_damaged_key_file_is_told_and_never_replaced(home: Path, change: str) -> None:
    protect(home, load_keys(home), Plain())
    path = home / KEY_FILE
    content = json.loads(path.read_bytes())
    if change == "flip":
        at = content["sealed"]
        path.write_text(json.dumps(content | {"sealed": at[:-1] + ("0" if at[-1] != "0" else "1")}))
    elif change == "shut":
        path.chmod(0o644)
    else:
        path.write_text(change)
    before = path.read_bytes()
    with pytest.raises(InvalidError, match="KEY003" if change == "shut" else "KEY001"):
        opened(home)
    assert path.read_bytes() == before
