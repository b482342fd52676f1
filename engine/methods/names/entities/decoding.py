"""From label probabilities of tokens to entities of a document, and which of them identify.

A tagger proposes mentions generously; mentions of one document that read
alike are one entity; a second, linear model weighs all that the document
says about the entity and gives the probability that it must be masked.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from engine.methods.names.tagger.features import PUBLIC, TITLES, Lexicon, Tokens, category_of, shape

Floats = npt.NDArray[np.float32]
IntArray = npt.NDArray[np.int64]

# fmt: off
FUNCTION_WORDS = frozenset((
    "and", "or", "from", "until", "to", "about", "after", "as", "at", "before", "between", "by",
    "during", "for", "in", "into", "of", "on", "over", "since", "with", "the", "a", "an", "no",
    "nr", "s", "he", "she", "it", "they", "his", "her", "their", "who", "which", "that", "was",
    "were", "is", "are", "be", "been", "under",
))
# fmt: on
"""Words that never begin or end a mention."""

_SHARE_OF_PEAK = 0.3
"""Tokens of a mention have at least this share of the evidence of its strongest token.

Chosen by eye; it matters little. From 0.15 to 0.6, entity recall stays within .005 and precision within .006
on TAB dev (.902, .755 at 0.3) and WNUT-17 dev (`benchmarks/name_constants.py`).
"""

_BLOCK = 1 << 16
"""Tokens whose probabilities are added up at once."""

_UNITS = frozenset("%€$£¥°@")
_INITIALS = frozenset(w.upper() for w in FUNCTION_WORDS if len(w) == 1)
_EDGE_WORDS = FUNCTION_WORDS | (TITLES - {"judge", "justice", "professor"})


@dataclass(frozen=True, slots=True)
class Mention:
    """Tokens [first, end) that read as one name, date or other thing.

    Parameters
    ----------
    first, end : int
        Token indices, end exclusive.
    evidence : float
        Mean probability over its tokens that they belong to any category.
    public : float
        Share of that probability for labels of mentions that need not be masked.
    """

    first: int
    end: int
    evidence: float
    public: float = 0.0


@dataclass(frozen=True, slots=True)
class Entity:
    """Mentions of a document that read alike, ignoring case.

    Parameters
    ----------
    category : str
        The most probable category over all mentions.
    mentions : sequence of Mention
        In the order of the text.
    """

    category: str
    mentions: Sequence[Mention]

    @property
    def n_tokens(self) -> int:
        """Tokens that masking it costs: of one mention; where masking also hides what is public, of more.

        A person is one however often the name stands. On TAB dev and WNUT-17 dev persons, places and codes
        give the same figures by one mention as by all; organisations ("the Court") lose .027 of precision,
        and none from twelve tokens on.
        """
        first = self.mentions[0]
        if self.category in _ALIKE_OFTEN:
            return first.end - first.first
        return min(_MOST_TOKENS, sum([m.end - m.first for m in self.mentions]))


_ALIKE_OFTEN = frozenset({"person", "location", "code"})
_MOST_TOKENS = 12


def categories_of(labels: Sequence[str]) -> list[str]:
    """Categories that labels speak of, sorted."""
    return sorted({category_of(label) for label in labels if label != "O"})


def find_entities(tokens: Tokens, probabilities: Floats, labels: Sequence[str], least: float) -> list[Entity]:
    """Entities that the tagger's probabilities propose.

    Parameters
    ----------
    tokens : Tokens
    probabilities : float array, shape (n_tokens, n_labels)
        Probability of each label for each token.
    labels : sequence of str
        Labels of the columns.
    least : float, in (0, 1)
        A token is proposed when the probability that it is of any category is at least this.

    Returns
    -------
    list of Entity
        In the order of their first mentions.
    """
    names = categories_of(labels)
    groups = probabilities @ _label_groups(tuple(labels))
    evidence, begins = groups[:, 0], groups[:, 1]
    runs = _runs(tokens, evidence, begins, groups[:, 3:].argmax(1), least)
    if not runs:
        return []
    bounds = np.array(runs)
    masses = _sums_before(groups, bounds[:, 1]) - _sums_before(groups, bounds[:, 0])
    means = (masses[:, 0] / (bounds[:, 1] - bounds[:, 0])).tolist()
    public = (masses[:, 2] / masses[:, 0]).tolist()
    grouped: dict[str, list[int]] = defaultdict(list)
    for i, (first, end) in enumerate(runs):
        grouped[" ".join(tokens.lowered[first:end])].append(i)
    order = list(itertools.chain.from_iterable(grouped.values()))
    firsts = np.cumsum([0, *map(len, grouped.values())])[:-1]
    kinds = np.add.reduceat(masses[order, 3:], firsts).argmax(1).tolist()
    mentions = [Mention(a, b, mean, share) for (a, b), mean, share in zip(runs, means, public, strict=True)]
    return [
        Entity(names[kind], [mentions[i] for i in rows])
        for kind, rows in zip(kinds, grouped.values(), strict=True)
    ]


def _sums_before(groups: Floats, places: IntArray) -> npt.NDArray[np.float64]:
    """The sum of all rows before each of some places in ascending order, block by block to spare memory."""
    found = np.zeros((len(places), groups.shape[1]))
    before = np.zeros((1, groups.shape[1]))
    for first in range(0, len(groups), _BLOCK):
        sums = np.cumsum(np.concatenate([before, groups[first : first + _BLOCK]]), axis=0)
        inside = slice(*np.searchsorted(places, (first, first + len(sums))))
        found[inside] = sums[places[inside] - first]
        before = sums[-1:]
    return found


@lru_cache(maxsize=8)
def _label_groups(labels: tuple[str, ...]) -> Floats:
    """Columns that sum label probabilities to: any category, a beginning, a public mention, each category."""
    names = categories_of(labels)
    rows = [
        [
            label != "O",
            label.startswith("B-"),
            label.endswith(PUBLIC),
            *(category_of(label) == name for name in names),
        ]
        for label in labels
    ]
    return np.array(rows, np.float32)


def _runs(
    tokens: Tokens, evidence: Floats, begins: Floats, kinds: IntArray, least: float
) -> list[tuple[int, int]]:
    """Runs of proposed tokens, without function words at their ends.

    A run is cut where a new mention begins, where the category changes, and
    where the evidence falls below a share of its peak.
    """
    starts = set(tokens.sequence_starts.tolist())
    idle, values, kind = _idle(tokens), evidence.tolist(), kinds.tolist()
    new = (2 * begins > evidence).tolist()
    runs: list[list[int]] = []
    previous, last_kind = -2, -1
    for i in np.flatnonzero(evidence >= least).tolist():
        if i != previous + 1 or new[i] or i in starts or not (idle[i] or kind[i] == last_kind):
            runs.append([i, i + 1])
            last_kind = -1
        else:
            runs[-1][1] = i + 1
        previous, last_kind = i, last_kind if idle[i] else kind[i]
        if idle[i] and 0 < i < len(values) - 1:
            values[i] = max(values[i], min(values[i - 1], values[i + 1]))
    found: list[tuple[int, int]] = []
    for first, end in runs:
        pieces = _pieces(values, first, end) if end - first > 1 else [(first, end)]
        found += [run for a, b in pieces if (run := _trimmed(idle, a, b))[0] < run[1]]
    return found


def _pieces(evidence: Sequence[float], first: int, end: int) -> Iterator[tuple[int, int]]:
    """Parts of a run with like evidence: those near its peak, and those between, cut in the same way."""
    bar = _SHARE_OF_PEAK * max(evidence[first:end])
    a = first
    while a < end:
        strong, b = evidence[a] >= bar, a + 1
        while b < end and (evidence[b] >= bar) == strong:
            b += 1
        if strong:
            yield a, b
        else:
            yield from _pieces(evidence, a, b)
        a = b


def _trimmed(idle: Sequence[bool], first: int, end: int) -> tuple[int, int]:
    while first < end and idle[first]:
        first += 1
    while end > first and idle[end - 1]:
        end -= 1
    return first, end


def _idle(tokens: Tokens) -> list[bool]:
    """Tokens that neither begin nor end a mention: small words, titles, signs; never an initial ("A.")."""
    of_type = [w in _EDGE_WORDS or not (w[0].isalnum() or w in _UNITS) for w in tokens.lowered_types]
    idle = list(map(of_type.__getitem__, tokens.ids.tolist()))
    for i in tokens.where(map(_INITIALS.__contains__, tokens.types)):
        if tokens.words[i + 1 : i + 2] == ["."]:
            idle[i] = False
    return idle


def entity_features(entity: Entity, tokens: Tokens, lexicon: Lexicon) -> dict[str, float]:
    """What a document says about an entity, as named numbers.

    Parameters
    ----------
    entity : Entity
    tokens : Tokens
        Of the document it comes from.
    lexicon : Lexicon
        Word lists; whether some or all words of the entity are in one is a feature.

    Returns
    -------
    dict of str to float
        Log odds of the tagger's evidence, how often and where the entity
        occurs, its words and shapes, and the words around its mentions.
    """
    kind, features = entity.category, dict[str, float]()
    for family, values in _flags(entity, tokens, lexicon):
        names = (family, f"{family}&{kind}") if family in _ALSO_BY_CATEGORY else (family,)
        features |= {f"{name}={value}": 1.0 for name in names for value in values}
    for name, number in _numbers(entity, tokens).items():
        features |= {name: number, f"{name}&{kind}": number}
    return features


NUMBERS = ("max", "mean", "min", "public", "mentions", "tokens", "document")
"""Names of the features that are numbers."""


def _numbers(entity: Entity, tokens: Tokens) -> dict[str, float]:
    """Evidence, how often it occurs, its length, that of the document."""
    mentions = entity.mentions
    odds = [_log_odds(m.evidence, 1e-4) for m in mentions]
    return {
        "max": max(odds),
        "mean": sum(odds) / len(odds),
        "min": min(odds),
        "public": _log_odds(sum([m.public for m in mentions]) / len(mentions), 0.01),
        "mentions": math.log(len(mentions)),
        "tokens": math.log(mentions[0].end - mentions[0].first),
        "document": of_length(len(tokens)),
    }


_LONGEST_LEARNED = 2_000
"""Tokens of a document from which its length counts no more: two of the 92 that the model learned from are
longer, and beyond, ever less would be a name. On TAB dev and WNUT-17 dev no figure changes; with 500
precision on TAB dev falls from .731 to .720."""


def of_length(n_tokens: int) -> float:
    """What the length of a document is as a feature."""
    return math.log(1 + min(n_tokens, _LONGEST_LEARNED))


PLACES = ("0", "1", "2", "3", "4", "8", "16")
"""First paragraphs of the ranges that `place_of` numbers."""


def place_of(paragraph: int) -> int:
    """Number of the range of paragraphs that one lies in."""
    return paragraph if paragraph < 4 else 4 if paragraph < 8 else 5 if paragraph < 16 else 6


Flags = list[tuple[str, Iterable[str]]]
"""Families of features that are so or not, each with the values that are so, none twice."""

_ALSO_BY_CATEGORY = frozenset(("place", "once", "list", "all in", "left", "right"))
"""Families that also count for each category by itself; so do all numbers."""


def _flags(entity: Entity, tokens: Tokens, lexicon: Lexicon) -> Flags:
    """Category, place, words, shapes and lists of an entity, and the words around it."""
    mentions, kind = entity.mentions, entity.category
    first, end = mentions[0].first, mentions[0].end
    paragraph = int(tokens.paragraphs[first])
    place = (PLACES[place_of(paragraph)],)
    once = (str(len(mentions) == 1),)
    own = tokens.lowered[first:end]
    lists = [name for w in own for name in lexicon.names_of(w)]
    names = dict.fromkeys(lists)
    return [
        ("category", (kind,)),
        ("place", place),
        ("once", once),
        ("w", dict.fromkeys([w for w in own if not w.isdigit()])),
        ("digits", dict.fromkeys([str(len(w)) for w in own if w.isdigit()])),
        ("first", own[:1]),
        ("last", own[-1:]),
        ("all", (" ".join(own),)),
        ("shape", (" ".join(map(shape, tokens.words[first : min(end, first + 4)])),)),
        ("list", names),
        ("all in", [name for name in names if lists.count(name) == len(own)]),
        *_context(tokens.lowered, mentions),
    ]


def _context(words: Sequence[str], mentions: Sequence[Mention]) -> Flags:
    """Words (in lower case) before and after the mentions."""
    n = len(words)
    left = dict.fromkeys([words[m.first - 1] if m.first else "^" for m in mentions])
    lefts = dict.fromkeys([" ".join(words[max(0, m.first - 2) : m.first]) for m in mentions])
    left2 = dict.fromkeys([words[m.first - 2] if m.first > 1 else "^" for m in mentions])
    right = dict.fromkeys([words[m.end] if m.end < n else "$" for m in mentions])
    before = [w for m in mentions for w in words[max(0, m.first - 6) : max(0, m.first - 2)]]
    after = [w for m in mentions for w in words[m.end + 1 : m.end + 4]]
    return [
        ("left", left),
        ("lefts", lefts),
        ("left2", left2),
        ("right", right),
        ("before", dict.fromkeys(before)),
        ("after", dict.fromkeys(after)),
    ]


def _log_odds(probability: float, least: float) -> float:
    kept = min(max(probability, least), 1 - least)
    return math.log(kept / (1 - kept))


@dataclass(frozen=True)
class EntityModel:
    """A logistic model: the probability that an entity must be masked.

    Parameters
    ----------
    weights : mapping of str to float
        Weight of each feature of `entity_features`.
    bias : float
    """

    weights: Mapping[str, float]
    bias: float

    def probability(self, features: Mapping[str, float]) -> float:
        """``1 / (1 + exp(-(bias + sum w x)))``."""
        known = self.weights
        total = self.bias + sum([known[f] * x for f, x in features.items() if f in known])
        return _logistic(total)


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-max(x, -500.0)))


_FEW = 5
"""Mentions that are judged by themselves too. No figure of TAB dev under `court-decisions` changes with it,
and none of the everyday texts (`benchmarks/texts`)."""


def judged_with_few(
    entities: Sequence[Entity],
    tokens: Tokens,
    probabilities: Callable[[Sequence[Entity], Tokens], Sequence[float]],
) -> list[tuple[Entity, float]]:
    """Entities with their probabilities; of persons, places and codes the surest mentions count too.

    The words around all mentions add up, so that two hundred lines about somebody told less than five.
    """
    often = [i for i, e in enumerate(entities) if len(e.mentions) > _FEW and e.category in _ALIKE_OFTEN]
    few = [replace(entities[i], mentions=_surest(entities[i].mentions)) for i in often]
    found = list(probabilities([*entities, *few], tokens))
    for i, alone in zip(often, found[len(entities) :], strict=True):
        found[i] = max(found[i], alone)
    return list(zip(entities, found[: len(entities)], strict=True))


def _surest(mentions: Sequence[Mention]) -> list[Mention]:
    return sorted(sorted(mentions, key=lambda m: -m.evidence)[:_FEW], key=lambda m: m.first)


_COST_EXPONENT = 0.75
"""What more tokens cost. Entity recall and precision on TAB dev are .902, .755; with 0.5 .907, .723; with 1
.896, .782 (`benchmarks/name_constants.py`)."""


def must_mask(probability: float, n_tokens: int, loss_ratio: float) -> bool:
    """Whether leaking an entity costs more, in expectation, than withholding its tokens.

    Parameters
    ----------
    probability : float, in [0, 1]
        Probability that the entity must be masked.
    n_tokens : int, >= 1
        Tokens that withholding it costs.
    loss_ratio : float, > 0
        L/C: what leaking one entity costs, in tokens withheld without need.

    Notes
    -----
    ``L p >= C (1 - p) n^0.75``: the cost ``T(H) = L FN + C FP`` of Li et al. with
    the loss counted once per entity (all its mentions must go for it to be
    protected) and the cost growing more slowly than the tokens, because
    tokens of one entity repeat each other. The exponent was chosen by
    cross-validation on the training documents among 0.5, 0.75 and 1.

    References
    ----------
    Li et al., Iterative Classification for Sanitizing Large-Scale Datasets, ICDM 2015, section II.

    Examples
    --------
    >>> must_mask(0.2, n_tokens=1, loss_ratio=10), must_mask(0.05, n_tokens=1, loss_ratio=10)
    (True, False)
    """
    return loss_ratio * probability >= (1 - probability) * math.pow(n_tokens, _COST_EXPONENT)
