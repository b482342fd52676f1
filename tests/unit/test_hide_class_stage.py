"""The stage that hides a document's class: earlier replacements, hidden words, names, refusals, the check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.checks.hidden_class import ResidualCheck
from engine.errors import RefusedError
from engine.methods.k_redactor import ClassHider, Settings, build_corpus
from engine.methods.k_redactor.seen import Seen
from engine.methods.k_redactor.words import features
from engine.plan.steps import HideClassStep
from engine.stages.hide_class.earlier import EarlierText
from engine.stages.hide_class.stage import HiddenClass, HideClassStage
from engine.text import Decision, Document, SensitiveText, carried_out
from tests.unit.test_k_redactor import CORPUS, TEXT, brute_rank, labelled

STEP = HideClassStep(
    id="hide_class", k=3, class_of="folder", method="k-redactor", objective="priced-log-odds",
    solution="rounded", priors=True, operator="suppress", class_names="suppress", guard=None,
    corpus_sha256="0" * 64, n_documents=72, n_classes=6, n_topics=2, n_words=len(CORPUS.words),
)  # fmt: skip


def stage(**changes: object) -> HideClassStage:
    step = STEP.model_copy(update=changes)
    settings = Settings(k=step.k, priors=step.priors, exact=step.solution == "exact")
    return HideClassStage(step, ClassHider(CORPUS, settings, guard_margin=step.guard))


def document(text: str = TEXT) -> Document:
    return Document("000001", SensitiveText(text))


def decided(made: HideClassStage, text: str = TEXT, earlier: Sequence[Decision] = ()) -> HiddenClass:
    return made.decide(document(text), earlier, ["Carrefour"])


@pytest.mark.parametrize("k", [2, 3, 4, 5])
@pytest.mark.parametrize("method", ["k-redactor", "simple-redactor"])
def test_the_released_text_is_confusable_by_a_count_of_its_own(k: int, method: str) -> None:
    made = stage(k=k, method=method)
    hidden_class = decided(made)
    text = carried_out(TEXT, hidden_class.decisions)
    assert text == hidden_class.text
    assert brute_rank(text, "Carrefour") >= k
    assert made.faults(hidden_class, [text]) == []
    assert made.rank(hidden_class, [text]) == brute_rank(text, "Carrefour")


def test_the_original_text_fails_the_check() -> None:
    made = stage()
    codes = [fault.code for fault in made.faults(decided(made), [TEXT])]
    assert codes == ["KCF011", "KCF013"]


def test_each_earlier_release_is_read_together_with_the_new_one() -> None:
    made = stage()
    hidden_class = decided(made)
    telling = frozenset(features(TEXT) - features(hidden_class.text))
    others = frozenset(made.vocabulary) - features(TEXT)

    def codes(*seen: frozenset[str]) -> list[str]:
        request = replace(hidden_class.request, seen=[Seen(one, 3) for one in seen])
        found = replace(hidden_class, request=request)
        assert made.rank(found, [hidden_class.text]) >= 3
        return [fault.code for fault in made.faults(found, [hidden_class.text])]

    assert codes(frozenset(), telling, others) == ["KCF014"]
    assert codes(frozenset()) == []
    with pytest.raises(RefusedError, match="KCF010"):
        made.decide(document(), (), ["Carrefour"], "", [EarlierText(frozenset(features(TEXT)))])


def test_the_name_of_the_class_goes_though_the_model_does_not_know_it() -> None:
    corpus = build_corpus(
        [type(row)(row.text, f"{row.sensitive} Zyxw Holding", row.utility) for row in labelled()]
    )
    made = HideClassStage(STEP, ClassHider(corpus, Settings(k=3)))
    text = "A note about zyxw, the CZH and their shops and prices."
    hidden_class = made.decide(document(text), (), ["Carrefour Zyxw Holding"])
    assert "zyxw" not in hidden_class.text
    assert "CZH" not in hidden_class.text
    kept = HideClassStage(
        STEP.model_copy(update={"class_names": "as-decided"}), ClassHider(corpus, Settings(k=3))
    )
    assert "zyxw" in kept.decide(document(text), (), ["Carrefour Zyxw Holding"]).text


def test_replacements_of_earlier_stages_are_read_and_may_be_changed() -> None:
    start = TEXT.index("shops.")
    generalized = Decision(
        start, start + 5, "concepts", "c", "generalize", "hypermarket baskets", "concepts[0]"
    )
    made = stage()
    hidden_class = decided(made, earlier=[generalized])
    assert "hypermarket" not in hidden_class.text
    assert made.faults(hidden_class, [carried_out(TEXT, hidden_class.decisions)]) == []
    changed = next(d for d in hidden_class.decisions if d.stage == "concepts")
    assert changed.why["changed_by_hide_class"] == 2 - ("baskets" in changed.replacement)


def test_placeholders_of_identifiers_stay_whole() -> None:
    start = TEXT.index("Paris")
    named = Decision(
        start, start + 5, "identifiers", "location", "replace", "[LOYALTY-CARREFUR]", "identifiers[0]"
    )
    hidden_class = decided(stage(k=2), earlier=[named])
    assert "[LOYALTY-CARREFUR]" in hidden_class.text
    assert "loyalty plan" in hidden_class.text  # it is shown anyway


def test_words_that_the_file_shows_outside_its_text_are_counted_with() -> None:
    made = stage(k=2)
    text = f"{TEXT} Tesco clubcard."
    hidden_class = decided(made, text)
    hidden = "hypermarket French"
    assert [f.code for f in made.faults(hidden_class, [hidden_class.text, hidden])] == ["KCF011"]
    again = made.again(hidden_class, document(text), (), [hidden_class.text, hidden])
    assert again is not None
    assert made.faults(again, [again.text, hidden]) == []
    hidden, tried = "hypermarket French Paris aisles", hidden_class
    with pytest.raises(RefusedError, match="KCF010"):
        while (
            tried is not None
        ):  # what a round takes from the text and the file still shows counts in the next
            assert made.faults(tried, [tried.text, hidden])
            tried = made.again(tried, document(text), (), [tried.text, hidden])
    assert made.again(hidden_class, document(text), (), [hidden_class.text]) is None


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
    hidden_class = decided(made)
    assert hidden_class.request.utility == "retail"
    count = made.count(hidden_class, [hidden_class.text])
    assert count.topic_kept is True
    assert 0 < count.suppressed < count.words
    assert count.mentions == len(hidden_class.own)


def test_a_document_of_the_corpus_is_judged_without_itself() -> None:
    row = labelled()[0]
    made = stage()
    hidden_class = made.decide(Document("1", row.text), (), [row.sensitive])
    assert hidden_class.request.in_corpus
    assert made.faults(hidden_class, [hidden_class.text]) == []
    others = build_corpus(labelled()[1:])
    check = ResidualCheck(others, 0.1)
    words = features(hidden_class.text) & set(others.words) & set(CORPUS.words)
    own = others.sensitive_classes.index(row.sensitive)
    if set(others.words) == set(CORPUS.words):
        assert made.rank(hidden_class, [hidden_class.text]) == check.rank(words, own)
    with pytest.raises(RefusedError, match="KCF005"):
        stage(guard=0.0).decide(Document("1", row.text), (), [row.sensitive])


def test_a_guard_is_confused_in_the_released_text_too() -> None:
    made = stage(guard=0.1)
    hidden_class = decided(made)
    assert made.faults(hidden_class, [hidden_class.text]) == []
    unguarded = decided(stage())
    hider = ClassHider(CORPUS, Settings(k=3), guard_margin=0.1)
    own = hider.class_number("Carrefour")
    assert hider.guarded(features(hidden_class.text), own)
    assert not hider.guarded(features(TEXT), own)
    assert len(unguarded.own) <= len(hidden_class.own) + 3


def test_nothing_of_a_document_is_printed() -> None:
    hidden_class = decided(stage())
    assert "Carrefour" not in repr(hidden_class)
    assert "carrefour" not in repr(ClassHider(CORPUS, Settings(k=3)))
