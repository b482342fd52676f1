"""What `hide_class` knows of earlier releases of a document, and what later ones may know of a release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from engine.methods.overlaps.reading import KeyedWords, Numbers


class Promise(NamedTuple):
    """Among how many classes a released document was hidden.

    Parameters
    ----------
    k : int
    sensitive : str
        Its class.
    labelled : bytes
        Digest of the labelled document that it is; empty: of none.
    """

    k: int
    sensitive: str
    labelled: bytes = b""


@dataclass(frozen=True)
class EarlierText:
    """An earlier release of a document.

    Parameters
    ----------
    features : set of str
        Features that it shows.
    promise : Promise or None
        None: its class was not hidden, or not in classes that are known here.
    """

    features: Set[str] = field(repr=False)
    promise: Promise | None = field(default=None, repr=False)


class Classes(Protocol):
    """What a clause about classes knows: `HideClassStage` is one."""

    @property
    def vocabulary(self) -> Mapping[str, int]:
        """The features that the model knows."""
        ...

    @property
    def silent(self) -> Mapping[str, Sequence[str]]:
        """Stem -> words of it that are no features."""
        ...

    @property
    def class_names(self) -> Sequence[str]:
        """All classes."""
        ...

    def digests(self, sensitive: str) -> Sequence[bytes]:
        """Of the labelled documents of a class."""
        ...


def keyed(words: KeyedWords, promise: Promise) -> tuple[int, int, int]:
    """A promise as the register keeps it."""
    labelled = words.of_bytes(promise.labelled) if promise.labelled else 0
    return promise.k, words.number(promise.sensitive), labelled


def promised(words: KeyedWords, numbers: Numbers, classes: Classes) -> Promise | None:
    """The promise that some numbers of the register stand for; None for a class that is not known."""
    if not len(numbers):
        return None
    k, sensitive, labelled = numbers.tolist()
    name = next((name for name in classes.class_names if words.number(name) == sensitive), None)
    if name is None:
        return None
    digests = classes.digests(name) if labelled else ()
    return Promise(k, name, next((d for d in digests if words.of_bytes(d) == labelled), b""))
