"""Every refusal of a release check, produced end to end: a method fails, the document does not leave."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from adapters.bundle.checking import check_bundle
from adapters.bundle.files import MANIFEST, seal
from adapters.keys.installation import load_keys
from engine.checks.hidden_class import ResidualCheck
from engine.checks.released_text import Verifier
from engine.methods.c_sanitized.sanitizer import Sanitizer
from engine.methods.combinations import Combiner
from engine.methods.k_redactor.words import features
from engine.record.fingerprints import SearchText, fingerprints_of, value_of
from engine.record.trees.commitments import path_of, root_from, root_of
from engine.stages.attributes import AttributeStage
from engine.stages.identifiers.stage import Identified, IdentifierStage
from engine.text import Decision, Document, SensitiveText
from flows.tables import release as table_release
from tests.e2e.test_matter import test_a_fact_that_is_left_refuses_the_document as _fact_left
from tests.guards.desk import ATTRIBUTES, GROUPS, TOGETHER, codes, compiled, release
from tests.guards.policy_key_trials import GROUP
from tests.integration.test_tables_stage import NAMES, ROWS, VISITS, Desk, refused, write_csv
from tests.samples import sample_report
from tests.unit.test_combinations import TELLING
from tests.unit.test_hide_class_stage import decided, stage
from tests.unit.test_k_redactor import CORPUS, TEXT, brute_rank

IDENTIFIERS = {
    "ssn": "His number is 304-33-4965.",
    "email": "Write to jane@example.org.",
    "url": "See https://example.org/x for it.",
    "ip": "It came from 192.0.2.17 at noon.",
    "phone": "Ring (212) 555-0182 now.",
    "credit-card": "Card 4111 1111 1111 1111 was used.",
    "iban": "Pay to GB82 WEST 1234 5698 7654 32 soon.",
    "mrn": "Chart MRN 0012345 is here.",
    "vehicle": "The car 1HGCM82633A004352 was seen.",
    "device": "The card 00:1B:44:11:3A:B7 answered.",
    "date": "He left on March 4, 2021.",
    "zip": "He lives in IL 62704.",
    "national-id": "The number AB 12 34 56 C is his.",
}


def _nothing(*_: object, **__: object) -> list[Decision]:
    return []


def _nothing_identified(self: IdentifierStage, document: Document) -> Identified:
    """A recogniser that sees nothing."""
    return _honest(self, document)._replace(decisions=[])


def _only_first(self: IdentifierStage, document: Document) -> Identified:
    """A recogniser that removes a value once, and not where it stands again."""
    found = _honest(self, document)
    return found._replace(decisions=found.decisions[:1])


_honest = IdentifierStage.identified


def test_a_good_document_leaves() -> None:
    text = " ".join(IDENTIFIERS.values()) + " Project Bluebird. He has HIV and takes antiretroviral drugs."
    released = release(text).decode()
    assert "[SSN]" in released and "HIV" not in released and "Bluebird" not in released


@pytest.mark.parametrize(
    "again", ["304-33-4965", "304 33 4965", "304334965", "304-33-\n4965", "３０４-33-4965"]
)
def test_ver001_a_removed_value_that_stands_again(again: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(IdentifierStage, "identified", _only_first)
    monkeypatch.setattr("flows.document.writing.LeftStanding.under", _nothing)
    line = "The clerk wrote down once more what stood upon the first page of it, "
    assert "VER001" in codes(f"His number is 304-33-4965.\n\n{line}{again} as it says.")


def test_ver001_a_removed_name_that_stands_again(monkeypatch: pytest.MonkeyPatch) -> None:
    verifier = Verifier(compiled().plan, ())
    text = "Magnus wrote. Magnus went."
    decision = Decision(0, 6, "identifiers", "person", "redact", "[PERSON]", "c", {})
    faults = verifier.verify(Document("d", SensitiveText(text)), [decision], ["[PERSON] wrote. Magnus went."])
    assert [fault.code for fault in faults] == ["VER001"]
    told = faults[0].reason()
    assert all(one in told for one in ("6 characters of category person, clause c", "(offset 16)", "inspect"))
    assert "Magnus" not in told


def test_ver001_what_an_earlier_release_hid_in_markup() -> None:
    document = Document("d", SensitiveText("Wall 48213 is old."))
    decision = Decision(0, 17, "earlier", "released-before", "redact", "[REDACTED]", "earlier_releases")
    faults = Verifier(compiled().plan, ()).verify_raw(document, [decision], ["red", "48213"])
    assert {fault.code for fault in faults} == {"VER001"}
    assert Verifier(compiled().plan, ()).verify_raw(document, [decision], ["wall", "48214"]) == []


@pytest.mark.parametrize("category", IDENTIFIERS)
def test_ver002_an_identifier_that_was_overlooked(category: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(IdentifierStage, "identified", _nothing_identified)
    monkeypatch.setattr(Sanitizer, "sanitize", _nothing)  # it would take "MRN" for an unknown word
    assert "VER002" in codes(IDENTIFIERS[category])


def test_ver002_a_listed_term_that_was_overlooked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(IdentifierStage, "identified", _nothing_identified)
    assert codes("They spoke of project  bluebird.") == ["VER002"]


@pytest.mark.parametrize(
    "text",
    ["He has HIV.", "He takes antiretrovirals.", "The adult prevalence fell.", "The zyzzyvax was there."],
    ids=["name", "word", "phrase", "unknown word"],
)
def test_ver003_a_term_that_was_overlooked(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sanitizer, "sanitize", _nothing)
    assert codes(text) == ["VER003"]


def test_ver005_terms_that_disclose_together(monkeypatch: pytest.MonkeyPatch) -> None:
    assert codes(TELLING, compiled(TOGETHER)) == []
    monkeypatch.setattr(Combiner, "extend", lambda self, text, decisions, *_: list(decisions))
    assert codes(TELLING, compiled(TOGETHER)) == ["VER005"]


def test_ver007_a_group_that_discloses(monkeypatch: pytest.MonkeyPatch) -> None:
    assert codes(GROUP, compiled(GROUPS)) == []
    monkeypatch.setattr(Combiner, "extend", lambda self, text, decisions, *_: list(decisions))
    assert codes(GROUP, compiled(GROUPS)) == ["VER007"]


def test_ver006_an_attribute_that_was_overlooked(monkeypatch: pytest.MonkeyPatch) -> None:
    stated = "I am a nurse and my husband is 58. I live in Chicago."
    assert codes(stated, compiled(ATTRIBUTES)) == []
    monkeypatch.setattr(AttributeStage, "decide", _nothing)
    assert codes(stated, compiled(ATTRIBUTES)) == ["VER006"]
    assert codes("The bread was warm.", compiled(ATTRIBUTES)) == []


def test_kcf011_and_kcf013_a_class_that_is_not_hidden() -> None:
    made = stage()
    assert [fault.code for fault in made.faults(decided(made), [TEXT])] == ["KCF011", "KCF013"]


def test_rank_is_that_of_the_definition() -> None:
    own = CORPUS.sensitive_classes.index("Carrefour")
    assert ResidualCheck(CORPUS, 0.1).rank(features(TEXT), own) == brute_rank(TEXT, "Carrefour") == 1


def test_mat006_a_fact_of_the_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _fact_left(tmp_path, monkeypatch)


def test_tab007_a_file_that_does_not_prove_k(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The projection gives the wrong table: its last row shows everything."""
    honest = table_release.project

    def faulty(*arguments: object, **settings: object) -> object:
        projection = honest(*arguments, **settings)
        dense = projection.table.matrix.tolil()
        dense[-1, :] = 1
        table = dataclasses.replace(projection.table, matrix=dense.tocsr())
        return dataclasses.replace(projection, table=table)

    monkeypatch.setattr(table_release, "project", faulty)
    desk = Desk(tmp_path, VISITS.format(k=5, choose="greedy-ones"))
    assert "TAB007" in str(refused(desk, write_csv(tmp_path / "visits.csv")))


def test_ver002_an_identifier_in_the_name_of_a_feature(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text clauses let a column pass whose cells become names of features."""
    policy = NAMES + VISITS.format(k=5, choose="greedy-ones")
    rows = [{**row, "ward": "jane@example.org"} for row in ROWS]
    monkeypatch.setattr(IdentifierStage, "identified", _nothing_identified)
    desk = Desk(tmp_path, policy.replace("ssn,", "ssn, email,"))
    assert "VER002" in str(refused(desk, write_csv(tmp_path / "visits.csv", rows)))


def test_counting_finds_a_row_that_nobody_else_shows() -> None:
    rows = [(0,), (0,), (0, 1)]
    assert table_release.count_level(rows, 2) == 1
    entries = [
        {"first": 0, "rows": 2, "contained_in": [0, 1]},
        {"first": 2, "rows": 1, "contained_in": [0, 2]},
    ]
    assert not table_release.witnesses_hold(rows, entries, 2)
    assert table_release.witnesses_hold(rows[:2], entries[:1], 2)


def _bundle(folder: Path) -> Path:
    bundle = folder / "bundle"
    (bundle / "documents").mkdir(parents=True)
    for name in ("a.txt", "b.txt"):
        (bundle / "documents" / name).write_text(name)
    seal(bundle, sample_report(), load_keys(folder / "home"))
    return bundle


def _faults(bundle: Path, public_key: str = "") -> list[str]:
    return [fault.code for fault in check_bundle(bundle, public_key).faults]


def test_bnd002_a_changed_manifest(tmp_path: Path) -> None:
    manifest = _bundle(tmp_path) / MANIFEST
    manifest.write_text(manifest.read_text().replace("{", "{ ", 1))
    assert _faults(manifest.parent) == ["BND002"]


def test_bnd003_another_signer(tmp_path: Path) -> None:
    assert _faults(_bundle(tmp_path), load_keys(tmp_path / "other").public_hex()) == ["BND003"]


def test_bnd004_a_file_taken_away(tmp_path: Path) -> None:
    bundle = _bundle(tmp_path)
    (bundle / "documents" / "a.txt").unlink()
    assert _faults(bundle) == ["BND004"]


def test_bnd005_a_file_put_in(tmp_path: Path) -> None:
    bundle = _bundle(tmp_path)
    (bundle / "documents" / "c.txt").write_text("more")
    assert _faults(bundle) == ["BND005"]


def test_bnd006_a_file_changed(tmp_path: Path) -> None:
    bundle = _bundle(tmp_path)
    (bundle / "documents" / "a.txt").write_text("another")
    assert _faults(bundle) == ["BND006"]


def test_fingerprints_find_a_removed_value() -> None:
    value = value_of("person", "Harold Vance")
    assert value is not None
    found = fingerprints_of([value], b"k" * 32)
    assert found.found_in(SearchText("Then harold  VANCE left."), b"k" * 32) == 1
    assert found.found_in(SearchText("Then Harold Vancer left."), b"k" * 32) == 0


def test_a_commitment_leads_to_its_root_and_no_other() -> None:
    leaves = [b"a", b"b", b"c"]
    root = root_from(b"a", 0, 3, path_of(leaves, 0))
    assert root == root_of(leaves)
    assert root_from(b"x", 0, 3, path_of(leaves, 0)) != root
