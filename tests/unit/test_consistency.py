"""A name found once is found everywhere, and nothing else is."""

from __future__ import annotations

from typing import Any

from engine.methods.names.entities.consistency import KnownSubjects, Occurrences, TermLists, folded, propagate
from engine.methods.names.tagger.features import tokenize

TEXT = (
    "Mr Anton Kroll was admitted in May. Kroll disagreed. A. K. signed, and so did AK. "
    "KROLL came back with Krol and with Kroll's wife. Anton may return. Kroner are money."
)


def reached(text: str, name: str, category: str = "person", **options: object) -> set[tuple[str, str]]:
    tokens = tokenize(text)
    found = propagate(tokens, [(tokenize(name).words, category)], [], **options)  # type: ignore[arg-type]
    return {(text[tokens.starts[r.first] : tokens.ends[r.end - 1]], r.link) for r in found}


def test_parts_and_capitals_are_reached() -> None:
    assert reached(TEXT, "Anton Kroll") == {
        ("Anton Kroll", "same"),
        ("Anton", "part"),
        ("Kroll", "part"),
        ("KROLL", "part"),
    }


def test_a_title_is_no_part_of_the_name() -> None:
    assert ("Mr", "part") not in reached("Mr Kroll met Mr Adams.", "Mr Kroll")


def test_a_part_that_is_an_ordinary_word_here_is_left() -> None:
    text = "Dr Theresa May came. May was warm, and it may rain."
    assert reached(text, "Theresa May") == {("Theresa May", "same"), ("Theresa", "part")}


def test_a_place_is_not_searched_inside_another_mention() -> None:
    text = "She lives in United Kingdom. The United Kingdom Government replied from United Kingdom."
    tokens = tokenize(text)
    place = tokenize("United Kingdom").words
    inside = text.index("United Kingdom Government")
    first = tokens.starts.tolist().index(inside)
    found = propagate(tokens, [(place, "location")], [(first, first + 3)])
    assert [int(tokens.starts[r.first]) for r in found] == [
        text.index("United"),
        text.rindex("United"),
    ]


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
    return len(propagate(tokenize(" ".join(words)), [(words[:k], "person") for k in lengths], []))


def test_what_is_reached_in_a_text_of_one_name_alone_grows_with_its_length() -> None:
    """It was the square: a million mentions for 5,000 words."""
    assert johns(8000) <= 2.2 * johns(4000)


def test_a_part_is_reached_once_and_from_the_first_name_that_has_it() -> None:
    tokens = tokenize("Anna Kroll met Bert Kroll. Kroll left.")
    names = [(["Bert", "Kroll"], "person"), (["Anna", "Kroll"], "person")]
    parts = [r for r in propagate(tokens, names, []) if r.link == "part" and tokens.words[r.first] == "Kroll"]
    assert [r.name for r in parts] == [0, 0, 0]


def test_a_very_long_name_is_reached_whole() -> None:
    name = [f"Word{i}x" for i in range(95)]
    tokens = tokenize(" ".join(["Before", *name, "after"]))
    found = propagate(tokens, [(tokens.words[1:-1], "organisation")], [])
    assert {i for r in found for i in range(r.first, r.end)} == set(range(1, len(tokens) - 1))


def test_names_that_begin_alike_are_looked_up_by_their_rarest_word() -> None:
    """Each was compared with all places of its first word: a text of 50 MB spent three minutes there."""

    class Counted(list[str]):
        slices = 0

        def __getitem__(self, key: Any) -> Any:
            Counted.slices += isinstance(key, slice)
            return super().__getitem__(key)

    n = 300
    names = [["New", f"Q{chr(97 + k % 26)}{chr(97 + k // 26)}ville"] for k in range(n)]
    places = Occurrences(tokenize(" , ".join(map(" ".join, names))))
    places.words = Counted(places.words)
    assert [list(places.whole(name)) for name in names] == [[(3 * k, 3 * k + 2)] for k in range(n)]
    assert Counted.slices == n
