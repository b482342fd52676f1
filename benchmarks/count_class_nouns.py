"""How often class nouns stand in the frames of the encyclopedia, and how many of them an adjective goes with.

    python benchmarks/count_class_nouns.py ../shared/data/wikipedia/*.xz

Prints the words of `engine/language/word_lists/class_nouns.py` that do not reach the counts stated there.
"""

from __future__ import annotations

import argparse
import json
import lzma
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.language.word_lists.class_nouns import CLASS_NOUNS, GENERAL_ADJECTIVES
from engine.language.wording import pluralize

LEAST_FRAMES = 10
LEAST_NOUNS = 8
_WORD = r"[a-z][a-z-]+"
_PLURAL_FRAMES = (
    re.compile(rf"\bother (?:{_WORD} )?({_WORD}s)\b"),
    re.compile(rf"\b({_WORD}s),? (?:such as|including|like|called|known as|named)\b"),
)
_SINGULAR_FRAMES = (
    re.compile(
        rf"\b(?:is|was|are|were|as) an? (?:{_WORD} )?({_WORD})\b"
        r"(?= (?:that|which|who|of|in|for|with|by|from|on|to|called|known|named)\b|[,.;)])"
    ),
    re.compile(rf"\b(?:kind|type|form)s? of (?:{_WORD} )?({_WORD})\b"),
)
MODIFIED = """
disease illness condition disorder problem drug medicine medication substance city town country region
place organization institution building worker specialist person people test treatment therapy operation
animal plant document belief group event company school hospital practice procedure movement party organ
injury infection symptom payment food
"""


def texts(files: Iterable[Path]) -> Iterator[str]:
    """Texts of the articles."""
    for file in files:
        with lzma.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)["text"]


def main() -> None:
    """Count both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    frames, beside = Counter[str](), defaultdict[str, set[str]](set)
    singular = {form: noun for noun in MODIFIED.split() for form in (noun, pluralize(noun))}
    modified = re.compile(rf"\b({_WORD}) ({'|'.join(sorted(singular, key=len, reverse=True))})\b")
    for text in texts(parser.parse_args().files):
        for pattern in (*_PLURAL_FRAMES, *_SINGULAR_FRAMES):
            frames.update(pattern.findall(text))
        for adjective, noun in modified.findall(text):
            beside[adjective].add(singular[noun])
    rare = sorted(noun for noun in CLASS_NOUNS if _in_frames(frames, noun) < LEAST_FRAMES)
    narrow = sorted(word for word in GENERAL_ADJECTIVES if len(beside[word]) < LEAST_NOUNS)
    print(f"{len(CLASS_NOUNS)} class nouns; in fewer than {LEAST_FRAMES} frames: {', '.join(rare)}")
    print(f"{len(GENERAL_ADJECTIVES)} adjectives; before fewer than {LEAST_NOUNS}: {', '.join(narrow)}")


def _in_frames(frames: Counter[str], noun: str) -> int:
    return sum(frames[form] for form in {noun, pluralize(noun)})


if __name__ == "__main__":
    main()
