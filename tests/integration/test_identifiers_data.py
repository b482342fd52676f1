"""The figures that the product shows for its identifier patterns are those that the data give today."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import UnreadableError
from engine.methods.identifiers import CATEGORIES, IdentifierRecognizer
from research.identifiers import KINDS, evaluate_identifiers, read_court_cases, read_sentences


@pytest.mark.data
def test_measured_figures_are_current(data: Path) -> None:
    scores = evaluate_identifiers(read_sentences(data / "pii-synthetic", "report"))
    for kind, categories in KINDS.items():
        measured = CATEGORIES[categories[0]].measured
        if scores[kind].n_gold == 0:
            assert kind == "CODE" or measured is None
            continue
        assert measured is not None
        assert measured.n_gold == scores[kind].n_gold
        assert round(scores[kind].recall, 3) == measured.recall
        assert round(scores[kind].precision, 3) == measured.precision


@pytest.mark.data
def test_measured_figures_of_codes_and_dates_in_court_cases(data: Path) -> None:
    scores = evaluate_identifiers(read_court_cases(data / "tab", "report"))
    assert (scores["CODE"].n_gold, scores["CODE"].recall, scores["CODE"].precision) == (51, 1.0, 1.0)
    assert scores["DATE_TIME"].n_gold > 200
    assert scores["DATE_TIME"].recall > 0.99
    assert scores["DATE_TIME"].precision > 0.95


@pytest.mark.data
def test_the_halves_share_no_template(data: Path) -> None:
    folder = data / "pii-synthetic"
    develop, report = (read_sentences(folder, half) for half in ("develop", "report"))
    assert not {s["template_id"] for s in develop} & {s["template_id"] for s in report}
    assert len(develop) + len(report) == len(read_sentences(folder, "all"))


def test_scores_count_hits_and_whole_coverage(tmp_path: Path) -> None:
    text = "SSN 304-33-4965 and mail a@example.org, born Monday"
    spans = [("US_SSN", 4, 15), ("EMAIL_ADDRESS", 20, 38), ("DATE_TIME", 45, 51)]
    record = {
        "full_text": text,
        "template_id": 1,
        "spans": [{"entity_type": k, "start_position": s, "end_position": e} for k, s, e in spans],
    }
    (tmp_path / "generated_large.json").write_text(json.dumps([record]))
    scores = evaluate_identifiers(read_sentences(tmp_path, "report"))
    assert (scores["US_SSN"].recall, scores["US_SSN"].recall_whole, scores["US_SSN"].precision) == (1, 1, 1)
    assert (scores["EMAIL_ADDRESS"].recall, scores["EMAIL_ADDRESS"].recall_whole) == (1, 0)
    assert (scores["DATE_TIME"].n_gold, scores["DATE_TIME"].n_gold_hit) == (1, 0)
    only_mail = evaluate_identifiers([record], IdentifierRecognizer(["email"]))
    assert only_mail["US_SSN"].recall == 0


def test_missing_data_are_told_without_their_content(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="IDN008"):
        read_sentences(tmp_path, "all")
    (tmp_path / "generated_large.json").write_text('[{"secret": 1}]')
    with pytest.raises(UnreadableError, match="IDN008") as error:
        read_sentences(tmp_path, "all")
    assert "secret" not in str(error.value)
