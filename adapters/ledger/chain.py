"""Is a ledger whole? Every hash, every link, every signature, and the end that was signed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from adapters.ledger.entries import NOTHING, Checkpoint, Entry, LedgerContent
from adapters.ledger.faults import badly_signed, changed, out_of_order, too_short
from adapters.ledger.signers import Term, terms_of
from engine.errors import Fault

_NEVER = Term(until=0)


@dataclass(frozen=True, slots=True)
class Reached:
    """Up to where a ledger was found whole.

    Parameters
    ----------
    ledger : str
        Hash of its first entry.
    last : Entry
        The last entry that was looked at.
    terms : mapping of str to Term
        Whose signatures count.
    """

    ledger: str
    last: Entry
    terms: Mapping[str, Term]


def check_ledger(
    content: LedgerContent, public_keys: Collection[str] = (), kept: Mapping[str, Checkpoint] | None = None
) -> list[Fault]:
    """Faults of a ledger; empty when it is as it was written.

    Parameters
    ----------
    content : LedgerContent
        As read.
    public_keys : collection of str
        Keys that may have signed its checkpoints, in hexadecimal; without any, the key that the first
        entry names. Those with which they were exchanged may, too, each in its time.
    kept : mapping of str to Checkpoint
        Checkpoints kept elsewhere, by a name to report them under.

    Returns
    -------
    list of Fault
        ``LED003`` an entry was changed, ``LED004`` entries are missing, moved or put in, ``LED005`` the
        end was cut off, ``LED006`` a checkpoint is not signed by the ledger's key.
    """
    named = str(content.entries[0].body.get("public_key", "")) if content.entries else ""
    trusted = terms_of(content, public_keys or {named})
    faults = list(_chain_faults(content.entries))
    hashes = {entry.seq: entry.hash for entry in content.entries}
    for which, checkpoint in _signed(content, kept or {}):
        faults += _checkpoint_faults(which, checkpoint, hashes, trusted)
    if not content.checkpoints and not content.head:
        faults.append(badly_signed("the ledger's end", "no checkpoint"))
    return faults


def reached_by(content: LedgerContent, public_keys: Collection[str]) -> Reached:
    """Up to where a ledger goes that was found whole."""
    return Reached(content.entries[0].hash, content.entries[-1], terms_of(content, public_keys))


def check_growth(content: LedgerContent, reached: Reached) -> list[Fault]:
    """Faults of what was added to a ledger that was whole up to `reached`.

    Parameters
    ----------
    content : LedgerContent
        The entry that was reached, what stands behind it, and what was signed since.
    reached : Reached

    Notes
    -----
    A new exchange of keys is not followed: then the whole ledger is to be checked.
    """
    if not content.entries or content.entries[0].hash != reached.last.hash:
        return [too_short(reached.last.seq, len(content.entries), "the last check")]
    faults = list(_chain_faults(content.entries, reached.last.seq - 1, reached.last.previous))
    hashes = {1: reached.ledger} | {entry.seq: entry.hash for entry in content.entries}
    for which, checkpoint in _signed(content, {}):
        if checkpoint.seq >= reached.last.seq:  # the one beside the ledger is written last
            faults += _checkpoint_faults(which, checkpoint, hashes, reached.terms)
    return faults


def _chain_faults(entries: Sequence[Entry], seq: int = 0, previous: str = NOTHING) -> Iterator[Fault]:
    for entry in entries:
        if entry.digest() != entry.hash:
            yield changed(entry.seq)
        if entry.seq != seq + 1:
            yield out_of_order(entry.seq, f"after entry {seq}")
        elif entry.previous != previous:
            yield out_of_order(entry.seq, "another hash")
        seq, previous = entry.seq, entry.hash


def _signed(content: LedgerContent, kept: Mapping[str, Checkpoint]) -> Iterator[tuple[str, Checkpoint]]:
    for checkpoint in content.checkpoints:
        yield f"checkpoint {checkpoint.seq}", checkpoint
    if content.head:
        yield "the checkpoint beside the ledger", content.head
    yield from kept.items()


def _checkpoint_faults(
    which: str, checkpoint: Checkpoint, hashes: Mapping[int, str], trusted: Mapping[str, Term]
) -> Iterator[Fault]:
    if not checkpoint.holds():
        yield badly_signed(which, "a signature that does not hold")
    elif not trusted.get(checkpoint.public_key, _NEVER).holds(checkpoint.seq):
        yield badly_signed(which, f"key {checkpoint.public_key[:16]}...")
    elif checkpoint.ledger != hashes.get(1):
        yield badly_signed(which, "a checkpoint of another ledger")
    elif hashes.get(checkpoint.seq) != checkpoint.hash:
        yield too_short(checkpoint.seq, len(hashes), which)
