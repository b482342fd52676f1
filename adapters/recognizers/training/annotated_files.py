"""Annotated documents that a user names: their format guessed, their documents read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from adapters.recognizers.training.annotated_corpora import read, read_tab
from engine.errors import InvalidError, fault
from engine.measures.annotated import AnnotatedDocument

GUESS = "guess"
_HEAD = 4096
_BY_SUFFIX = {
    ".jsonl": "jsonl",
    ".conll": "conll",
    ".iob": "conll",
    ".bio": "conll",
    ".tsv": "conll",
    ".ann": "brat",
}


def read_annotated(
    roots: Sequence[Path], format_name: str = GUESS, corpus: str = "", every_annotator: bool = False
) -> list[AnnotatedDocument]:
    """Annotated documents of files and folders.

    Parameters
    ----------
    roots : sequence of Path
        Files, or folders of files of one format.
    format_name : str
        A format of `adapters.recognizers.training.annotated_corpora`, or ``"guess"``.
    corpus : str
        Name for all of them; by default that of the file or folder.
    every_annotator : bool
        Give a document of TAB once for each of its annotators, for measuring.

    Returns
    -------
    list of AnnotatedDocument
        In the order of the roots, and of the files' names.

    Raises
    ------
    InvalidError
        ``TRN001`` when the format is unknown or cannot be guessed, ``TRN002`` for a file that is not in it
        or not there.
    """
    found: list[AnnotatedDocument] = []
    for root in roots:
        if not root.exists():
            advice = "Check the path."
            raise InvalidError(fault("TRN002", str(root), "must be a file or folder", "", advice))
        chosen = guessed_format(root) if format_name == GUESS else format_name
        if chosen == "tab" and every_annotator and root.is_file():
            found += read_tab(root, all_annotators=True)
        else:
            found += read(chosen, root, corpus or root.stem)
    return found


def guessed_format(root: Path) -> str:
    """The format of annotated documents by the names of the files and, for JSON, by what is in them."""
    files = sorted(p for p in root.iterdir() if p.is_file()) if root.is_dir() else [root]
    formats = {found for path in files if (found := _format(path))}
    if len(formats) != 1:
        must = "must be of a format that can be told from its name (.jsonl, .conll, .ann, .json)"
        got = ", ".join(sorted(formats)) or "none"
        raise InvalidError(fault("TRN001", str(root), must, got, "Name it with --format, or format:."))
    return formats.pop()


def _format(path: Path) -> str:
    if path.suffix.lower() != ".json":
        return _BY_SUFFIX.get(path.suffix.lower(), "")
    with path.open(encoding="utf-8-sig", errors="replace") as stream:
        head = stream.read(_HEAD)
    if '"full_text"' in head:
        return "presidio"
    if '"annotations"' in head or '"doc_id"' in head or '"text"' in head:
        return "tab"
    return _of_whole(path)


def _of_whole(path: Path) -> str:
    """The format of a JSON file whose beginning did not tell."""
    try:
        records = json.loads(path.read_text(encoding="utf-8-sig"))
        first = records[0] if isinstance(records, list) and records else {}
    except (OSError, ValueError):
        return ""
    return "presidio" if "full_text" in first else "tab" if "annotations" in first else ""
