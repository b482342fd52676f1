"""A concept whose name means other things too: its names, its signs, and what is counted for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.counts.build import build_index
from adapters.counts.compacting import CompactSettings, compact_index
from adapters.counts.local import LocalCounts
from engine.counts.senses import signs_of
from engine.errors import InvalidError
from engine.language.terms import term_key
from engine.methods.c_sanitized import concept_names
from flows.authoring.checking import check_policies
from flows.compiling.compilation import compile_policy
from flows.compiling.reference_corpora import WebCorpus, set_up_web_corpus
from tests.c_sanitized_corpus import TinyKnowledge, concept_rule, count_table

ILL = "the virus spread and the fever of the patient rose"
NAMED = "a retrovirus gave the patient fever"
BROKEN = "the virus spread from the disk and the program was lost"
WELL = "the weather in the old city was fine"
TEXTS = [NAMED] * 40 + [ILL] * 20 + [BROKEN] * 50 + [WELL] * 2000
VIRUS = concept_rule("virus", alpha=1.5)
TINY = TinyKnowledge()
POLICY = """policy: letters
version: 1.0.0
title: Letters
counts: wikipedia
knowledge: [wordnet]
laws: [{{cite: House rule 1, title: Letters}}]
concepts:
  - {{protect: depression, sense: {sense}, alpha: 1.5, law: House rule 1}}
"""


def sense(name: str) -> dict[str, str]:
    return {"sense": name}


def test_names_are_those_of_the_sense_and_the_shared_ones_are_told_apart() -> None:
    alive = concept_names(VIRUS.model_copy(update=sense("organism")), [TINY])
    assert (alive.all, alive.shared) == (("retrovirus", "virus"), ("virus",))
    written = concept_names(VIRUS.model_copy(update=sense("program")), [TINY])
    assert (written.all, written.shared) == (("computer virus", "virus"), ("virus",))
    assert concept_names(VIRUS, [TINY]).shared == ()


def test_a_sense_that_no_knowledge_base_has_is_refused_with_those_it_has() -> None:
    with pytest.raises(InvalidError, match="CSN006") as caught:
        concept_names(VIRUS.model_copy(update=sense("drug")), [TINY])
    assert "organism; program" in caught.value.faults[0].advice


def test_signs_go_with_the_names_of_one_meaning() -> None:
    signs = signs_of(count_table(TEXTS, ["retrovirus"], "virus"), ["virus"])
    assert {"fever", "patient"} <= set(signs)
    assert not {"virus", "disk", "program", "city"} & set(signs)


@pytest.mark.parametrize("compact", [False, True], ids=["whole index", "compact index"])
def test_a_shared_name_counts_beside_a_sign_only(compact: bool, tmp_path: Path) -> None:
    (tmp_path / "texts.txt").write_text("\n\n".join(TEXTS))
    build_index([tmp_path / "texts.txt"], tmp_path / "index", name="small")
    index = LocalCounts(tmp_path / "index")
    small = CompactSettings(min_contexts=1, min_word_contexts=1, min_phrase_contexts=3, min_lift=0.0)
    table = compact_index(index, ["virus"], small).table if compact else index.disclosure_table
    names = ["virus", "retrovirus"]
    assert table("virus", names).n_concept == 110
    meant = table("virus", names, shared=["virus"])
    assert meant.n_concept == 60
    assert meant.counts("program") == (50, 0)
    with pytest.raises(InvalidError, match="CNT016"):
        table("virus", ["virus", "computer virus"], shared=["virus"])


def test_depression_the_illness_is_not_told_by_economics_or_weather(tmp_path: Path) -> None:
    path = tmp_path / "letters.yaml"
    path.write_text(POLICY.format(sense="mental disorder"))
    (ill,) = compile_policy(str(path)).concepts
    path.write_text(POLICY.format(sense="mental disorder").replace(" sense: mental disorder,", ""))
    (any_sense,) = compile_policy(str(path)).concepts
    assert any_sense.judge("deflation") == "discloses" != ill.judge("deflation")
    assert ill.judge("serotonin") == "discloses" != any_sense.judge("serotonin")
    assert ill.judge("depression") == "names"


def test_the_check_names_the_senses(tmp_path: Path) -> None:
    path = tmp_path / "letters.yaml"
    path.write_text(POLICY.format(sense="banana"))
    valid, (found,) = check_policies([str(path)])
    assert not valid
    assert found.code == "CSN006"
    assert "geological formation" in found.advice


def test_a_search_service_tells_no_senses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flows.compiling.reference_corpora.corpora", lambda: tmp_path)
    service = {"name": "tiny", "url": "https://localhost/search", "n_pages": 1000, "count_path": "n"}
    corpus = set_up_web_corpus("web", service, ["fever"], offline=True)
    assert isinstance(corpus, WebCorpus)
    with pytest.raises(InvalidError, match="CRP008"):
        corpus.table("virus", ["virus"], ["virus"], ["virus"])


def test_words_of_forms_and_of_the_calendar_need_no_list_of_the_author(tmp_path: Path) -> None:
    path = tmp_path / "letters.yaml"
    path.write_text(
        POLICY.format(sense="mental disorder")
        .replace("depression", "syphilis")
        .replace(" sense: mental disorder,", "")
    )
    (concept,) = compile_policy(str(path)).concepts
    assert {concept.judge(term_key(word)) for word in ("mrn", "dob", "npi", "thurs", "sept", "hx")} == {
        "safe"
    }
