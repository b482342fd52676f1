"""Bundles: sealed once, and every later change is named."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from adapters.bundle.checking import OLD_SIGNATURE, check_bundle
from adapters.bundle.files import ATTESTATION, MANIFEST, seal, sha256_of
from adapters.keys.installation import Keys, load_keys
from engine.errors import InvalidError
from tests.samples import sample_report


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return load_keys(tmp_path / "keys")


@pytest.fixture
def bundle(tmp_path: Path, keys: Keys) -> Path:
    folder = tmp_path / "bundle"
    (folder / "documents").mkdir(parents=True)
    (folder / "documents" / "document-000001.txt").write_text("safe")
    (folder / "report.json").write_text("{}")
    seal(folder, sample_report(), keys)
    return folder


@pytest.mark.parametrize("checked", [{}, {"documents/document-000001.txt": "0" * 64}])
def test_files_that_are_not_as_they_were_checked_are_not_signed(
    bundle: Path, keys: Keys, checked: dict[str, str]
) -> None:
    (bundle / ATTESTATION).unlink()
    with pytest.raises(InvalidError, match="REL010"):
        seal(bundle, sample_report(), keys, checked=checked)
    assert not (bundle / ATTESTATION).exists()
    checked = {"documents/document-000001.txt": sha256_of(bundle / "documents" / "document-000001.txt")}
    seal(bundle, sample_report(), keys, checked=checked)
    assert codes(bundle) == []


def codes(folder: Path, public_key: str = "") -> list[str]:
    return [fault.code for fault in check_bundle(folder, public_key).faults]


def test_a_bundle_is_valid_as_it_was_signed(bundle: Path, keys: Keys) -> None:
    found = check_bundle(bundle, keys.public_hex())
    manifest = found.manifest
    assert found.faults == []
    assert [file.path for file in manifest.files] == ["documents/document-000001.txt", "report.json"]
    assert {entry.outcome for entry in manifest.inputs} == {"released", "refused", "quarantined"}


def test_one_flipped_bit_is_named(bundle: Path) -> None:
    path = bundle / "documents" / "document-000001.txt"
    path.write_bytes(bytes([path.read_bytes()[0] ^ 1]) + path.read_bytes()[1:])
    faults = check_bundle(bundle).faults
    assert [(fault.code, fault.where) for fault in faults] == [("BND006", "documents/document-000001.txt")]


def test_missing_and_extra_files_are_named(bundle: Path) -> None:
    (bundle / "report.json").unlink()
    (bundle / "documents" / "more.txt").write_text("x")
    assert codes(bundle) == ["BND004", "BND005"]


def test_a_link_in_the_place_of_a_file_is_a_change(bundle: Path, tmp_path: Path) -> None:
    path = bundle / "documents" / "document-000001.txt"
    path.rename(tmp_path / "elsewhere.txt")
    path.symlink_to(tmp_path / "elsewhere.txt")
    assert codes(bundle) == ["BND006"]
    (tmp_path / "elsewhere.txt").unlink()
    assert codes(bundle) == ["BND006"]


def test_a_changed_manifest_breaks_its_signature(bundle: Path) -> None:
    content = json.loads((bundle / MANIFEST).read_bytes())
    content["verdict"] = "released"
    (bundle / MANIFEST).write_text(json.dumps(content))
    assert codes(bundle) == ["BND002"]


@pytest.mark.parametrize("content", [b"", b"{}", b'{"public_key": "zz", "signature": "00"}', b"[]"])
def test_a_broken_signature_file_is_no_signature(bundle: Path, content: bytes) -> None:
    (bundle / ATTESTATION).write_bytes(content)
    assert codes(bundle) == ["BND002"]


def test_a_bundle_signed_anew_is_not_by_the_known_key(bundle: Path, keys: Keys, tmp_path: Path) -> None:
    seal(bundle, sample_report(), load_keys(tmp_path / "others"))
    assert codes(bundle) == []
    assert codes(bundle, keys.public_hex()) == ["BND003"]


def test_a_folder_without_a_manifest_is_no_bundle(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="BND001"):
        check_bundle(tmp_path)


def test_a_link_in_the_place_of_the_manifest_is_no_manifest(bundle: Path, tmp_path: Path) -> None:
    (bundle / MANIFEST).rename(tmp_path / "elsewhere.json")
    (bundle / MANIFEST).symlink_to(tmp_path / "elsewhere.json")
    with pytest.raises(InvalidError, match="BND001"):
        check_bundle(bundle)


def test_a_link_in_the_place_of_the_signature_is_no_signature(bundle: Path, tmp_path: Path) -> None:
    (bundle / ATTESTATION).rename(tmp_path / "elsewhere.json")
    (bundle / ATTESTATION).symlink_to(tmp_path / "elsewhere.json")
    assert codes(bundle) == ["BND002", "BND005"]
    assert check_bundle(bundle).signer == ""


def test_the_signer_is_told(bundle: Path, keys: Keys) -> None:
    assert check_bundle(bundle).signer == keys.public_hex()
    other = check_bundle(bundle, "0" * 64).faults[0]
    assert (other.code, other.got) == ("BND003", f"key {keys.public_hex()[:16]}...")


def test_what_was_put_in_is_named_by_its_kind(bundle: Path) -> None:
    assert not check_bundle(bundle).special
    (bundle / "more").mkdir()
    (bundle / "a.txt").write_text("x")
    found = check_bundle(bundle)
    assert [(one.code, one.where, one.got) for one in found.faults] == [
        ("BND005", "a.txt", ""),
        ("BND005", "more", "a folder"),
    ]
    assert not found.special


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_links_and_pipes_are_special(bundle: Path, kind: str) -> None:
    if kind == "link":
        (bundle / "b").symlink_to("report.json")
    else:
        os.mkfifo(bundle / "b")
    found = check_bundle(bundle)
    assert [(one.code, one.got) for one in found.faults] == [("BND005", "a link, pipe, socket or device")]
    assert found.special


def test_documents_may_lie_in_folders(tmp_path: Path, keys: Keys) -> None:
    folder = tmp_path / "bundle"
    (folder / "documents" / "a" / "b").mkdir(parents=True)
    (folder / "documents" / "a" / "b" / "x.txt").write_text("safe")
    seal(folder, sample_report(), keys)
    assert codes(folder) == []


def test_a_release_of_tables_alone_may_have_no_documents(tmp_path: Path, keys: Keys) -> None:
    folder = tmp_path / "bundle"
    (folder / "documents").mkdir(parents=True)
    (folder / "report.json").write_text("{}")
    seal(folder, sample_report(), keys)
    assert codes(folder) == []


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A bundle of version 0.1.0, whose manifest is signed without an envelope."""
    shutil.copytree(Path(__file__).parents[1] / "fixtures" / "version-0.1.0" / "march", tmp_path / "old")
    return tmp_path / "old"


def test_a_bundle_of_version_0_1_0_is_valid_as_it_was_signed(old: Path) -> None:
    found = check_bundle(old)
    assert found.faults == []
    assert found.signer == json.loads((old / OLD_SIGNATURE).read_bytes())["public_key"]


def test_a_changed_manifest_of_version_0_1_0_breaks_its_signature(old: Path) -> None:
    content = (old / MANIFEST).read_bytes()
    (old / MANIFEST).write_bytes(content + b"\n")
    assert codes(old) == ["BND002"]


def test_an_envelope_beside_a_signature_of_version_0_1_0_was_put_in(old: Path) -> None:
    (old / ATTESTATION).write_text("{}")
    assert codes(old) == ["BND005"]
