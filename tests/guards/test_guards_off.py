"""Each guard switched off, one at a time: the tests that name its refusal must then fail."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.guards import test_refusals as refusals

Test = Callable[..., None]


def _answer(value: Any) -> Callable[..., Any]:
    return lambda *_, **__: value


NONE = _answer([])

GUARDS: dict[str, tuple[Any, list[tuple[Test, dict[str, Any]]]]] = {
    "engine.checks.released_text:Verifier.verify": (
        NONE,
        [
            (refusals.test_ver001_a_removed_value_that_stands_again, {"again": "304-33-4965"}),
            (refusals.test_ver002_an_identifier_that_was_overlooked, {"category": "ssn"}),
            (refusals.test_ver002_a_listed_term_that_was_overlooked, {}),
            (refusals.test_ver003_a_term_that_was_overlooked, {"text": "He has HIV."}),
            (refusals.test_ver005_terms_that_disclose_together, {}),
            (refusals.test_ver006_an_attribute_that_was_overlooked, {}),
        ],
    ),
    "engine.checks.released_text:_hidden_again": (
        _answer(set()),
        [(refusals.test_ver001_what_an_earlier_release_hid_in_markup, {})],
    ),
    "engine.checks.released_text:Verifier._attribute_faults": (
        NONE,
        [(refusals.test_ver006_an_attribute_that_was_overlooked, {})],
    ),
    "engine.checks.attributes:StatementCheck.residual": (
        NONE,
        [(refusals.test_ver006_an_attribute_that_was_overlooked, {})],
    ),
    "engine.checks.released_text:Verifier._identifier_faults": (
        NONE,
        [
            (refusals.test_ver001_a_removed_name_that_stands_again, {}),
            (refusals.test_ver002_an_identifier_that_was_overlooked, {"category": "email"}),
        ],
    ),
    "engine.checks.released_text:Verifier._listed_faults": (
        NONE,
        [(refusals.test_ver002_a_listed_term_that_was_overlooked, {})],
    ),
    "engine.checks.released_text:Verifier._concept_faults": (
        NONE,
        [(refusals.test_ver003_a_term_that_was_overlooked, {"text": "He has HIV."})],
    ),
    "engine.checks.released_text:Verifier._together_faults": (
        NONE,
        [(refusals.test_ver005_terms_that_disclose_together, {})],
    ),
    "engine.checks.combinations:CombinationCheck.residual": (
        NONE,
        [(refusals.test_ver005_terms_that_disclose_together, {})],
    ),
    "engine.checks.combinations:GroupCheck.residual": (
        NONE,
        [(refusals.test_ver007_a_group_that_discloses, {})],
    ),
    "engine.checks.combinations:_GroupJudge.discloses": (
        _answer(False),
        [(refusals.test_ver007_a_group_that_discloses, {})],
    ),
    "engine.checks.combinations:_Judge.nats": (
        _answer(0.0),
        [(refusals.test_ver005_terms_that_disclose_together, {})],
    ),
    "engine.checks.identifiers:_values_left": (
        NONE,
        [(refusals.test_ver001_a_removed_name_that_stands_again, {})],
    ),
    "engine.checks.identifiers:_placed_code": (
        NONE,
        [(refusals.test_ver001_a_removed_value_that_stands_again, {"again": "304334965"})],
    ),
    "engine.checks.identifiers:_places": (
        _answer({}),
        [(refusals.test_ver001_a_removed_name_that_stands_again, {})],
    ),
    "engine.checks.identifiers:beginnings": (
        _answer({}),
        [(refusals.test_ver001_a_removed_value_that_stands_again, {"again": "304334965"})],
    ),
    "engine.checks.identifiers:_identifiers_left": (
        NONE,
        [
            (refusals.test_ver002_an_identifier_that_was_overlooked, {"category": category})
            for category in refusals.IDENTIFIERS
        ],
    ),
    "engine.checks.listed:ListCheck.residual": (
        NONE,
        [(refusals.test_ver002_a_listed_term_that_was_overlooked, {})],
    ),
    "engine.checks.concepts:TermCheck.residual": (
        NONE,
        [
            (refusals.test_ver003_a_term_that_was_overlooked, {"text": text})
            for text in ("He has HIV.", "He takes antiretrovirals.", "The zyzzyvax was there.")
        ],
    ),
    "engine.checks.concepts:TermCheck._phrases_in": (
        NONE,
        [(refusals.test_ver003_a_term_that_was_overlooked, {"text": "The adult prevalence fell."})],
    ),
    "engine.checks.concepts:_Counted.judge": (
        _answer("safe"),
        [
            (refusals.test_ver003_a_term_that_was_overlooked, {"text": text})
            for text in ("He has HIV.", "He takes antiretrovirals.", "The zyzzyvax was there.")
        ],
    ),
    "engine.checks.concepts:_Counted.discloses": (
        _answer(False),
        [(refusals.test_ver003_a_term_that_was_overlooked, {"text": "The adult prevalence fell."})],
    ),
    "engine.checks.concepts:_is_fault": (
        _answer(False),
        [(refusals.test_ver003_a_term_that_was_overlooked, {"text": "The zyzzyvax was there."})],
    ),
    "engine.stages.hide_class.stage:HideClassStage.faults": (
        NONE,
        [(refusals.test_kcf011_and_kcf013_a_class_that_is_not_hidden, {})],
    ),
    "engine.stages.hide_class.stage:_is_named": (
        _answer(False),
        [(refusals.test_kcf011_and_kcf013_a_class_that_is_not_hidden, {})],
    ),
    "engine.checks.hidden_class:ResidualCheck.rank": (
        _answer(99),
        [
            (refusals.test_kcf011_and_kcf013_a_class_that_is_not_hidden, {}),
            (refusals.test_rank_is_that_of_the_definition, {}),
        ],
    ),
    "flows.document.writing:Writer._facts_left": (
        NONE,
        [(refusals.test_mat006_a_fact_of_the_matter, {})],
    ),
    "flows.tables.release:TableRelease._prove": (
        _answer((5, True)),
        [(refusals.test_tab007_a_file_that_does_not_prove_k, {})],
    ),
    "flows.tables.release:TableRelease._name_faults": (
        NONE,
        [(refusals.test_ver002_an_identifier_in_the_name_of_a_feature, {})],
    ),
    "flows.tables.release:count_level": (
        _answer(None),
        [(refusals.test_counting_finds_a_row_that_nobody_else_shows, {})],
    ),
    "flows.tables.release:witnesses_hold": (
        _answer(True),
        [(refusals.test_counting_finds_a_row_that_nobody_else_shows, {})],
    ),
    "adapters.bundle.checking:_signer_faults": (
        NONE,
        [(refusals.test_bnd002_a_changed_manifest, {}), (refusals.test_bnd003_another_signer, {})],
    ),
    "adapters.bundle.checking:check_bundle": (
        _answer(SimpleNamespace(faults=[])),
        [
            (refusals.test_bnd004_a_file_taken_away, {}),
            (refusals.test_bnd005_a_file_put_in, {}),
            (refusals.test_bnd006_a_file_changed, {}),
        ],
    ),
    "adapters.bundle.checking:_file_faults": (NONE, [(refusals.test_bnd006_a_file_changed, {})]),
    "engine.record.fingerprints:Fingerprints.found_in": (
        _answer(0),
        [(refusals.test_fingerprints_find_a_removed_value, {})],
    ),
    "engine.record.trees.commitments:root_from": (
        lambda leaf, index, n, path: refusals.root_of([b"a", b"b", b"c"]),
        [(refusals.test_a_commitment_leads_to_its_root_and_no_other, {})],
    ),
}
"""Guard, as module:name, to what it is replaced by and the tests that must turn red."""


@contextmanager
def _switched_off(guard: str, instead: Any) -> Iterator[pytest.MonkeyPatch]:
    module, _, names = guard.partition(":")
    *path, name = names.split(".")
    owner: Any = import_module(module)
    for step in path:
        owner = getattr(owner, step)
    with pytest.MonkeyPatch.context() as patch:
        original = getattr(owner, name)
        patch.setattr(owner, name, instead)
        if getattr(refusals, name, None) is original:
            patch.setattr(refusals, name, instead)
        yield patch


def _run(test: Test, arguments: dict[str, Any], folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        fixtures = {"tmp_path": folder, "monkeypatch": patch}
        wanted = inspect.signature(test).parameters
        test(**{name: value for name, value in {**fixtures, **arguments}.items() if name in wanted})


@pytest.mark.parametrize("guard", GUARDS)
def test_without_the_guard_its_tests_are_red(guard: str, tmp_path: Path) -> None:
    instead, tests = GUARDS[guard]
    for number, (test, arguments) in enumerate(tests):
        folder = tmp_path / str(number)
        folder.mkdir()
        with _switched_off(guard, instead), pytest.raises((AssertionError, pytest.fail.Exception)):
            _run(test, arguments, folder)


def test_all_codes_of_the_release_checks_have_a_guard_that_is_switched_off() -> None:
    named = {test.__name__ for _, tests in GUARDS.values() for test, _ in tests}
    refusing = {
        name for name in vars(refusals) if name.startswith("test_") and name != "test_a_good_document_leaves"
    }
    assert refusing == named
