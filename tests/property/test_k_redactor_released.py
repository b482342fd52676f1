"""The check of released texts against leave-one-out scoring; words that stay whatever is decided."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.checks.hidden_class import ResidualCheck
from engine.methods.k_redactor.corpus import Corpus
from engine.methods.k_redactor.model import ranks
from engine.methods.k_redactor.solving.case import Guard, Settings, make_case
from engine.methods.k_redactor.solving.redactor import redact
from engine.methods.k_redactor.solving.simple import ladder
from tests.property.test_k_redactor import random_corpus

fast = settings(max_examples=25, deadline=None)
seeds = st.integers(0, 10**6)


def corpus_of(seed: int) -> Corpus:
    documents, labels = random_corpus(seed)
    words = [f"w{i:02d}" for i in range(documents.shape[1])]
    return Corpus(words, documents, labels, list("abcd"), labels // 2, ["u", "v"])


@fast
@given(seeds, st.booleans())
def test_the_check_ranks_as_leave_one_out_does(seed: int, in_corpus: bool) -> None:
    corpus = corpus_of(seed)
    check = ResidualCheck(corpus, 0.1)
    model, _ = corpus.models()
    own = corpus.sensitive
    whole = corpus.documents
    expected = ranks(model.leave_one_out(whole, whole, own), own)
    for i in range(10):
        found = {corpus.words[w] for w in corpus.row(i)} | {"unknown"}
        if in_corpus:
            assert check.rank(found, int(own[i]), found) == expected[i]
        else:
            prior, likelihood = model.view(corpus.row(i))
            scores = prior + likelihood.sum(axis=1)
            assert check.rank(found, int(own[i])) == int((scores >= scores[own[i]] - 1e-9).sum())


@fast
@given(seeds, st.integers(2, 4), st.booleans(), st.booleans())
def test_words_that_stay_are_counted_with(seed: int, k: int, in_corpus: bool, guarded: bool) -> None:
    """Whatever is fixed, a document that is not refused is hidden with the fixed words in it."""
    corpus = corpus_of(seed)
    check = ResidualCheck(corpus, 0.1)
    sensitive, utility = corpus.models()
    rng = np.random.default_rng(seed)
    guards = (Guard(rng.normal(size=4), rng.normal(size=(4, 12))),) if guarded else ()
    options = Settings(k=k)
    for i in range(6):
        words = np.sort(corpus.row(i)).tolist()
        fixed = words[: len(words) // 3]
        free = words[len(words) // 3 :]
        own, topic = int(corpus.sensitive[i]), int(corpus.sensitive[i] // 2)
        case = make_case(
            sensitive, utility, free, own, topic, options, in_corpus, guards, fixed=fixed, document=words
        )
        [found] = redact([case], options)
        assert ladder(case).ranks[0] == rank_of(check, corpus, words, own, words if in_corpus else None)
        if found.status == "infeasible":
            continue
        shown = [*fixed, *(w for w, stays in zip(free, found.kept, strict=True) if stays)]
        assert rank_of(check, corpus, shown, own, words if in_corpus else None) >= k
        for guard in guards:
            scores = guard.intercepts + guard.weights[:, shown].sum(axis=1)
            assert (np.delete(scores, own) >= scores[own] - 1e-9).sum() >= k - 1


def rank_of(check: ResidualCheck, corpus: Corpus, words: list[int], own: int, whole: list[int] | None) -> int:
    original = None if whole is None else [corpus.words[w] for w in whole]
    return check.rank([corpus.words[w] for w in words], own, original)
