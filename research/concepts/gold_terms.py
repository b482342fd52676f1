"""Documents with the terms that experts would remove to hide their topic."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import InvalidError, fault

MIN_LEVEL = 2


@dataclass(frozen=True)
class GoldDocument:
    """A document with the terms that experts would remove to hide its topic.

    Parameters
    ----------
    name : str
        Name of the file, which is the protected concept.
    text : str
        The document.
    terms : mapping
        Terms by annotator, those of at least the wanted level.
    """

    name: str
    text: str
    terms: Mapping[str, Sequence[str]]

    @property
    def concept(self) -> str:
        """The protected concept as the text writes it inside sentences ("syphilis", "Los Angeles")."""
        lower = self.name[:1].lower() + self.name[1:]
        inside = re.findall(rf"[a-z,] ({re.escape(self.name)}|{re.escape(lower)})\b", self.text)
        return lower if inside.count(lower) > inside.count(self.name) else self.name


def read_gold(folder: Path, min_level: int = MIN_LEVEL) -> list[GoldDocument]:
    """Documents of a folder: ``<name>.txt`` with ``<name>.terms.<annotator>.tsv``.

    Parameters
    ----------
    folder : Path
        The folder; a line of a term list is term TAB confidence, 1 to 3.
    min_level : int
        Least confidence that counts.

    Raises
    ------
    InvalidError
        ``EVA001`` no such document in the folder; ``EVA002`` a line cannot be read.
    """
    documents = []
    for path in sorted(folder.glob("*.txt")):
        lists = sorted(folder.glob(f"{path.stem}.terms.*.tsv"))
        if lists:
            terms = {each.stem.rsplit(".", 1)[1]: _read_terms(each, min_level) for each in lists}
            documents.append(GoldDocument(path.stem, path.read_text(encoding="utf-8"), terms))
    if not documents:
        raise InvalidError(
            fault(
                "EVA001",
                str(folder),
                "must hold documents with annotated terms",
                "",
                "Expected are NAME.txt and NAME.terms.A.tsv, lines of term TAB confidence.",
            )
        )
    return documents


def _read_terms(path: Path, min_level: int) -> list[str]:
    terms = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        term, tab, level = line.partition("\t")
        if not line.strip():
            continue
        if not tab or not level.strip().isdigit():
            raise InvalidError(
                fault(
                    "EVA002",
                    f"{path.name}:{number}",
                    "must be a term, a tab and a confidence from 1 to 3",
                    "",
                    "Correct the line.",
                )
            )
        if int(level) >= min_level:
            terms.append(term)
    return terms
