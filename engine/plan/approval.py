"""An approval of a policy: who approved which plan, when, on what grounds; signed."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

_Hex64 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Approval(BaseModel):
    """A signed statement that a plan was approved.

    Parameters
    ----------
    policy, version : str
        Of the policy.
    plan_id : str
        SHA-256 of the compiled plan: clauses, thresholds, knowledge and counts, all of it.
    approved_by, approved_at, note : str
        Who approved, when (ISO 8601), and on what grounds.
    public_key, signature : str
        Ed25519, in hexadecimal; the signature covers all other fields.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    policy: str
    version: str
    plan_id: _Hex64
    approved_by: Annotated[str, Field(min_length=1, max_length=200)]
    approved_at: str
    note: str = ""
    public_key: _Hex64
    signature: Annotated[str, Field(pattern=r"^[0-9a-f]{128}$")]
