"""From a draft to the arrays of a taxonomy file, and its fingerprint."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import marisa_trie  # type: ignore[import-not-found,unused-ignore]
import numpy as np
from numpy.typing import NDArray

from adapters.knowledge.array_file import Array, write_arrays
from adapters.knowledge.closure import Ints, Rows, close, rows_of
from adapters.knowledge.importers.draft import TaxonomyDraft
from adapters.knowledge.labels import fold_label
from engine.errors import InvalidError, fault

FORMAT = 1
"""Version of the layout; a file of another version is built again."""

_DERIVED = (
    "key_trie",
    "sense_start",
    "senses",
)  # numbered by the trie library, so left out of the fingerprint


def write_taxonomy(path: Path, draft: TaxonomyDraft, origin: Mapping[str, str]) -> str:
    """Index `draft` and write it to `path`, whole or not at all.

    Parameters
    ----------
    path : Path
        A ``.npz`` file; its folder must exist.
    draft : TaxonomyDraft
        What an importer read.
    origin : mapping of str to str
        Where it came from: ``"source"`` in words, ``"sha256"`` of the content read.

    Returns
    -------
    str
        Its fingerprint.

    Raises
    ------
    InvalidError
        KNO009 when it has no concept or no label.
    """
    if not draft.concepts or not draft.labels:
        raise InvalidError(
            fault(
                "KNO009",
                draft.name,
                "must hold concepts with labels",
                f"{len(draft.concepts)} concepts, {len(draft.labels)} labels",
                "Check that this is the taxonomy file you meant.",
            )
        )
    ids = sorted(draft.concepts)
    number = {concept: i for i, concept in enumerate(ids)}
    arrays, dropped = _relation_arrays(draft, number)
    label_arrays, names = _label_arrays(draft, number)
    arrays |= {"ids": _text(ids)} | label_arrays | _key_arrays(draft, number)
    meta = {
        "format": FORMAT,
        "name": draft.name,
        "edition": draft.edition,
        "licence": draft.licence,
        "kind": draft.kind,
        "inflected": draft.inflected,
        "dropped": dropped,
        **names,
        **origin,
    }
    meta["fingerprint"] = _fingerprint(arrays, meta)
    arrays["meta"] = _text([json.dumps(meta, ensure_ascii=False, sort_keys=True)])
    write_arrays(path, arrays)
    return str(meta["fingerprint"])


def _fingerprint(arrays: Mapping[str, Array], meta: Mapping[str, object]) -> str:
    digest = hashlib.sha256(json.dumps([meta["edition"], meta["inflected"], meta["kinds"]]).encode())
    for name in sorted(arrays.keys() - set(_DERIVED)):
        digest.update(name.encode() + b"\0" + arrays[name].tobytes())
    return digest.hexdigest()


def _text(strings: Iterable[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(strings).encode(), np.uint8)


def _relation_arrays(
    draft: TaxonomyDraft, number: Mapping[str, int]
) -> tuple[dict[str, Array], dict[str, object]]:
    links = [(number[a], number[b]) for a, b in draft.broader if a in number and b in number]
    closure = close(len(number), [link for link in links if link[0] != link[1]])
    related = _related_rows(draft, number)
    ids = list(number)
    dropped = {
        "links to unknown concepts": len(draft.broader) - len(links),
        "links to itself": sum(a == b for a, b in links),
        "links closing a cycle": [[ids[a], ids[b]] for a, b in closure.broken],
    }
    arrays: dict[str, Array] = {"depth": closure.depth}
    rows = {"ancestor": closure.ancestors, "descendant": closure.descendants, "related": related}
    for name, row in rows.items():
        arrays |= {f"{name}_start": row.start, f"{name}s": row.values}
    return arrays, dropped


def _related_rows(draft: TaxonomyDraft, number: Mapping[str, int]) -> Rows:
    known = [(number[a], number[b]) for a, b in draft.related if a in number and b in number and a != b]
    pairs = dict.fromkeys(known + [(b, a) for a, b in known])
    by_concept = sorted(pairs, key=lambda pair: pair[0])
    columns = np.array(by_concept, np.int32).reshape(-1, 2)
    return rows_of(columns[:, 0], columns[:, 1], len(number))


def _label_arrays(
    draft: TaxonomyDraft, number: Mapping[str, int]
) -> tuple[dict[str, Array], dict[str, Sequence[str]]]:
    named = [label for label in draft.labels if label.concept in number and label.text.strip()]
    labels = sorted(dict.fromkeys(named), key=lambda label: number[label.concept])
    owners = np.array([number[label.concept] for label in labels], np.int32)
    texts = [" ".join(label.text.split()).encode() for label in labels]
    languages = sorted({label.language for label in labels})
    kinds = sorted({_kind(label.kind)[0] for label in labels})
    ends = np.zeros(len(texts) + 1, np.int64)
    np.cumsum([len(text) for text in texts], out=ends[1:])
    arrays: dict[str, Array] = {
        "label_start": rows_of(owners, owners, len(number)).start,
        "label_text_start": ends,
        "label_text": np.frombuffer(b"".join(texts), np.uint8),
        "label_language": np.array([languages.index(label.language) for label in labels], np.uint16),
        "label_kind": np.array([kinds.index(_kind(label.kind)[0]) for label in labels], np.uint16),
        "label_number": np.array([_kind(label.kind)[1] for label in labels], np.int64),
    }
    return arrays, {"languages": languages, "kinds": kinds}


def _kind(kind: str) -> tuple[str, int]:
    """``"FSN 517382016"`` as its word and its number, so that provenance stays small."""
    word, _, digits = kind.partition(" ")
    return (word, int(digits)) if digits.isdecimal() else (kind, -1)


def _key_arrays(draft: TaxonomyDraft, number: Mapping[str, int]) -> dict[str, Array]:
    best: dict[tuple[str, int], tuple[tuple[int, ...], str]] = {}
    for label in (*draft.labels, *draft.keys):
        if label.concept in number and (key := fold_label(label.text)):
            place = (key, number[label.concept])
            sense = (label.priority, label.pos)
            best[place] = min(best.get(place, sense), sense)
    trie = marisa_trie.Trie(sorted({key for key, _ in best}))
    senses = sorted((trie[key], priority, concept, pos) for (key, concept), (priority, pos) in best.items())
    owners: Ints = np.array([sense[0] for sense in senses], np.int32)
    rows = rows_of(owners, np.array([sense[2] for sense in senses], np.int32), len(trie))
    return {
        "key_trie": np.frombuffer(trie.tobytes(), np.uint8),
        "sense_start": rows.start,
        "senses": rows.values,
        "sense_pos": np.array([ord(sense[3]) for sense in senses], np.uint8),
    }
