"""A linear sequence tagger: weights of features and of label pairs, applied to whole documents at once.

The weights of a linear-chain conditional random field and of a linear
classifier with the previous label as a feature have the same form; they
differ only in how they were learned and in how they decode.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.methods.names.tagger.features import (
    BIAS,
    EDGE,
    OFFSETS,
    PAIRS,
    Lexicon,
    Tokens,
    document_attributes,
    paragraph_attribute,
    shape,
    word_attributes,
)
from engine.methods.names.tagger.known_words import KnownWords

Floats = npt.NDArray[np.float32]
Floats64 = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

_PAD = max(OFFSETS)
_BATCH = 64
_BLOCK = 1 << 16
"""Tokens whose weights are summed at once: of a large text all at once took ten times its memory."""
_WORDS_AT_ONCE = 1 << 11
"""Distinct words whose attributes are looked up at once."""
_SCALE_EVERY = 6
_SHAPE_BITS = 21
"""Bits for the number of a shape, so that three are one number: there are fewer signs than that."""
_LEAST = -50.0
"""Log weights below the best by more than this count as this, so that six steps stay in double precision."""
_PLAIN_SHAPES = frozenset({"x", "X", "Xx", "XX", "d", "dd", "ddd", "dddd", "year"})


@dataclass(frozen=True, repr=False)
class LinearTagger:
    """Weights of a linear sequence model over the features of `engine.methods.names.tagger.features`.

    Parameters
    ----------
    labels : sequence of str
        ``"O"`` and ``"I-<category>"``; ``"B-"`` where a learner tells beginnings apart.
    attributes : mapping of str to int
        Row of `attribute_weights` of each attribute of a word.
    attribute_weights : float array, shape (n_attributes, n_offsets, n_labels)
        Weight of an attribute of the word at each of `OFFSETS`.
    pairs : mapping of tuple of str to int
        Row of `pair_weights` of each pair of neighbouring words, in lower case.
    pair_weights : float array, shape (n_pairs, n_kinds, n_labels)
        Weight of a pair at each place of `PAIRS`.
    others : mapping of str to float array of shape (n_labels,)
        Weights of shape triples, document and paragraph features by their full names.
    transitions : float array, shape (n_labels, n_labels)
        Weight of label i followed by label j.
    lexicon : Lexicon
        Word lists that the features ask.
    """

    labels: Sequence[str]
    attributes: Mapping[str, int]
    attribute_weights: Floats
    pairs: Mapping[tuple[str, str], int]
    pair_weights: Floats
    others: Mapping[str, Floats]
    transitions: Floats
    lexicon: Lexicon

    def __repr__(self) -> str:
        return f"LinearTagger({len(self.labels)} labels, {len(self.attributes)} attributes)"

    def scores(self, tokens: Tokens) -> Floats:
        """Sum of the weights of every token's features for every label.

        Parameters
        ----------
        tokens : Tokens

        Returns
        -------
        float array, shape (n_tokens, n_labels)

        Notes
        -----
        Equals summing the weights of `engine.methods.names.tagger.features.token_attributes` one by one.
        """
        if not len(tokens):
            return np.zeros((0, len(self.labels)), np.float32)
        words = [EDGE, *tokens.types]
        own, by_paragraph = self._own_document(words, tokens), self._paragraphs(tokens)
        by_type, numbers, shapes = self._by_type(words)
        result = np.empty((len(tokens), len(self.labels)), np.float32)
        for first, end, starts in _blocks(tokens):
            ids, block = tokens.ids[first:end] + 1, result[first:end]
            places, padded = _padded(ids, starts - first)
            np.add(own[ids], by_paragraph[tokens.paragraphs[first:end]], out=block)
            for k, d in enumerate(OFFSETS):
                block += by_type[padded[places + d], k]
            self._add_pairs(block, numbers[padded], places)
            self._add_shapes(block, shapes[padded], places)
        return result

    @cached_property
    def _known(self) -> KnownWords:
        """Words of the training data and of the public corpus of the classes; never other words."""
        return KnownWords(len(OFFSETS) * len(self.labels))

    def _is_public(self, word: str) -> bool:
        """Whether a word is one that training data or corpus taught: no secret of the document at hand."""
        if len(word) > 1 and shape(word) not in _PLAIN_SHAPES:
            return False
        return word == EDGE or f"w={word.lower()}" in self.attributes or word in self.lexicon.classes

    def _by_type(self, words: Sequence[str]) -> tuple[Floats, IntArray, IntArray]:
        """Weights of each distinct word at each offset, its number in pairs, and that of its shape."""
        known = self._known
        rows = known.rows_of(words)
        weights, numbers, shapes = known.weights[rows], known.pair_numbers[rows], known.shapes[rows]
        if new := np.flatnonzero(rows == 0).tolist():
            unknown = [words[i] for i in new]
            weights[new] = self._rows(unknown)
            numbers[new] = [self._pair_words.get(word.lower(), -1) for word in unknown]
            shapes[new] = [self._shape_number(shape(word)) for word in unknown]
            public = [i for i in new if self._is_public(words[i])]
            known.add([words[i] for i in public], weights[public], numbers[public], shapes[public])
        return weights.reshape(len(words), len(OFFSETS), -1), numbers, shapes

    def _rows(self, words: Sequence[str]) -> Floats:
        """Weights of words at all offsets, each summed over its attributes; zeros where it has none."""
        row, width = self.attributes.get, len(OFFSETS) * len(self.labels)
        flat = self.attribute_weights.reshape(-1, width)
        total = np.zeros((len(words), width), np.float32)
        for first in range(0, len(words), _WORDS_AT_ONCE):
            found = [
                [r for r in map(row, word_attributes(word, self.lexicon)[0]) if r is not None]
                for word in words[first : first + _WORDS_AT_ONCE]
            ]
            lengths = np.array(list(map(len, found)), np.int64)
            if known := list(itertools.chain(*found)):
                starts = (np.cumsum(lengths) - lengths)[lengths > 0]
                places = first + np.flatnonzero(lengths)
                total[places] = np.add.reduceat(flat[known], starts, axis=0)
        return total

    def _add_pairs(self, result: Floats, numbers: IntArray, places: IntArray) -> None:
        """Add the weights of pairs of neighbouring words (by their `numbers`), each pair looked up once."""
        at = np.flatnonzero((numbers[:-1] >= 0) & (numbers[1:] >= 0))
        if not (len(at) and len(self._pair_keys)):
            return
        keys = numbers[at] * len(self._pair_words) + numbers[at + 1]
        index = np.minimum(np.searchsorted(self._pair_keys, keys), len(self._pair_keys) - 1)
        known = self._pair_keys[index] == keys
        at, rows = at[known], self._pair_rows[index[known]]
        token = np.full(len(numbers) + _PAD, -1)
        token[places] = np.arange(len(places))
        for kind, (first, _) in enumerate(PAIRS):
            tokens = token[at - first]
            inside = tokens >= 0
            result[tokens[inside]] += self.pair_weights[rows[inside], kind]

    @cached_property
    def _pair_words(self) -> dict[str, int]:
        """Number of each word that occurs in a pair of the model."""
        words = sorted({word for pair in self.pairs for word in pair})
        return {word: i for i, word in enumerate(words)}

    @cached_property
    def _pair_order(self) -> tuple[IntArray, IntArray]:
        """Keys of the model's pairs in ascending order, and their rows."""
        number, n = self._pair_words, len(self._pair_words)
        keys = np.array([number[u] * n + number[v] for u, v in self.pairs], np.int64)
        order = np.argsort(keys)
        return keys[order], np.array(list(self.pairs.values()), np.int64)[order]

    @property
    def _pair_keys(self) -> IntArray:
        return self._pair_order[0]

    @property
    def _pair_rows(self) -> IntArray:
        return self._pair_order[1]

    def _add_shapes(self, result: Floats, shapes: IntArray, places: IntArray) -> None:
        """Add the weights of the shapes of a word and its neighbours, each distinct triple looked up once."""
        before, own, after = shapes[places - 1], shapes[places], shapes[places + 1]
        keys = (before << 2 * _SHAPE_BITS) + (own << _SHAPE_BITS) + after
        triples, inverse = np.unique(keys, return_inverse=True)
        table = np.concatenate([self._triple(key) for key in triples.tolist()])
        result += table.reshape(len(triples), -1)[inverse]

    def _shape_number(self, name: str) -> int:
        """Number of a shape; there are few, and they are no text."""
        return self._shapes.setdefault(name, len(self._shapes))

    @cached_property
    def _shapes(self) -> dict[str, int]:
        return {}

    def _triple(self, key: int) -> Floats:
        """Weights of three shapes in a row, by their numbers; each triple is built once."""
        weights = self._triples.get(key)
        if weights is None:
            names, last = list(self._shapes), (1 << _SHAPE_BITS) - 1
            before, own, after = (names[key >> n * _SHAPE_BITS & last] for n in (2, 1, 0))
            zero = np.zeros(len(self.labels), np.float32)
            weights = self._triples[key] = self.others.get(f"shapes:{before}|{own}|{after}", zero)
        return weights

    @cached_property
    def _triples(self) -> dict[int, Floats]:
        return {}

    def _own_document(self, words: Sequence[str], tokens: Tokens) -> Floats:
        """Weights of the document features of each distinct word."""
        table = np.zeros((len(words), len(self.labels)), np.float32)
        found = document_attributes(tokens)
        for i, word in enumerate(words):
            if word in found:
                table[i] = self._of_document_attributes(tuple(found[word]))
        return table

    def _of_document_attributes(self, attributes: tuple[str, ...]) -> Floats:
        """Weights of what a document says about a word; each of the few combinations is summed once."""
        weights = self._document_rows.get(attributes)
        if weights is None:
            zero = np.zeros(len(self.labels), np.float32)
            weights = sum((self.others.get(f"doc:{a}", zero) for a in attributes), zero)
            self._document_rows[attributes] = weights
        return weights

    @cached_property
    def _document_rows(self) -> dict[tuple[str, ...], Floats]:
        return {}

    def _paragraphs(self, tokens: Tokens) -> Floats:
        """Weights of each paragraph's place in the document, and of the feature that all tokens have."""
        last = int(tokens.paragraphs[-1])
        zero = np.zeros(len(self.labels), np.float32)
        bias = self.others.get(BIAS, zero)
        rows = [self.others.get(paragraph_attribute(p), zero) + bias for p in range(last + 1)]
        return np.array(rows, np.float32)

    def marginals(self, tokens: Tokens) -> Floats:
        """Probability of every label for every token under the conditional random field.

        Parameters
        ----------
        tokens : Tokens

        Returns
        -------
        float array, shape (n_tokens, n_labels)

        Notes
        -----
        Forward-backward, scaled at each step, over all sequences of a text at once.
        """
        found = self.scores(tokens)
        for rows in _batches(tokens.sequences):  # in place: each row is in one batch, and there are many
            there = rows >= 0
            found[rows[there]] = _forward_backward(found, rows, self._moves)[there]
        return found

    @cached_property
    def _moves(self) -> Floats64:
        """Weights of steps from label to label, forward and backward, not in logarithms."""
        weights, n = self.transitions.astype(np.float64), len(self.labels)
        moves = np.zeros((2 * n, 2 * n))
        moves[:n, :n] = np.exp(np.maximum(weights - weights.max(), _LEAST))
        moves[n:, n:] = moves[:n, :n].T
        return moves

    def decode_greedily(self, tokens: Tokens) -> IntArray:
        """Best label of each token given the label chosen before it (a linear classifier's history).

        Parameters
        ----------
        tokens : Tokens

        Returns
        -------
        int array, shape (n_tokens,)
            Indices into `labels`.
        """
        scores = self.scores(tokens)
        result = np.zeros(len(tokens), np.int64)
        for rows in _batches(tokens.sequences):
            before = np.zeros((len(rows), len(self.labels)), np.float32)
            for column in rows.T:
                live = column >= 0
                best = (scores[column[live]] + before[live]).argmax(1)
                result[column[live]] = best
                before[live] = self.transitions[best]
        return result


def _blocks(tokens: Tokens) -> Iterator[tuple[int, int, IntArray]]:
    """First and last-plus-one token of runs of whole sequences, and the starts of these."""
    starts, first = tokens.sequence_starts, 0
    while first < len(starts):
        last = max(first + 1, int(np.searchsorted(starts, starts[first] + _BLOCK)))
        end = int(starts[last]) if last < len(starts) else len(tokens)
        yield int(starts[first]), end, starts[first:last]
        first = last


def _padded(ids: IntArray, sequence_starts: IntArray) -> tuple[IntArray, IntArray]:
    """Word numbers with room for `EDGE` (number 0) around every sequence, and where each token went.

    With the room in place a word's neighbour at any offset is a plain shift.
    """
    n = len(ids)
    sequence = np.zeros(n, np.int64)
    sequence[sequence_starts] = 1
    places = np.arange(n) + np.cumsum(sequence) * _PAD
    padded = np.zeros(int(places[-1]) + 1 + _PAD, np.int64)
    padded[places] = ids
    return places, padded


def _batches(sequences: Sequence[tuple[int, int]]) -> Iterable[IntArray]:
    """Sequences of like length together: token indices, one row per sequence, -1 after its end."""
    ordered = sorted(sequences, key=lambda bounds: bounds[1] - bounds[0])
    for i in range(0, len(ordered), _BATCH):
        part = ordered[i : i + _BATCH]
        longest = part[-1][1] - part[-1][0]
        first = np.array([a for a, _ in part])[:, None]
        lengths = np.array([b - a for a, b in part])[:, None]
        columns = np.arange(longest)[None, :]
        yield np.where(columns < lengths, first + columns, -1)


def _forward_backward(scores: Floats, rows: IntArray, moves: Floats64) -> Floats:
    """Label probabilities of a batch of sequences, shape (n_sequences, longest, n_labels).

    Forward and backward run in one loop, side by side: the backward one reads the sequences from
    their ends, so that both begin at step 0. The rows come in ascending order of length, so the
    sequences still going on at a step are the last ones. Scaling every few steps is enough in
    double precision: a step shrinks the values by the least transition at most.
    """
    n, longest = rows.shape
    n_labels = scores.shape[1]
    lengths = (rows >= 0).sum(1)
    live = np.searchsorted(lengths, np.arange(longest), side="right").tolist()
    steps = np.arange(longest)[:, None]
    mirrored = np.where(steps < lengths, lengths - 1 - steps, steps)
    local = scores[rows.T].astype(np.float64)
    local -= local.max(2, keepdims=True)
    np.exp(np.maximum(local, _LEAST, out=local), out=local)
    sequence = np.arange(n)
    both = np.concatenate([local, local[mirrored, sequence]], 2)
    step = np.empty((n, 2 * n_labels))
    for t in range(1, longest):
        k = live[t]
        part = step[k:]
        np.matmul(both[t - 1, k:], moves, out=part)
        if t % _SCALE_EVERY == 0:
            by_direction = part.reshape(-1, 2, n_labels)
            by_direction /= by_direction.sum(2, keepdims=True)
        both[t, k:] *= part
    total = both[:, :, :n_labels] * both[mirrored, sequence, n_labels:]
    total /= local
    total /= total.sum(2, keepdims=True)
    result: Floats = total.transpose(1, 0, 2).astype(np.float32)
    return result
