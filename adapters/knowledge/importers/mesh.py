"""Medical Subject Headings: the tree of headings, alone or with their entry terms.

References
----------
National Library of Medicine, Introduction to MeSH: MeSH tree structures; ``mtrees<year>.bin``.
MeSH ASCII format, data elements MH, MN, ENTRY, PRINT ENTRY; ``d<year>.bin``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from adapters.knowledge.importers.draft import DraftLabel, TaxonomyDraft
from engine.errors import InvalidError, fault

LICENCE = "Courtesy of the U.S. National Library of Medicine; see its terms for MeSH data"

_RECORD = "*NEWRECORD"


def draft_of(path: Path, name: str, sha256: str) -> TaxonomyDraft:
    """Headings and their places in the tree.

    Parameters
    ----------
    path : Path
        Lines ``tree number TAB descriptor id TAB heading`` (a header line is
        skipped), ``heading;tree number`` as in ``mtrees<year>.bin``, or the records
        of descriptors as in ``d<year>.bin``, which hold entry terms too.
    name : str
        Name for policies.
    sha256 : str
        Of the file; it stands for the version.

    Raises
    ------
    InvalidError
        KNO019 when a line is of neither form.

    Notes
    -----
    A concept is a place in the tree, its id the tree number. A heading that stands
    at several places has a sense for each: its generalizations differ from place to
    place, and those of one place do not hold at another (sexually transmitted
    diseases stand under viral diseases, too, but syphilis does not).
    An inverted heading ("Lupus Erythematosus, Systemic") is also found in the
    order of speech. Entry terms are other names; those that the library calls
    broader or related are left out.
    """
    draft = TaxonomyDraft(name, f"{name}:{sha256[:12]}", LICENCE, "mesh")
    for tree_number, heading, *entries in _rows(path):
        draft.concepts.add(tree_number)
        draft.labels += _labels(tree_number, heading)
        draft.labels += [DraftLabel(tree_number, entry, "en", "entry-term", (2,)) for entry in entries]
        if "." in tree_number:
            draft.broader.append((tree_number, tree_number.rpartition(".")[0]))
    return draft


def _labels(concept: str, heading: str) -> Iterator[DraftLabel]:
    yield DraftLabel(concept, heading, "en", "heading")
    head, comma, qualifier = heading.partition(", ")
    if comma and "," not in qualifier:
        yield DraftLabel(concept, f"{qualifier} {head}", "en", "heading-as-spoken", (1,))


def _rows(path: Path) -> Iterator[tuple[str, ...]]:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(path, 0) from error
    if lines and lines[0].strip() == _RECORD:
        yield from _records(path, lines)
        return
    for number, line in enumerate(lines, 1):
        tabbed, ended = line.split("\t"), line.rpartition(";")
        if len(tabbed) == 3:
            if number > 1 or tabbed[1].strip("0123456789") == "D":
                yield tabbed[0], tabbed[2]
        elif ended[1] and ended[2][:1].isalpha():
            yield ended[2], ended[0]
        elif line.strip():
            raise _unreadable(path, number)


def _records(path: Path, lines: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Places of each descriptor's heading, with its entry terms."""
    fields: dict[str, list[str]] = {}
    for number, line in enumerate([*lines, _RECORD], 1):
        key, equals, value = line.partition(" = ")
        if line.strip() == _RECORD:
            for place in fields.get("MN", ()):
                yield (place, *fields.get("MH", ())[:1], *map(_entry, fields.get("ENTRY", ())))
            fields = {}
        elif equals and _names_equally(value):
            fields.setdefault(key.removeprefix("PRINT "), []).append(value.strip())
        elif line.strip() and not equals and not re.fullmatch(r"[A-Z ]+=\s*", line):
            raise _unreadable(path, number)


def _names_equally(value: str) -> bool:
    return not {"BRD", "REL"} & set(value.split("|")[1:])


def _entry(value: str) -> str:
    return value.partition("|")[0].strip()


def _unreadable(path: Path, number: int) -> InvalidError:
    return InvalidError(
        fault(
            "KNO019",
            f"{path.name}:{number}",
            "must be a line of the MeSH tree (number, id and heading between tabs, or heading;number) "
            "or of its descriptors",
            "another line",
            "Give mtrees<year>.bin, d<year>.bin or the table of tree numbers, unchanged.",
        )
    )
