"""Words that somebody may type instead of one that is meant."""

from __future__ import annotations

from collections.abc import Collection, Iterator


def near_misses(word: str, known: Collection[object]) -> list[object]:
    """Twenty and more values like `word`, none of them of `known`."""
    typed = [one for one in dict.fromkeys(_typed(word)) if one not in known]
    others: list[object] = [None, [word], [], {}, {"value": word}, 0, 1, True, False, 1.5]
    return [*typed, *others]


def _typed(word: str) -> Iterator[str]:
    yield from (word.upper(), word.title(), word.swapcase(), f" {word}", f"{word} ", f"{word}\n", f"\t{word}")
    yield from (word[:-1], word[1:], word + word[-1], word[0] + word, word[1::-1] + word[2:], f"{word}ed")
    yield from (f"{word},", f"{word};{word}", f'"{word}"', f"{word}\0", word.replace("-", "_") + "_", "")
    yield from (
        "zz",
        "yes",
        "true",
        "1",
        "none",
        "*",
        word.replace("e", "\u0435").replace("a", "\u0430") + "\u200b",
    )
