"""How an evaluation of style is shown to people."""

from __future__ import annotations

from collections.abc import Callable

from research.shares import Share
from research.style.measuring import Result


def show_style(result: Result, say: Callable[[str], object]) -> None:
    """Print how often attackers name the author, as a table in Markdown, and what it costs."""
    counted = f"{result['texts']} texts of {result['authors']} authors, {result['refused']} refused"
    say(f"{result['policy']}: {counted}; by chance {result['chance']:.3f}")
    measured = result["measured_with"]
    say(f"saferelease {measured['version']}, plan {measured['plan_id'][:16]}")
    say("")
    say("| attacker | without style | plain, taught by other texts | plain, taught alike |")
    say("| --- | --- | --- | --- |")
    for name, found in result["attacks"].items():
        shares = found["without_style"], found["plain_taught_by_others"], found["plain_taught_alike"]
        say(f"| {name} | {' | '.join(map(_shown, shares))} |")
    say("")
    say(f"words changed {_shown(result['words_changed'])}; changes in a thousand words:")
    for habit, n in result["changes_by_habit"].items():
        say(f"  {habit:<15} {n:.1f}")


def _shown(share: Share) -> str:
    return f"{share['share']:.3f} ({share['low']:.3f} to {share['high']:.3f})"
