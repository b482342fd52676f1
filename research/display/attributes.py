"""How an evaluation of personal attributes is shown to people."""

from __future__ import annotations

from collections.abc import Callable

from research.attributes.measuring import Result
from research.shares import Share


def show_attributes(result: Result, say: Callable[[str], object]) -> None:
    """Print which clues survive, how many words stay, and how often attackers are right."""
    counted = f"{result['posts']} posts of {result['people']} people, {result['refused']} refused"
    say(f"{result['policy']}: {counted}")
    say(f"clues left {_shown(result['clues_left'])}; words of clues left {_shown(result['clue_words_left'])}")
    say(
        f"clues with a strong word left {_shown(result['clues_telling_left'])}; "
        f"strong words left {_shown(result['telling_words_left'])}"
    )
    say(f"words unchanged {_shown(result['words_unchanged'])}")
    best = _shown(result["words_unchanged_by_perfect_finder"])
    say(f"  by a perfect finder that leaves strong words in a fifth of the clues: {best}")
    for name, share in result["clues_left_by_attribute"].items():
        say(f"  {name:<13} clues left {share['n']} of {share['of']}")
    if result["attacks"]:
        say("right guesses   chance  learned before -> after   looked up before -> after")
    for name, found in result["attacks"].items():
        learned = f"{found['learned_before']['share']:.2f} -> {_shown(found['learned_after'])}"
        looked_up = f"{found['looked_up_before']['share']:.2f} -> {_shown(found['looked_up_after'])}"
        say(f"  {name:<13} {found['chance']:.2f}    {learned}   {looked_up}")


def _shown(share: Share) -> str:
    return f"{share['share']:.3f} ({share['low']:.3f} to {share['high']:.3f})"
