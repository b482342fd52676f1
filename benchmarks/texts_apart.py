"""What a policy removes from marked texts, by kind and language: figures alone, never a word of a text.

python benchmarks/texts_apart.py FILE.jsonl [--policy NAME] [--halves] [--reader careful] [--loss-ratio 5]

A line of the file is ``{"id", "language", "text", "spans": [[start, end, KIND], ...]}``, and for notes a
list ``keep`` of places ``[start, end]`` that no release may touch. A mention counts as hidden when each of
its words is changed; a year may stay in a date.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from engine.catalog.names import LEARNED

WORD = re.compile(r"\w+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_NAMES = frozenset({*LEARNED, "minor"})
_SHIPPED = Path(__file__).resolve().parents[1] / "policies"
_FREE = frozenset({"PROFESSION"})
"""Kinds that no clause of the Safe Harbor rule lists."""
Range = tuple[int, int, str]
"""Start, end, and the kind of a mark or the category of a removal."""
Reader = Callable[[Sequence[dict[str, Any]]], list[list[Range]]]
"""What is removed from each of some texts."""


@dataclass(frozen=True)
class Read:
    """A marked text and what was removed from it."""

    record: dict[str, Any]
    removed: Sequence[Range]

    def changed(self, start: int, end: int) -> bool:
        """Whether anything of a place was removed."""
        return any(a < end and start < b for a, b, _ in self.removed)

    def marked(self, start: int, end: int) -> bool:
        """Whether anything of a place is marked."""
        return any(a < end and start < b for a, b, _ in self.record["spans"])

    def words(self, mark: Range) -> list[bool]:
        """Whether each word of a mark was removed, those left out that may stay."""
        found = WORD.finditer(self.record["text"], mark[0], mark[1])
        return [self.changed(*w.span()) for w in found if mark[2] != "DATE" or not _YEAR.fullmatch(w[0])]

    def kept(self) -> Iterator[bool]:
        """Whether each place to keep stayed as it is."""
        for start, end in self.record.get("keep", ()):
            if not self.marked(start, end):
                yield not self.changed(start, end)


def through_policy(name: str, learn: Mapping[str, Any] = MappingProxyType({})) -> Reader:
    """What `run` removes under a policy; professions too, where its name ends in ``+demographic``.

    `learn` stands in place of what the policy's clauses say under that key.
    """
    from flows.compiling.compilation import compile_policy
    from research.through_policy import inspected_texts

    base, more = name.removesuffix("+demographic"), dict[str, Any]()
    if name.endswith("+demographic"):
        law = "45 CFR 164.514(b)(2)(i)(R)"
        more = {"id": "professions", "law": law, "find": ["demographic"], "learn": {"loss_ratio": 10}}

    def read(records: Sequence[dict[str, Any]]) -> list[list[Range]]:
        with tempfile.TemporaryDirectory() as folder:
            path = _policy(base, learn, more, Path(folder))
            found = inspected_texts(compile_policy(str(path)), [r["text"] for r in records])
        print("refused:", sum(bool(one.faults) for one in found), "of", len(found))
        return [[(d.start, d.end, d.category) for d in one.decisions] for one in found]

    return read


def _policy(name: str, learn: Mapping[str, Any], more: Mapping[str, Any], folder: Path) -> Path:
    """A copy of a shipped policy, with all that it names, for more languages and with another reader."""
    shutil.copytree(_SHIPPED, folder, dirs_exist_ok=True)
    path = folder / f"{name}.yaml"
    policy = yaml.safe_load(path.read_bytes())
    policy.setdefault("documents", {})["more_languages"] = ["de", "es", "fr"]
    policy["identifiers"] += [dict(more)] if more else []
    for clause in policy["identifiers"]:
        if "learn" in clause:
            clause["learn"] |= learn
    path.write_text(yaml.safe_dump(policy, sort_keys=False), encoding="utf-8")
    return path


def figures(title: str, texts: Sequence[Read]) -> None:
    """Print the figures of some texts."""
    mentions, words = Counter[str](), Counter[str]()
    all_mentions, all_words = Counter[str](), Counter[str]()
    for one in texts:
        for mark in one.record["spans"]:
            if hidden := one.words(mark):
                for group in (mark[2], "(all)", *(() if mark[2] in _FREE else ("(without professions)",))):
                    mentions[group] += all(hidden)
                    all_mentions[group] += 1
                    words[group] += sum(hidden)
                    all_words[group] += len(hidden)
    print(f"== {title}: {len(texts)} texts, precision of words {_share(*_precision(texts))}")
    for kind in sorted(all_mentions):
        print(
            f"  {kind:22} mentions {_share(mentions[kind], all_mentions[kind])}"
            f"  words {_share(words[kind], all_words[kind])}"
        )
    names = [(one, r) for one in texts for r in one.removed if r[2] in _NAMES]
    print(f"  wrong name removals    {_share(sum(not o.marked(r[0], r[1]) for o, r in names), len(names))}")
    if kept := [stays for one in texts for stays in one.kept()]:
        print(f"  words to keep, kept    {_share(sum(kept), len(kept))}")


def _precision(texts: Sequence[Read]) -> tuple[int, int]:
    """Removed words that are marked, and all removed words."""
    found = [(o, w.span()) for o in texts for w in WORD.finditer(o.record["text"]) if o.changed(*w.span())]
    return sum(o.marked(*place) for o, place in found), len(found)


def _share(part: int, whole: int) -> str:
    return f"{part / whole if whole else 0:.3f} ({part} of {whole})"


def measured(records: Sequence[dict[str, Any]], reader: Reader, halves: bool) -> None:
    """Print the figures of all texts and of each language, or of the first and second half of each."""
    pairs = zip(records, reader(records), strict=True)
    texts = [Read(record, removed) for record, removed in pairs]
    by_language: dict[str, list[Read]] = {}
    for one in texts:
        by_language.setdefault(one.record.get("language", "en"), []).append(one)
    for part in ("first half", "second half") if halves else ("",):
        shown = {name: _part(of, part) for name, of in by_language.items()}
        for name, of in shown.items():
            figures(f"{name} {part}".strip(), of)
        if len(shown) > 1:
            figures(f"all {part}".strip(), [one for of in shown.values() for one in of])


def _part(texts: Sequence[Read], part: str) -> Sequence[Read]:
    middle = (len(texts) + 1) // 2
    return {"": texts, "first half": texts[:middle], "second half": texts[middle:]}[part]


def records_of(path: Path) -> list[dict[str, Any]]:
    """The texts of a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def main() -> None:
    """Print the figures of a file under a policy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--policy", default="hipaa-safe-harbor")
    parser.add_argument("--halves", action="store_true", help="first and second half apart, of each language")
    parser.add_argument("--reader", help="who reads names, in place of what the policy says")
    parser.add_argument("--loss-ratio", type=float, help="in place of the policy's")
    options = parser.parse_args()
    learn = {"reader": options.reader, "loss_ratio": options.loss_ratio}
    learn = {key: value for key, value in learn.items() if value is not None}
    measured(records_of(options.file), through_policy(options.policy, learn), options.halves)


if __name__ == "__main__":
    main()
