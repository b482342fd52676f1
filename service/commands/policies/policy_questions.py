"""The questions of `saferelease policy new`, asked one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import typer

from adapters.policies.files import shipped_policies
from engine.policy.pages.template import QUESTIONS, Question
from service.commands.languages.speech import told

ASKED = {question.key: question.text for question in QUESTIONS}
"""Text of each question; the help of the option that answers it."""
_NEEDED = ("name", "title", "packs")

Given = Mapping[str, str | Sequence[str]]


def asked(given: Given, quiet: bool = False) -> dict[str, str | Sequence[str]]:
    """Answers to all questions: those given by options, the others asked for.

    Parameters
    ----------
    given : mapping
        Answers by key of the question; empty ones are asked for.
    quiet : bool
        Ask on the error stream, which JSON for machines leaves free.

    Notes
    -----
    An answer that takes several is split at commas. Where nobody answers (the input ends), what is
    needed stays empty and the policy is not written.
    """
    typer.echo(told(f"Available rules: {', '.join(shipped_policies())}"), err=quiet)
    return {question.key: given[question.key] or _answer(question, quiet) for question in QUESTIONS}


def _answer(question: Question, quiet: bool) -> str | Sequence[str]:
    hint = " (separate several by commas)" if question.several else ""
    skip = "" if question.key in _NEEDED else " [Enter for none]"
    try:
        answer: str = typer.prompt(
            "".join(map(told, (question.text, hint, skip))), default="", show_default=False, err=quiet
        ).strip()
    except typer.Abort:
        answer = ""
    if not question.several:
        return answer
    return tuple(part.strip() for part in answer.split(",") if part.strip())
