"""Stems come from C, and are those of the plain stemmer: a register made with one must fit the other."""

from __future__ import annotations

from engine.language.stems import stem_of
from flows.compiling.reference_corpora import shipped_corpus


def test_both_stemmers_agree() -> None:
    import Stemmer  # type: ignore[import-not-found, unused-ignore]
    from snowballstemmer.english_stemmer import EnglishStemmer  # type: ignore[import-untyped, unused-ignore]

    words = shipped_corpus("wikipedia").vocabulary.keys[::40]
    plain = EnglishStemmer()
    assert len(words) > 1000
    assert Stemmer.Stemmer("english").stemWords(list(words)) == [plain.stemWord(word) for word in words]


def test_inflections_have_one_stem() -> None:
    assert stem_of("redacting") == stem_of("redacts")
    assert stem_of("2024") == "2024"
