"""The benchmarks start, and their documents are what they say."""

from __future__ import annotations

import json
import lzma
from importlib import import_module
from pathlib import Path

import pytest

from adapters.documents.registry import format_for
from adapters.policies.files import load_policy
from benchmarks import bench_audit, bench_growth, bench_main
from benchmarks.in_process import SPENT
from benchmarks.made_documents import KINDS, write_kind
from engine.policy.model import Policy
from flows.compiling.compilation import machine_catalog

TEXT = "Dr. Jane Roe-Winter was seen on 3 May 2020 in the ward. She came again in June. "


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("source") / "texts.jsonl.xz"
    with lzma.open(path, "wt") as lines:
        lines.writelines(json.dumps({"title": "a", "text": TEXT * 40}) + "\n" for _ in range(5))
    decisions = path.parent.parent / "tab" / "tab_dev.json"
    decisions.parent.mkdir(exist_ok=True)
    decisions.write_text(json.dumps([{"text": TEXT * 40} for _ in range(5)]))
    return path


@pytest.mark.parametrize(
    "name",
    [
        "bench_start",
        "bench_release",
        "bench_groups",
        "bench_tagging",
        "bench_documents",
        "bench_peers",
        "bench_python",
        "bench_readers",
    ],
)
def test_the_other_benchmarks_know_the_names_that_they_import(name: str) -> None:
    assert callable(import_module(f"benchmarks.{name}").main)


@pytest.mark.parametrize("kind", KINDS)
def test_made_documents_hold_the_text(source: Path, tmp_path: Path, kind: str) -> None:
    texts = write_kind(kind, source, tmp_path / kind, 8000)
    paths = sorted((tmp_path / kind).iterdir())
    assert len(paths) == len(texts) > 1
    content = paths[0].read_bytes()
    opened = format_for(paths[0].suffix, content).open("000001", content)
    assert "Jane Roe-Winter was seen on 3 May 2020" in " ".join(opened.document.text.reveal().split())


def test_the_plain_loop_writes_what_it_reads(tmp_path: Path) -> None:
    assert bench_main.plain_loop([TEXT, TEXT], tmp_path / "plain") > 0
    assert len(list((tmp_path / "plain").glob("*.out"))) == 2


def test_policies_of_the_growth_tables_are_valid(source: Path, tmp_path: Path) -> None:
    policies = [
        policy for _, policy, _ in [*bench_growth.terms(source, True), *bench_growth.concepts(source, True)]
    ]
    loaded = [load(tmp_path / f"{number}.yaml", policy) for number, policy in enumerate(policies)]
    assert [len(policy.concepts) for policy in loaded] == [0, 0, 1, 10]
    assert [len(clause.deny) for clause in loaded[0].identifiers if clause.id == "own"] == [50]


def load(path: Path, content: str) -> Policy:
    path.write_text(content)
    return load_policy(path, machine_catalog()).policy


def test_the_benchmark_of_proof_and_ledger_times_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text(TEXT)
    bench_audit.release("hipaa-safe-harbor", tmp_path / "in", tmp_path / "out")
    assert all(SPENT[name] > 0 for name in ("worker", "proof", "ledger", "end"))
    assert "Winter" not in (tmp_path / "out" / "documents" / "document-000001.txt").read_text()
