"""A name found once is found everywhere, and nothing else is."""

from __future__ import annotations

from engine.methods.names.entities.consistency import KnownSubjects, TermLists, folded, propagate
from engine.methods.names.tagger.features import tokenize

TEXT = (
    "Mr Anton Kroll was admitted in May. Kroll disagreed. A. K. signed, and so did AK. "
    "KROLL came back with Krol and with Kroll's wife. Anton may return. Kroner are money."
)


def reached(text: str, name: str, category: str = "person") -> set[str]:
    tokens = tokenize(text)
    return {tokens.words[token] for token, _ in propagate(tokens, [(tokenize(name).words, category)])}


def test_parts_and_capitals_are_reached() -> None:
    assert reached(TEXT, "Anton Kroll") == {"Anton", "Kroll", "KROLL"}
    assert reached(TEXT, "Anton Kroll", "organisation") == set()


def test_a_title_is_no_part_of_the_name() -> None:
    assert reached("Mr Kroll met Mr Adams.", "Mr Kroll") == {"Kroll"}


def test_a_part_that_is_an_ordinary_word_here_is_left() -> None:
    text = "Dr Theresa May came. May was warm, and it may rain."
    assert reached(text, "Theresa May") == {"Theresa"}


def test_known_subjects_are_found_in_any_case_and_spelling_of_accents() -> None:
    subjects = KnownSubjects([tokenize("Zoë Müller-Ahrens").words], frozenset({"rose"}))
    text = "zoe muller-ahrens and MÜLLER AHRENS; then Zoë alone."
    tokens = tokenize(text)
    found = {text[tokens.starts[a] : tokens.ends[b - 1]] for a, b in subjects.find(tokens)}
    assert {"zoe muller-ahrens", "MÜLLER", "AHRENS", "Zoë"} <= found


def test_an_ordinary_word_of_a_known_name_counts_only_capitalised() -> None:
    subjects = KnownSubjects([["Rose", "Tan"]], frozenset({"rose", "tan"}))
    tokens = tokenize("a rose, and Rose said hello in tan shoes")
    assert [tokens.words[a:b] for a, b in subjects.find(tokens)] == [["Rose"]]


def test_term_lists_find_whole_terms_in_any_case() -> None:
    lists = TermLists(deny=[["Project", "Heron"]], allow=[["may"]])
    tokens = tokenize("PROJECT heron starts in May; the project is late, heron or not.")
    assert lists.denied(tokens) == [(0, 2)]
    assert lists.allowed(tokens) == [(4, 5)]


def test_folding_takes_case_and_accents_away() -> None:
    assert folded("Łódź") == folded("ŁÓDŹ")
    assert folded("Müller") == "muller"


def test_names_are_not_shown_when_printed() -> None:
    assert "Rose" not in repr(KnownSubjects([["Rose", "Tan"]]))
    assert "Heron" not in repr(TermLists(deny=[["Heron"]]))
    assert "Kroll" not in repr(tokenize(TEXT))


def johns(n: int) -> int:
    """How many mentions are reached when a text of one word alone makes names of every length."""
    words = ["John"] * n
    lengths = [k for k in range(1, n) if k * (k + 1) // 2 <= n]
    return len(propagate(tokenize(" ".join(words)), [(words[:k], "person") for k in lengths]))


def test_what_is_reached_in_a_text_of_one_name_alone_grows_with_its_length() -> None:
    """It was the square: a million mentions for 5,000 words."""
    assert johns(8000) <= 2.2 * johns(4000)


def test_a_part_is_reached_once_and_from_the_first_name_that_has_it() -> None:
    tokens = tokenize("Anna Kroll met Bert Kroll. Kroll left.")
    found = propagate(tokens, [(["Bert", "Kroll"], "person"), (["Anna", "Kroll"], "person")])
    assert [name for token, name in found if tokens.words[token] == "Kroll"] == [0, 0, 0]
