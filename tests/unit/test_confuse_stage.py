"""The stage that hides a document's class: earlier replacements, hidden words, names, refusals, the check."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.checks.hidden_class import ResidualCheck
from engine.errors import RefusedError
from engine.methods.k_redactor import Confuser, Settings, build_corpus
from engine.methods.k_redactor.words import features
from engine.plan.steps import ConfuseStep
from engine.stages.edits import apply
from engine.stages.hide_class import Confused, ConfuseStage
from engine.text import Decision, Document, SensitiveText
from tests.unit.test_k_confusable import CORPUS, TEXT, brute_rank, labelled

STEP = ConfuseStep(
    id="confuse", k=3, class_of="folder", method="k-redactor", objective="priced-log-odds",
    solution="rounded", priors=True, operator="suppress", class_names="suppress", guard=None,
    corpus_sha256="0" * 64, n_documents=72, n_classes=6, n_topics=2, n_words=len(CORPUS.words),
)  # fmt: skip


def stage(**changes: object) -> ConfuseStage:
    step = STEP.model_copy(update=changes)
    settings = Settings(k=step.k, priors=step.priors, exact=step.solution == "exact")
    return ConfuseStage(step, Confuser(CORPUS, settings, guard_margin=step.guard))


def document(text: str = TEXT) -> Document:
    return Document("000001", SensitiveText(text))


def decided(made: ConfuseStage, text: str = TEXT, earlier: Sequence[Decision] = ()) -> Confused:
    return made.decide(document(text), earlier, ["Carrefour"])


@pytest.mark.parametrize("k", [2, 3, 4, 5])
@pytest.mark.parametrize("method", ["k-redactor", "simple-redactor"])
def test_the_released_text_is_confusable_by_a_count_of_its_own(k: int, method: str) -> None:
    made = stage(k=k, method=method)
    confused = decided(made)
    text = apply(TEXT, confused.decisions)
    assert text == confused.text
    assert brute_rank(text, "Carrefour") >= k
    assert made.faults(confused, [text]) == []
    assert made.rank(confused, [text]) == brute_rank(text, "Carrefour")


def test_the_original_text_fails_the_check() -> None:
    made = stage()
    codes = [fault.code for fault in made.faults(decided(made), [TEXT])]
    assert codes == ["KCF011", "KCF013"]


def test_the_name_of_the_class_goes_though_the_model_does_not_know_it() -> None:
    corpus = build_corpus(
        [type(row)(row.text, f"{row.sensitive} Zyxw Holding", row.utility) for row in labelled()]
    )
    made = ConfuseStage(STEP, Confuser(corpus, Settings(k=3)))
    text = "A note about zyxw, the CZH and their shops and prices."
    confused = made.decide(document(text), (), ["Carrefour Zyxw Holding"])
    assert "zyxw" not in confused.text
    assert "CZH" not in confused.text
    kept = ConfuseStage(
        STEP.model_copy(update={"class_names": "as-decided"}), Confuser(corpus, Settings(k=3))
    )
    assert "zyxw" in kept.decide(document(text), (), ["Carrefour Zyxw Holding"]).text


def test_replacements_of_earlier_stages_are_read_and_may_be_changed() -> None:
    start = TEXT.index("shops.")
    generalized = Decision(
        start, start + 5, "concepts", "c", "generalize", "hypermarket baskets", "concepts[0]"
    )
    made = stage()
    confused = decided(made, earlier=[generalized])
    assert "hypermarket" not in confused.text
    assert made.faults(confused, [apply(TEXT, confused.decisions)]) == []
    changed = next(d for d in confused.decisions if d.stage == "concepts")
    assert changed.why["changed_by_confuse"] == 2 - ("baskets" in changed.replacement)


def test_placeholders_of_identifiers_stay_whole() -> None:
    start = TEXT.index("Paris")
    named = Decision(
        start, start + 5, "identifiers", "location", "replace", "[LOYALTY-CARREFUR]", "identifiers[0]"
    )
    confused = decided(stage(k=2), earlier=[named])
    assert "[LOYALTY-CARREFUR]" in confused.text
    assert "loyalty plan" in confused.text  # it is shown anyway


def test_words_that_the_file_shows_outside_its_text_are_counted_with() -> None:
    made = stage(k=2)
    text = f"{TEXT} Tesco clubcard."
    confused = decided(made, text)
    hidden = "hypermarket French"
    assert [f.code for f in made.faults(confused, [confused.text, hidden])] == ["KCF011"]
    again = made.again(confused, document(text), (), [confused.text, hidden])
    assert again is not None
    assert made.faults(again, [again.text, hidden]) == []
    with pytest.raises(RefusedError, match="KCF010"):
        made.again(confused, document(text), (), [confused.text, "hypermarket French Paris aisles"])
    assert made.again(confused, document(text), (), [confused.text]) is None


def test_the_class_is_that_of_the_nearest_folder_or_the_document_is_refused() -> None:
    made = stage()
    assert made.decide(document(), (), ["2024", "tesco", "Danone"]).request.sensitive == "Tesco"
    with pytest.raises(RefusedError, match="KCF012") as refused:
        made.decide(document(), (), ["2024"])
    assert "Carrefour" not in str(refused.value)
    assert made.decide(document(), (), None).request.sensitive == "Carrefour"
    assert stage(class_of="most-likely").decide(document(), (), []).request.sensitive == "Carrefour"


def test_the_class_to_keep_goes_with_the_class_to_hide() -> None:
    made = stage()
    confused = decided(made)
    assert confused.request.utility == "retail"
    count = made.count(confused, [confused.text])
    assert count.topic_kept is True
    assert 0 < count.suppressed < count.words
    assert count.mentions == len(confused.own)


def test_a_document_of_the_corpus_is_judged_without_itself() -> None:
    row = labelled()[0]
    made = stage()
    confused = made.decide(Document("1", row.text), (), [row.sensitive])
    assert confused.request.in_corpus
    assert made.faults(confused, [confused.text]) == []
    others = build_corpus(labelled()[1:])
    check = ResidualCheck(others, 0.1)
    words = features(confused.text) & set(others.words) & set(CORPUS.words)
    own = others.sensitive_classes.index(row.sensitive)
    if set(others.words) == set(CORPUS.words):
        assert made.rank(confused, [confused.text]) == check.rank(words, own)
    with pytest.raises(RefusedError, match="KCF005"):
        stage(guard=0.0).decide(Document("1", row.text), (), [row.sensitive])


def test_a_guard_is_confused_in_the_released_text_too() -> None:
    made = stage(guard=0.1)
    confused = decided(made)
    assert made.faults(confused, [confused.text]) == []
    unguarded = decided(stage())
    confuser = Confuser(CORPUS, Settings(k=3), guard_margin=0.1)
    own = confuser.class_number("Carrefour")
    assert confuser.guarded(features(confused.text), own)
    assert not confuser.guarded(features(TEXT), own)
    assert len(unguarded.own) <= len(confused.own) + 3


def test_nothing_of_a_document_is_printed() -> None:
    confused = decided(stage())
    assert "Carrefour" not in repr(confused)
    assert "carrefour" not in repr(Confuser(CORPUS, Settings(k=3)))
