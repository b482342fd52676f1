"""Whose signatures count in a ledger, and for which part of it: signing keys are exchanged, entries stay.

An entry of event ``rotated`` names the key before (``from``) and the key after (``to``). The key before
signed the checkpoint that ends with this entry, and the key after has signed from there on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from adapters.ledger.entries import LedgerContent

_NEVER = float("inf")


@dataclass(frozen=True, slots=True)
class Term:
    """For which lengths of the ledger a key counts: after `since`, before `until`."""

    since: int = 0
    until: float = _NEVER

    def holds(self, seq: int) -> bool:
        """Whether a signature over the first `seq` entries counts."""
        return self.since < seq < self.until


def terms_of(content: LedgerContent, trusted: Collection[str]) -> dict[str, Term]:
    """The terms of all keys that `trusted` ones vouch for, and of those themselves.

    Notes
    -----
    A trusted key vouches for its successor by signing the entry that names it, and for its predecessor by
    signing the ledger further on: the chain of hashes holds the entry. A key that was exchanged counts up to
    the first signature of its successor.
    """
    terms = {key.lower(): Term() for key in trusted}
    turns = list(_turns(content))
    for seq, old, new, first, is_signed in turns:
        if is_signed and old in terms:
            terms[old] = Term(terms[old].since, first)
            terms[new] = Term(seq, terms.get(new, Term()).until)
    for seq, old, new, first, _ in reversed(turns):
        if new in terms and old not in terms and first < _NEVER:
            terms[old] = Term(0, first)
            terms[new] = Term(seq, terms[new].until)
    return terms


def _turns(content: LedgerContent) -> Iterator[tuple[int, str, str, float, bool]]:
    """Exchanges: entry, key before and after, where the latter signed first, whether the former signed."""
    signed = {(one.public_key, one.seq) for one in content.checkpoints if one.holds()}
    for entry in content.entries:
        if entry.event == "rotated" and {"from", "to"} <= entry.body.keys():
            old, new = str(entry.body["from"]), str(entry.body["to"])
            first = min((seq for key, seq in signed if key == new and seq > entry.seq), default=_NEVER)
            yield entry.seq, old, new, first, (old, entry.seq) in signed
