"""What attackers with labelled documents of their own made of documents whose class was hidden."""

from __future__ import annotations

import hashlib
from typing import Literal

from engine.plan.steps import HideClassStep
from engine.record.counted import Record

Knows = Literal["originals", "redacted"]


class AttackerFigure(Record):
    """How often one attacker was right.

    Parameters
    ----------
    attacker : str
    knows : {"originals", "redacted"}
        What it learned from: labelled documents as they were, or redacted in the same way.
    first : int
        Documents whose class was its first guess.
    k_th : int
        Documents whose class was its k-th guess: what a reader who knows k tries.
    among_k : int
        Documents whose class was among its first k guesses.
    """

    attacker: str
    knows: Knows
    first: int
    k_th: int
    among_k: int

    @property
    def right(self) -> int:
        """Documents whose class the better of the two single guesses names."""
        return max(self.first, self.k_th)


class AttackMeasurement(Record):
    """An attack on a clause about classes, by attackers who share no document with the defender.

    Parameters
    ----------
    clause : str
        Fingerprint of the clause and its labelled documents (`fingerprint_of`).
    date : str
    seed : int
    learned_from, attackers_have, victims, refused : int
        Documents of the defender and of the attackers; attacked ones that were released; those refused.
    suppressed : float
        Mean share of the words of the model that a victim lost.
    chance : float
        Share of the commonest class among the victims.
    before : int
        Victims that the linear SVM names before anything is hidden.
    topic : float or None
        Share of victims of which a reader who learned from redacted documents names the class to keep.
    figures : tuple of AttackerFigure
    at_most : float
        Share of documents that the best attacker names, at most, with 95 % confidence.
    version : str
        Of saferelease, whose method was attacked: another version may choose other words. Empty where it
        was not kept, by versions before this field.
    policy_sha256 : str
        Hash of the policy that was measured, for people; the bound rests on `clause`.
    """

    clause: str
    date: str
    seed: int
    learned_from: int
    attackers_have: int
    victims: int
    refused: int
    suppressed: float
    chance: float
    before: int
    topic: float | None
    figures: tuple[AttackerFigure, ...]
    at_most: float
    version: str = ""
    policy_sha256: str = ""

    @property
    def worst(self) -> AttackerFigure:
        """The attacker that is right most often."""
        return max(self.figures, key=lambda figure: figure.right)


def fingerprint_of(step: HideClassStep) -> str:
    """Stands for a clause, its settings and its labelled documents; the bound itself does not count."""
    said = step.model_dump_json(exclude={"id", "attacker_at_most"})
    return hashlib.sha256(said.encode()).hexdigest()
