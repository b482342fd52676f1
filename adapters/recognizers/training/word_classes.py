"""Classes of words by their neighbours in a large corpus: what a small annotated one cannot teach.

Words that stand between the same words ("court", "tribunal") get the same class, so that what the
annotated documents teach about one holds for the others too.
"""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.cluster import MiniBatchKMeans
from sklearn.decomposition import TruncatedSVD
from sklearn.preprocessing import normalize
from threadpoolctl import threadpool_limits

from engine.errors import InvalidError, fault
from engine.methods.names.tagger.word_classes import WordClasses

_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_|\n\s*")
_BREAK, _NUMBER = "\n", "0"
_SENTENCE_END = frozenset((*".!?:;", '"', "“", "•", _BREAK))
_PLACES = (-2, -1, 1, 2)
_SMOOTHING = 0.75
_DECIMALS = 4
"""Of the vectors. Sums of other processors differ in later ones."""
_CASE_BOUNDS = (0.02, 0.1, 0.35, 0.65, 0.9, 0.98)
_LEAST_FOR_CASE = 5
_BREAK_ID = 0
_PIECE = 8_000_000
"""Tokens counted at once: memory stays at 2 GB for 90 million tokens."""

IntArray = npt.NDArray[np.signedinteger]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ClassSettings:
    """How classes of words are learned.

    Parameters
    ----------
    words : int, >= 1
        So many of the most frequent words get classes.
    contexts : int, >= 1
        So many of the most frequent tokens count as neighbours.
    dimensions : int, >= 1
        Of the vectors that are clustered.
    classes : tuple of int
        Numbers of classes, a clustering for each, from coarse to fine.
    seed : int
    """

    words: int = 50_000
    contexts: int = 3_000
    dimensions: int = 100
    classes: tuple[int, ...] = (64, 256, 1024)
    seed: int = 1


def learn_classes(texts: Iterable[str], settings: ClassSettings) -> WordClasses:
    """Classes of the frequent words of a corpus.

    Parameters
    ----------
    texts : iterable of str
        The corpus, document by document; read once.
    settings : ClassSettings

    Returns
    -------
    WordClasses
        For each word its class in every clustering, and ``cap``: how often it is capitalised
        within sentences, from 0 (never) to 6 (always).

    Raises
    ------
    InvalidError
        ``TRN003`` with fewer different words than classes or dimensions.

    Notes
    -----
    Positive pointwise mutual information of a word and each neighbour at -2, -1, 1 and 2, neighbours'
    counts raised to 0.75; truncated singular value decomposition, columns scaled by the root of their
    singular values; k-means on the unit vectors. One thread, double precision and rounded vectors, so that
    the same corpus gives the same classes on any number of cores and on other processors.

    References
    ----------
    Levy, Goldberg, Dagan, Improving Distributional Similarity with Lessons Learned from Word Embeddings,
    TACL 2015. Turian, Ratinov, Bengio, Word Representations, ACL 2010.
    """
    forms, ids = _numbered(texts)
    counts = np.bincount(ids, minlength=len(forms))
    order = np.argsort(-counts, kind="stable").tolist()
    words = sorted([i for i in order if forms[i].isalpha()][: settings.words], key=lambda i: forms[i])
    _require(len(words), max(*settings.classes, settings.dimensions + 1))
    near = order[: settings.contexts]
    with threadpool_limits(1):
        vectors = _vectors(_neighbours(ids, len(forms), words, near), settings)
        columns = {f"c{k}": _clusters(vectors, k, settings.seed) for k in settings.classes}
    columns["cap"] = _capitalised(forms, ids, words)
    return WordClasses([forms[i] for i in words], columns)


def _require(n_words: int, least: int) -> None:
    if n_words < least:
        must = f"must hold at least {least:,} different words"
        advice = "Take a larger one, or learn fewer classes in fewer dimensions."
        raise InvalidError(fault("TRN003", "the corpus of word_classes", must, f"{n_words:,}", advice))


def _numbered(texts: Iterable[str]) -> tuple[list[str], IntArray]:
    """Distinct tokens in the order they come, and the number of each token of the corpus.

    All numbers count as one token, all line breaks as another.
    """
    number: defaultdict[str, int] = defaultdict()
    number.default_factory = number.__len__
    number[_BREAK] = _BREAK_ID
    ids = array("i")
    for text in texts:
        words = [
            _NUMBER if w[0].isdigit() else _BREAK if w[0] == "\n" else w
            for w in chain(_TOKEN.findall(text), (_BREAK,))
        ]
        ids.extend(map(number.__getitem__, words))
    return list(number), np.frombuffer(ids, np.int32) if ids else np.zeros(0, np.int32)


def _rows(n: int, chosen: Sequence[int]) -> IntArray:
    """Row of each token number, -1 for those not chosen."""
    rows = np.full(n, -1, np.int32)
    rows[chosen] = np.arange(len(chosen))
    return rows


def _neighbours(ids: IntArray, n: int, words: Sequence[int], near: Sequence[int]) -> sparse.csr_matrix:
    """How often each word has each neighbour at each place, counted piece by piece to bound memory."""
    target, context = _rows(n, words), _rows(n, near)
    size = len(words), len(near)
    blocks = [sparse.csr_matrix(size, dtype=np.float32) for _ in _PLACES]
    for start in range(0, len(ids), _PIECE):
        own = target[ids[start : start + _PIECE]]
        for k, d in enumerate(_PLACES):
            blocks[k] += _pairs(own, context[_shifted(ids, start + d, len(own))], size)
    return sparse.hstack(blocks, "csr")


def _shifted(ids: IntArray, start: int, n: int) -> IntArray:
    """Tokens [start, start + n), those before the first and after the last one as breaks."""
    first, last = max(0, -start), max(0, start + n - len(ids))
    inside: IntArray = np.pad(ids[start + first : start + n - last], (first, last), constant_values=_BREAK_ID)
    return inside


def _pairs(own: IntArray, other: IntArray, size: tuple[int, int]) -> sparse.csr_matrix:
    both = (own >= 0) & (other >= 0)
    ones = np.ones(int(both.sum()), np.float32)
    return sparse.coo_matrix((ones, (own[both], other[both])), size).tocsr()


def _vectors(counts: sparse.csr_matrix, settings: ClassSettings) -> Floats:
    """Unit vectors of words from counts of their neighbours."""
    by_word = np.asarray(counts.sum(1), np.float64).ravel()
    by_context = np.asarray(counts.sum(0), np.float64).ravel() ** _SMOOTHING
    cells = counts.tocoo()
    expected = by_word[cells.row] * (by_context / by_context.sum())[cells.col]
    values = np.maximum(np.log(cells.data / expected), 0)
    pmi = sparse.csr_matrix((values, (cells.row, cells.col)), counts.shape)
    pmi.eliminate_zeros()
    decomposition = TruncatedSVD(min(settings.dimensions, min(pmi.shape) - 1), random_state=settings.seed)
    vectors = decomposition.fit_transform(pmi) / np.sqrt(decomposition.singular_values_ + 1e-9)
    unit: Floats = normalize(vectors).round(_DECIMALS)
    return unit


def _clusters(vectors: Floats, k: int, seed: int) -> IntArray:
    k = min(k, len(vectors))
    means = MiniBatchKMeans(k, random_state=seed, batch_size=8192, n_init=1, reassignment_ratio=0)
    found: IntArray = means.fit_predict(vectors).astype(np.int64)
    return found


def _capitalised(forms: Sequence[str], ids: IntArray, words: Sequence[int]) -> IntArray:
    """Share of capitalised forms of each word within sentences, as one of seven steps."""
    ends = np.array([form in _SENTENCE_END for form in forms])
    within = np.concatenate([[False], ~ends[ids[:-1]]])
    counts = np.bincount(ids[within], minlength=len(forms)).tolist()
    small: defaultdict[str, int] = defaultdict(int)
    large: defaultdict[str, int] = defaultdict(int)
    for form, n in zip(forms, counts, strict=True):
        (small if form[:1].islower() else large)[form.lower()] += n
    steps = []
    for i in words:
        lower = forms[i].lower()
        a, b = small[lower], large[lower]
        share = b / (a + b) if a + b >= _LEAST_FOR_CASE else 0.5
        steps.append(int(np.searchsorted(_CASE_BOUNDS, share)))
    return np.array(steps, np.int64)
