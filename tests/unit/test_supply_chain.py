"""The bill of materials is valid and whole, the wheel the same each time, and advisories are asked gently."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from tests.conftest import ROOT
from tests.programs import REQUIRED
from tools import advisories
from tools.installed import libraries
from tools.provenance import clean_revision, statement
from tools.sbom import bill, pinned
from tools.snapshot import faults_in

_CHECKER = JsonStrictValidator(SchemaVersion.V1_6)
_SOURCES = (
    "engine",
    "adapters",
    "flows",
    "service",
    "research",
    "saferelease",
    "policies",
    "kb_cache/shipped",
)
_FILES = (
    "README.md",
    "LICENSE",
    "NOTICE",
    "pyproject.toml",
    "kb_cache/MANIFEST.json",
    "kb_cache/README.md",
    "tools/wheel.py",
    "verifier/saferelease_certificates.py",
)
_SOME_TIME = 1_000_000_000


@pytest.fixture(scope="module")
def text() -> str:
    """The bill of this installation; skipped where somebody installed other versions by hand."""
    try:
        return bill()
    except LookupError as error:
        if os.environ.get(REQUIRED):
            raise
        pytest.skip(str(error))


def test_the_bill_is_valid_and_the_same_each_time(text: str) -> None:
    assert _CHECKER.validate_str(text) is None
    assert bill() == text
    assert _CHECKER.validate_str(text.replace('"library"', '"bookcase"', 1)) is not None


def test_the_bill_names_every_library_with_licence_hashes_and_needs(text: str) -> None:
    content = json.loads(text)
    parts = {part["name"]: part for part in content["components"]}
    found, pins = libraries(), pinned()
    assert {name: part["version"] for name, part in parts.items()} == {
        n: one.version for n, one in found.items()
    }
    for name, part in parts.items():
        assert part["licenses"], name
        assert [each["content"] for each in part["hashes"]] == sorted(pins[name, part["version"]])
    needs = {one["ref"]: set(one.get("dependsOn", ())) for one in content["dependencies"]}
    assert {"prefect", "pyarrow", "cryptography"} <= needs["saferelease"]
    assert needs["scikit-learn"] >= {"numpy", "scipy", "joblib"}
    assert set(needs) - {"saferelease"} == set(parts)


def _copy(to: Path, mtime: int) -> Path:
    for name in _SOURCES:
        shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in _FILES:
        (to / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, to / name)
    for path in to.rglob("*"):
        os.utime(path, (mtime, mtime))
    return to


def _built(folder: Path, umask: int) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "dist"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, umask=umask)
    return next((folder / "dist").glob("*.whl"))


@pytest.mark.slow
def test_the_wheel_is_the_same_each_time_and_holds_nothing_of_this_machine(tmp_path: Path) -> None:
    one, other = (
        _copy(tmp_path / "one", _SOME_TIME),
        _copy(tmp_path / "other", _SOME_TIME + 99_999),
    )
    (other / "kb_cache" / "wordnet").mkdir()
    (other / "kb_cache" / "wordnet" / "fetched.db").write_bytes(b"fetched")
    (other / "engine" / "__pycache__").mkdir()
    (other / "engine" / "__pycache__" / "errors.cpython-311.pyc").write_bytes(b"compiled")
    wheels = _built(one, 0o022), _built(other, 0o077)
    first, second = (hashlib.sha256(wheel.read_bytes()).hexdigest() for wheel in wheels)
    assert first == second
    with zipfile.ZipFile(wheels[1]) as wheel:
        names = wheel.namelist()
    rooms = "saferelease/_rooms"
    assert f"{rooms}/adapters/_shipped/policies/hipaa-safe-harbor.yaml" in names
    assert f"{rooms}/adapters/_shipped/kb_cache/shipped/wikipedia/vocabulary.bin" in names
    assert [name for name in names if "fetched" in name or name.endswith(".pyc")] == []
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"saferelease"}


def _answering(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_a_known_fault_fails_the_check_and_is_asked_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fault = {"id": "PYSEC-1", "fix_versions": ["1.1"], "aliases": [], "description": ""}
    found = {"dependencies": [{"name": "sieve", "version": "1.0", "vulns": [fault]}], "fixes": []}
    stamp = tmp_path / "stamp"
    assert (
        advisories.check(_answering(f"import sys; print('''{json.dumps(found)}'''); sys.exit(1)"), stamp) == 1
    )
    assert "sieve 1.0: PYSEC-1, mended in 1.1" in capsys.readouterr().out
    assert advisories.is_due(stamp, advisories.LOCK, 0)


def test_no_known_fault_is_remembered_for_a_day(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stamp, pins = tmp_path / "stamp", tmp_path / "pins"
    pins.touch()
    assert advisories.check(_answering("print('''{\"dependencies\": []}''')"), stamp) == 0
    assert "No library has a known fault." in capsys.readouterr().out
    now = stamp.stat().st_mtime
    assert not advisories.is_due(stamp, pins, now + 3_600)
    assert advisories.is_due(stamp, pins, now + 90_000)
    os.utime(pins, (now + 10, now + 10))
    assert advisories.is_due(stamp, pins, now + 3_600)


@pytest.mark.parametrize("code", ["import sys; sys.exit('no such host')", "print('[]')"])
def test_without_advisories_the_check_says_so(
    code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert advisories.check(_answering(code), tmp_path / "stamp") == 0
    assert "Advisories were not reached" in capsys.readouterr().out
    assert not (tmp_path / "stamp").exists()


def test_the_command_that_asks_is_one_that_pip_audit_knows() -> None:
    done = subprocess.run([*advisories.COMMAND[:-2], "--help"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "--vulnerability-service" in done.stdout


def _advisory(name: str, *events: dict[str, str], **more: object) -> dict[str, object]:
    ranges = [{"type": "ECOSYSTEM", "events": list(events)}] if events else []
    part = {"package": {"ecosystem": "PyPI", "name": name}, "ranges": ranges}
    return {"id": f"PYSEC-{name}", "affected": [part | more]}


def _says(advisory: dict[str, object], tmp_path: Path) -> list[str]:
    (tmp_path / "one.json").write_text(json.dumps(advisory))
    return faults_in(tmp_path / "one.json", [("sieve", "1.5"), ("colander", "2.0rc1")])


FROM = {"introduced": "0"}


@pytest.mark.parametrize(
    ("events", "hit"),
    [
        ([FROM], True),
        ([FROM, {"fixed": "1.5"}], False),
        ([FROM, {"fixed": "1.10"}], True),
        ([FROM, {"last_affected": "1.5"}], True),
        ([FROM, {"last_affected": "1.4"}], False),
        ([{"introduced": "1.6"}], False),
        ([FROM, {"fixed": "1.0"}, {"introduced": "1.5"}, {"fixed": "1.6"}], True),
        ([{"introduced": "no version"}], True),
    ],
)
def test_a_snapshot_says_which_versions_have_a_fault(
    events: list[dict[str, str]], hit: bool, tmp_path: Path
) -> None:
    assert bool(_says(_advisory("Sieve", *events), tmp_path)) is hit


def test_listed_withdrawn_and_foreign_advisories(tmp_path: Path) -> None:
    assert _says(_advisory("sieve", versions=["1.5"]), tmp_path) == ["sieve 1.5: PYSEC-sieve"]
    assert _says(_advisory("colander", FROM, {"fixed": "2.0"}), tmp_path)
    assert _says(_advisory("sieve", FROM) | {"withdrawn": "2026-01-01T00:00:00Z"}, tmp_path) == []
    with pytest.raises(ValueError):
        _says({"id": "CVE-1", "affected": [{"package": {"ecosystem": "npm", "name": "sieve"}}]}, tmp_path)


@pytest.mark.parametrize("form", ["zip", "folder", "list"])
def test_a_pin_with_a_known_fault_is_red_from_each_form(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name, version = min(pinned())
    text = json.dumps(_advisory(name, FROM))
    snapshot = tmp_path / form
    if form == "zip":
        with zipfile.ZipFile(snapshot, "w") as archive:
            archive.writestr("PYSEC-1.json", text)
    elif form == "folder":
        snapshot.mkdir()
        (snapshot / "PYSEC-1.json").write_text(text)
    else:
        snapshot.write_text(f"[{text}]")
    monkeypatch.setenv(advisories.VARIABLE, str(snapshot))
    assert advisories.main() == 1
    assert f"{name} {version}" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "[]", "{", '[{"id": "x"}]', "[1]"])
def test_a_snapshot_that_says_nothing_is_red(text: str, tmp_path: Path) -> None:
    (tmp_path / "snapshot").write_text(text)
    assert advisories.check_snapshot(tmp_path / "snapshot") == 1
    assert advisories.check_snapshot(tmp_path / "gone") == 1


@pytest.mark.slow
def test_no_pin_has_a_fault_that_the_snapshot_knows() -> None:
    snapshot = os.environ.get(advisories.VARIABLE)
    if snapshot is None:
        pytest.skip(f"{advisories.VARIABLE} names no snapshot")
    assert advisories.check_snapshot(Path(snapshot)) == 0


def test_a_statement_names_the_wheel_its_source_and_what_it_was_built_with(tmp_path: Path) -> None:
    wheel = tmp_path / "made.whl"
    wheel.write_bytes(b"a wheel")
    found = statement(wheel, "0" * 40)
    assert found["subject"] == [
        {"name": "made.whl", "digest": {"sha256": hashlib.sha256(b"a wheel").hexdigest()}}
    ]
    built = found["predicate"]["buildDefinition"]
    assert built["externalParameters"]["source"] == {"digest": {"gitCommit": "0" * 40}}
    hashes = [one["digest"]["sha256"] for one in built["resolvedDependencies"]]
    assert sorted(hashes) == sorted(each for one in pinned().values() for each in one)
    with pytest.raises(LookupError):
        clean_revision(tmp_path)


def test_telephone_numbers_bring_no_places_and_carriers() -> None:
    names = {name for name, _ in pinned()}
    assert "phonenumberslite" in names and "phonenumbers" not in names
