"""Keys: made once, never replaced, and text cannot be opened with another."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from adapters.keys.installation import decrypt, encrypt, keyed_hash, load_keys
from engine.errors import InvalidError


def test_keys_are_made_once_and_for_the_owner_only(tmp_path: Path) -> None:
    first, second = load_keys(tmp_path), load_keys(tmp_path)
    assert first.secret == second.secret
    assert first.public_hex() == second.public_hex()
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}
    assert first.secret.hex() not in repr(first)


def test_a_damaged_key_is_an_error_and_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_bytes(b"short")
    (tmp_path / "secret.key").chmod(0o600)
    with pytest.raises(InvalidError, match="KEY001"):
        load_keys(tmp_path)
    assert (tmp_path / "secret.key").read_bytes() == b"short"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_a_key_that_others_can_read_is_not_used(tmp_path: Path, mode: int) -> None:
    load_keys(tmp_path)
    (tmp_path / "signing.key").chmod(mode)
    with pytest.raises(InvalidError, match=r"KEY003.*chmod 600"):
        load_keys(tmp_path)


def test_processes_that_start_together_share_one_key(tmp_path: Path) -> None:
    for round_ in range(20):
        with ThreadPoolExecutor(8) as pool:
            made = list(pool.map(load_keys, [tmp_path / str(round_)] * 8))
        assert len({keys.secret for keys in made}) == len({keys.public_hex() for keys in made}) == 1
        assert {path.name for path in (tmp_path / str(round_)).iterdir()} == {"secret.key", "signing.key"}


def test_what_is_sealed_opens_only_with_its_key_and_label(tmp_path: Path) -> None:
    key = load_keys(tmp_path).derive("private")
    sealed = encrypt(key, b"a name", "decisions 1")
    assert b"a name" not in sealed
    assert decrypt(key, sealed, "decisions 1") == b"a name"
    for wrong_key, label, content in (
        (bytes(32), "decisions 1", sealed),
        (key, "decisions 2", sealed),
        (key, "decisions 1", sealed[:-1] + bytes([sealed[-1] ^ 1])),
        (key, "decisions 1", b""),
    ):
        with pytest.raises(InvalidError, match="KEY002"):
            decrypt(wrong_key, content, label)


def test_purposes_have_independent_keys(tmp_path: Path) -> None:
    keys = load_keys(tmp_path)
    assert keys.derive("release a") != keys.derive("release b")
    assert keyed_hash(keys.derive("a"), b"x") != keyed_hash(keys.derive("b"), b"x")
