"""Files that a policy names beside it: trained recognisers, and the sample that an attack is tried on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from engine.catalog.names import Catalog, did_you_mean
from engine.policy.problem import Path as Place
from engine.policy.problem import Problem

SUFFIXES = (".model", ".greedy", ".yaml")
"""Of recognisers: a trained model, a fitted set, a configuration of Presidio."""


def named_files(data: object, folder: Path, catalog: Catalog, problems: list[Problem]) -> dict[str, Path]:
    """Where the files are that a policy names.

    Parameters
    ----------
    data : object
        The policy as read, faulty or not.
    folder : Path
        Its folder.
    catalog : Catalog
        Recognisers that are shipped need no file.
    problems : list of Problem
        Gets ``POL032`` for a recogniser that is not there, ``POL033`` for a sample.

    Returns
    -------
    dict of str to Path
    """
    found: dict[str, Path] = {}
    for place, name in _recognizers(data):
        if name in catalog.recognizers:
            continue
        path = _beside(name, folder)
        if path is not None and path.is_file() and path.suffix in SUFFIXES:
            found[name] = path
        else:
            must = "must be a shipped recogniser, or a file .model, .greedy or .yaml in the policy's folder"
            advice = did_you_mean(name, [*catalog.recognizers, *_files_beside(folder)], shown=10)
            problems.append(Problem(place, "POL032", must, name, advice))
    for place, name in _samples(data):
        path = _beside(name, folder)
        if path is not None and path.exists():
            found[name] = path
        else:
            must = "must be a file or folder of annotated documents in the policy's folder"
            problems.append(Problem(place, "POL033", must, name, "Put it there, or correct the name."))
    return found


def clashes(own: Mapping[str, Path], others: Mapping[str, Path]) -> Iterator[Problem]:
    """Problems with one name for two files, in policies from different folders."""
    for name in sorted(own.keys() & others.keys()):
        if own[name].resolve() != others[name].resolve():
            must = "must not be another file than the one of that name in a policy it is made of"
            yield Problem((), "POL034", must, name, "Rename one of the two.")


def _recognizers(data: object) -> Iterator[tuple[Place, str]]:
    clauses = data.get("identifiers") if isinstance(data, dict) else None
    for number, clause in enumerate(clauses if isinstance(clauses, list) else ()):
        learn = clause.get("learn") if isinstance(clause, dict) else None
        names = learn.get("recognizers") if isinstance(learn, dict) else None
        for place, name in enumerate(names if isinstance(names, list) else ()):
            if isinstance(name, str):
                yield ("identifiers", number, "learn", "recognizers", place), name


def _samples(data: object) -> Iterator[tuple[Place, str]]:
    gate = data.get("gate") if isinstance(data, dict) else None
    if isinstance(gate, dict) and isinstance(gate.get("sample"), str):
        yield ("gate", "sample"), gate["sample"]


def _beside(name: str, folder: Path) -> Path | None:
    """The path of a file in `folder`; None for one elsewhere."""
    pure = PurePosixPath(name)
    return None if pure.is_absolute() or ".." in pure.parts else folder / pure


def _files_beside(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir() if p.suffix in (".model", ".greedy"))
