"""Stems come from C, and are those of the plain stemmer: a register made with one must fit the other."""

from __future__ import annotations

from adapters.machine.locations import shipped_tables
from engine.language.stems import stem_of
from flows.compiling.reference_corpora import ShippedTables


def test_both_stemmers_agree() -> None:
    import Stemmer  # type: ignore[import-not-found, unused-ignore]
    from snowballstemmer.english_stemmer import EnglishStemmer  # type: ignore[import-untyped, unused-ignore]

    words = ShippedTables(shipped_tables() / "wikipedia").vocabulary.keys[::40]
    plain = EnglishStemmer()
    assert len(words) > 1000
    assert Stemmer.Stemmer("english").stemWords(list(words)) == [plain.stemWord(word) for word in words]


def test_inflections_have_one_stem() -> None:
    assert stem_of("redacting") == stem_of("redacts")
    assert stem_of("2024") == "2024"
