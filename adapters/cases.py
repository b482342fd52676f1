"""Cases of a policy from the folder beside it: ``<name>.cases/*.yaml``, one clause a file."""

from __future__ import annotations

from pathlib import Path

from adapters.yaml_file import read_yaml
from engine.cases import ClauseCases, foreign_clauses
from engine.catalog import did_you_mean
from engine.errors import Fault, InvalidError, fault
from engine.policy import Policy
from engine.policy.check import validate
from engine.policy.problem import Problem


def cases_folder(policy_path: Path) -> Path:
    """Folder of the cases of the policy at `policy_path`."""
    return policy_path.with_suffix(".cases")


def load_cases(folder: Path, policy: Policy) -> list[ClauseCases]:
    """Load all cases of a policy.

    Parameters
    ----------
    folder : Path
        Its cases, as `cases_folder` names it.
    policy : Policy
        Whose clauses the cases name.

    Returns
    -------
    list of ClauseCases
        In the order of the files' names.

    Raises
    ------
    InvalidError
        No folder or no file (POL041); every fault of every file otherwise.
    """
    paths = sorted(folder.glob("*.yaml"))
    if not paths:
        advice = "Write must_go and must_stay examples for every clause, one clause a file."
        raise InvalidError(fault("POL041", str(folder), "must hold cases, *.yaml", "none", advice))
    cases: list[ClauseCases] = []
    faults: list[Fault] = []
    for path in paths:
        try:
            cases.append(_load(path, policy))
        except InvalidError as error:
            faults += error.faults
    if faults:
        raise InvalidError(*faults)
    return cases


def _load(path: Path, policy: Policy) -> ClauseCases:
    file = read_yaml(path)
    cases, problems = validate(ClauseCases, file.data)
    if cases is not None:
        for name in foreign_clauses(policy, [cases]):
            advice = did_you_mean(name, [clause.id for clause in policy.clauses], shown=30)
            must = f"must be the id of a clause of {policy.policy}"
            problems.append(Problem(("clause",), "POL042", must, name, advice))
    file.fail(problems)
    if cases is None:  # pragma: no cover - cases without problems are cases
        raise AssertionError("cases without problems are cases")
    return cases
