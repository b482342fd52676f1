"""The Merkle tree over a ledger's entries, without reading all of them at each write.

Beside the ledger stands ``ledger.edge``: the roots of the whole subtrees over all but the newest entries,
and the last head that was signed. With the entries behind it the edge makes the tree of that head.

Notes
-----
The file is a cache that nobody needs to trust. It counts only where its roots and the entries behind them
lead to the root that this installation signed. At least one of those entries is in the ledger, and its hash
names all entries before it. In every other case the tree is made of all entries.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from adapters.keys.installation import Keys
from adapters.ledger.faults import damaged, gone
from adapters.ledger.place import Place, beside
from adapters.ledger.signed import Head, Hex64, Row, canonical, read_kept
from adapters.ledger.store import reading
from adapters.machine.files import write_atomically
from engine.errors import InvalidError
from engine.record.trees.tree_consistency import Tree

_BEHIND = 64
"""So many newest entries stay outside the edge: writers beside each other need not the last one only."""


class Edge(Row):
    """What is kept of the tree: `nodes` over the first `size` entries, and the last signed head."""

    format: Literal["saferelease edge 1"] = "saferelease edge 1"
    head: Head
    size: Annotated[int, Field(ge=0)]
    nodes: tuple[Hex64, ...]


@dataclass(frozen=True, slots=True)
class History:
    """A ledger as its heads tell of it.

    Parameters
    ----------
    ledger : str
        Hash of the first entry.
    tree : Tree
        Over the hashes of all entries.
    """

    ledger: str
    tree: Tree

    def continues(self, head: Head) -> bool:
        """Whether the ledger begins as `head` says."""
        if head.size > self.tree.size or head.ledger != self.ledger:
            return False
        return self.tree.root(head.size).hex() == head.root


def edge_path(place: Place) -> Path:
    """What is kept of the tree over a ledger, beside it."""
    return beside(place).with_suffix(".edge")


def whole_history(place: Place) -> History:
    """The tree over all entries.

    Raises
    ------
    InvalidError
        ``LED007`` when the file is no ledger.
    """
    ledger, leaves = _hashes(place, 0)
    return History(ledger, Tree(leaves))


def history_of(place: Place, keys: Keys, first: int) -> History:
    """The tree over all entries, to be asked about the first `first` entries and longer trees only.

    Parameters
    ----------
    place : Path or Tables
        The ledger.
    keys : Keys
        The installation's: an edge with another signature does not count.
    first : int

    Raises
    ------
    InvalidError
        ``LED007`` when the file is no ledger.
    """
    history = _kept_history(place, keys, first) or whole_history(place)
    begun = max(history.tree.before, min(first, history.tree.size - _BEHIND))
    return History(history.ledger, history.tree.begun(begun))


def keep_edge(place: Place, history: History, head: Head) -> None:
    """Keep what is known of the tree for the next write."""
    nodes = tuple(node.hex() for node in history.tree.edge)
    edge = Edge(head=head, size=history.tree.before, nodes=nodes)
    with suppress(OSError):  # without it the next write reads all entries
        write_atomically(edge_path(place), canonical(edge.model_dump()), durable=False, mode=0o600)


def _kept_history(place: Place, keys: Keys, first: int) -> History | None:
    """The history behind the kept edge; None where the edge does not fit this ledger."""
    try:
        edge = read_kept(Edge, edge_path(place))
    except InvalidError:
        return None
    if edge is None or not _is_signed(edge, keys) or edge.size > first:
        return None
    ledger, leaves = _hashes(place, edge.size)
    history = History(ledger, Tree(leaves, edge.size, [bytes.fromhex(node) for node in edge.nodes]))
    return history if history.continues(edge.head) else None


def _is_signed(edge: Edge, keys: Keys) -> bool:
    """Whether the head is ours and goes beyond the edge, and the edge has all its nodes."""
    ours = edge.head.public_key == keys.public_hex() and edge.head.holds()
    return ours and edge.size < edge.head.size and len(edge.nodes) == edge.size.bit_count()


def _hashes(place: Place, after: int) -> tuple[str, list[bytes]]:
    """The hash of the first entry, and those of all behind entry `after`, oldest first."""
    try:
        with reading(place) as rows:
            if rows is None:
                raise gone(place)
            [first] = rows.query("SELECT hash FROM entries ORDER BY seq LIMIT 1")
            behind = rows.query("SELECT hash FROM entries WHERE seq > :after ORDER BY seq", {"after": after})
        return str(first["hash"]), [bytes.fromhex(row["hash"]) for row in behind]
    except (TypeError, ValueError):
        raise damaged(place, "the file") from None
