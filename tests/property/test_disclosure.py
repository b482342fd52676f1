"""Any table survives being written and read."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.counts.disclosure import DisclosureTable, Vocabulary
from tests.drawn_cases import number_of_cases

_KEYS = st.lists(
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp", "Zs"]), min_size=1, max_size=8),
    unique=True,
    max_size=30,
).map(sorted)
_COUNT = st.integers(1, 2**40)


@settings(max_examples=number_of_cases(60), deadline=None, derandomize=True)
@given(st.data(), _KEYS, _KEYS)
def test_round_trip(data: st.DataObject, words: list[str], terms: list[str]) -> None:
    n_words = data.draw(st.lists(_COUNT, min_size=len(words), max_size=len(words)))
    n_t = data.draw(st.lists(_COUNT, min_size=len(terms), max_size=len(terms)))
    n_ct = [data.draw(st.integers(1, n)) for n in n_t]
    vocabulary = Vocabulary("c", "0" * 64, "window:5", 2**40, 1, tuple(words), np.array(n_words, np.int64))
    table = DisclosureTable(
        "c", ("c",), vocabulary, 2**40, tuple(terms), np.array(n_t, np.int64), np.array(n_ct, np.int64)
    )
    read = Vocabulary.from_bytes(vocabulary.to_bytes())
    again = DisclosureTable.from_bytes(table.to_bytes(), read)
    assert (read.keys, read.n_t.tolist()) == (tuple(words), n_words)
    assert (again.keys, again.n_t.tolist(), again.n_ct.tolist()) == (tuple(terms), n_t, n_ct)
    assert again.fingerprint == table.fingerprint
