"""The kept edge of the ledger's tree saves reading and never decides: a forged one counts for nothing."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adapters.keys.installation import Keys, load_keys
from adapters.ledger import Draft, Ledger, ledger_path
from adapters.ledger.history import edge_path, history_of, keep_edge, whole_history
from adapters.ledger.signed import Head
from adapters.ledger.witnesses import head_of, last_head, receipt_of
from engine.errors import InvalidError
from engine.record.trees.tree_consistency import Tree
from tests.conformance.ledgers import tamper

MANY = 150


def written(path: Path, keys: Keys, n: int) -> int:
    """Write so many entries; the number of the last one."""
    drafts = [Draft("document", "run", "release", {"document": f"{i:06d}"}) for i in range(n)]
    return Ledger(path, keys).append(drafts).seq


def witnessed(path: Path, keys: Keys, seq: int) -> Head:
    """What a write does with its entry `seq`; the receipt holds and says what all entries say."""
    history, whole = history_of(path, keys, seq - 1), whole_history(path)
    head = head_of(history, keys)
    assert receipt_of(history, seq, head).holds()
    assert receipt_of(history, seq, head) == receipt_of(whole, seq, head_of(whole, keys))
    keep_edge(path, history, head)
    return head


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return load_keys(tmp_path / "home")


@pytest.fixture
def path(tmp_path: Path, keys: Keys) -> Path:
    """A ledger with an edge over most of its entries, and one entry more that nobody witnessed yet."""
    path = ledger_path(tmp_path / "home")
    witnessed(path, keys, written(path, keys, MANY))
    written(path, keys, 1)
    return path


def kept(path: Path) -> dict[str, Any]:
    return dict(json.loads(edge_path(path).read_text()))


def test_receipts_from_the_edge_are_those_from_all_entries(tmp_path: Path, keys: Keys) -> None:
    path, seen = ledger_path(tmp_path / "home"), set()
    for n in (1, 1, 60, 5, 1, 100, 1, 1, 64, 1):
        last = written(path, keys, n)
        witnessed(path, keys, last)
        witnessed(path, keys, max(1, last - 10))  # a writer beside others
        seen.add(kept(path)["size"])
    assert len(seen) > 5


def test_only_entries_behind_the_edge_are_read(path: Path, keys: Keys) -> None:
    right = whole_history(path)
    tamper(path, "DELETE FROM entries WHERE seq BETWEEN 2 AND 80")
    history = history_of(path, keys, right.tree.size - 1)
    assert head_of(history, keys).root == head_of(right, keys).root
    assert len(whole_history(path).tree.leaves) == right.tree.size - 79


def _flip(edge: dict[str, Any]) -> dict[str, Any]:
    return edge | {"nodes": ["f" * 64, *edge["nodes"][1:]]}


def _own_root(edge: dict[str, Any]) -> dict[str, Any]:
    forged = _flip(edge)
    tree = Tree((), edge["size"], [bytes.fromhex(node) for node in forged["nodes"]])
    root = tree.root(edge["size"]).hex()
    return forged | {"head": edge["head"] | {"size": edge["size"], "root": root}}


FORGED: dict[str, Callable[[dict[str, Any]], object]] = {
    "another node": _flip,
    "another node, and a root that it leads to": _own_root,
    "a node too few": lambda edge: edge | {"nodes": edge["nodes"][1:]},
    "a node too many": lambda edge: edge | {"nodes": [*edge["nodes"], "0" * 64]},
    "nodes in another order": lambda edge: edge | {"nodes": edge["nodes"][::-1]},
    "another size": lambda edge: edge | {"size": edge["size"] ^ 3},
    "a size beyond the ledger": lambda edge: edge | {"size": 10**30},
    "a head that goes no further": lambda edge: edge | {"size": edge["head"]["size"]},
    "another form": lambda _: [],
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED.keys())
def test_a_forged_edge_counts_for_nothing(
    path: Path, keys: Keys, forge: Callable[[dict[str, Any]], object]
) -> None:
    before = kept(path)
    assert before["size"] > 0
    assert forge(before) != before
    edge_path(path).write_text(json.dumps(forge(before)))
    witnessed(path, keys, MANY + 2)
    assert kept(path)["size"] > before["size"]
    witnessed(path, keys, MANY + 2)


@pytest.mark.parametrize("signer", ["another key", "nobody"])
def test_an_edge_that_this_installation_did_not_sign_counts_for_nothing(
    path: Path, keys: Keys, tmp_path: Path, signer: str
) -> None:
    """Other first entries, and the ledger's own ones behind them: but for the signature all fits."""
    size = kept(path)["size"]
    begun = Tree([bytes([n]) * 32 for n in range(size)] + [*whole_history(path).tree.leaves[size:]]).begun(
        size
    )
    end = kept(path)["head"]["size"]
    head = Head.model_validate(kept(path)["head"] | {"root": begun.root(end).hex()})
    if signer == "another key":
        other = load_keys(tmp_path / "other")
        head = head.model_copy(update={"public_key": other.public_hex()}).signed_by(other)
    nodes = [node.hex() for node in begun.edge]
    edge_path(path).write_text(json.dumps(kept(path) | {"head": head.model_dump(), "nodes": nodes}))
    witnessed(path, keys, MANY + 2)


def test_the_edge_of_a_history_that_was_set_back_counts_for_nothing(path: Path, keys: Keys) -> None:
    """The edge stays, validly signed; the ledger beside it goes on in another way."""
    then = {one: one.read_bytes() for one in path.parent.glob("ledger.*") if one != edge_path(path)}
    witnessed(path, keys, written(path, keys, MANY))
    edge = kept(path)
    for one, content in then.items():
        one.write_bytes(content)
    drafts = [Draft("viewed", body={"case": f"{i}"}) for i in range(2 * MANY)]
    last = Ledger(path, keys).append(drafts).seq
    assert edge["head"]["size"] < last
    witnessed(path, keys, last)


def test_an_edge_that_cannot_be_written_stops_nothing(path: Path, keys: Keys) -> None:
    edge_path(path).unlink()
    edge_path(path).mkdir()
    witnessed(path, keys, MANY + 2)
    shutil.rmtree(edge_path(path))


def test_a_ledger_that_is_none_is_told(path: Path, keys: Keys) -> None:
    path.write_bytes(b"no ledger")
    with pytest.raises(InvalidError, match="LED007"):
        history_of(path, keys, 1)


def test_the_newest_head_of_a_file_is_its_last_line(path: Path, keys: Keys, tmp_path: Path) -> None:
    share = tmp_path / "share.jsonl"
    assert last_head(share) is None
    heads = [head_of(whole_history(path), keys).model_copy(update={"size": n}) for n in range(1, 300)]
    share.write_text("".join(json.dumps({"head": head.model_dump()}) + "\n" for head in heads))
    assert share.stat().st_size > 1 << 16
    assert last_head(share) == heads[-1]
    share.write_text(share.read_text() + '{"head": ')
    with pytest.raises(InvalidError, match="LED007"):
        last_head(share)
