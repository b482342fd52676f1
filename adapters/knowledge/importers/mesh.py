"""Medical Subject Headings: the tree of headings, as one line for each place in the tree.

References
----------
National Library of Medicine, Introduction to MeSH: MeSH tree structures; ``mtrees<year>.bin``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from adapters.knowledge.importers.draft import DraftLabel, TaxonomyDraft
from engine.errors import InvalidError, fault

LICENCE = "Courtesy of the U.S. National Library of Medicine; see its terms for MeSH data"


def draft_of(path: Path, name: str, sha256: str) -> TaxonomyDraft:
    """Headings and their places in the tree.

    Parameters
    ----------
    path : Path
        Lines ``tree number TAB descriptor id TAB heading`` (a header line is
        skipped), or ``heading;tree number`` as in ``mtrees<year>.bin``.
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
    order of speech.
    """
    draft = TaxonomyDraft(name, f"{name}:{sha256[:12]}", LICENCE, "mesh")
    for tree_number, heading in _rows(path):
        draft.concepts.add(tree_number)
        draft.labels += _labels(tree_number, heading)
        if "." in tree_number:
            draft.broader.append((tree_number, tree_number.rpartition(".")[0]))
    return draft


def _labels(concept: str, heading: str) -> Iterator[DraftLabel]:
    yield DraftLabel(concept, heading, "en", "heading")
    head, comma, qualifier = heading.partition(", ")
    if comma and "," not in qualifier:
        yield DraftLabel(concept, f"{qualifier} {head}", "en", "heading-as-spoken", (1,))


def _rows(path: Path) -> Iterator[tuple[str, str]]:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(path, 0) from error
    for number, line in enumerate(lines, 1):
        tabbed, ended = line.split("\t"), line.rpartition(";")
        if len(tabbed) == 3:
            if number > 1 or tabbed[1].strip("0123456789") == "D":
                yield tabbed[0], tabbed[2]
        elif ended[1] and ended[2][:1].isalpha():
            yield ended[2], ended[0]
        elif line.strip():
            raise _unreadable(path, number)


def _unreadable(path: Path, number: int) -> InvalidError:
    return InvalidError(
        fault(
            "KNO019",
            f"{path.name}:{number}",
            "must be a line of the MeSH tree: number, id and heading between tabs, or heading;number",
            "another line",
            "Give mtrees<year>.bin or the table of tree numbers, unchanged.",
        )
    )
