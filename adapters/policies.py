"""Policies from files: found by name or path, read with their lists of terms, checked as a whole."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from adapters.yaml_file import read_yaml
from engine.catalog import Catalog, did_you_mean
from engine.errors import InvalidError, fault
from engine.policy import Policy
from engine.policy.check import check
from engine.policy.problem import Problem

MAX_TERM_FILE_BYTES = 20_000_000
_PACKAGE = Path(__file__).resolve().parent


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
        Lists of terms by their name in the policy, with the sha256 of each.
    """

    policy: Policy
    path: Path
    sha256: str
    included: Mapping[str, str] = field(default_factory=dict)


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
    advice = did_you_mean(name, list(shipped))
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
    file = read_yaml(path)
    problems: list[Problem] = []
    included: dict[str, str] = {}
    data = _with_terms(file.data, path.parent, problems, included)
    checked = check(data, catalog)
    file.fail([*problems, *checked.problems])
    if checked.policy is None:  # pragma: no cover - a check without problems has a policy
        raise AssertionError("a check without problems has a policy")
    return LoadedPolicy(checked.policy, path, file.sha256, included)


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


_TERMS_ADVICE = (
    "One term a line, in UTF-8, in a file beside the policy; lines that start with # are comments."
)


def _read_terms(folder: Path, name: str) -> tuple[list[str], str]:
    """Terms of a list beside the policy; raises ValueError with a constraint, never with a term."""
    pure = PurePosixPath(name)
    if pure.is_absolute() or ".." in pure.parts:
        raise ValueError("must be a file in the policy's folder")
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
