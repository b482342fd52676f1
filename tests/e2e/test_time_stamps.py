"""Time stamps by a local authority: asked, stored, checked by both verifiers; and forgeries of them."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import ExtendedKeyUsageOID

from adapters.bundle.files import ATTESTATION, TIMESTAMP
from tests.forgeries.kit import Kit, build, call, good
from tests.forgeries.lists import revoked_on
from tests.forgeries.registry import put_back
from tests.forgeries.verifying import STANDALONE, asked_of, auditor, standalone

pytest.importorskip("asn1crypto", reason="the package asn1crypto is not installed")
pytest.importorskip("rfc3161_client", reason="the package rfc3161-client is not installed")

from tests.time_authority import NOW, Authority, authority, certified


@pytest.fixture(scope="module")
def house() -> Authority:
    return authority()


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory, house: Authority) -> Kit:
    """As for other forgeries; the bundle is stamped by the house, the other by it too."""
    kit = build(tmp_path_factory.mktemp("scene"))
    house.root.write(kit.folder / "tsa.pem")
    with house.serving() as address:
        for bundle in (kit.bundle, kit.other):
            asked = ("--authority", address, "--timestamp-root", kit.folder / "tsa.pem")
            good(kit.home, "audit", "timestamp", bundle, *asked)
    return kit


def both(kit: Kit, *more: object) -> tuple[tuple[int, str], tuple[int, str]]:
    """The answers of the command and of the stand-alone verifier, who know the authority."""
    asked = ("--timestamp-root", kit.folder / "tsa.pem", *more)
    code = STANDALONE.main([*asked_of(kit), *map(str, asked)])
    answers = {0: "VERIFIED", 1: "FAILED", 2: "", 5: "UNVERIFIED"}
    return auditor(kit, *asked), (code, answers[code])


def stamp(kit: Kit, house: Authority, **changes: Any) -> None:
    """A stamp of the bundle by an authority with something changed."""
    content = (kit.bundle / ATTESTATION).read_bytes()
    (kit.bundle / TIMESTAMP).write_bytes(replace(house, **changes).stamp_of(content))


def test_a_stamp_holds_and_says_when(kit: Kit) -> None:
    assert both(kit) == ((0, "VERIFIED"), (0, "VERIFIED"))
    assert both(kit, "--stamped") == ((0, "VERIFIED"), (0, "VERIFIED"))
    roots = ("--trust", kit.list, "--root", kit.public("root-a"), "--root", kit.public("root-b"))
    done = call(kit.home, "verify", kit.bundle, *roots[:0], "--timestamp-root", kit.folder / "tsa.pem")
    assert (done.exit_code, "CN=Time House" in done.stdout) == (0, True), done.output
    said = good(kit.home, "verify", kit.bundle, "--timestamp-root", kit.folder / "tsa.pem", "--json")
    at = datetime.fromisoformat(json.loads(said)["time_stamp"]["at"])
    assert abs(at - datetime.now(at.tzinfo)) < timedelta(minutes=30)


def test_an_authority_that_nobody_knows_leaves_it_open(kit: Kit) -> None:
    assert auditor(kit) == standalone(kit) == (5, "UNVERIFIED")
    shutil.copy(kit.folder / "tsa.pem", kit.home / "timestamp-roots.pem")
    assert call(kit.home, "verify", kit.bundle).exit_code == 0
    stranger = authority("Stranger")
    stranger.root.write(kit.folder / "tsa.pem")
    assert both(kit) == ((1, "FAILED"), (1, "FAILED"))


def test_curves_and_intermediates_are_read(kit: Kit) -> None:
    curved = authority("Curve", curve=True)
    curved.root.write(kit.folder / "tsa.pem")
    stamp(kit, curved)
    assert both(kit) == ((0, "VERIFIED"), (0, "VERIFIED"))
    root = certified("Far Root")
    middle = certified("Middle", root)
    far = Authority(root, certified("Far", middle, is_ca=False), [middle])
    root.write(kit.folder / "tsa.pem")
    stamp(kit, far)
    assert both(kit) == ((0, "VERIFIED"), (0, "VERIFIED"))


def test_a_stamp_before_the_revocation_saves_the_signature(kit: Kit) -> None:
    """A thief can invent a date in the bundle, but not the authority's."""
    revoked_on("2098-01-01", 0)(kit)
    assert both(kit) == ((0, "VERIFIED"), (0, "VERIFIED"))
    (kit.bundle / TIMESTAMP).unlink()
    assert both(kit) == ((5, "UNVERIFIED"), (5, "UNVERIFIED"))


def test_an_authority_that_does_not_answer_well_stores_nothing(kit: Kit, house: Authority) -> None:
    (kit.bundle / TIMESTAMP).unlink()
    root = ("--timestamp-root", kit.folder / "tsa.pem")
    done = call(kit.home, "audit", "timestamp", kit.bundle, "--authority", "http://127.0.0.1:9/", *root)
    assert (done.exit_code, "TSA001" in done.stderr) == (2, True)
    for wrong in ({"status": 2}, {"imprint": b"0" * 64}, {"at": NOW - timedelta(days=4000)}):
        with replace(house, **wrong).serving() as address:
            done = call(kit.home, "audit", "timestamp", kit.bundle, "--authority", address, *root)
        assert (done.exit_code, "TSA001" in done.stderr) == (2, True), wrong
    with authority("Stranger").serving() as address:
        done = call(kit.home, "audit", "timestamp", kit.bundle, "--authority", address, *root)
    assert (done.exit_code, "TSA001" in done.stderr) == (2, True)
    assert not (kit.bundle / TIMESTAMP).exists()
    (kit.folder / "none.pem").write_text("x")
    asked = ("--authority", "http://127.0.0.1:9/", "--timestamp-root", kit.folder / "none.pem")
    assert "TSA002" in call(kit.home, "audit", "timestamp", kit.bundle, *asked).stderr
    put_back(kit)
    assert "BND006" in call(kit.home, "audit", "timestamp", kit.bundle, *asked).stderr
    assert "TSA004" in call(kit.home, "audit", "timestamp", kit.other, *asked).stderr, "it has one"


Faulty = Callable[[Kit, Authority], object]


def written(change: Callable[[bytes], bytes]) -> Faulty:
    def made(kit: Kit, house: Authority) -> None:
        path = kit.bundle / TIMESTAMP
        path.write_bytes(change(path.read_bytes()))

    return made


def wrong(**changes: Any) -> Faulty:
    return lambda kit, house: stamp(kit, house, **changes)


def leaf(**changes: Any) -> Faulty:
    """The house's root, and a certificate under it that should not stamp."""

    def made(kit: Kit, house: Authority) -> None:
        stamp(kit, Authority(house.root, certified("Time House", house.root, is_ca=False, **changes)))

    return made


def under_a_leaf(kit: Kit, house: Authority) -> None:
    """Whoever has any certificate of the house makes an authority under it."""
    false = certified("Helper", house.leaf, is_ca=False)
    stamp(kit, Authority(house.root, false, [house.leaf]))


def same_name(kit: Kit, house: Authority) -> None:
    stamp(kit, authority())


def as_folder(kit: Kit, house: Authority) -> None:
    (kit.bundle / TIMESTAMP).unlink()
    (kit.bundle / TIMESTAMP).mkdir()


def as_link(kit: Kit, house: Authority) -> None:
    (kit.bundle / TIMESTAMP).rename(kit.folder / "away")
    (kit.bundle / TIMESTAMP).symlink_to(kit.folder / "away")


def as_pipe(kit: Kit, house: Authority) -> None:
    (kit.bundle / TIMESTAMP).unlink()
    os.mkfifo(kit.bundle / TIMESTAMP)


def of_the_other(kit: Kit, house: Authority) -> None:
    shutil.copy(kit.other / TIMESTAMP, kit.bundle / TIMESTAMP)


def of_the_manifest(kit: Kit, house: Authority) -> None:
    content = (kit.bundle / "manifest.json").read_bytes()
    (kit.bundle / TIMESTAMP).write_bytes(house.stamp_of(content))


def kept_over_another_signature(kit: Kit, house: Authority) -> None:
    put_back(kit)
    kit.attest(kit.key("stranger"))


FORGED: dict[str, Faulty] = {
    "of the other bundle": of_the_other,
    "of the manifest, not of its signature": of_the_manifest,
    "kept over a stranger's signature": kept_over_another_signature,
    "by an authority of the same name": same_name,
    "by a certificate under a certificate that may not issue": under_a_leaf,
    "for another purpose": leaf(usage=ExtendedKeyUsageOID.CODE_SIGNING),
    "for no purpose": leaf(usage=None),
    "for its purpose, but not critical": leaf(critical=False),
    "by an expired certificate": leaf(days=(-30, -10)),
    "by a certificate not yet valid": leaf(days=(10, 30)),
    "signed with another key": wrong(signs=rsa.generate_private_key(65537, 2048)),
    "about another digest": wrong(imprint=bytes(32)),
    "with a weak hash": wrong(algorithm="sha1", imprint=bytes(20)),
    "refused, with a stamp all the same": wrong(status=2),
    "with a warning of revocation": wrong(status=4),
    "from a time to come": wrong(at=NOW + timedelta(days=100)),
    "from before the release": wrong(at=NOW - timedelta(days=100)),
    "whose signature names another content": wrong(content_type="data"),
    "whose signature names another certificate": wrong(essential=bytes(32)),
    "one bit changed in the middle": written(
        lambda one: one[: len(one) // 2] + bytes([one[len(one) // 2] ^ 1]) + one[len(one) // 2 + 1 :]
    ),
    "one bit changed at the end": written(lambda one: one[:-1] + bytes([one[-1] ^ 1])),
    "cut": written(lambda one: one[:-1]),
    "with a byte behind": written(lambda one: one + b"\0"),
    "empty": written(lambda one: b""),
    "a text": written(lambda one: b"stamped yesterday"),
    "a million bytes": written(lambda one: one + bytes(1_000_000)),
    "another time written into it": written(lambda one: re.sub(rb"\d{8}(?=\d{6}Z)", b"20200101", one)),
    "a folder": as_folder,
    "a link": as_link,
    "a pipe": as_pipe,
}


@pytest.mark.parametrize("name", FORGED)
def test_no_forged_stamp_is_verified(kit: Kit, house: Authority, name: str) -> None:
    before = (kit.bundle / TIMESTAMP).read_bytes()
    FORGED[name](kit, house)
    path = kit.bundle / TIMESTAMP
    assert name.startswith("kept") or not path.is_file() or path.is_symlink() or path.read_bytes() != before
    (code, answer), (other_code, other_answer) = both(kit)
    assert code in (1, 5)
    assert (code, answer) == (other_code, other_answer)


def test_a_stamp_taken_away_is_told_when_it_was_asked_for(kit: Kit) -> None:
    (kit.bundle / TIMESTAMP).unlink()
    assert both(kit) == ((0, "VERIFIED"), (0, "VERIFIED")), "it is optional"
    assert both(kit, "--stamped") == ((5, "UNVERIFIED"), (5, "UNVERIFIED"))
