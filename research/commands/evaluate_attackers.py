"""The command that attacks a clause about classes, and keeps what it measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.display.output import Json, complain, emit, reported, say

if TYPE_CHECKING:
    from engine.record.attacked import AttackMeasurement

_KNOWS = {"originals": "documents as they were", "redacted": "documents redacted alike"}


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    app.command("attackers")(attackers)


def attackers(
    policy: Annotated[str, typer.Argument(metavar="POLICY", help="Policy file with hide_class.")],
    documents: Annotated[int, typer.Option(min=1, help="Documents attacked at most.")] = 600,
    seed: Annotated[int, typer.Option(help="Which documents each party gets.")] = 0,
    as_json: Json = False,
) -> None:
    """Attack a policy's hide_class with readers who have labelled documents of their own.

    The policy's labelled documents are divided: half teach the defender, a quarter the attackers, a
    quarter are attacked. The result is kept in the installation's home, for hide_class.attacker_at_most.
    """
    with reported(as_json):
        from research.classes.measured_attack import measure

        found = measure(policy, documents, seed, complain)
        emit(as_json, found.model_dump(mode="json"), lambda: show_attackers(found, say))


def show_attackers(found: AttackMeasurement, say: Callable[[str], None]) -> None:
    """Print a measurement as a table in Markdown."""
    n = found.victims
    say(
        f"{n:,} documents attacked, {found.refused} refused; {found.suppressed:.3f} of the words suppressed. "
        f"Class named before: {found.before / n:.3f}; by chance {found.chance:.3f}."
    )
    say(f"saferelease {found.version}, policy {found.policy_sha256[:16]}, {found.date}.")
    if found.topic is not None:
        say(f"Class to keep, named by a reader of redacted documents: {found.topic:.3f}.")
    say("")
    say("| attacker | learned from | first guess | k-th guess | among the first k |")
    say("| --- | --- | --- | --- | --- |")
    for one in found.figures:
        shares = " | ".join(f"{each / n:.3f}" for each in (one.first, one.k_th, one.among_k))
        say(f"| {one.attacker} | {_KNOWS[one.knows]} | {shares} |")
    worst = found.worst
    say("")
    say(f"Best single guess: {worst.attacker}, {worst.right / n:.3f}; at most {found.at_most:.3f} (95 %).")
