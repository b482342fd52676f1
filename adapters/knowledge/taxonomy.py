"""A taxonomy ready for look-ups: one array slice each, shared between processes."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import marisa_trie  # type: ignore[import-not-found,unused-ignore]
import numpy as np

from adapters.knowledge.array_file import Array, map_arrays
from adapters.knowledge.labels import base_forms, fold_label, plural_forms
from adapters.knowledge.taxonomy_file import FORMAT
from engine.errors import InvalidError, fault
from engine.ports import Label


class Taxonomy:
    """A knowledge base read from a taxonomy file (WordNet, RDF, SNOMED CT... alike).

    Implements `engine.ports.KnowledgeBase`.

    Parameters
    ----------
    path : Path
        A file made by `adapters.knowledge.taxonomy_file.write_taxonomy`.

    Attributes
    ----------
    name : str
        What policies call it.
    fingerprint : str
        sha256 of its content: equal content, equal fingerprint, wherever it came from.
    meta : mapping
        Edition, licence, kind, source, sha256 of the source, what was left out.

    Raises
    ------
    InvalidError
        KNO003 when the file is damaged or of another version.
    """

    def __init__(self, path: Path) -> None:
        arrays, self.meta = _mapped(path)
        try:
            self._arrange(arrays)
        except (ValueError, KeyError) as error:
            raise _damaged(path, "a damaged file") from error
        self.name = str(self.meta["name"])
        self.fingerprint = str(self.meta["fingerprint"])
        self._path = path
        self._inflected = bool(self.meta["inflected"])
        self._edition = str(self.meta["edition"])
        self._kinds = cast(Sequence[str], self.meta["kinds"])
        self._languages = cast(Sequence[str], self.meta["languages"])

    def _arrange(self, arrays: Mapping[str, Array]) -> None:
        self._ids = arrays["ids"].tobytes().decode().split("\n")
        self._trie = marisa_trie.Trie().frombytes(arrays["key_trie"].tobytes())
        views = {name: _indexable(array) for name, array in arrays.items()}
        self._sense_start, self._senses = views["sense_start"], views["senses"]
        self._sense_pos = views["sense_pos"]
        self._ancestor_start, self._ancestors = views["ancestor_start"], views["ancestors"]
        self._descendant_start, self._descendants = views["descendant_start"], views["descendants"]
        self._related_start, self._related = views["related_start"], views["relateds"]
        self._depth = views["depth"]
        self._label_start, self._label_text_start = views["label_start"], views["label_text_start"]
        self._label_text, self._label_number = arrays["label_text"].data, views["label_number"]
        self._label_language, self._label_kind = views["label_language"], views["label_kind"]

    def __reduce__(self) -> tuple[type[Taxonomy], tuple[Path]]:
        return Taxonomy, (self._path,)

    def __len__(self) -> int:
        """Number of concepts."""
        return len(self._ids)

    @property
    def n_labels(self) -> int:
        """Number of names."""
        return len(self._label_number)

    @property
    def n_links(self) -> int:
        """Number of pairs of a concept and something that generalizes it."""
        return len(self._ancestors)

    def concepts(self, label: str) -> Sequence[str]:
        """Concepts that `label` names, most frequent sense first.

        Exact (case-folded) names come first, then the concepts whose name
        `label` inflects in English; a regular plural is tried last.
        """
        folded = fold_label(label)
        found = self._senses_of(folded)
        if self._inflected:
            for form, pos in base_forms(folded):
                found += [sense for sense in self._senses_of(form, pos) if sense not in found]
            if not found and folded:
                for form in plural_forms(folded):
                    found += [sense for sense in self._senses_of(form, "n") if sense not in found]
        ids = self._ids
        return [ids[sense] for sense in found]

    def labels(self, concept: str, language: str = "en") -> Sequence[Label]:
        """Labels of `concept` in `language`, the preferred one first.

        Parameters
        ----------
        concept : str
            An id.
        language : str
            BCP 47 tag: ``"en"`` also takes ``"en-GB"``. Empty: every language.
            Labels of unstated language always count.
        """
        number = self._number(concept)
        found = []
        for row in range(self._label_start[number], self._label_start[number + 1]):
            tag = self._languages[self._label_language[row]]
            if _speaks(tag, language):
                found.append(self._label(row, concept, tag))
        return found

    def ancestors(self, concept: str) -> Sequence[str]:
        """Generalizations of `concept`, most specific first, each once."""
        return self._slice(concept, self._ancestor_start, self._ancestors)

    def descendants(self, concept: str) -> Sequence[str]:
        """Specializations of `concept`, nearest first, each once."""
        return self._slice(concept, self._descendant_start, self._descendants)

    def related(self, concept: str) -> Sequence[str]:
        """Concepts linked without is-a: derived words, adjectives of a noun, ``skos:related``."""
        return self._slice(concept, self._related_start, self._related)

    def depth(self, concept: str) -> int:
        """Links on the longest way up from `concept`; 0 for a most general concept."""
        return self._depth[self._number(concept)]

    def n_descendants(self, concept: str) -> int:
        """Number of specializations of `concept`."""
        number = self._number(concept)
        return self._descendant_start[number + 1] - self._descendant_start[number]

    def vocabulary(self) -> Iterator[str]:
        """All labels and irregular forms, case-folded, each once."""
        return iter(self._trie)

    def concept_ids(self) -> Sequence[str]:
        """All concept ids, sorted."""
        return tuple(self._ids)

    def _number(self, concept: str) -> int:
        number = bisect_left(self._ids, concept)
        if number == len(self._ids) or self._ids[number] != concept:
            raise InvalidError(
                fault("KNO001", f"knowledge {self.name}", "must know the concept", concept, _OTHER_ID)
            )
        return number

    def _slice(self, concept: str, start: memoryview, values: memoryview) -> list[str]:
        number = self._number(concept)
        ids = self._ids
        return [ids[other] for other in values[start[number] : start[number + 1]].tolist()]

    def _senses_of(self, folded: str, pos: str = "") -> list[int]:
        key = self._trie.get(folded)
        if key is None:
            return []
        start, end = self._sense_start[key], self._sense_start[key + 1]
        senses = self._senses[start:end].tolist()
        if pos:
            return [
                sense
                for sense, code in zip(senses, self._sense_pos[start:end], strict=True)
                if code == ord(pos)
            ]
        return senses

    def _label(self, row: int, concept: str, language: str) -> Label:
        start, end = self._label_text_start[row], self._label_text_start[row + 1]
        source = f"{self._edition} {concept}"
        if kind := self._kinds[self._label_kind[row]]:
            source = f"{source} {kind}"
        if (number := self._label_number[row]) >= 0:
            source = f"{source} {number}"
        return Label(str(self._label_text[start:end], "utf-8"), language, source)


_OTHER_ID = "Concept ids are those returned by concepts(); they change with the edition."


def _indexable(array: Array) -> memoryview:
    """A view that gives plain numbers, several times faster than numpy does one by one."""
    octets = cast(Any, array.view(np.uint8).data)  # mypy cannot follow a cast to a code known at run time
    return cast(memoryview, octets.cast(array.dtype.char))


def _speaks(tag: str, language: str) -> bool:
    return not tag or not language or tag == language or tag.startswith(language + "-")


def name_in(path: Path) -> str:
    """What policies call the taxonomy of a file; of the rest nothing is read.

    Raises
    ------
    InvalidError
        KNO003 when the file is damaged or of another version.
    """
    return str(_mapped(path)[1]["name"])


def _mapped(path: Path) -> tuple[Mapping[str, Array], Mapping[str, object]]:
    """The arrays of a file, and what it says of itself."""
    try:
        arrays = map_arrays(path)
        meta: Mapping[str, object] = json.loads(arrays["meta"].tobytes())
    except (OSError, ValueError, KeyError) as error:
        raise _damaged(path, "a damaged file") from error
    if meta["format"] != FORMAT:
        raise _damaged(path, f"format {meta['format']}")
    return arrays, meta


def _damaged(path: Path, got: str) -> InvalidError:
    return InvalidError(
        fault(
            "KNO003",
            str(path.name),
            "must be a taxonomy file of this version",
            got,
            f"Delete the folder {path.parent.name} in kb_cache and fetch or import it again.",
        )
    )
