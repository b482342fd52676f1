"""Base of what programs send and get."""

from pydantic import BaseModel, ConfigDict


class Message(BaseModel):
    """Base of what programs send and get."""

    model_config = ConfigDict(extra="forbid", from_attributes=True, hide_input_in_errors=True)
