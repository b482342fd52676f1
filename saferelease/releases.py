"""Whole releases from Python, and bundles looked at: each release runs in a process of its own."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import Fault, InvalidError, RefusedError, fault
from saferelease.policies import Policy

if TYPE_CHECKING:
    from flows.audit.verification.answers import Answer

_ERRORS = {one.__name__: one for one in (InvalidError, RefusedError)}


@dataclass(frozen=True, slots=True)
class ReleasedDocument:
    """What became of one document.

    Parameters
    ----------
    id : str
        Its number in the release.
    outcome : str
        ``"released"``, ``"refused"`` or ``"quarantined"``.
    output : str
        Its path below the bundle's ``documents``; empty unless released.
    reason : str
        Why it does not leave: a code and a sentence, without text.
    changes : int
        How many places were changed.
    """

    id: str
    outcome: str
    output: str = field(repr=False)
    reason: str
    changes: int


@dataclass(frozen=True, slots=True)
class Release:
    """A release that ended.

    Parameters
    ----------
    release_id : str
    verdict : str
        ``"released"``, ``"released in part"``, ``"refused"`` or ``"nothing released"``.
    policy, plan_id : str
        Name of the policy, and the id of its plan.
    totals : mapping of str to int
        Documents by outcome.
    documents : tuple of ReleasedDocument
    bundle : str
        Folder or address of the bundle: it may be handed out.
    private : Path
        The encrypted record and the operator's report: never hand it out.
    not_stamped : str
        Code of why the time stamp is missing that the installation asks for; empty otherwise.
    """

    release_id: str
    verdict: str
    policy: str
    plan_id: str
    totals: Mapping[str, int]
    documents: tuple[ReleasedDocument, ...]
    bundle: str
    private: Path
    not_stamped: str = ""

    @property
    def complete(self) -> bool:
        """Whether every document was released."""
        return self.verdict == "released"


@dataclass(frozen=True, slots=True)
class Verified:
    """What a look at a bundle found.

    Parameters
    ----------
    answer : {"VERIFIED", "UNVERIFIED", "FAILED"}
        Only the first lets a reader rely on the bundle.
    faults, doubts : tuple of Fault
        What speaks against it, and what nobody could check here.
    """

    answer: Answer
    faults: tuple[Fault, ...]
    doubts: tuple[Fault, ...]

    def __bool__(self) -> bool:
        return self.answer == "VERIFIED"


def release(
    sources: str | Path | Sequence[str | Path],
    policy: Policy | str | Path,
    out: str | Path,
    *,
    workers: int | None = None,
    restart: bool = False,
    matter: Path | None = None,
    require_approved: bool = False,
    trusted_keys: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Release:
    """Release documents under a policy, as ``saferelease run`` does.

    Parameters
    ----------
    sources : str, Path or sequence of them
        Files and folders, or addresses of stores.
    policy : Policy, str or Path
        A policy, its file, or the name of a shipped one.
    out : str or Path
        Folder or address of the bundle; it must not exist.
    workers : int or None
        Worker processes; None takes one per processor.
    restart : bool
        Discard an unfinished release of other documents or another policy in this place.
    matter : Path or None
        File with the facts of the matter.
    require_approved, trusted_keys
        Release only under a policy that was approved as it is, by one of these keys or this installation's.
    progress : callable or None
        ``progress(done, total)`` after each chunk of documents.

    Returns
    -------
    Release
        Look at its verdict: documents that fail a check are left out, and it says so.

    Raises
    ------
    InvalidError, RefusedError
        As the command; ``RUN009`` when its process ended without a result: the same call goes on from there.
    """
    from adapters.machine.locations import home
    from adapters.machine.stores.address import is_remote
    from flows.orchestration.server.starting import start_with_prefect

    named = [sources] if isinstance(sources, (str, Path)) else list(sources)
    chosen = policy.path if isinstance(policy, Policy) else policy
    if isinstance(policy, Policy):
        matter = matter or policy.matter
    message: dict[str, object] = {
        "home": str(home().absolute()),
        "policy": _absolute(chosen),
        "sources": [_absolute(one) for one in named],
        "out": str(out) if is_remote(str(out)) else str(Path(out).absolute()),
        "matter": _absolute(matter) if matter else None,
        "workers": workers,
        "restart": restart,
        "require_approved": require_approved,
        "trusted_keys": list(trusted_keys),
    }
    process = start_with_prefect("saferelease.running", message, answers=True)
    try:
        said = _said(process, progress or (lambda done, total: None))
    finally:
        _end(process)
    if "faults" in said:
        raise _ERRORS[said["error"]](*(Fault(**one) for one in said["faults"]))
    documents = tuple(ReleasedDocument(**one) for one in said.pop("documents"))
    return Release(**said | {"documents": documents, "private": Path(said["private"])})


def verify(bundle: str | Path, *, public_key: str = "", release: str = "") -> Verified:
    """Check whose a bundle is, and that it is complete and as signed, as ``saferelease verify`` does.

    Parameters
    ----------
    bundle : str or Path
        Folder or address of a bundle.
    public_key : str
        The signer's public key, known from elsewhere.
    release : str
        The release that it must be.

    Raises
    ------
    InvalidError
        What is no bundle.
    """
    from flows.audit.verification.answers import Asked
    from flows.audit.verification.bundle import verify_release
    from flows.release.stores.fetching import on_this_machine

    with on_this_machine(str(bundle)) as folder:
        found = verify_release(folder, Asked(public_key, release))
    return Verified(found.answer, tuple(found.faults), tuple(found.doubts))


def _absolute(place: str | Path) -> str:
    """Relative paths mean the caller's folder; names of shipped policies and addresses stay as they are."""
    is_path = isinstance(place, Path) or Path(place).exists()
    return str(Path(place).absolute()) if is_path else str(place)


def _said(process: subprocess.Popen[bytes], progress: Callable[[int, int], None]) -> dict[str, Any]:
    """What the process said last; of its progress it tells a line each."""
    assert process.stdout is not None
    for line in process.stdout:
        said: dict[str, Any] = json.loads(line)
        if "done" not in said:
            return said
        progress(said["done"], said["total"])
    must, advice = (
        "must end with its result",
        "Look whether it was stopped. The same call goes on from there.",
    )
    raise InvalidError(fault("RUN009", "the process of this release", must, "", advice))


def _end(process: subprocess.Popen[bytes]) -> None:
    """Where the caller was interrupted, the process is; a release that ended is left to end."""
    if process.stdout is not None:
        process.stdout.close()
    if process.poll() is None:
        process.terminate()
    process.wait()
