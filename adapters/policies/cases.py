"""Cases of a policy from the folder beside it: ``<name>.cases/*.yaml``, one clause a file."""

from __future__ import annotations

from pathlib import Path

from adapters.policies.files import base_names, base_path
from adapters.policies.yaml_file import read_yaml
from engine.cases.text_cases import ClauseCases, foreign_clauses
from engine.catalog.names import did_you_mean
from engine.errors import Fault, InvalidError, fault
from engine.policy import Policy
from engine.policy.check import validate
from engine.policy.problem import Problem


def cases_folder(policy_path: Path) -> Path:
    """Folder of the cases of the policy at `policy_path`."""
    return policy_path.with_suffix(".cases")


def load_cases(folder: Path, policy: Policy) -> list[ClauseCases]:
    """Load all cases of a policy, those of the policies that it is made of among them.

    Parameters
    ----------
    folder : Path
        Its cases, as `cases_folder` names it.
    policy : Policy
        Whose clauses the cases name, composed.

    Returns
    -------
    list of ClauseCases
        Its own, then inherited ones. Of an extended policy all cases hold, unless the policy has
        its own for the clause. Of a combined policy what must go must still go.

    Raises
    ------
    InvalidError
        No case at all (POL041); every fault of every file otherwise.
    """
    own = _read_folder(folder, policy)
    extended = _of_extended(policy.extends, folder.parent)
    taken = {group.clause for group in own}
    ids = {clause.id for clause in policy.clauses}
    inherited = [group for group in extended if group.clause not in taken]
    inherited += [group for name in policy.combines for group in _of_combined(name, folder.parent)]
    cases = [*own, *(part for group in inherited for part in _for_parts(group, ids))]
    if not cases:
        advice = "Write must_go and must_stay examples, or small tables, for every clause, one clause a file."
        raise InvalidError(fault("POL041", str(folder), "must hold cases, *.yaml", "none", advice))
    return cases


def _of_extended(name: str | None, folder: Path) -> list[ClauseCases]:
    path = base_path(name, folder) if name else None
    return _all_cases(path) if path else []


def _of_combined(name: str, folder: Path) -> list[ClauseCases]:
    """What must go by a combined policy; how, and what tables become, the strictest policy decides."""
    path = base_path(name, folder)
    return [
        ClauseCases(
            clause=f"{name}/{group.clause}",
            facts=group.facts,
            must_go=tuple(go.model_copy(update={"becomes": None}) for go in group.must_go),
        )
        for group in (_all_cases(path) if path else [])
        if group.must_go
    ]


def _all_cases(path: Path) -> list[ClauseCases]:
    """Own and inherited cases of the policy at `path`, as far as its file tells."""
    own = _read_folder(cases_folder(path))
    taken = {group.clause for group in own}
    inherited: list[ClauseCases] = []
    for where, name in base_names(read_yaml(path).data):
        if where[0] == "extends":
            inherited += [group for group in _of_extended(name, path.parent) if group.clause not in taken]
        else:
            inherited += _of_combined(name, path.parent)
    return own + inherited


def _for_parts(group: ClauseCases, ids: set[str]) -> list[ClauseCases]:
    """The cases for their clause, and for each part that composition split from it."""
    parts = [ident for ident in ids if ident == group.clause or ident.startswith(f"{group.clause}+")]
    return [group.model_copy(update={"clause": ident}) for ident in sorted(parts)]


def _read_folder(folder: Path, policy: Policy | None = None) -> list[ClauseCases]:
    """Cases of the files in `folder`; with a policy, they must name its clauses."""
    cases: list[ClauseCases] = []
    faults: list[Fault] = []
    for path in sorted(folder.glob("*.yaml")):
        try:
            cases.append(_read(path, policy))
        except InvalidError as error:
            faults += error.faults
    if faults:
        raise InvalidError(*faults)
    return cases


def _read(path: Path, policy: Policy | None) -> ClauseCases:
    file = read_yaml(path)
    cases, problems = validate(ClauseCases, file.data)
    if cases is not None and policy is not None:
        for name in foreign_clauses(policy, [cases]):
            advice = did_you_mean(name, [clause.id for clause in policy.clauses], shown=30)
            must = f"must be the id of a clause of {policy.policy}"
            problems.append(Problem(("clause",), "POL042", must, name, advice))
    file.fail(problems)
    if cases is None:
        raise AssertionError("cases without problems are cases")
    return cases
