"""A policy tried on one document, nothing written: in a process of its own, which a broken file may end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from engine.errors import InvalidError, RefusedError, fault
from flows.compiling.compilation import Compiled, compile_policy
from flows.document.advising import NO_ADVICE, Advice
from flows.document.document import DocumentPipeline
from flows.release.preview.one_document import inspected
from flows.release.records.sheets import Sheet, sheet_of
from flows.release.workers.deadline import deadline, limits_for
from flows.release.workers.pool import WorkerPool

_KEY = b"trial" * 4
"""For pseudonyms: a trial's are those of no release."""
_pipeline: DocumentPipeline | None = None


class Sample(NamedTuple):
    """What a policy is tried on.

    Parameters
    ----------
    name : str
    content : bytes
    advise : bool
        Whether choices are asked for too: they take longer.
    """

    name: str
    content: bytes
    advise: bool = False


@dataclass(frozen=True)
class Tried:
    """What a release would do with a sample; hidden when printed.

    Parameters
    ----------
    sheet : Sheet
        Its text and what would change in it.
    refused : tuple of str
        Why a release would refuse it, or could not read it.
    advice : Advice
        What may be chosen instead, where that was asked for.
    """

    sheet: Sheet
    refused: tuple[str, ...] = ()
    advice: Advice = NO_ADVICE

    def __repr__(self) -> str:
        return f"Tried({len(self.sheet.decisions)} changes)"


class Trial:
    """A compiled policy, ready to be tried.

    Parameters
    ----------
    policy : str
        File of a policy, or name of a shipped one.

    Notes
    -----
    A sample may take as long as a release would give it; others wait for the same process.
    """

    def __init__(self, policy: str) -> None:
        self._pool: WorkerPool[Sample, Tried] = WorkerPool(
            _try_all, _start, (compile_policy(policy), datetime.now(UTC).year), _lost, 1
        )

    def look(self, name: str, content: bytes, *, advise: bool = False) -> Tried:
        """What a release would do with a document of this name."""
        return self._pool.run([Sample(name, content, advise)])[0]

    def close(self) -> None:
        """End its process."""
        self._pool.close()


def _start(compiled: Compiled, year: int) -> None:
    global _pipeline
    _pipeline = DocumentPipeline(compiled, _KEY, year)


def _try_all(samples: Sequence[Sample]) -> list[Tried]:
    assert _pipeline is not None
    made = []
    for sample in samples:
        with deadline(*limits_for(len(sample.content), _pipeline.limits)):
            made.append(_try(*sample))
    return made


def _try(name: str, content: bytes, advise: bool) -> Tried:
    assert _pipeline is not None
    try:
        found = inspected(_pipeline, name, content)
    except (InvalidError, RefusedError) as error:
        return Tried(Sheet(readable=False), tuple(map(str, error.faults)))
    advice = _pipeline.advisor.of(found.text, found.decisions) if advise else NO_ADVICE
    return Tried(sheet_of(found.text.reveal(), found.decisions), tuple(map(str, found.faults)), advice)


def _lost(sample: Sample, overdue: bool) -> Tried:
    must = "must be read in the time that the policy allows" if overdue else "must not end its reader"
    told = fault("RUN006" if overdue else "RUN001", "the file", must, "", "Have it checked.")
    return Tried(Sheet(readable=False), (str(told),))
