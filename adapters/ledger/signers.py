"""Whose signatures count in a ledger, and for which part of it: signing keys are exchanged, entries stay.

An entry of event ``rotated`` names the key before (``from``) and the key after (``to``). The key before
signed the checkpoint that ends with this entry, and the key after has signed from there on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from adapters.ledger.entries import Checkpoint, LedgerContent


@dataclass(frozen=True, slots=True)
class Term:
    """For which lengths of the ledger a key counts: after `since`, before `until`."""

    since: int = 0
    until: float = float("inf")

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
    turns = [
        (entry.seq, str(entry.body["from"]), str(entry.body["to"]))
        for entry in content.entries
        if entry.event == "rotated" and {"from", "to"} <= entry.body.keys()
    ]
    signed = [one for one in content.checkpoints if one.holds()]
    terms = {key.lower(): Term() for key in trusted}
    for seq, old, new in turns:
        first = min(_signed_by(new, signed, seq), default=float("inf"))
        if old in terms and any(one.seq == seq and one.public_key == old for one in signed):
            terms[old] = Term(terms[old].since, first)
            terms[new] = Term(seq, terms.get(new, Term()).until)
    for seq, old, new in reversed(turns):
        first = min(_signed_by(new, signed, seq), default=float("inf"))
        if new in terms and old not in terms and first < float("inf"):
            terms[old] = Term(0, first)
            terms[new] = Term(seq, terms[new].until)
    return terms


def _signed_by(key: str, signed: Iterable[Checkpoint], after: int) -> list[int]:
    return [one.seq for one in signed if one.public_key == key and one.seq > after]
