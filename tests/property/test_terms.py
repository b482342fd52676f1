"""Laws of tokenising and folding, on any text."""

from __future__ import annotations

import re
import unicodedata

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.language import terms
from engine.language.terms import WORD_PATTERN, Token, fold, term_key, term_keys, token_columns, tokenize
from tests.drawn_cases import number_of_cases

_MIXED = st.text(
    st.one_of(
        st.sampled_from("aAsSʼ'’-‐.,0129 \n\xa0_\u00ad\u0301éßİſﬁⅧ①⒈½²"),
        st.characters(exclude_categories=["Cs"]),
    )
)


@settings(max_examples=number_of_cases(400), deadline=None, derandomize=True)
@given(_MIXED)
@example("Ⅷ.a")
@example("①.5’s's")
@example("ΐ\u0345x")
def test_tokens_are_those_of_the_plain_loop(text: str) -> None:
    plain = [Token(m.start(), m.end(), fold(m[0])) for m in re.finditer(WORD_PATTERN, text)]
    assert tokenize(text) == plain
    assert list(zip(*token_columns(text), strict=True)) == plain
    assert term_keys(text) == [token.key for token in plain]


@settings(max_examples=number_of_cases(400), deadline=None, derandomize=True)
@given(_MIXED)
@example("Ⅷ.a")
@example("x⒈b")
@example("ﷺ")
@example("s's's")
def test_a_key_is_its_own_key(text: str) -> None:
    for token in tokenize(text):
        assert token.key
        assert fold(token.key) == token.key
        assert not any(map(str.isspace, token.key))
    assert term_key(term_key(text)) == term_key(text)


@settings(max_examples=number_of_cases(300), deadline=None, derandomize=True)
@given(_MIXED)
def test_tokens_are_sorted_disjoint_and_cover_all_letters(text: str) -> None:
    tokens = tokenize(text)
    covered: set[int] = set()
    last = 0
    for token in tokens:
        assert last <= token.start < token.end <= len(text)
        covered.update(range(token.start, token.end))
        last = token.end
    assert all(i in covered for i, character in enumerate(text) if character.isalnum())


@settings(max_examples=number_of_cases(300), deadline=None, derandomize=True)
@given(st.text(st.characters(categories=["Ll"]), min_size=1, max_size=12))
def test_case_form_and_hidden_characters_do_not_change_a_key(word: str) -> None:
    assert fold(unicodedata.normalize("NFD", word)) == fold(unicodedata.normalize("NFC", word))
    assert term_key("\u00ad".join(word)) == term_key(word)
    if word.upper().lower() == word and word.isascii():
        assert fold(word.upper()) == fold(word.title()) == fold(word)


@settings(max_examples=number_of_cases(300), deadline=None, derandomize=True)
@given(st.from_regex(r"[b-df-hj-np-rtvwxz]{2,5}(on|ion|er|al|et)", fullmatch=True))
def test_regular_plural_and_possessive_share_the_key(word: str) -> None:
    for form in (f"{word}s", f"{word}'s", f"{word}’s", f"{word}s’", f"{word.upper()}S"):
        assert term_key(form) == term_key(word)


def test_every_mark_of_the_first_plane_is_one() -> None:
    """Only the blocks that hold marks are looked through."""
    marks = (chr(c) for c in range(0x300, 0xFFFE) if unicodedata.category(chr(c)) in ("Mn", "Mc"))
    assert "".join(marks) == terms._MARKS
