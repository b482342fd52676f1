"""Without the extras the product works, and what needs one says which."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from adapters.machine.extras import EXTRAS
from flows.authoring.checking import check_policies
from tests.conftest import ROOT
from tests.patience import PATIENCE

_PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
distributions = cache(packages_distributions)  # reads the records of all libraries
_BARE = "import sys; sys.modules.update(dict.fromkeys(sys.argv.pop(1).split(',')))\n"
_CLI = _BARE + "from service.cli import main\nmain(sys.argv[1:])"
ROOMS = ("engine", "adapters", "flows", "service", "research", "saferelease")
COME_WITH = {
    "markupsafe": "jinja2", "pydantic-core": "pydantic", "ruamel-yaml-clib": "ruamel-yaml",
    "starlette": "fastapi", "pyhanko-certvalidator": "pyhanko",
    "spacy": "presidio-analyzer", "fsspec": "prefect", "tldextract": "presidio-analyzer",
}  # fmt: skip
"""Parts of a dependency that have a name of their own."""


def without(extra: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in an installation that lacks what this extra alone brings, or all that it brings."""
    modules = ("pyarrow",) if extra == "tables" else EXTRAS[extra]
    return subprocess.run(
        [sys.executable, "-c", _CLI, ",".join(modules), *arguments],
        capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE,
    )  # fmt: skip


@pytest.fixture
def gated(tmp_path: Path) -> str:
    """A policy with a gate."""
    (tmp_path / "sample.jsonl").write_text('{"text": "Ann Bee came.", "labels": [[0, 7, "PERSON"]]}\n')
    policy = tmp_path / "gated.yaml"
    policy.write_text(
        "policy: gated\nversion: 1.0.0\ntitle: t\nlaws: [{cite: R, title: r}]\nidentifiers:\n"
        "  - find: [person]\n    law: R\n    replace_with: placeholder\n    learn: {loss_ratio: 10}\n"
        "gate: {sample: sample.jsonl, gain_at_most: 0.02}\n"
    )
    return str(policy)


@pytest.mark.parametrize(
    ("extra", "arguments"),
    [
        ("tables", ["policy", "check", "adult-census"]),
        ("learning", ["train", "examples/records", "--out", "{tmp}/a.model"]),
        *(
            pytest.param(extra, arguments, marks=pytest.mark.slow)
            for extra, arguments in (
                ("tables", ["run", "adult-census", "examples/tables", "--out", "{tmp}/out"]),
                ("tables", ["policy", "check", "examples/clients/client-projects.yaml"]),
                ("learning", ["suggest", "examples/clients/client-projects.yaml", "examples/clients/inbox"]),
                ("learning", ["policy", "check", "examples/clients/client-projects.yaml"]),
                ("learning", ["evaluate", "k-redactor", "--data", "{tmp}"]),
                ("learning", ["evaluate", "greedy-sanitize", "examples/records"]),
                ("tables", ["evaluate", "k-containment", "--data", "{tmp}"]),
            )
        ),
        ("reports", ["audit", "signature", "README.md"]),
    ],
)
def test_what_needs_an_extra_names_it(extra: str, arguments: Sequence[str], tmp_path: Path) -> None:
    done = without(extra, *(one.format(tmp=tmp_path) for one in arguments))
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.strip().startswith("[EXT001] ")
    assert f"pip install 'saferelease[{extra}]'" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_policy_check_names_all_that_needs_scikit_learn(
    gated: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each place with the command that helps, before anything of it is read."""
    monkeypatch.setitem(sys.modules, "sklearn", None)
    path = Path(gated)
    (tmp_path / "ward.greedy").write_bytes(b"never read")
    (tmp_path / "past.jsonl").write_text('{"text": "a", "class": "b"}\n')
    learn = "learn: {loss_ratio: 10, recognizers: [en-default, ward.greedy]}"
    hidden = "hide_class: {law: R, corpus: {from: past.jsonl, text: text, class: class}, k: 3}\n"
    path.write_text(path.read_text().replace("learn: {loss_ratio: 10}", learn) + hidden)
    valid, faults = check_policies([gated])
    assert (valid, {found.code for found in faults}) == ([], {"EXT001"})
    places = [found.where.removeprefix(f"{path} ") for found in faults]
    assert places == ["hide_class", "gate", "ward.greedy"]
    assert all("pip install 'saferelease[learning]'" in str(found) for found in faults)


def test_a_database_without_its_driver_names_the_extra(tmp_path: Path) -> None:
    script = "from service.state.database import open_database\nopen_database('postgresql+psycopg://x@127.0.0.1/x')"
    done = subprocess.run(
        [sys.executable, "-c", _BARE + script, "psycopg"], capture_output=True, text=True, cwd=ROOT
    )
    assert "[EXT001]" in done.stderr
    assert "saferelease[postgresql]" in done.stderr


def test_a_cluster_without_its_library_names_the_extra() -> None:
    script = "from flows.release.cluster.settings import cluster_asked\ncluster_asked()"
    done = subprocess.run(
        [sys.executable, "-c", _BARE + script, "distributed"], capture_output=True, text=True, cwd=ROOT,
        env={**os.environ, "SAFERELEASE_CLUSTER": "tls://scheduler:8786"},
    )  # fmt: skip
    assert "[EXT001] SAFERELEASE_CLUSTER" in done.stderr
    assert "saferelease[cluster]" in done.stderr


def test_figures_and_presidio_name_their_extras() -> None:
    script = """
from pathlib import Path
from adapters.reports.figures import axes_of
from adapters.recognizers.presidio import configured_presidio
from engine.errors import InvalidError
for call in (lambda: axes_of("a", "b", "c"), lambda: configured_presidio(Path("none.yaml"), {})):
    try:
        call()
    except InvalidError as error:
        print(error)
"""
    absent = ",".join(EXTRAS["plots"] + EXTRAS["presidio"])
    done = subprocess.run(
        [sys.executable, "-c", _BARE + script, absent], capture_output=True, text=True, cwd=ROOT
    )
    assert re.findall(r"^\[(\w+)\].*saferelease\[(\w+)\]", done.stdout, re.MULTILINE) == [
        ("PLT001", "plots"),
        ("PRS001", "presidio"),
    ], done.stderr


def test_the_ordinary_way_of_a_document_needs_no_extra() -> None:
    absent = ",".join(sorted({module for modules in EXTRAS.values() for module in modules}))
    inspect = ("inspect", "hipaa-safe-harbor", "examples/records/visit-2024-03.txt")
    imports = (
        "import flows.audit.verification.table_proofs, flows.audit.verification.bundle\n"
        + "import flows.release.workers.worker, flows.orchestration.release_flow, service.web.build\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", _BARE + imports + _CLI.removeprefix(_BARE), absent, *inspect],
        capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_every_imported_library_is_a_dependency_and_every_dependency_is_imported() -> None:
    homes = distributions()
    imported = {canonicalize_name(name) for module in _imports() for name in homes.get(module, [module])}
    declared = {canonicalize_name(Requirement(text).name) for text in _PROJECT["dependencies"]}
    extra = {
        canonicalize_name(Requirement(t).name) for e in EXTRAS for t in _PROJECT["optional-dependencies"][e]
    }
    imported = {COME_WITH.get(name, name) for name in imported}
    callers_own = {"presidio-anonymizer", "pytest"}  # into which saferelease.pipelines and the plug-in go
    assert imported - declared - extra == callers_own, "imported, but no dependency"
    by_others = {"python-multipart", "pystemmer"}
    assert declared - imported == by_others, "fastapi and snowballstemmer take them; nothing else is idle"


def test_the_table_of_extras_is_that_of_the_project() -> None:
    homes = distributions()
    for extra, modules in EXTRAS.items():
        wanted = _brought(extra)
        found = {canonicalize_name(homes.get(m, [m.replace("_", "-")])[0]) for m in modules}
        assert found == wanted, extra


def _brought(extra: str) -> set[str]:
    names = set[str]()
    for text in _PROJECT["optional-dependencies"][extra]:
        one = Requirement(text)
        names |= set().union(*map(_brought, one.extras)) if one.name == "saferelease" else {one.name}
    return {canonicalize_name(name) for name in names}


def _imports() -> set[str]:
    """Top-level names that the product imports, or loads by name."""
    found = set[str]()
    for path in (file for room in ROOMS for file in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
            elif isinstance(node, ast.Call) and "import_module" in (
                getattr(node.func, "id", ""),
                getattr(node.func, "attr", ""),
            ):
                name = node.args[0]
                if isinstance(name, ast.Constant) and isinstance(name.value, str):
                    found.add(name.value.partition(".")[0])
    return found - set(sys.stdlib_module_names) - set(ROOMS)
