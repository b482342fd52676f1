"""Readers of annotated corpora with a token to each line: CoNLL columns and their kin."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from adapters.recognizers.training.corpus_files import annotated, read_text
from adapters.recognizers.training.labels import NAMES, category
from engine.measures.annotated import AnnotatedDocument, Annotation

_NO_SPACE_BEFORE = frozenset(
    {",", ".", ";", ":", "!", "?", ")", "]", "}", "%", "'s", "n't", "'m", "'re", "'ve", "'ll", "'d"}
)
_NO_SPACE_AFTER = frozenset({"(", "[", "{", "$", "#"})
_PRONOUN = re.compile(
    r"i|you|he|she|it|we|they|me|him|her|us|them|my|your|his|its|our|their|mine|yours", re.IGNORECASE
)
_BRACKETS = {"P": "person", "O": "organisation", "L": "location"}


def read_conll(
    path: Path, corpus: str, looked_for: frozenset[str] = NAMES, sentences_per_document: int = 1
) -> list[AnnotatedDocument]:
    """Documents of a file with a token and an IOB label per line, a blank line after each sentence.

    Parameters
    ----------
    path : Path
        Columns separated by blanks or tabs: the token first, the label last.
    corpus : str
        Name of the corpus.
    looked_for : frozenset of str
        Categories that the corpus annotates.
    sentences_per_document : int, >= 1
        Sentences joined to one document where the file has no ``-DOCSTART-`` lines.

    Returns
    -------
    list of AnnotatedDocument
    """
    return _from_rows(read_text(path), path, corpus, sentences_per_document, looked_for)


def read_germeval(
    path: Path, corpus: str, looked_for: frozenset[str] = NAMES, sentences_per_document: int = 1
) -> list[AnnotatedDocument]:
    """GermEval 2014: number, token, outer and inner label; derived words and parts of words name nobody."""
    rows = (_germeval_row(line) for line in read_text(path).splitlines() if not line.startswith("#"))
    return _from_rows("\n".join(rows), path, corpus, sentences_per_document, looked_for)


def _germeval_row(line: str) -> str:
    columns = line.split("\t")
    if len(columns) < 3:
        return ""
    is_name = not columns[2].endswith(("deriv", "part"))
    return f"{columns[1]}\t{columns[2] if is_name else 'O'}"


def read_wikiann(
    path: Path, corpus: str, looked_for: frozenset[str] = NAMES, sentences_per_document: int = 1
) -> list[AnnotatedDocument]:
    """WikiANN: a token with its language before it (``de:Berlin``), and a label.

    Half of its entries are titles and lists. They would teach that any words in a row are a name, so only
    sentences are taken: six tokens or more, half of which are no names.
    """
    entries = read_text(path).split("\n\n")
    sentences = ([line.partition(":")[2] for line in entry.splitlines()] for entry in entries)
    rows = ("\n".join(sentence) for sentence in sentences if _is_sentence(sentence))
    return _from_rows("\n\n".join(rows), path, corpus, sentences_per_document, looked_for)


def _is_sentence(rows: Sequence[str]) -> bool:
    names = sum(not row.endswith("O") for row in rows)
    return len(rows) >= 6 and 2 * names <= len(rows)


def read_coreference(path: Path, corpus: str = "enron") -> list[AnnotatedDocument]:
    """E-mail threads of CEREC's seed corpus: entity spans in brackets, ``(P0`` to ``P0)``, pronouns included.

    Only the capitalised words of a mention are kept: pronouns and "the girl"
    name nobody. Mail addresses are codes, found by pattern.
    """
    open_kinds: list[str] = []
    sentences: list[list[tuple[str, str]]] = [[]]
    for line in read_text(path).splitlines():
        row = line.split("\t")
        if len(row) >= 4 and not line.startswith("#"):
            open_kinds += re.findall(r"\(([POLD])\d", row[-2])
            sentences[-1].append((row[0], _label(row[0], open_kinds)))
            n_closed = len(re.findall(r"\d\*?\)", row[-2]))
            open_kinds = open_kinds[: max(0, len(open_kinds) - n_closed)]
        elif not line.startswith("#"):
            sentences.append([])
    return [_joined(path.stem, filter(None, sentences), NAMES | {"code"}, corpus)]


def _label(token: str, open_kinds: Sequence[str]) -> str:
    """A token's label, by the spans that are open there."""
    if "@" in token:
        return "I-code"
    kind = next((_BRACKETS[kind] for kind in reversed(open_kinds) if kind in _BRACKETS), "")
    return f"I-{kind}" if kind and token[0].isupper() and not _PRONOUN.fullmatch(token) else "O"


def _from_rows(
    text: str,
    path: Path,
    corpus: str,
    sentences_per_document: int,
    looked_for: frozenset[str] = NAMES,
) -> list[AnnotatedDocument]:
    documents: list[AnnotatedDocument] = []
    pending: list[list[tuple[str, str]]] = []

    def close() -> None:
        if pending:
            name = f"{path.stem}-{len(documents)}"
            documents.append(_joined(name, pending, looked_for, corpus))
            pending.clear()

    for sentence in _sentences(text, path):
        if sentence[0][0] == "-DOCSTART-":
            close()
            continue
        pending.append(sentence)
        if len(pending) == sentences_per_document:
            close()
    close()
    return documents


def _sentences(text: str, path: Path) -> Iterator[list[tuple[str, str]]]:
    for block in re.split(r"\r?\n[ \t]*\r?\n", text):
        rows = [line.split() for line in block.splitlines() if line.strip()]
        if any(len(row) < 2 for row in rows):
            rows = [row for row in rows if len(row) > 1]
        if rows:
            yield [(row[0], row[-1]) for row in rows]


def _joined(
    name: str, sentences: Iterable[Sequence[tuple[str, str]]], looked_for: frozenset[str], corpus: str
) -> AnnotatedDocument:
    """A document from tokens, set as text is: no blank before a comma."""
    pieces: list[str] = []
    spans: list[Annotation] = []
    at, previous, kind_before = 0, "", ""
    for sentence in sentences:
        for token, label in sentence:
            gap = "" if not previous or token in _NO_SPACE_BEFORE or previous in _NO_SPACE_AFTER else " "
            pieces += [gap, token]
            start, at = at + len(gap), at + len(gap) + len(token)
            prefix, _, tag = label.partition("-")
            kind = category(tag) or ""
            kind = kind if kind in looked_for else ""
            if kind and kind == kind_before and prefix == "I":
                spans[-1] = Annotation(spans[-1].start, at, kind)
            elif kind:
                spans.append(Annotation(start, at, kind))
            previous, kind_before = token, kind
        pieces.append("\n\n")
        at, previous, kind_before = at + 2, "", ""
    return annotated(name, "".join(pieces), spans, looked_for, corpus)
