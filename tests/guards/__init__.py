"""Each guard produces its refusal end to end, and switching it off turns tests red."""
