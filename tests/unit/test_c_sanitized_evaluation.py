"""Scoring against annotated documents: the metrics, the files, the whole evaluation on a tiny corpus."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.bench_openings import Figures, agreement, left_out, openings
from engine.counts.disclosure import DisclosureTable
from engine.errors import InvalidError
from engine.measures.terms import MarkedText, Score, covered_terms, term_score, utility_preserved
from research.concepts.gold import evaluate_documents, leave_out
from research.concepts.gold_terms import read_gold
from research.display.evaluation import show_result
from tests.c_sanitized_corpus import CONTEXTS, TinyKnowledge, concept_rule, count_table

TEXT = "HIV infection is treated. Antiretroviral drugs and\u00a0hope, at the council."


class TinyCorpus:
    """A corpus counted on the spot."""

    source = "tiny corpus"

    def table(
        self,
        concept: str,
        lexicalizations: Sequence[str],
        own_names: Sequence[str],
        shared: Sequence[str] = (),
    ) -> DisclosureTable:
        return count_table(CONTEXTS, lexicalizations, concept)


def test_precision_recall_and_f() -> None:
    """[CS] eqs. 4-6 with |S| = 4, |H| = 5, |S and H| = 2."""
    score = Score.of({1, 2, 3, 4}, {3, 4, 5, 6, 7})
    assert (score.precision, score.recall) == (0.5, 0.4)
    assert score.f_measure == pytest.approx(4 / 9)
    assert Score.of(set(), {1}) == Score(0.0, 0.0, 0.0)
    assert Score.mean([Score(1, 1, 1), Score(0, 0.5, 0)]) == Score(0.5, 0.75, 0.5)


def test_terms_are_found_in_any_case_and_across_kinds_of_blank() -> None:
    marked = MarkedText(TEXT)
    assert marked.spans_of(["hiv infection", "DRUGS and hope"]) == [(0, 13), (41, 55)]
    assert marked.spans_of(["infect"]) == []
    assert marked.words(marked.places([(0, 13)])) == {"hiv", "infection"}
    assert marked.words(marked.places([(41, 55)])) == {"drug", "hope"}


def test_a_term_counts_as_found_when_all_its_words_went() -> None:
    marked = MarkedText(TEXT)
    expected = ["HIV infection", "drugs", "the council", "absent"]
    places = marked.places([(0, 13), (26, 40)])
    assert covered_terms(marked, expected, places) == {
        "HIV infection": True,
        "drugs": False,
        "the council": False,
    }
    score = term_score(marked, expected, [(0, 13), (26, 40)], places)
    assert (score.precision, score.recall) == (0.5, pytest.approx(1 / 3))


def test_utility_of_an_empty_document_is_kept() -> None:
    assert utility_preserved(0.0, 0.0) == 1.0
    assert utility_preserved(8.0, 6.0) == 0.75


def _gold(folder: Path, terms: str = "HIV infection\t3\nantiretroviral\t2\nhope\t1\n") -> Path:
    (folder / "HIV.txt").write_text(TEXT, encoding="utf-8")
    (folder / "HIV.terms.A.tsv").write_text(terms, encoding="utf-8")
    (folder / "HIV.terms.B.tsv").write_text("HIV\t3\n\nantiretroviral\u00a0drugs\t3\n", encoding="utf-8")
    return folder


def test_terms_below_the_level_are_left_out(tmp_path: Path) -> None:
    (document,) = read_gold(_gold(tmp_path))
    assert document.terms == {
        "A": ["HIV infection", "antiretroviral"],
        "B": ["HIV", "antiretroviral\u00a0drugs"],
    }
    assert document.concept == "HIV"


def test_faults_of_gold_folders(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="EVA001"):
        read_gold(tmp_path)
    with pytest.raises(InvalidError, match=r"EVA002.*HIV\.terms\.A\.tsv:2"):
        read_gold(_gold(tmp_path, "HIV\t3\nno confidence\n"))


def test_evaluation_of_a_folder(tmp_path: Path) -> None:
    """HIV, infection, antiretroviral and drugs go; A wants the first three, B HIV and the last two."""
    setting = concept_rule(alpha=1.5, z=0.0, min_joint=2, unseen="keep", counting="string")
    result = evaluate_documents(
        read_gold(_gold(tmp_path)), TinyCorpus(), [TinyKnowledge()], setting=setting, alphas=(1.0, 1.5)
    )
    (document,) = result["documents"]
    assert document["at_setting"]["by_annotator"]["A"]["words"] == {
        "precision": 0.75,
        "recall": 1.0,
        "f_measure": 0.8571,
    }
    assert document["at_setting"]["by_annotator"]["B"]["words"]["recall"] == 1.0
    assert document["at_setting"]["residual_terms"] == 0
    assert document["missed"] == {}
    assert document["wrong"] == []
    kept = document["at_setting"]["utility"]
    assert 0 < kept["redaction"] < kept["generalization"] < 1
    assert [point["alpha"] for point in result["curve"]] == [1.0, 1.5]
    assert result["curve"][1]["words"] == result["mean"]["words"]
    assert result["documents"][0]["curve"][0]["threshold_bits"] == pytest.approx(5.209)
    assert json.loads(json.dumps(result)) == result
    lines: list[str] = []
    show_result(result, lines.append)
    assert any(line.startswith("HIV ") and "0.750 / 1.000" in line for line in lines)


def test_own_paragraphs_can_be_left_out_of_the_counts() -> None:
    whole = count_table(CONTEXTS, ["hiv"])
    without = leave_out(whole, [CONTEXTS[0]])
    counted = count_table(CONTEXTS[1:], ["hiv"])
    assert without is not None
    assert without.n_concept == counted.n_concept == 3
    assert all(without.counts(key) == counted.counts(key) for key in counted.keys)
    assert without.vocabulary.count("retrovirus") == 0
    assert leave_out(whole, []) is None


def test_two_annotators_of_the_openings_agree_as_the_page_says() -> None:
    found = list(openings())
    by_words, chance_corrected = agreement(found)
    assert len(found) == 12 and {len(each.places) for each in found} == {2}
    assert (round(by_words, 2), round(chance_corrected, 2)) == (0.90, 0.88)


def test_a_left_out_topic_takes_the_setting_of_the_others() -> None:
    found = [opening for opening in openings() if opening.concept in ("HIV", "cancer")]
    good, bad = Figures(0.9, 0.9, 0.9), Figures(0.1, 0.1, 0.1)
    is_hiv = [opening.concept == "HIV" for opening in found]
    tried = {(1.5, "keep"): [good if hiv else bad for hiv in is_hiv], (2.0, "keep"): [bad] * len(found)}
    tried[2.0, "keep"] = [bad if hiv else good for hiv in is_hiv]
    assert left_out(found, tried) == [bad] * len(found)
