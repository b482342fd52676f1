"""Documents of clients released under the example policy: the industry stays, the client is hidden."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import docx
import pytest

from adapters.documents.opening.sources import Source
from adapters.documents.registry import format_for
from engine.errors import fault
from engine.methods.k_redactor.words import features
from engine.text import SensitiveText
from flows.compiling.compilation import Compiled, compile_policy
from flows.document.document import DocumentPipeline
from tests.conftest import ROOT
from tests.e2e.conftest import Run

EXAMPLE = ROOT / "examples" / "clients"
CLIENT_WORDS = (
    "Halvorsen",
    "VertVie",
    "FreshLoop",
    "Lyon",
    "Copperleaf",
    "LeafPay",
    "Saskatchewan",
    "Solwind",
    "Esbjerg",
)
KEPT = ("Prices and promotions", "electricity was bought on the wholesale market", "committee", "Lending")


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example with a Word document more, and one that lies in no client's folder."""
    folder = tmp_path_factory.mktemp("example") / "clients"
    shutil.copytree(EXAMPLE, folder)
    written = docx.Document()
    written.add_heading("Store visits, Halvorsen Market", 1)
    line = written.add_paragraph("The ")
    line.add_run("hyper").bold = True
    line.add_run("markets around Lyon lost customers; prices are set by category.")
    stream = io.BytesIO()
    written.save(stream)
    (folder / "inbox" / "Halvorsen Market" / "visits.docx").write_bytes(stream.getvalue())
    (folder / "inbox" / "unsorted").mkdir()
    (folder / "inbox" / "unsorted" / "note.txt").write_text("Solwind crews sail to the turbines.")
    return folder


@pytest.fixture(scope="module")
def released(saferelease: Run, example: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("shown") / "first"
    done = saferelease("run", example / "client-projects.yaml", example / "inbox", "--out", out, "--json")
    assert done.returncode == 1, done.stderr  # the unsorted document is refused
    assert json.loads(done.stdout)["totals"] | {"bytes": 0} == {
        "released": 4, "refused": 1, "quarantined": 0, "hidden": 0, "documents": 5, "bytes": 0,
    }  # fmt: skip
    return out


def texts(folder: Path) -> dict[str, str]:
    found = {}
    for path in sorted((folder / "documents").iterdir()):
        content = path.read_bytes()
        parts = format_for(path.suffix, content[:512]).read_back(content)
        found[path.name] = "\n".join(part.reveal() for part in parts)
    return found


def test_every_released_text_meets_definition_1(released: Path, example: Path) -> None:
    compiled = compile_policy(str(example / "client-projects.yaml"))
    clients = {"1": "Copperleaf Bank", "2": "Halvorsen Market", "3": "Halvorsen Market", "4": "Solwind"}
    for name, text in texts(released).items():
        client = clients[name.partition(".")[0][-1]]
        assert hidden(compiled, text, client, 3), name
        assert not features(text) & features(client), name


def hidden(compiled: Compiled, text: str, client: str, k: int) -> bool:
    """Definition 1, by the model's own scores."""
    assert compiled.hide_class is not None
    hider = compiled.hide_class.hider
    scores = hider.scores(SensitiveText(text))
    return int((scores >= scores[hider.class_number(client)]).sum()) >= k


def test_what_tells_the_client_is_gone_and_the_rest_is_as_it_was(released: Path) -> None:
    found = "\n".join(texts(released).values())
    assert [word for word in CLIENT_WORDS if word.lower() in found.lower()] == []
    assert [words for words in KEPT if words not in found] == []
    page = (released / "documents" / "document-000001.html").read_text()
    assert page.startswith("<!DOCTYPE html>")
    assert "<b>___</b>" in page
    word = docx.Document(released / "documents" / "document-000003.docx")
    assert word.paragraphs[0].style.name == "Heading 1"
    assert "hyper" not in word.paragraphs[1].text


def test_nothing_of_clients_or_labelled_documents_is_in_the_bundle(released: Path, home: Path) -> None:
    for name in ("report.html", "report.json", "manifest.json"):
        content = (released / name).read_text()
        assert [word for word in (*CLIENT_WORDS, "retail", "Geneva") if word in content] == [], name
    assert "hidden among 3" not in (released / "report.html").read_text(), "too few documents to tell"
    private = released.with_name("first.private")
    report = json.loads((private / "report.json").read_text())
    assert report["plan"]["hide_class"]["k"] == 3
    totals = report["hide_class"]
    assert totals["documents"] == totals["changed"] == totals["topics"] == 4
    assert totals["suppressed"] == sum(
        d["hide_class"]["suppressed"] for d in report["documents"] if d["hide_class"]
    )
    refused = [d for d in report["documents"] if d["outcome"] == "refused"]
    assert ["[KCF012]" in d["reason"] for d in refused] == [True]
    assert "hidden among 3" in (private / "report.html").read_text()
    stores = [*released.with_name("first.private").rglob("*"), *home.rglob("*")]
    kept = b"".join(path.read_bytes() for path in stores if path.is_file())  # Prefect's database among them
    words = (*CLIENT_WORDS, "hypermarket", "QuayClub")
    assert [word for word in words if word.encode() in kept or word.lower().encode() in kept] == []


def test_more_general_words_are_read_before_they_are_released(example: Path) -> None:
    policy = (example / "client-projects.yaml").read_text()
    general = policy.replace("hide_class:\n", "knowledge: [wordnet]\nhide_class:\n  operator: generalize\n")
    (example / "general.yaml").write_text(general)
    path = example / "inbox" / "Halvorsen Market" / "pricing-review.md"
    source = Source("000001", str(path), "Halvorsen Market/pricing-review.md")
    found = {}
    for name in ("client-projects", "general"):
        compiled = compile_policy(str(example / f"{name}.yaml"))
        pipeline = DocumentPipeline(compiled, b"k" * 32, 2026)
        found[name] = pipeline.release(source, path.read_bytes())
    count = found["general"].record.hide_class
    assert count is not None
    assert count.generalized > 0
    texts = {name: released.content.decode() for name, released in found.items()}
    assert texts["general"].count("___") < texts["client-projects"].count("___")
    assert hidden(compiled, texts["general"], "Halvorsen Market", 3)
    assert found["general"].private["hide_class"]["rank"] >= 3
    assert found["general"].private["hide_class"]["class"] == "Halvorsen Market"
    assert "The **___** supermarkets around" in texts["general"]


def test_the_page_shows_what_the_example_prints(saferelease: Run, tmp_path: Path) -> None:
    done = saferelease(
        *("run", EXAMPLE / "client-projects.yaml", EXAMPLE / "inbox", "--out", tmp_path / "shown"),
        SAFERELEASE_HOME=str(tmp_path / "home"),
    )
    assert done.returncode == 0, done.stderr
    page = (ROOT / "docs" / "methods" / "k-redactor.md").read_text()
    assert done.stdout.splitlines()[0] in page


def test_a_second_try_keeps_out_what_other_documents_lost(
    example: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The class is hidden anew from the text as it was; values of others would stand there again."""
    policy = (example / "client-projects.yaml").read_text()
    general = policy.replace("hide_class:\n", "knowledge: [wordnet]\nhide_class:\n  operator: generalize\n")
    (example / "second.yaml").write_text(general)
    pipeline = DocumentPipeline(compile_policy(str(example / "second.yaml")), b"k" * 32, 2026)
    stage = pipeline.stages.hide_class
    assert stage is not None
    tries = iter([[fault("KCF011", "document", "must hide its class", "", "")]])
    faults = stage.faults
    monkeypatch.setattr(stage, "faults", lambda *given: next(tries, None) or faults(*given))
    path = example / "inbox" / "Halvorsen Market" / "pricing-review.md"
    source = Source("000001", str(path), "Halvorsen Market/pricing-review.txt")
    content = path.read_bytes() + b"\n\nOrder 44718829 came.\n"
    assert b"44718829" in pipeline.release(source, content).content
    tries = iter([[fault("KCF011", "document", "must hide its class", "", "")]])
    released = pipeline.release(source, content, elsewhere=[("phone", "4471 88 29")])
    assert b"44718829" not in released.content
