"""What a program is told when a request is refused: RFC 9457, with a code of ours."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

PROBLEM_TYPE = "application/problem+json"


class Problem(BaseModel):
    """A refusal.

    Parameters
    ----------
    type : str
        Always ``about:blank``; the code says more.
    title : str
        What happened, in a few words.
    status : int
        The HTTP status once more.
    code : str
        One of those in docs/errors.md.
    detail : str
        What must be otherwise, and what to do; never what was sent.
    """

    type: str
    title: str
    status: int
    code: str
    detail: str = ""


REFUSALS: dict[int | str, dict[str, Any]] = {
    "default": {
        "description": "Refused",
        "content": {PROBLEM_TYPE: {"schema": Problem.model_json_schema()}},
    }
}
"""How every operation declares its refusals."""
