"""A policy in a process: loaded once, compiled on first use, used by any thread."""

from __future__ import annotations

import gc
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakSet

from engine.errors import Fault, InvalidError, RefusedError, SafereleaseError, fault
from flows.compiling.compilation import Compiled, compile_loaded, load
from saferelease.results import Inspection, Redaction

if TYPE_CHECKING:
    from adapters.policies.files import LoadedPolicy
    from engine.measures.curves import Curve
    from flows.document.document import DocumentPipeline

_KEY_BYTES = 32
_policies: WeakSet[Policy] = WeakSet()
Answer = TypeVar("Answer")


class Policy:
    """A policy; `load` makes one.

    Notes
    -----
    Threads may share one: they take turns. A forked process may go on with its parent's. It cannot be
    pickled: load it in each process, with the same `key` where pseudonyms shall agree.

    Examples
    --------
    >>> policy = Policy.load("hipaa-safe-harbor")
    >>> policy
    Policy('hipaa-safe-harbor', '1.0.0')
    >>> found = policy.inspect("Seen by Dr. Anna Keller, MRN 00884410.")
    >>> [(one.start, one.end, one.kind, one.law) for one in found.findings][1]
    (29, 37, 'mrn', '45 CFR 164.514(b)(2)(i)(H)')
    >>> found
    Inspection(2 findings, 0 refused)
    """

    def __init__(self, loaded: LoadedPolicy, matter: Path | None, key: bytes) -> None:
        self._loaded, self.matter, self._key = loaded, matter, key
        self._lock = Lock()
        self._pipeline: DocumentPipeline | None = None
        _policies.add(self)

    @classmethod
    def load(cls, name: str | Path, *, matter: Path | None = None, key: bytes | None = None) -> Policy:
        """Find and check a policy.

        Parameters
        ----------
        name : str or Path
            File of a policy, or name of a shipped one.
        matter : Path or None
            File with the facts of the matter.
        key : bytes or None
            At least 32 secret bytes that key the pseudonyms and moved dates of `redact`; None draws new ones.

        Raises
        ------
        InvalidError
            Every fault of the file; ``PYT001`` for a short key.
        """
        if key is not None and len(key) < _KEY_BYTES:
            got = f"{len(key)} bytes"
            raise InvalidError(fault("PYT001", "key", f"must be {_KEY_BYTES} bytes or more", got))
        return cls(load(str(name)), matter, key or secrets.token_bytes(_KEY_BYTES))

    @property
    def name(self) -> str:
        """Its name."""
        return self._loaded.policy.policy

    @property
    def version(self) -> str:
        """Its version."""
        return self._loaded.policy.version

    @property
    def path(self) -> Path:
        """Its file."""
        return self._loaded.path.resolve()

    @property
    def kinds(self) -> tuple[str, ...]:
        """Categories of identifiers that its clauses name, and the concepts that it protects."""
        policy = self._loaded.policy
        named = (kind for clause in policy.identifiers for kind in clause.find)
        return tuple(dict.fromkeys([*named, *(clause.protect for clause in policy.concepts)]))

    def check(self) -> tuple[Fault, ...]:
        """What only compiling finds: knowledge and counts that are not on this machine; empty for nothing."""
        try:
            self._ready(lambda pipeline: None)
        except SafereleaseError as error:
            return tuple(error.faults)
        return ()

    def inspect(self, source: Any, *, name: str = "") -> Inspection:
        """What the policy would change in a text, file or table; nothing is changed or written.

        Parameters
        ----------
        source : str, Path, bytes or table
            A text, a file, the bytes of a file, or a table that shows itself as an Arrow stream: of pandas,
            polars, pyarrow or DuckDB.
        name : str
            Of the bytes' file: its suffix says what it is, ``"letter.docx"``.

        Raises
        ------
        InvalidError
            What cannot be read; ``PYT002`` for a source of another kind.
        """
        from saferelease.sources import given

        one = given(source, name)
        return self._ready(lambda pipeline: one.inspected(pipeline))

    def redact(self, source: Any, *, name: str = "") -> Redaction:
        """The same source, safe under the policy.

        Parameters
        ----------
        source, name
            As of `inspect`.

        Raises
        ------
        RefusedError
            A check of the outcome failed, so there is none; ``PYT003`` for a policy that only a whole release
            keeps.
        InvalidError
            As `inspect`.

        Notes
        -----
        What leaves so has no report and stands in no ledger, and no other document is searched for what it
        lost: `release` does all that.
        """
        from saferelease.sources import given

        one = given(source, name)
        return self._ready(lambda pipeline: one.redacted(pipeline))

    def inspect_all(self, sources: Iterable[Any]) -> Iterator[Inspection]:
        """`inspect` for each source as it comes; what cannot be read is told in `refused`."""
        for source in sources:
            try:
                yield self.inspect(source)
            except (InvalidError, RefusedError) as error:
                yield Inspection((), tuple(error.faults), "")

    def redact_all(self, sources: Iterable[Any]) -> Iterator[Redaction]:
        """`redact` for each source as it comes; why there is nothing of one is told in its `refused`."""
        for source in sources:
            try:
                yield self.redact(source)
            except (InvalidError, RefusedError) as error:
                yield Redaction((), tuple(error.faults), b"")

    def curves(self, texts: Iterable[str]) -> tuple[Curve, ...]:
        """What each value of alpha, k and the loss ratio costs and brings over some texts, clause by clause.

        Parameters
        ----------
        texts : iterable of str
            Like those that the policy is for; nothing of them is kept.

        Returns
        -------
        tuple of Curve
            All clauses with the same setting move together.

        Raises
        ------
        InvalidError
            ``CRV001`` when no clause has such a setting, or no text can be read.
        """
        from flows.release.preview.curves import draw_curves
        from flows.release.preview.trying import Sample

        samples = [Sample(f"{n:06d}.txt", text.encode("utf-8")) for n, text in enumerate(texts, 1)]
        return tuple(draw_curves(str(self.path), samples))

    def _ready(self, use: Callable[[DocumentPipeline], Answer]) -> Answer:
        """Call `use` with what decides, one thread at a time."""
        with self._lock:
            if self._pipeline is None:
                with _nothing_collected():
                    self._pipeline = self._made()
            return use(self._pipeline)

    def _renew(self) -> None:
        self._lock, self._pipeline = Lock(), None

    def _made(self) -> DocumentPipeline:
        from flows.document.document import DocumentPipeline

        return DocumentPipeline(self._compiled(), self._key, datetime.now(UTC).year)

    def _compiled(self) -> Compiled:
        compiled = compile_loaded(self._loaded)
        if self.matter is None:
            return compiled
        from adapters.keys.installation import load_keys
        from flows.compiling.matters import under_matter

        return under_matter(compiled, self.matter, load_keys())

    def __repr__(self) -> str:
        return f"Policy({self.name!r}, {self.version!r})"

    def __reduce__(self) -> Any:
        raise TypeError("a Policy cannot be pickled: load it in each process")


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """While tables are built, of which nothing is garbage: looking through them takes a tenth of a second."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _forked() -> None:
    """In a forked process: what another thread of its parent was at work with is made anew."""
    for policy in list(_policies):
        if policy._lock.locked():
            policy._renew()


os.register_at_fork(after_in_child=_forked)


def inspect(source: Any, policy: Policy | str | Path, *, name: str = "") -> Inspection:
    """`Policy.inspect` of `policy`; one that is named is loaded for this call alone, which takes a second.

    Examples
    --------
    >>> inspect("Mail anna@example.org.", "hipaa-safe-harbor").counts()
    {'email': 1}
    """
    return _policy(policy).inspect(source, name=name)


def redact(source: Any, policy: Policy | str | Path, *, name: str = "") -> Redaction:
    """`Policy.redact` of `policy`; one that is named is loaded for this call alone, which takes a second.

    Examples
    --------
    >>> redact("Mail anna@example.org.", "hipaa-safe-harbor").text
    'Mail [EMAIL].'
    """
    return _policy(policy).redact(source, name=name)


def _policy(policy: Policy | str | Path) -> Policy:
    return policy if isinstance(policy, Policy) else Policy.load(policy)
