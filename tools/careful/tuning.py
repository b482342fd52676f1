"""Tuning the encoder as a tagger: same documents, same settings, same order of steps."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from engine.measures.annotated import AnnotatedDocument
from engine.methods.names.encoder.word_pieces import SIGN, WordPieces
from tools.careful.augmentation import (
    Mark,
    Words,
    naming_nobody,
    otherwise_set,
    renamed,
)
from tools.careful.network import Network

KINDS = ("person", "organisation", "location", "date", "code", "age", "demographic")
_PUBLIC = "organisation~"
LABELS = ("O", *(f"{b}-{kind}" for kind in (*KINDS, _PUBLIC) for b in "BI"))
"""Labels of the tagger. What annotators found and left in court decisions is mostly a court: one label."""

_WINDOWS, _OVERLAPS = (62, 126, 190, 254, 254), (8, 16, 32)
_UNHIDDEN = -1e9
_HAS_BFLOAT16 = any(torch.cpu.get_capabilities().get(name) for name in ("amx_bf16", "avx512_bf16"))
"""Elsewhere sums of 16 bits take six times as long as those of 32."""


@dataclass(frozen=True)
class Tuning:
    """How to tune.

    Parameters
    ----------
    stages : sequence of (int, float, float)
        Batches of a stage, and the share of the learning rates at its first and last; epoch follows epoch.
    body_rate, head_rate : float, > 0
        Learning rate of the pretrained weights, and of the new ones.
    batch : int
        Pieces of a batch, about.
    dropout : float, in [0, 1)
    decay : float
        Weight decay of AdamW.
    warm_up : int
        First steps of each stage, in which the rate rises.
    nobody : int
        Texts in an epoch that name nobody.
    rename : float, in [0, 1]
        Share of the written texts that get other names and digits.
    seed : int
    """

    stages: Sequence[tuple[int, float, float]]
    body_rate: float = 1e-4
    head_rate: float = 1e-3
    batch: int = 1200
    dropout: float = 0.1
    decay: float = 0.01
    warm_up: int = 60
    nobody: int = 250
    rename: float = 0.5
    seed: int = 1


class Row(NamedTuple):
    """A window of a document: pieces, shapes, labels, and whether each of `KINDS` was looked for."""

    ids: list[int]
    shapes: list[int]
    labels: list[int]
    looked_for: tuple[bool, ...]


Batch = list[Row]


def tune(
    documents: Sequence[AnnotatedDocument],
    passes: Mapping[str, float],
    body: Mapping[str, Tensor],
    pieces: WordPieces,
    words: Words,
    settings: Tuning,
    progress: Callable[[str], None] = lambda message: None,
) -> Network:
    """Tune the pretrained body on annotated documents.

    Parameters
    ----------
    documents : sequence of AnnotatedDocument
    passes : mapping of str to float
        How often an epoch sees the documents of each corpus; below 1 a part of them, another each time.
    body : mapping of str to Tensor
        Weights of all-MiniLM-L6-v2.
    pieces : WordPieces
        Of the body's vocabulary.
    words : Words
        For other names, and for texts that name nobody.
    settings : Tuning
    progress : callable, optional

    Notes
    -----
    A corpus that marks no dates hides them under ``O``: there the loss takes ``O`` and what it may hide
    together. Sums are of 16 bits (bfloat16) where the processor has them, so the numbers depend on it; the
    recipe gives like figures elsewhere, not the same bytes.
    """
    rng = random.Random(settings.seed)
    torch.manual_seed(settings.seed)
    torch.set_num_threads(1)
    network = Network(len(LABELS))
    network.load_body(body)
    network.train()
    epochs = (epoch(documents, passes, pieces, words, settings, rng) for _ in itertools.count())
    batches = itertools.chain.from_iterable(epochs)
    for number, (n, first, last) in enumerate(settings.stages):
        progress(f"stage {number + 1} of {len(settings.stages)}: {n} batches")
        _stage(network, list(itertools.islice(batches, n)), first, last, settings)
    return network


def _stage(network: Network, batches: Sequence[Batch], first: float, last: float, settings: Tuning) -> None:
    head = [*network.out.parameters(), *network.shape.parameters()]
    new = set(map(id, head))
    body = [p for p in network.parameters() if id(p) not in new]
    rates = settings.body_rate, settings.head_rate
    optimizer = torch.optim.AdamW(
        [{"params": body, "lr": rates[0]}, {"params": head, "lr": rates[1]}],
        weight_decay=settings.decay,
        fused=True,
    )
    for step, batch in enumerate(batches):
        share = first + (last - first) * step / len(batches)
        for group, rate in zip(optimizer.param_groups, rates, strict=True):
            group["lr"] = rate * share * min(1.0, (step + 1) / settings.warm_up)
        optimizer.zero_grad()
        _loss(network, batch, settings.dropout).backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()


def _loss(network: Network, batch: Batch, dropout: float) -> Tensor:
    """Cross entropy; where a corpus looked for less, ``O`` stands for whatever it may hide."""
    ids, shapes, mask, labels, hidden = _tensors(batch)
    with torch.autocast("cpu", torch.bfloat16, enabled=_HAS_BFLOAT16):
        scores = network(ids, shapes, mask, dropout)
    log_p = scores.float().log_softmax(-1)
    own = -log_p.gather(2, labels.clamp_min(0)[..., None])[..., 0]
    hiding = -torch.logsumexp(log_p + hidden[:, None, :], 2)
    return torch.where(labels == 0, hiding, own)[labels >= 0].mean()


def _tensors(batch: Batch) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    n = max(len(row.ids) for row in batch) + 2
    ids, shapes, mask, labels = (torch.full((len(batch), n), fill) for fill in (0, SIGN, 0, -100))
    for i, row in enumerate(batch):
        k = len(row.ids)
        ids[i, 0], ids[i, k + 1] = 101, 102
        ids[i, 1 : k + 1] = torch.tensor(row.ids)
        shapes[i, 1 : k + 1] = torch.tensor(row.shapes)
        labels[i, 1 : k + 1] = torch.tensor(row.labels)
        mask[i, : k + 2] = 1
    seen = [(*row.looked_for, True) for row in batch]  # what may stay was looked for wherever it is marked
    hidden = [[0.0, *(_UNHIDDEN if looked else 0.0 for looked in kinds for _ in "BI")] for kinds in seen]
    return ids, shapes, mask, labels, torch.tensor(hidden)


def epoch(
    documents: Sequence[AnnotatedDocument],
    passes: Mapping[str, float],
    pieces: WordPieces,
    words: Words,
    settings: Tuning,
    rng: random.Random,
) -> list[Batch]:
    """The batches of an epoch: windows of like length together, batches in any order."""
    rows: list[Row] = []
    for document in _picked(documents, passes, rng):
        text, marks = document.document.text.reveal(), _marks(document)
        if document.corpus.startswith("written") and rng.random() < settings.rename:
            text, marks = renamed(text, marks, words, rng)
        looked_for = tuple(kind in document.annotated for kind in KINDS)
        rows += _windows(otherwise_set(text, rng), marks, looked_for, pieces, rng)
    for _ in range(settings.nobody):
        rows += _windows(naming_nobody(words, rng), [], (True,) * len(KINDS), pieces, rng)
    rows.sort(key=lambda row: (len(row.ids), rng.random()))
    batches = list(_batches(rows, settings.batch))
    rng.shuffle(batches)
    return batches


def _picked(
    documents: Sequence[AnnotatedDocument], passes: Mapping[str, float], rng: random.Random
) -> list[AnnotatedDocument]:
    by_corpus: dict[str, list[AnnotatedDocument]] = {}
    for document in documents:
        by_corpus.setdefault(document.corpus, []).append(document)
    picked: list[AnnotatedDocument] = []
    for corpus, own in sorted(by_corpus.items()):
        times = passes.get(corpus, 1.0)
        picked += own * int(times)
        picked += rng.sample(own, int(len(own) * (times - int(times))))
    return picked


def _marks(document: AnnotatedDocument) -> list[Mark]:
    return [
        (a.start, a.end, _PUBLIC if a.role == "public" else a.category)
        for a in document.annotations
        if a.category in KINDS
    ]


def _windows(
    text: str, marks: Sequence[Mark], looked_for: tuple[bool, ...], cutter: WordPieces, rng: random.Random
) -> Iterator[Row]:
    """Windows of several lengths over a text, each a little into the one before."""
    pieces = cutter(text)
    ids, shapes = pieces.ids.tolist(), pieces.shapes.tolist()
    labels = _labels(pieces.starts.tolist(), marks)
    at = 0
    while at < len(ids):
        end = at + rng.choice(_WINDOWS)
        yield Row(ids[at:end], shapes[at:end], labels[at:end], looked_for)
        if end >= len(ids):
            break
        at = end - rng.choice(_OVERLAPS)


def _labels(starts: Sequence[int], marks: Sequence[Mark]) -> list[int]:
    owner = np.full(max([0, *(end for _, end, _ in marks)]) + 1, -1)
    for number, (start, end, _) in reversed(list(enumerate(marks))):
        owner[start:end] = number
    labels, before = [], -1
    for start in starts:
        own = int(owner[start]) if start < len(owner) else -1
        begins = "B" if own != before else "I"
        labels.append(LABELS.index(f"{begins}-{marks[own][2]}") if own >= 0 else 0)
        before = own
    return labels


def _batches(rows: Sequence[Row], size: int) -> Iterator[Batch]:
    batch: Batch = []
    for row in rows:
        batch.append(row)
        if len(batch) * len(row.ids) >= size:
            yield batch
            batch = []
    if batch:
        yield batch
