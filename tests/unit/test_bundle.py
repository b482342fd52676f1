"""Bundles: sealed once, and every later change is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adapters.bundle.checking import verify_bundle
from adapters.bundle.files import ATTESTATION, MANIFEST, seal
from adapters.keys import Keys, load_keys
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


def codes(folder: Path, public_key: str = "") -> list[str]:
    return [fault.code for fault in verify_bundle(folder, public_key)[1]]


def test_a_bundle_is_valid_as_it_was_signed(bundle: Path, keys: Keys) -> None:
    manifest, faults = verify_bundle(bundle, keys.public_hex())
    assert faults == []
    assert [file.path for file in manifest.files] == ["documents/document-000001.txt", "report.json"]
    assert {entry.outcome for entry in manifest.inputs} == {"released", "refused", "quarantined"}


def test_one_flipped_bit_is_named(bundle: Path) -> None:
    path = bundle / "documents" / "document-000001.txt"
    path.write_bytes(bytes([path.read_bytes()[0] ^ 1]) + path.read_bytes()[1:])
    _, faults = verify_bundle(bundle)
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
        verify_bundle(tmp_path)
