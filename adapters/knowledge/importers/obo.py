"""Taxonomies in the OBO text format.

The ready readers were tried: pronto 2.7 (fastobo) refuses the Disease Ontology
of 2016, whose cross-references hold unquoted blanks; only five tags are needed here.

References
----------
OBO Flat File Format 1.4, sections 2 (syntax) and 3 (tags).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from adapters.knowledge.importers.draft import DraftLabel, TaxonomyDraft
from engine.errors import InvalidError, fault

_SYNONYM = re.compile(r'"((?:[^"\\]|\\.)*)"\s+(EXACT|NARROW|RELATED)\b')
_KINDS = ("name", "EXACT", "NARROW", "RELATED")
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", "W": " "}
_QUALIFIERS = re.compile(r"\s*(\{[^{}]*\})?\s*(!.*)?$")

Stanza = Mapping[str, Sequence[str]]


def draft_of(path: Path, name: str, sha256: str) -> TaxonomyDraft:
    """Terms, names, synonyms and is_a links of an OBO file; obsolete terms are left out.

    Parameters
    ----------
    path : Path
        An ``.obo`` file.
    name : str
        Name for policies.
    sha256 : str
        Of the file; it stands for the version when the file states none.

    Raises
    ------
    InvalidError
        KNO015 when it cannot be read as OBO.

    Notes
    -----
    Broad synonyms name a more general concept and are left out.
    """
    try:
        stanzas = list(_stanzas(path))
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(path) from error
    if not stanzas or "format-version" not in stanzas[0][1]:
        raise _unreadable(path)
    version = stanzas[0][1].get("data-version", [sha256[:12]])[0]
    draft = TaxonomyDraft(name, f"{name}:{_short(version)}", "as stated by the publisher of the file", "obo")
    for kind, stanza in stanzas[1:]:
        if kind == "Term" and stanza.get("is_obsolete") != ["true"] and "id" in stanza:
            _add_term(draft, stanza)
    return draft


def _short(version: str) -> str:
    date = re.search(r"\d{4}-\d{2}-\d{2}", version)
    return date[0] if date else version.replace(" ", "-")


def _stanzas(path: Path) -> Iterator[tuple[str, dict[str, list[str]]]]:
    kind, stanza = "", dict[str, list[str]]()
    with path.open(encoding="utf-8") as file:
        for line in map(str.strip, file):
            if line.startswith("[") and line.endswith("]"):
                yield kind, stanza
                kind, stanza = line[1:-1], {}
            elif ":" in line and not line.startswith("!"):
                tag, _, value = line.partition(":")
                stanza.setdefault(tag, []).append(value.strip())
    yield kind, stanza


def _add_term(draft: TaxonomyDraft, stanza: Stanza) -> None:
    concept = stanza["id"][0].split()[0]
    draft.concepts.add(concept)
    names = [("name", _QUALIFIERS.sub("", text)) for text in stanza.get("name", ())]
    found = (_SYNONYM.match(text) for text in stanza.get("synonym", ()))
    names += sorted(((m[2], m[1]) for m in found if m), key=lambda name: _KINDS.index(name[0]))
    for kind, text in names:
        label = _ESCAPE.sub(lambda escape: _ESCAPED.get(escape[1], escape[1]), text)
        draft.labels.append(DraftLabel(concept, label, "en", f"obo:{kind}", (_KINDS.index(kind),)))
    draft.broader += [(concept, link.split()[0]) for link in stanza.get("is_a", ()) if link]


def _unreadable(path: Path) -> InvalidError:
    return InvalidError(
        fault(
            "KNO015",
            path.name,
            "must be an ontology in OBO format",
            "a file without its format-version header or not in UTF-8",
            "Give the .obo file of the publisher, unchanged.",
        )
    )
