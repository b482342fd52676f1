"""The probability that entities must be masked, for all entities of a document at once.

Equals `EntityModel.probability` of `entity_features`, entity by entity (a test proves it). There a
feature is a string that is looked up; here the words of a document are looked up once each, and
an entity's features are rows of weights.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat

import numpy as np
import numpy.typing as npt

from engine.methods.names.entities.decoding import (
    NUMBERS,
    PLACES,
    Entity,
    EntityModel,
    entity_features,
    of_length,
    place_of,
)
from engine.methods.names.tagger.features import Lexicon, Tokens, shape

Floats = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

_WORDS = ("left", "left2", "before", "right", "after", "first", "last", "w", "digits")
"""Families whose values are single words."""
_STRINGS = ("all", "shape", "lefts")
"""Families whose values are several words or shapes."""
_BEFORE = ((-1, "left"), (-2, "left2"), (-3, "before"), (-4, "before"), (-5, "before"), (-6, "before"))
_AFTER = ((0, "right"), (1, "after"), (2, "after"), (3, "after"))
_LONGEST_SHAPE = 4
_FEW = 10
"""Below so many entities the plain way is faster: a table costs a fixed third of a millisecond."""
_OTHER = "\n"  # no word holds one


@dataclass(frozen=True)
class _Found:
    """Entities as arrays: tokens and owner of each mention, first mention and category of each entity."""

    first: IntArray
    end: IntArray
    owner: IntArray
    heads: IntArray
    kind: IntArray


class EntityJudge:
    """An `EntityModel` as tables of weights.

    Parameters
    ----------
    model : EntityModel
    lexicon : Lexicon
        Word lists of its features.
    """

    def __init__(self, model: EntityModel, lexicon: Lexicon) -> None:
        self._model, self._lexicon = model, lexicon
        self._prepared = False

    def _prepare(self) -> None:
        """Make the tables: short texts never need them."""
        model, lexicon = self._model, self._lexicon
        flags, numbers = _by_family(model.weights)
        kinds = {kind for values in (*flags.values(), numbers) for _, kind in values if kind}
        self._kinds = {kind: i for i, kind in enumerate(sorted(kinds | {v for v, _ in flags["category"]}))}
        self._base = self._base_of(flags, model.bias)
        self._numbers = self._table(NUMBERS, numbers)
        names = list(lexicon)
        self._lists = np.stack([self._table(names, flags["list"]), self._table(names, flags["all in"])])
        self._row = _numbered({"^", "$"}.union(v for family in _WORDS for v, _ in flags[family]))
        self._words = np.concatenate([self._table(self._row, flags[family]) for family in _WORDS])
        self._known = {family: _numbered({v for v, _ in flags[family]}) for family in _STRINGS}
        self._strings = {f: self._table(self._known[f], flags[f]) for f in _STRINGS}
        self._prepared = True

    def _table(self, values: Sequence[str] | Mapping[str, int], weights: _Weights) -> Floats:
        """Weights of values (rows) for entities of each category (columns, the last for any other)."""
        row = values if isinstance(values, Mapping) else {value: i for i, value in enumerate(values)}
        table = np.zeros((len(row), len(self._kinds) + 1))
        for (value, kind), weight in weights.items():
            if value in row:
                table[row[value], self._kinds[kind] if kind else slice(None)] += weight
        return table

    def _base_of(self, flags: Mapping[str, _Weights], bias: float) -> Floats:
        """Bias and weights of place, ``once`` and category, shape (places, 2, categories)."""
        category = np.zeros(len(self._kinds) + 1)
        for (value, _), weight in flags["category"].items():
            category[self._kinds[value]] += weight
        places, once = self._table(PLACES, flags["place"]), self._table(("False", "True"), flags["once"])
        total: Floats = bias + category + places[:, None, :] + once[None, :, :]
        return total

    def probabilities(self, entities: Sequence[Entity], tokens: Tokens) -> list[float]:
        """Probability of each entity that it must be masked.

        Parameters
        ----------
        entities : sequence of Entity
        tokens : Tokens
            Of the document they come from.

        Returns
        -------
        list of float
        """
        if len(entities) < _FEW:
            plain = self._model.probability
            return [plain(entity_features(entity, tokens, self._lexicon)) for entity in entities]
        return self._at_once(entities, tokens)

    def _at_once(self, entities: Sequence[Entity], tokens: Tokens) -> list[float]:
        """`probabilities` by tables, of one entity or more."""
        if not self._prepared:
            self._prepare()
        found = self._as_arrays(entities)
        heads = found.first[found.heads]
        places = np.array([place_of(p) for p in tokens.paragraphs[heads].tolist()])
        n_mentions = np.bincount(found.owner)
        total = self._base[places, (n_mentions == 1).astype(np.int64), found.kind]
        numbers = _numbers(entities, found, n_mentions, len(tokens))
        total = total + np.einsum("ne,en->e", numbers, self._numbers.T[found.kind])
        own, offsets = _positions(heads, found.end[found.heads])
        total += self._of_words(tokens, found, own, offsets)
        total += self._of_lists(tokens, found, own, offsets)
        total += self._of_strings(tokens, found)
        result: list[float] = (1 / (1 + np.exp(-np.maximum(total, -500.0)))).tolist()
        return result

    def _as_arrays(self, entities: Sequence[Entity]) -> _Found:
        mentions = [m for e in entities for m in e.mentions]
        counts = np.array([len(e.mentions) for e in entities])
        other = len(self._kinds)
        return _Found(
            np.array([m.first for m in mentions], np.int64),
            np.array([m.end for m in mentions], np.int64),
            np.repeat(np.arange(len(entities)), counts),
            np.cumsum(counts) - counts,
            np.array([self._kinds.get(e.category, other) for e in entities], np.int64),
        )

    def _of_words(self, tokens: Tokens, found: _Found, own: IntArray, offsets: IntArray) -> Floats:
        """Weights of words of and around the entities; a word counts once in a family."""
        n_rows, n = len(self._row), len(tokens)
        types = tokens.lowered_types
        rows = np.fromiter(map(self._row.get, types, repeat(0)), np.int64, len(types))[tokens.ids]
        digits = _of_types(tokens, own, lambda w: self._row.get(str(len(w)), 0) if w.isdigit() else -1)
        around = _BEFORE + _AFTER
        at = np.concatenate(
            [found.first[:, None] + [d for d, _ in _BEFORE], found.end[:, None] + [d for d, _ in _AFTER]], 1
        )
        words = np.where((at >= 0) & (at < n), rows.take(at, mode="clip"), 0)
        words[:, :2][at[:, :2] < 0] = self._row["^"]
        words[:, len(_BEFORE)][at[:, len(_BEFORE)] >= n] = self._row["$"]
        pieces = [(found.owner, _WORDS.index(family), words[:, i]) for i, (_, family) in enumerate(around)]
        entities = np.arange(len(found.heads))
        pieces.append((entities, _WORDS.index("first"), rows[own[offsets]]))
        pieces.append((entities, _WORDS.index("last"), rows[found.end[found.heads] - 1]))
        owner = np.repeat(entities, np.diff(np.append(offsets, len(own))))
        pieces.append((owner, _WORDS.index("w"), np.where(digits < 0, rows[own], 0)))
        pieces.append((owner, _WORDS.index("digits"), np.maximum(digits, 0)))
        owners, families, values = zip(*pieces, strict=True)
        of_piece = np.concatenate(owners) * len(_WORDS) + np.repeat(families, [len(o) for o in owners])
        row = np.concatenate(values)
        keys = np.unique((of_piece * n_rows + row)[row > 0])
        owner = keys // (len(_WORDS) * n_rows)
        weights = self._words[keys % (len(_WORDS) * n_rows), found.kind[owner]]
        return np.bincount(owner, weights, len(entities)).astype(np.float64, copy=False)

    def _of_lists(self, tokens: Tokens, found: _Found, own: IntArray, offsets: IntArray) -> Floats:
        """Weights of the word lists that some, and that all, words of the entities are in."""
        bit = {name: 1 << i for i, name in enumerate(self._lexicon)}
        names_of = self._lexicon.names_of
        masks = _of_types(tokens, own, lambda word: sum(bit[name] for name in names_of(word)))
        some = np.bitwise_or.reduceat(masks, offsets)
        every = np.bitwise_and.reduceat(masks, offsets)
        member = (np.stack([some, every])[:, :, None] >> np.arange(len(bit))) & 1
        total: Floats = np.einsum(
            "fel,fel->e", member.astype(np.float64), self._lists.transpose(0, 2, 1)[:, found.kind]
        )
        return total

    def _of_strings(self, tokens: Tokens, found: _Found) -> Floats:
        """Weights of the entities' words and shapes as a whole, and of the two words before them."""
        lowered, words = tokens.lowered, tokens.words
        firsts, ends = found.first.tolist(), found.end.tolist()
        heads = [(firsts[i], ends[i]) for i in found.heads.tolist()]
        shapes: dict[str, str] = {}
        for a, b in heads:
            for word in words[a : min(b, a + _LONGEST_SHAPE)]:
                if word not in shapes:
                    shapes[word] = shape(word)
        values = {
            "all": [" ".join(lowered[a:b]) for a, b in heads],
            "shape": [" ".join([shapes[w] for w in words[a : min(b, a + _LONGEST_SHAPE)]]) for a, b in heads],
        }
        total = np.zeros(len(heads))
        for family, strings in values.items():
            known = self._known[family]
            total += self._strings[family][[known.get(s, 0) for s in strings], found.kind]
        return total + self._of_two_before(lowered, found, firsts)

    def _of_two_before(self, lowered: Sequence[str], found: _Found, firsts: Sequence[int]) -> Floats:
        known = self._known["lefts"]
        rows = [known.get(" ".join(lowered[max(0, first - 2) : first]), 0) for first in firsts]
        keys = np.unique(found.owner * len(known) + np.array(rows, np.int64))
        owner = keys // len(known)
        weights = self._strings["lefts"][keys % len(known), found.kind[owner]]
        return np.bincount(owner, weights, len(found.heads)).astype(np.float64, copy=False)


_Weights = dict[tuple[str, str], float]
"""Weights by value (or name of a number) and category; the category is empty where it counts for all."""


def _by_family(weights: Mapping[str, float]) -> tuple[Mapping[str, _Weights], _Weights]:
    """Weights of flags by family, and of numbers."""
    flags: dict[str, _Weights] = defaultdict(dict)
    numbers: _Weights = {}
    for name, weight in weights.items():
        family, is_flag, value = name.partition("=")
        general, _, kind = family.partition("&")
        if is_flag:
            flags[general][value, kind] = weight
        else:
            numbers[general, kind] = weight
    return flags, numbers


def _numbered(values: set[str]) -> dict[str, int]:
    """Numbers of values from 1; 0 stands for all others."""
    return {_OTHER: 0, **{value: i for i, value in enumerate(sorted(values), 1)}}


def _positions(firsts: IntArray, ends: IntArray) -> tuple[IntArray, IntArray]:
    """The indices of all ranges, one after the other, and where each range begins among them."""
    lengths = ends - firsts
    offsets = np.cumsum(lengths) - lengths
    return np.arange(int(lengths.sum())) + np.repeat(firsts - offsets, lengths), offsets


def _of_types(tokens: Tokens, at: IntArray, value: Callable[[str], int]) -> IntArray:
    """A value of the words (in lower case) at the indices `at`, computed once for each distinct word."""
    types, inverse = np.unique(tokens.ids[at], return_inverse=True)
    words = tokens.lowered_types
    return np.array([value(words[i]) for i in types.tolist()], np.int64)[inverse]


def _numbers(entities: Sequence[Entity], found: _Found, n_mentions: IntArray, n_tokens: int) -> Floats:
    """The numbers of `NUMBERS` for each entity, shape (n_numbers, n_entities)."""
    evidence = np.array([m.evidence for e in entities for m in e.mentions])
    public = np.array([m.public for e in entities for m in e.mentions])
    odds = _log_odds(evidence, 1e-4)
    lengths = (found.end - found.first)[found.heads]
    by_name = {
        "max": np.maximum.reduceat(odds, found.heads),
        "mean": np.add.reduceat(odds, found.heads) / n_mentions,
        "min": np.minimum.reduceat(odds, found.heads),
        "public": _log_odds(np.add.reduceat(public, found.heads) / n_mentions, 0.01),
        "mentions": np.log(n_mentions),
        "tokens": np.log(lengths),
        "document": np.full(len(entities), of_length(n_tokens)),
    }
    return np.stack([by_name[name] for name in NUMBERS])


def _log_odds(probability: Floats, least: float) -> Floats:
    kept = np.clip(probability, least, 1 - least)
    odds: Floats = np.log(kept / (1 - kept))
    return odds
