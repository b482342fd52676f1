"""The texts on which the ledger of rules is reckoned: marked ones of all kinds, and the policy for each."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from adapters.policies.cases import cases_folder, load_cases
from adapters.recognizers.training.annotated_corpora import read
from adapters.recognizers.training.corpus_files import read_text
from engine.measures.annotated import CATEGORIES, AnnotatedDocument, annotated_as
from flows.compiling.compilation import load
from research.attributes.posts import read_posts
from research.fidelity.notes import IDENTIFYING, read_notes

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("SAFERELEASE_DATA", ROOT.parent / "shared" / "data"))
HEALTH, COURT, FILINGS = "hipaa-safe-harbor", "court-decisions", "us-court-filings"
_POLICIES_WITH_CASES = (HEALTH, COURT, FILINGS, "client-confidential", "hipaa-limited-data-set")

Place = tuple[int, int]


@dataclass(frozen=True)
class Marked:
    """A text with what must go from it.

    Parameters
    ----------
    corpus, policy, text : str
    marks : sequence of (int, int)
        What must go.
    others : sequence of (int, int)
        What may go as well.
    looked_for : frozenset of str or None
        Categories of which a removal beside the marks is needless; of others nothing is known.
    stays : sequence of (int, int) or None
        Where only these must stay, a removal elsewhere says nothing.
    name : str
        Of the file.
    content : bytes
        A file that is no plain text; nothing is marked in it.
    """

    corpus: str
    policy: str
    text: str
    marks: Sequence[Place]
    others: Sequence[Place] = ()
    looked_for: frozenset[str] | None = None
    stays: Sequence[Place] | None = None
    name: str = "text.txt"
    content: bytes = b""

    def is_needless(self, start: int, end: int, category: str) -> bool:
        """Whether a removal was of no use."""
        if any(a < end and start < b for a, b in (*self.marks, *self.others)):
            return False
        if self.stays is not None:
            return any(a < end and start < b for a, b in self.stays)
        return self.looked_for is not None and annotated_as(category) in self.looked_for


def texts(n: int, seed: int) -> list[Marked]:
    """At most `n` texts of each corpus that is there."""
    found: list[Marked] = []
    for name, make in CORPORA.items():
        drawn = list(make())
        random.Random(f"{seed} {name}").shuffle(drawn)
        found += drawn[: max(2, int(n * _SHARE.get(name, 1)))]
    return found


_SHARE = {
    "decisions (tab)": 0.1,
    "structured": 4,
    "cases of policies": 8,
    "messages (pii-synthetic)": 4,
}
"""How many times as many texts of a corpus are drawn; some are long, others a sentence."""


def _annotated(format_name: str, path: Path, corpus: str, policy: str, joined: int = 1) -> Iterator[Marked]:
    if not path.exists():
        return
    for one in read(format_name, path, corpus, sentences_per_document=joined):
        yield _of(one, corpus, policy)


def _of(one: AnnotatedDocument, corpus: str, policy: str) -> Marked:
    must = [(a.start, a.end) for a in one.annotations if a.role != "public"]
    may = [(a.start, a.end) for a in one.annotations if a.role == "public"]
    return Marked(corpus, policy, one.document.text.reveal(), must, may, frozenset(one.annotated))


def _written(language: str) -> Callable[[], Iterator[Marked]]:
    folder = ROOT / "adapters" / "recognizers" / "training" / "written"

    def make() -> Iterator[Marked]:
        for path in sorted(folder.glob(f"{language}*.jsonl")):
            yield from _annotated("jsonl", path, f"written, {language}", HEALTH)

    return make


def _notes() -> Iterator[Marked]:
    for note in read_notes(ROOT / "benchmarks" / "notes" / "clinical.yaml"):
        must = [(m.start, m.end) for m in note.marks if m.kind in IDENTIFYING]
        yield Marked("notes", HEALTH, note.text, must, looked_for=frozenset(CATEGORIES))


def _cases() -> Iterator[Marked]:
    for name in _POLICIES_WITH_CASES:
        loaded = load(name)
        for group in load_cases(cases_folder(ROOT / "policies" / f"{name}.yaml"), loaded.policy):
            if group.facts is not None:
                continue
            for go in group.must_go:
                yield Marked("cases of policies", name, go.text, _places(go.text, go.gone))
            for stay in group.must_stay:
                yield Marked(
                    "cases of policies", name, stay.text, (), stays=_places(stay.text, stay.fragments)
                )


def _places(text: str, fragments: Sequence[str]) -> list[Place]:
    return [(at, at + len(one)) for one in fragments if (at := text.find(one)) >= 0]


def _files() -> Iterator[Marked]:
    for path in sorted((DATA / "documents").glob("*/*")):
        if path.suffix in (".html", ".eml", ".docx") and path.stat().st_size < _LARGE:
            yield Marked("files", FILINGS, "", (), name=path.name, content=path.read_bytes())


_LARGE = 100_000


def _posts() -> Iterator[Marked]:
    """Posts to groups and of made-up people, in which nothing is marked."""
    for path in sorted((ROOT / "benchmarks" / "posts").glob("*.yaml")):
        for person in read_posts(path):
            yield from (Marked("posts", HEALTH, post.text, ()) for post in person.posts)
    newsgroups = DATA / "newsgroups" / "20news-bydate-train.jsonl.xz"
    if newsgroups.exists():
        for line in read_text(newsgroups).splitlines()[:_N_NEWSGROUPS]:
            yield Marked("posts", HEALTH, json.loads(line)["text"], ())


_N_NEWSGROUPS = 400

CORPORA: dict[str, Callable[[], Iterator[Marked]]] = {
    "notes": _notes,
    "cases of policies": _cases,
    **{f"written, {language}": _written(language) for language in ("en", "de", "es", "fr")},
    "structured": lambda: _annotated(
        "jsonl", ROOT / "benchmarks" / "texts" / "structured.jsonl", "structured", HEALTH
    ),
    "contracts": lambda: _annotated(
        "jsonl", ROOT / "benchmarks" / "texts" / "contracts.jsonl", "contracts", HEALTH
    ),
    "decisions (tab)": lambda: _annotated("tab", DATA / "tab/tab_dev.json", "decisions (tab)", COURT),
    "messages (pii-synthetic)": lambda: _annotated(
        "presidio", DATA / "pii-synthetic/generated_large.json", "messages (pii-synthetic)", HEALTH
    ),
    "cases (meddocan)": lambda: _annotated(
        "meddocan", DATA / "languages/es-meddocan/dev.jsonl.xz", "cases (meddocan)", HEALTH
    ),
    "news (germeval)": lambda: _annotated(
        "germeval", DATA / "languages/de-germeval/dev.tsv.xz", "news (germeval)", HEALTH, 5
    ),
    "decisions (ler)": lambda: _annotated(
        "conll", DATA / "languages/de-ler/dev.conll.xz", "decisions (ler)", COURT, 5
    ),
    "mails (enron)": lambda: _annotated(
        "coreference", DATA / "ner/enron-emailcoref/data/LREC/train", "mails (enron)", "client-confidential"
    ),
    "articles (wikigold)": lambda: _annotated(
        "conll", DATA / "ner/wikigold/CONLL-format/data/wikigold.conll.txt", "articles (wikigold)", COURT, 5
    ),
    "tweets (wnut17)": lambda: _annotated(
        "conll", DATA / "ner/wnut17/emerging.dev.conll", "tweets (wnut17)", HEALTH, 5
    ),
    "posts": _posts,
    "files": _files,
}
