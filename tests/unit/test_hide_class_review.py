"""The reviewer's view: the slider's steps, what is marked in the text, and the page that shows it."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from adapters.reports.review_page import Piece, ReviewPage, render_review, write_review
from engine.errors import InvalidError
from engine.language.terms import tokenize
from engine.methods.k_redactor.words import feature_of
from engine.stages.hide_class.review import Review
from engine.text import Decision, Document, SensitiveText
from tests.unit.test_hide_class_stage import document, stage
from tests.unit.test_k_redactor import TEXT, brute_rank


def looked_at(text: str = TEXT, earlier: tuple[Decision, ...] = ()) -> Review:
    return stage().review(Document("1", SensitiveText(text)), earlier, ["Carrefour"])


def test_every_step_of_the_slider_reaches_the_place_that_it_says() -> None:
    review = looked_at()
    assert review.k_before == brute_rank(TEXT, "Carrefour") == 1
    gone: set[str] = set()
    for step in review.steps:
        gone.add(feature_of(tokenize(step.word)[0].key))
        text = " ".join(t.key for t in tokenize(TEXT) if feature_of(t.key) not in gone)
        assert step.k == brute_rank(text, "Carrefour"), step.level
    name = next(step for step in review.steps if step.kind == "name")
    assert name.word in ("Carrefour's", "CARREFOUR", "Carrefour")
    assert (name.mentions, name.level <= 5) == (3, True)


def test_the_position_for_each_k_is_the_first_that_reaches_it() -> None:
    review = looked_at()
    for k, level in review.level_for_k.items():
        assert review.steps[level - 1].k >= k
        assert all(step.k < k for step in review.steps[: level - 1])
    assert min(review.level_for_k) == 2


def test_words_and_personal_data_are_marked_where_they_stand() -> None:
    start = TEXT.index("Paris")
    named = Decision(start, start + 5, "identifiers", "location", "replace", "[LOCATION]", "identifiers[0]")
    review = looked_at(earlier=(named,))
    found = {(TEXT[m.start : m.end], m.stage, m.category) for m in review.marks}
    assert ("Paris", "identifiers", "location") in found
    assert ("CARREFOUR", "hide_class", "name") in found
    assert ("hypermarkets", "hide_class", "term") in found
    levels = {m.level for m in review.marks if TEXT[m.start : m.end].casefold().startswith("hypermarket")}
    assert len(levels) == 1
    assert all(one.end <= other.start for one, other in zip(review.marks, review.marks[1:], strict=False))


def test_the_class_to_keep_is_followed_step_by_step() -> None:
    review = looked_at()
    assert review.topic == "retail"
    assert review.steps[0].topic_kept is True


def page(text: str) -> ReviewPage:
    return ReviewPage(
        name="d", sensitive="<A>", topic=None, k=2, n_classes=3, k_before=1,
        steps=[{"level": 1, "word": text, "kind": "term", "mentions": 1, "k": 2, "topic_kept": None}],
        level_for_k={2: 1}, pieces=[Piece("before "), Piece(text, "hide_class", "term", 1, True)],
        client=[], personal=[{"text": text, "category": "email"}],
    )  # fmt: skip


def test_the_page_shows_text_and_never_runs_it() -> None:
    hostile = "</script><script>alert(1)</script><img src=http://x.example onerror=y>"
    html = render_review(page(hostile))
    assert html.count("<script>") == 1
    assert "<img" not in html
    assert "default-src 'none'" in html
    assert "http://" not in html.replace("http://x.example", "")
    assert "&lt;A&gt;" in html


def test_the_page_is_for_its_owner_alone_and_overwrites_nothing(tmp_path: Path) -> None:
    path = tmp_path / "review.html"
    write_review(page("x"), path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(InvalidError, match="KCF032"):
        write_review(page("x"), path)
    with pytest.raises(InvalidError, match="KCF032"):
        write_review(page("x"), tmp_path / "absent" / "review.html")


def test_nothing_of_the_document_is_printed() -> None:
    assert "arrefour" not in repr(looked_at())
    assert "secret" not in repr(page("secret"))
    assert document().id == "000001"
