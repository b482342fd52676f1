"""Policies from files: found by name or path, read with their lists of terms, checked as a whole."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from adapters.policies.named_files import clashes, named_files
from adapters.policies.yaml_file import read_yaml
from engine.catalog.names import Catalog, did_you_mean
from engine.errors import InvalidError, fault
from engine.policy import Policy
from engine.policy.check import check
from engine.policy.combining.compose import compose
from engine.policy.combining.conflict import Conflict, Loosened
from engine.policy.problem import Problem
from engine.policy.published_words import published_terms

MAX_TERM_FILE_BYTES = 20_000_000
_PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class LoadedPolicy:
    """A policy that passed every check, and the text it came from.

    Parameters
    ----------
    policy : Policy
        The policy.
    path : Path
        Its file.
    sha256 : str
        Of the file's bytes, in hexadecimal.
    included : mapping
        Lists of terms and policies that it is made of, by name, with the sha256 of each.
    conflicts : tuple of Conflict
        Where the policies that it combines disagree, and what prevailed.
    loosened : tuple of Loosened
        Where it, or a policy that it is made of, is looser than one below it, and why.
    bases : tuple of LoadedPolicy
        The policies that it extends or combines, in the order of `policy.bases`.
    files : mapping
        Recognisers and samples that it names, or a policy that it is made of, and where they are.
    """

    policy: Policy
    path: Path
    sha256: str
    included: Mapping[str, str] = field(default_factory=dict)
    conflicts: tuple[Conflict, ...] = ()
    loosened: tuple[Loosened, ...] = ()
    bases: tuple[LoadedPolicy, ...] = ()
    files: Mapping[str, Path] = field(default_factory=dict)


def shipped_folder() -> Path:
    """Folder of the shipped policies: in an installed copy, else in the checkout."""
    installed = _PACKAGE / "_shipped" / "policies"
    return installed if installed.is_dir() else _PACKAGE.parent / "policies"


def shipped_policies() -> dict[str, Path]:
    """Shipped policies by name."""
    return {path.stem: path for path in sorted(shipped_folder().glob("*.yaml"))}


def find_policy(name: str) -> Path:
    """The file of a policy given by path, or by the name of a shipped one.

    Raises
    ------
    InvalidError
        Neither exists (POL031).
    """
    path, shipped = Path(name), shipped_policies()
    if path.is_file():
        return path
    if name in shipped:
        return shipped[name]
    advice = did_you_mean(name, list(shipped), shown=len(shipped))
    raise InvalidError(
        fault("POL031", name, "must be a policy's file or the name of a shipped one", "", advice)
    )


def load_policy(path: Path, catalog: Catalog) -> LoadedPolicy:
    """Load a policy and check all of it.

    Parameters
    ----------
    path : Path
        Its YAML file.
    catalog : Catalog
        Names that exist.

    Returns
    -------
    LoadedPolicy
        The policy with its lists of terms read in.

    Raises
    ------
    InvalidError
        With every fault of the file, sorted by line.
    """
    return _load(path, catalog, ())


def _load(path: Path, catalog: Catalog, above: tuple[Path, ...]) -> LoadedPolicy:
    """Load a policy; `above` are the policies that it is being loaded for."""
    file = read_yaml(path)
    problems: list[Problem] = []
    included: dict[str, str] = {}
    data = _with_terms(file.data, path.parent, problems, included)
    files = named_files(file.data, path.parent, catalog, problems)
    data = _with_counts(_with_corpus(data, path.parent, problems), path.parent, problems)
    checked = check(data, catalog)
    bases = _load_bases(file.data, path, catalog, (*above, path.resolve()), problems)
    if checked.policy is None or problems:
        file.fail([*problems, *checked.problems])
        raise AssertionError("a policy that fails its check has problems")
    composed = compose(checked.policy, {name: base.policy for name, base in bases.items()})
    file.fail(list(composed.problems))
    for base in bases.values():
        included |= {base.path.name: base.sha256, **base.included}
        file.fail(list(clashes(files, base.files)))
        files = {**base.files, **files}
    file.fail(list(published_terms(composed.policy, file.data, included)))
    loaded = tuple(bases.values())
    conflicts = tuple(each for base in loaded for each in base.conflicts) + composed.conflicts
    less = tuple(each for base in loaded for each in base.loosened) + composed.loosened
    return LoadedPolicy(composed.policy, path, file.sha256, included, conflicts, less, loaded, files)


def _load_bases(
    data: object, path: Path, catalog: Catalog, above: tuple[Path, ...], problems: list[Problem]
) -> dict[str, LoadedPolicy]:
    """The policies that `extends` and `combines` name; a base's own faults are raised as they are."""
    bases: dict[str, LoadedPolicy] = {}
    for where, name in base_names(data):
        found = base_path(name, path.parent)
        if found is None:
            known = sorted({*shipped_policies(), *(each.stem for each in path.parent.glob("*.yaml"))})
            advice = did_you_mean(name, known, shown=len(known))
            problems.append(Problem(where, "POL050", "must be a policy that exists", name, advice))
        elif found.resolve() in above:
            must = "must not lead back to the policy itself"
            problems.append(Problem(where, "POL056", must, name, "Break the circle."))
        else:
            bases[name] = _load(found, catalog, above)
    return bases


def base_names(data: object) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Policies that a policy's file names in `extends` and `combines`, with their paths in it."""
    if not isinstance(data, dict):
        return
    if isinstance(data.get("extends"), str):
        yield ("extends",), data["extends"]
    combined = data.get("combines")
    for place, name in enumerate(combined if isinstance(combined, list) else ()):
        if isinstance(name, str):
            yield ("combines", place), name


def base_path(name: str, folder: Path) -> Path | None:
    """The file of a policy that one in `folder` names: beside it, else the shipped one; None if neither."""
    beside = folder / f"{PurePosixPath(name).name}.yaml"
    return beside if beside.is_file() else shipped_policies().get(name)


def _with_terms(data: object, folder: Path, problems: list[Problem], included: dict[str, str]) -> object:
    """`data` with every ``{file: ...}`` in an allow or deny list replaced by the file's terms."""
    if not isinstance(data, dict) or not isinstance(data.get("identifiers"), list):
        return data
    clauses = []
    for place, clause in enumerate(data["identifiers"]):
        filled = clause
        for key in ("allow", "deny"):
            if isinstance(clause, dict) and isinstance(clause.get(key), list):
                where = ("identifiers", place, key)
                filled = {**filled, key: _terms(clause[key], folder, where, problems, included)}
        clauses.append(filled)
    return {**data, "identifiers": clauses}


def _terms(
    entries: list[Any],
    folder: Path,
    where: tuple[str | int, ...],
    problems: list[Problem],
    included: dict[str, str],
) -> list[Any]:
    terms: list[Any] = []
    for place, entry in enumerate(entries):
        if not (isinstance(entry, dict) and set(entry) == {"file"} and isinstance(entry["file"], str)):
            terms.append(entry)
            continue
        try:
            found, sha256 = _read_terms(folder, entry["file"])
        except ValueError as error:
            problems.append(
                Problem((*where, place, "file"), "POL030", str(error), entry["file"], _TERMS_ADVICE)
            )
            continue
        included[entry["file"]] = sha256
        known = {term.casefold() for term in terms if isinstance(term, str)}
        terms += [term for term in found if term.casefold() not in known]
    return terms


def _with_corpus(data: object, folder: Path, problems: list[Problem]) -> object:
    """`data` with the labelled corpus of its hide_class clause as a whole path, which must exist."""
    hide_class = data.get("hide_class") if isinstance(data, dict) else None
    corpus = hide_class.get("corpus") if isinstance(hide_class, dict) else None
    if not isinstance(data, dict) or not isinstance(hide_class, dict) or not isinstance(corpus, dict):
        return data
    if not isinstance(source := corpus.get("from"), str):
        return data
    found = (folder / source).resolve()
    if not any(within(found, allowed) for allowed in (folder, *corpus_folders())):
        where = ("hide_class", "corpus", "from")
        must = "must lie in the policy's folder, or in a folder that the administrator named"
        advice = f"Move it there, or name its folder in the variable {CORPUS_FOLDERS}."
        problems.append(Problem(where, "LAB005", must, source, advice))
        return data
    is_right = found.is_file() if "class" in corpus else found.is_dir()
    if not is_right:
        kind = "a file" if "class" in corpus else "a folder, or a file with text: and class: for its columns"
        where = ("hide_class", "corpus", "from")
        advice = "Its path is relative to the policy's file."
        problems.append(Problem(where, "LAB005", f"must be {kind} that exists", source, advice))
    return {**data, "hide_class": {**hide_class, "corpus": {**corpus, "from": str(found)}}}


def _with_counts(data: object, folder: Path, problems: list[Problem]) -> object:
    """`data` with a corpus that `counts` names by its folder as a whole path, which must exist."""
    named = data.get("counts") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(named, str) or "/" not in named:
        return data
    found = (folder / named).resolve()
    inside = any(within(found, allowed) for allowed in (folder, *corpus_folders()))
    if not (inside and found.is_dir()):
        must = "must be a corpus in the policy's folder, or in a folder that the administrator named"
        advice = (
            "Its path is relative to the policy's file; saferelease corpus build --out makes one. Other "
            f"folders are named in the variable {CORPUS_FOLDERS}."
        )
        problems.append(Problem(("counts",), "CRP006", must, named, advice))
    return {**data, "counts": str(found)}


CORPUS_FOLDERS = "SAFERELEASE_CORPORA"
"""Folders, as in PATH, in which corpora and labelled documents may lie that no policy has beside it."""


def corpus_folders() -> list[Path]:
    """What the administrator named in `CORPUS_FOLDERS`."""
    return [Path(name).resolve() for name in os.environ.get(CORPUS_FOLDERS, "").split(os.pathsep) if name]


def within(path: Path, folder: Path) -> bool:
    """Whether `path` lies below `folder`, links followed: a policy reads nothing else of the machine."""
    return path.resolve().is_relative_to(folder.resolve())


_TERMS_ADVICE = (
    "One term a line, in UTF-8, in a file beside the policy; lines that start with # are comments."
)


def _read_terms(folder: Path, name: str) -> tuple[list[str], str]:
    """Terms of a list beside the policy; raises ValueError with a constraint, never with a term."""
    pure = PurePosixPath(name)
    if pure.is_absolute() or ".." in pure.parts:
        raise ValueError("must be a file in the policy's folder")
    if not within(folder / pure, folder):
        raise ValueError("must be a file in the policy's folder, and no link that leads out of it")
    try:
        with (folder / pure).open("rb") as stream:
            content = stream.read(MAX_TERM_FILE_BYTES + 1)
    except OSError:
        raise ValueError("must be a file that can be read") from None
    if len(content) > MAX_TERM_FILE_BYTES:
        raise ValueError(f"must be at most {MAX_TERM_FILE_BYTES} bytes")
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise ValueError("must be UTF-8 text") from None
    stripped = [line.strip() for line in lines]
    terms = {term.casefold(): term for term in stripped if term and not term.startswith("#")}
    if not terms or any(len(term) > 200 for term in terms.values()):
        raise ValueError("must hold at least one term, each of at most 200 characters")
    return list(terms.values()), hashlib.sha256(content).hexdigest()
