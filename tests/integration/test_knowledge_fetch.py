"""Fetching WordNet: once, whole or not at all, by many at a time, and in plain words when it cannot be."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import wn

from adapters.knowledge.manifest import manifest
from adapters.knowledge.registry import installed, open_knowledge
from adapters.knowledge.wordnet import sources as wordnet_sources
from adapters.knowledge.wordnet.fetch import fetch_wordnet
from adapters.knowledge.wordnet.library import wn_data
from adapters.knowledge.wordnet.sources import SourceUnavailable, from_debian
from engine.errors import InvalidError
from tests.conformance.knowledge_files import write_lmf
from tests.conftest import ROOT
from tests.patience import PATIENCE
from tests.unit.wordnet_files import write_wordnet_files

_NO_NETWORK = {
    "HTTP_PROXY": "http://127.0.0.1:9",
    "HTTPS_PROXY": "http://127.0.0.1:9",
    "ALL_PROXY": "http://127.0.0.1:9",
    "PIP_NO_INDEX": "1",
    "PIP_FIND_LINKS": "",
    "PATH": "/nowhere",
}
_FETCH = (
    "import sys; from pathlib import Path; from adapters.knowledge.wordnet.fetch import fetch_wordnet; "
    "print(fetch_wordnet(Path(sys.argv[1]), source=Path(sys.argv[2])))"
)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write_lmf(tmp_path / "sample.xml")


def start_fetch(cache: Path, source: Path, home: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _FETCH, str(cache), str(source)],
        cwd=ROOT,
        env={**os.environ, "HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_second_fetch_does_nothing(tmp_path: Path, source: Path) -> None:
    steps: list[str] = []
    path = fetch_wordnet(tmp_path / "cache", steps.append, source)
    assert steps == ["reading sample.xml", "adding it to the database of wn", "indexing"]
    before = path.stat().st_mtime_ns
    assert fetch_wordnet(tmp_path / "cache", steps.append) == path
    assert steps[3:] == ["WordNet is there already"]
    assert path.stat().st_mtime_ns == before


def test_a_given_file_replaces_what_is_there(tmp_path: Path, source: Path) -> None:
    fetch_wordnet(tmp_path / "cache", source=source)
    first = open_knowledge("wordnet", tmp_path / "cache")
    source.write_text(source.read_text().replace('version="1"', 'version="2"').replace("STD", "VD"))
    fetch_wordnet(tmp_path / "cache", source=source)
    second = open_knowledge("wordnet", tmp_path / "cache")
    assert first.fingerprint != second.fingerprint
    assert (len(first.concepts("STD")), len(second.concepts("STD")), len(second.concepts("VD"))) == (1, 0, 1)


def test_wn_itself_can_use_the_database(tmp_path: Path, source: Path) -> None:
    fetch_wordnet(tmp_path / "cache", source=source)
    before = wn.config.database_path
    with wn_data(tmp_path / "cache" / "wordnet" / "wn"):
        (aids,) = wn.Wordnet("sample:1").synsets("AIDS")
        assert {up.id for up in aids.hypernyms()} == {"sample-disease-n", "sample-hiv-n"}
        assert aids.definition() == "a sample"
    assert wn.config.database_path == before


def test_several_processes_fetch_at_once_and_no_home_is_touched(tmp_path: Path, source: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    running = [start_fetch(tmp_path / "cache", source, home) for _ in range(3)]
    results = [process.communicate(timeout=PATIENCE) for process in running]
    assert [process.returncode for process in running] == [0, 0, 0], results
    assert len(set(results)) == 1
    assert not list(home.iterdir())
    assert open_knowledge("wordnet", tmp_path / "cache").concepts("AIDS")


@pytest.mark.parametrize("delay_s", [0.9, 1.4])
def test_a_killed_fetch_is_never_used(tmp_path: Path, source: Path, delay_s: float) -> None:
    cache = tmp_path / "cache"
    process = start_fetch(cache, source, tmp_path)
    time.sleep(delay_s)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode in (0, -signal.SIGKILL)
    for name in installed(cache):
        assert open_knowledge(name.name, cache).concepts("AIDS")
    (cache / "wordnet" / ".fetch-left").mkdir(parents=True, exist_ok=True)
    fetch_wordnet(cache, source=source)
    assert open_knowledge("wordnet", cache).concepts("AIDS")
    assert sorted(path.name for path in (cache / "wordnet").iterdir()) == ["LICENSE", "taxonomy.npz", "wn"]


def test_without_network_the_error_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in _NO_NETWORK.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(wordnet_sources, "DEBIAN_FOLDER", tmp_path / "none")
    with pytest.raises(InvalidError) as error:
        fetch_wordnet(tmp_path / "cache")
    (fault,) = error.value.faults
    assert fault.code == "KNO004"
    assert all(known["edition"] in fault.got for known in manifest()["knowledge"]["wordnet"]["sources"])
    assert "--source FILE" in fault.advice
    assert not installed(tmp_path / "cache")
    with pytest.raises(InvalidError, match="KNO002"):
        open_knowledge("wordnet", tmp_path / "cache")


def debian_source(folder: Path) -> Mapping[str, Any]:
    sums = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    return {"edition": "pwn:3.0", "package": "wordnet-base", "folder": "usr/share/wordnet", "sha256": sums}


def test_installed_debian_files_are_used_when_their_sums_are_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_wordnet_files(tmp_path / "dict")
    source = debian_source(folder)
    monkeypatch.setattr(wordnet_sources, "DEBIAN_FOLDER", folder)
    resource, licence = from_debian(source, tmp_path)
    assert len(resource["lexicons"][0]["synsets"]) == 11
    assert licence.startswith("This software")
    with (folder / "data.noun").open("a") as file:
        file.write("\n")
    with pytest.raises(SourceUnavailable, match=r"data\.noun.*sha256"):
        from_debian(source, tmp_path)
    (folder / "data.noun").unlink()
    with pytest.raises(SourceUnavailable, match=r"data\.noun.*missing"):
        from_debian(source, tmp_path)


def test_the_manifest_has_a_checksum_for_every_source() -> None:
    sources = manifest()["knowledge"]["wordnet"]["sources"]
    assert [known["edition"] for known in sources] == ["oewn:2024", "pwn:3.1", "pwn:3.0"]
    for known in sources:
        sums = known.get("content_sha256") or known["sha256"]
        for value in [sums] if isinstance(sums, str) else list(getattr(sums, "values", lambda s=sums: s)()):
            assert len(value) == 64 and int(value, 16)
        assert known["licence"] and known["source"]
