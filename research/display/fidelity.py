"""How an evaluation of clinical fidelity is shown to people."""

from __future__ import annotations

from collections.abc import Callable

from research.fidelity.measuring import Result
from research.shares import Share


def show_fidelity(result: Result, say: Callable[[str], object]) -> None:
    """Print what of the medicine stays, how many removals are wrong, and who is hidden."""
    say(f"{result['policy']}: {result['notes']} notes, {result['refused']} refused")
    say(f"medicine kept {_shown(result['meaning_kept'])}")
    for kind, share in result["kept"].items():
        say(f"  {kind:<13} kept {share['n']} of {share['of']}")
    say(f"wrong removals of names {_shown(result['name_removals_wrong'])}")
    say(f"wrong removals of all kinds {_shown(result['removals_wrong'])}")
    for kind, share in result["hidden"].items():
        say(f"  {kind:<13} hidden {share['n']} of {share['of']}")


def _shown(share: Share) -> str:
    return f"{share['share']:.3f} ({share['low']:.3f} to {share['high']:.3f}; {share['n']} of {share['of']})"
