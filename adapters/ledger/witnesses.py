"""Signed heads and receipts of the ledger, and the places outside where heads are kept.

A head says how many entries the ledger has and names the root of the Merkle tree over their hashes. A
receipt adds the way from one entry to that root. Whoever holds either notices a ledger that was set
back or continued in another way, as in Certificate Transparency.

References
----------
.. [1] RFC 6962, Certificate Transparency, sections 2.1 (trees) and 3.5 (signed tree heads).
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from adapters.keys.installation import Keys
from adapters.ledger.faults import damaged, unreachable
from adapters.ledger.history import History
from adapters.ledger.signed import Head, Hex64, Row, canonical, read_kept
from adapters.machine.files import canonical_json, write_atomically
from engine.record.trees.commitments import root_from
from engine.record.trees.tree_consistency import is_consistent, roots_at

_SECONDS = 20
_LONGEST = 1 << 16
"""Bytes that no line of a file of heads reaches: a proof has two nodes for each doubling of the ledger."""


class Receipt(Row):
    """That one entry stands in the ledger: its hash, its place, and the way to a signed root."""

    format: Literal["saferelease receipt 1"] = "saferelease receipt 1"
    head: Head
    seq: Annotated[int, Field(ge=1)]
    entry: Hex64
    path: tuple[Hex64, ...]

    def holds(self) -> bool:
        """Whether the way leads to the root, and the head's signature holds."""
        path = [bytes.fromhex(node) for node in self.path]
        root = root_from(bytes.fromhex(self.entry), self.seq - 1, self.head.size, path)
        return self.head.holds() and root is not None and root.hex() == self.head.root


class Witnessed(Row):
    """A head as an outside place keeps it, with the proof that it continues the one before."""

    head: Head
    before: int = 0
    proof: tuple[Hex64, ...] = ()


class Mail(Row):
    """An address that receives heads, and the mail server that takes them."""

    to: str
    server: str
    port: int = 25


class Anchors(Row):
    """Places outside the installation that keep heads."""

    format: Literal["saferelease anchors 1"] = "saferelease anchors 1"
    files: tuple[Path, ...] = ()
    urls: tuple[str, ...] = ()
    mail: tuple[Mail, ...] = ()


def anchors_path(home: Path) -> Path:
    """File that names the places."""
    return home / "anchors.json"


def read_anchors(path: Path) -> Anchors:
    """The places; none where nobody named any.

    Raises
    ------
    InvalidError
        ``LED007`` when the file is something else.
    """
    return read_kept(Anchors, path) or Anchors()


def write_anchors(path: Path, anchors: Anchors) -> None:
    """Name the places."""
    write_atomically(path, canonical_json(anchors.model_dump(mode="json")), mode=0o600)


def seen_heads(home: Path) -> dict[str, Head]:
    """The newest head of each ledger that stood here, by ledger: kept beside the folder `home`, not in it.

    Raises
    ------
    InvalidError
        ``LED007`` when a file of them is something else.
    """
    found = (read_kept(Head, path) for path in sorted(_beside(home).glob("*.json")))
    return {head.ledger: head for head in found if head is not None}


def keep_seen(home: Path, history: History, head: Head, old: Head | None) -> None:
    """Keep a head there: whoever copies the whole folder back does not copy it.

    One that the ledger does not continue stays as it is, for `audit check` to find. Where nothing can be
    written beside the folder, nothing is kept.
    """
    if old is None or history.continues(old):
        with suppress(OSError):
            _beside(home).mkdir(mode=0o700, exist_ok=True)
            content = canonical_json(head.model_dump(mode="json"))
            write_atomically(_beside(home) / f"{head.ledger[:16]}.json", content, mode=0o600)


def _beside(home: Path) -> Path:
    return home.with_name(f"{home.name}.seen")


def head_of(history: History, keys: Keys) -> Head:
    """The signed head of a ledger."""
    size = history.tree.size
    root = history.tree.root(size).hex()
    return Head(ledger=history.ledger, size=size, root=root, public_key=keys.public_hex()).signed_by(keys)


def receipt_of(history: History, seq: int, head: Head) -> Receipt:
    """The receipt of entry `seq`."""
    path = tuple(node.hex() for node in history.tree.path(seq - 1))
    return Receipt(head=head, seq=seq, entry=history.tree.leaf(seq - 1).hex(), path=path)


def contradicted(hashes: Sequence[str], heads: Collection[Head]) -> set[Head]:
    """Those of `heads` that a ledger with entries of these hashes does not continue."""
    roots = roots_at([bytes.fromhex(one) for one in hashes], {head.size for head in heads})
    found = {size: root.hex() for size, root in roots.items()}
    return {head for head in heads if hashes[:1] != [head.ledger] or found.get(head.size) != head.root}


def read_witnessed(path: Path) -> list[Witnessed]:
    """The heads that a file keeps, oldest first; none where there is no file.

    Raises
    ------
    InvalidError
        ``LED007`` when the file is something else.
    """
    try:
        return [Witnessed.model_validate_json(line) for line in path.read_bytes().splitlines()]
    except FileNotFoundError:
        return []
    except (OSError, ValidationError):
        raise damaged(path, "a line") from None


def disagreements(kept: Sequence[Witnessed], public_keys: Sequence[str] = ()) -> Iterator[int]:
    """Numbers of heads that are badly signed, or do not continue the one before; needs no ledger."""
    last: Head | None = None
    for n, one in enumerate(kept):
        path = [bytes.fromhex(node) for node in one.proof]
        good = one.head.holds() and (not public_keys or one.head.public_key in public_keys)
        if last is not None:
            old, new = bytes.fromhex(last.root), bytes.fromhex(one.head.root)
            good = good and one.head.ledger == last.ledger
            good = good and is_consistent(old, last.size, new, one.head.size, path)
        if not good:
            yield n
        last = one.head


def last_head(path: Path) -> Head | None:
    """The newest head that a file keeps; None where there is none. Lines before it are not looked at.

    Raises
    ------
    InvalidError
        ``LED007`` when the file ends with something else.
    """
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - _LONGEST))
            lines = file.read().splitlines()[-1:]
        return Witnessed.model_validate_json(lines[0]).head if lines else None
    except FileNotFoundError:
        return None
    except (OSError, ValidationError):
        raise damaged(path, "the file") from None


def publish(history: History, head: Head, anchors: Anchors) -> None:
    """Give a head to every place.

    Raises
    ------
    InvalidError
        ``LED012`` when one of them does not take it.
    """
    for file in anchors.files:
        kept = last_head(file)
        before = kept.size if kept else 0
        path = history.tree.consistency(before)
        line = Witnessed(head=head, before=before, proof=tuple(node.hex() for node in path))
        if before < head.size:
            _append(file, canonical(line.model_dump()) + b"\n")
    content = canonical(Witnessed(head=head).model_dump())
    for url in anchors.urls:
        _post(url, content)
    for mail in anchors.mail:
        _send(mail, head, content)


def _append(path: Path, line: bytes) -> None:
    try:
        with path.open("ab") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise unreachable(str(path), error.strerror or type(error).__name__) from None


def _post(url: str, content: bytes) -> None:
    import httpx  # a tenth of a second that few commands need

    try:
        kind = {"Content-Type": "application/json"}
        httpx.post(url, content=content, headers=kind, timeout=_SECONDS).raise_for_status()
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise unreachable(url, type(error).__name__) from None


def _send(mail: Mail, head: Head, content: bytes) -> None:
    import smtplib
    from email.message import EmailMessage

    message = EmailMessage()
    message["Subject"] = f"saferelease ledger {head.ledger[:12]}: {head.size} entries"
    message["From"] = message["To"] = mail.to
    message.set_content(json.dumps(json.loads(content), indent=1, sort_keys=True))
    try:
        with smtplib.SMTP(mail.server, mail.port, timeout=_SECONDS) as server:
            server.send_message(message)
    except (smtplib.SMTPException, OSError) as error:
        raise unreachable(mail.to, type(error).__name__) from None
