"""The same programs by HiGHS: the oracle, the fallback for degenerate cases, and exact integer solutions."""

from __future__ import annotations

import highspy
import numpy as np

from engine.methods.k_redactor.solving.dual import Program, Solution


def solve_highs(
    program: Program, *, integer: bool = False, seconds: float = 10.0, gap: float = 0.0
) -> Solution:
    """Solve one program by HiGHS.

    Parameters
    ----------
    program : Program
    integer : bool
        Require every value to be 0 or 1.
    seconds : float
        Time limit of an integer search; what was found by then is status ``"unsolved"``.
    gap : float
        Share of the integer optimum that the search may leave.

    Returns
    -------
    Solution
        Multipliers are zero for integer programs.
    """
    if not len(program.utility):  # HiGHS calls a model without columns empty, not solved
        fits = bool((program.bounds >= 0).all())
        empty = np.zeros(0)
        return Solution(
            "optimal" if fits else "infeasible", empty, 0.0 if fits else -np.inf, 0 * program.bounds
        )
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("presolve", "on" if integer else "off")
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("primal_feasibility_tolerance", 1e-10)
    solver.setOptionValue("dual_feasibility_tolerance", 1e-10)
    if integer:
        solver.setOptionValue("time_limit", seconds)
        solver.setOptionValue("mip_rel_gap", gap)
    solver.passModel(_model(program, integer))
    solver.run()
    n, rows = len(program.utility), len(program.bounds)
    status = solver.getModelStatus()
    if status in (highspy.HighsModelStatus.kInfeasible, highspy.HighsModelStatus.kUnboundedOrInfeasible):
        return Solution("infeasible", np.zeros(n), -np.inf, np.zeros(rows))
    values = solver.getSolution()
    x = np.clip(np.array(values.col_value), 0.0, 1.0)
    if len(x) != n:
        return Solution("unsolved", np.zeros(n), -np.inf, np.zeros(rows))
    x = np.rint(x) if integer else x
    multipliers = np.zeros(rows) if integer else np.maximum(-np.array(values.row_dual), 0.0)
    solved = "optimal" if status == highspy.HighsModelStatus.kOptimal else "unsolved"
    return Solution(solved, x, float(program.utility @ x), multipliers)


def _model(program: Program, integer: bool) -> highspy.HighsLp:
    rows, n = program.constraints.shape
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = n, rows
    model.col_cost_ = -program.utility
    model.col_lower_, model.col_upper_ = np.zeros(n), np.ones(n)
    model.row_lower_ = np.full(rows, -highspy.kHighsInf)
    model.row_upper_ = program.bounds
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.arange(rows + 1) * n
    model.a_matrix_.index_ = np.tile(np.arange(n), rows)
    model.a_matrix_.value_ = program.constraints.ravel()
    if integer:
        model.integrality_ = [highspy.HighsVarType.kInteger] * n
    return model
