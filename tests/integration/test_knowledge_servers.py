"""Knowledge from servers: pages, answers kept, offline, and servers that misbehave."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlite_utils
from typer.testing import CliRunner

from adapters.knowledge.registry import installed, open_knowledge
from adapters.knowledge.servers.answers import ANSWERS_FILE
from adapters.knowledge.servers.client import Limits
from adapters.knowledge.servers.fhir import Coded
from adapters.knowledge.servers.imports import import_server
from adapters.knowledge.servers.sparql import Part
from engine.errors import InvalidError
from service.commands.start.line import app
from tests.conformance.knowledge_files import write_skos
from tests.conformance.knowledge_servers import SYSTEM, VALUE_SET, FhirServer, Local, SparqlServer
from tests.conformance.knowledge_suite import CONCEPTS

SKOS_ROOT = "http://example.org/infection"
BELOW_INFECTION = {"infection", "viral", "std", "hiv", "aids", "cold", "chicken"}

Import = Callable[..., Path]


@pytest.fixture
def endpoint(tmp_path: Path) -> Iterator[SparqlServer]:
    server = SparqlServer(write_skos(tmp_path / "sample.ttl"))
    with server.running():
        yield server


@pytest.fixture
def terminology() -> Iterator[FhirServer]:
    server = FhirServer()
    with server.running():
        yield server


@pytest.fixture(params=["sparql", "fhir"])
def local(request: pytest.FixtureRequest) -> Local:
    server: Local = request.getfixturevalue({"sparql": "endpoint", "fhir": "terminology"}[request.param])
    return server


def part_of(server: Local) -> Part | Coded:
    return Part() if isinstance(server, SparqlServer) else Coded(SYSTEM, value_set=VALUE_SET)


def brought_in(server: Local, cache: Path, *, offline: bool = False, limits: Limits | None = None) -> str:
    """Fingerprint of what was imported."""
    import_server(server.url, part_of(server), "sample", cache, offline=offline, limits=limits)
    return open_knowledge("sample", cache).fingerprint


def make_older(cache: Path, seconds: float) -> None:
    with sqlite_utils.Database(cache / "sample" / ANSWERS_FILE).conn as connection:
        connection.execute("update answers set at = at - ?", [seconds])


def vocabulary(cache: Path) -> set[str]:
    return set(open_knowledge("sample", cache).vocabulary())


def names_of(concepts: set[str]) -> set[str]:
    return {name.casefold() for key in concepts for name in (*CONCEPTS[key].names, *CONCEPTS[key].french)}


def run(cache: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> dict[str, str]:
    monkeypatch.setenv("SAFERELEASE_KB_CACHE", str(cache))
    done = CliRunner().invoke(app, ["kb", "import", *arguments, "--json"])
    said: dict[str, str] = json.loads(done.stdout)
    assert done.exit_code == (0 if "name" in said else 2)
    return said


def test_an_endpoint_below_a_root(
    endpoint: SparqlServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = run(
        tmp_path, monkeypatch, endpoint.url, "--kind", "sparql", "--name", "sample", "--root", SKOS_ROOT
    )
    assert said["name"] == "sample"
    assert vocabulary(tmp_path) == names_of(BELOW_INFECTION)
    sample = open_knowledge("sample", tmp_path)
    assert list(sample.ancestors("http://example.org/infection")) == []
    assert list(sample.ancestors("http://example.org/cold")) == ["http://example.org/viral", SKOS_ROOT]
    (known,) = installed(tmp_path)
    assert (known.kind, known.source.partition(",")[0]) == ("sparql", endpoint.url)


def test_a_further_property_leads_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wide = "http://www.wikidata.org/prop/direct/P279"
    (tmp_path / "wide.ttl").write_text(
        f"@prefix : <http://e.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        f':top rdfs:label "disease"@en . :flu rdfs:label "influenza"@en ; <{wide}> :top .'
    )
    line = ["--kind", "sparql", "--name", "sample", "--root", "http://e.org/top"]
    with SparqlServer(tmp_path / "wide.ttl").running() as server:
        run(tmp_path, monkeypatch, server.url, *line)
        assert vocabulary(tmp_path) == {"disease"}
        run(tmp_path, monkeypatch, server.url, *line, "--broader", wide)
    sample = open_knowledge("sample", tmp_path)
    assert list(sample.ancestors("http://e.org/flu")) == ["http://e.org/top"]


def test_a_terminology_server_below_a_code(
    terminology: FhirServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = ["--kind", "fhir", "--name", "sample", "--system", SYSTEM]
    said = run(tmp_path, monkeypatch, terminology.url, *line, "--root", "infection")
    assert said["name"] == "sample"
    assert vocabulary(tmp_path) == names_of(BELOW_INFECTION)
    assert {path for path, _ in terminology.questions} == {
        "/base/CodeSystem/$lookup",
        "/base/CodeSystem/$subsumes",
    }
    run(tmp_path, monkeypatch, terminology.url, *line, "--value-set", VALUE_SET)
    assert vocabulary(tmp_path) == names_of(set(CONCEPTS))
    assert "KNO022" in str(run(tmp_path, monkeypatch, terminology.url, *line))


def test_codes_out_of_use_and_of_other_systems_stay_out(terminology: FhirServer, tmp_path: Path) -> None:
    import_server(terminology.url, Coded(SYSTEM, root="condition"), "sample", tmp_path)
    assert "retired" not in vocabulary(tmp_path)
    assert ["old"] in [asked["code"] for path, asked in terminology.questions if "code" in asked]
    brought_in(terminology, tmp_path)
    assert ["foreign"] not in [asked["code"] for _, asked in terminology.questions if "code" in asked]


def test_kept_answers_are_not_asked_for_again(local: Local, tmp_path: Path) -> None:
    fingerprint = brought_in(local, tmp_path)
    n_questions = len(local.questions)
    assert brought_in(local, tmp_path) == fingerprint
    assert len(local.questions) == n_questions
    make_older(tmp_path, 90_000)
    assert brought_in(local, tmp_path) == fingerprint
    assert len(local.questions) == 2 * n_questions


def test_offline_gives_the_same_and_asks_nothing(
    local: Local, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fingerprint = brought_in(local, tmp_path)
    make_older(tmp_path, 1e9)
    (tmp_path / "sample" / "taxonomy.npz").unlink()
    n_questions = len(local.questions)
    kind = ["--kind", "sparql"] if isinstance(local, SparqlServer) else ["--kind", "fhir", "--system", SYSTEM]
    kind += [] if isinstance(local, SparqlServer) else ["--value-set", VALUE_SET]
    assert (
        run(tmp_path, monkeypatch, local.url, *kind, "--name", "sample", "--offline")["fingerprint"]
        == fingerprint
    )
    assert len(local.questions) == n_questions
    assert "asked on 19" in installed(tmp_path)[0].source


def test_offline_says_which_rows_are_missing(endpoint: SparqlServer, tmp_path: Path) -> None:
    endpoint.trouble, endpoint.after = "500", 2
    with pytest.raises(InvalidError, match="KNO023"):
        brought_in(endpoint, tmp_path)
    with pytest.raises(InvalidError, match=r"KNO025.*OFFSET 16"):
        brought_in(endpoint, tmp_path, offline=True)
    assert not installed(tmp_path)


def test_offline_says_which_codes_are_missing(terminology: FhirServer, tmp_path: Path) -> None:
    terminology.trouble, terminology.after = "500", 5 + len(CONCEPTS) - 1
    with pytest.raises(InvalidError, match="KNO023"):
        brought_in(terminology, tmp_path)
    with pytest.raises(InvalidError) as error:
        brought_in(terminology, tmp_path, offline=True)
    assert [fault.must for fault in error.value.faults] == [
        f"must have answered $lookup {code} before" for code in ("itself", "old")
    ]


def test_a_broken_import_goes_on_where_it_stopped(local: Local, tmp_path: Path) -> None:
    local.trouble, local.after = "500", 3
    with pytest.raises(InvalidError, match="KNO023"):
        brought_in(local, tmp_path / "cache")
    local.trouble = ""
    n_questions = len(local.questions)
    fingerprint = brought_in(local, tmp_path / "cache")
    went_on = len(local.questions) - n_questions
    assert brought_in(local, tmp_path / "other") == fingerprint
    assert len(local.questions) - n_questions - went_on == went_on + 3


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        ("500", r"KNO023.*status 500\."),
        ("503", r"KNO023.*status 503\."),
        ("cut", "KNO023.*was cut"),
        ("slow", "KNO023.*no answer in time"),
        ("drip", "KNO023.*more than 2 s"),
        ("huge", "KNO023.*more than 1,000,000 bytes"),
        ("redirect", r"KNO023.*status 302\."),
        ("outcome", "KNO023.*status 404, not-found"),
        ("page", "KNO024.*media type"),
        ("nonsense", "KNO024.*something else"),
        ("other", "KNO024.*something else"),
    ],
)
def test_a_server_that_misbehaves(trouble: str, told: str, local: Local, tmp_path: Path) -> None:
    local.trouble, local.after = trouble, 1
    seconds = 2 if trouble in ("slow", "drip") else 60
    with pytest.raises(InvalidError, match=told) as error:
        brought_in(local, tmp_path, limits=Limits(seconds, n_bytes=1_000_000))
    assert "secret" not in str(error.value)
    assert not installed(tmp_path)
    local.trouble = ""
    assert brought_in(local, tmp_path), "what could not be read was not kept"


def test_a_server_that_is_not_there(local: Local, tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match=r"KNO023\] 127\.0\.0\.1:1 .*no connection"):
        import_server("http://127.0.0.1:1/base", part_of(local), "sample", tmp_path)


def test_a_server_without_pages_is_refused(local: Local, tmp_path: Path) -> None:
    local.same_page = True  # type: ignore[attr-defined]
    with pytest.raises(InvalidError, match="KNO024"):
        brought_in(local, tmp_path)


def test_no_more_questions_than_allowed(local: Local, tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="KNO027"):
        brought_in(local, tmp_path, limits=Limits(n_questions=3))
    assert len(local.questions) == 3


def test_a_link_that_the_server_does_not_stand_by(terminology: FhirServer, tmp_path: Path) -> None:
    terminology.denied = ("viral", "cold")
    with pytest.raises(InvalidError, match=r"KNO028.*viral subsumes cold"):
        brought_in(terminology, tmp_path)
    assert not installed(tmp_path)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/sparql",
        "ftp://example.org/",
        "https://me:word@example.org/sparql",
        "https://example.org/sparql?key=1",
        "https://[example.org/",
        "sample.ttl",
    ],
)
def test_addresses_that_are_not_asked(url: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="KNO022") as error:
        import_server(url, Part(), "sample", tmp_path)
    assert "word" not in str(error.value).replace("password", "")
    assert not (tmp_path / "sample").exists()


@pytest.mark.parametrize("iri", ["http://e.org/a> } #", "no iri", "Q12136"])
def test_what_is_no_iri_never_reaches_a_query(iri: str) -> None:
    with pytest.raises(InvalidError, match=r"KNO022.*--root"):
        Part(iri)
    with pytest.raises(InvalidError, match=r"KNO022.*--broader"):
        Part(broader=iri)


def test_a_damaged_file_of_answers(local: Local, tmp_path: Path) -> None:
    (tmp_path / "sample").mkdir()
    (tmp_path / "sample" / ANSWERS_FILE).write_bytes(b"no database" * 1000)
    with pytest.raises(InvalidError, match="KNO026"):
        brought_in(local, tmp_path)
