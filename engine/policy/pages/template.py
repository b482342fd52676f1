"""A new policy from a few answers: commented, valid, and with cases for what is its own."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.catalog.laws import provisions
from engine.catalog.words import schedule_meant

MODELINE = "# yaml-language-server: $schema=./schema.json\n"


@dataclass(frozen=True, slots=True)
class Question:
    """What `saferelease policy new` asks.

    Parameters
    ----------
    key : str
        The field of `Answers` that the answer goes to.
    text : str
        The question.
    several : bool
        Whether it takes several answers.
    """

    key: str
    text: str
    several: bool = False


QUESTIONS = (
    Question("name", "Name of the policy, in lower-case words joined by hyphens"),
    Question("title", "What is it for, in one line"),
    Question("packs", "Which rules must be met", several=True),
    Question("terms", "Terms that must always be removed (clients, projects, places)", several=True),
    Question("formats", "Formats that may be released; none for all", several=True),
    Question("source", "Folder of the documents, when the service releases them by itself"),
    Question("target", "Folder of the releases"),
    Question("schedule", "When: minute, hour, day of month, month, day of week"),
)
"""The questions in the order in which they are asked; only name, title and packs are needed."""


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers to `QUESTIONS`; what was not answered is empty.

    Parameters
    ----------
    name, title : str
        Of the new policy.
    packs : sequence of str
        Names of the policies it is made of, at least one.
    terms, formats : sequence of str
        Words that always go; document formats.
    source, target, schedule : str
        Of a release by the service; `schedule` needs both folders.
    from_law : str
        A law that no pack carries out: its citation heads a frame of clauses to fill, in place of packs.
    """

    name: str
    title: str
    packs: Sequence[str]
    terms: Sequence[str] = ()
    formats: Sequence[str] = ()
    source: str = ""
    target: str = ""
    schedule: str = ""
    from_law: str = ""


def new_policy(answers: Answers) -> Mapping[str, str]:
    """Write a policy.

    Parameters
    ----------
    answers : Answers
        What the author said; the result is checked like any policy when it is loaded.

    Returns
    -------
    mapping of str to str
        File name to text: the policy, and with `terms` their list and the cases of their clause.
    """
    clauses = (_frame(answers),) if answers.from_law else (_made_of(answers), _terms_clause(answers))
    policy = "\n".join(filter(None, (_head(answers), *clauses, _documents(answers), _release(answers))))
    files = {f"{answers.name}.yaml": policy}
    if answers.terms:
        files[f"{answers.name}.names.txt"] = _term_list(answers)
        files[f"{answers.name}.cases/house-words.yaml"] = _cases(answers)
    return files


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _listed(values: Sequence[str]) -> str:
    return f"[{', '.join(map(_quoted, values))}]"


_SECTIONS = (
    (
        "names",
        "Names of persons, organisations and places",
        "[person, organisation, location]",
        "placeholder",
    ),
    ("addresses", "Addresses and postal codes", "[street-address, coordinates, zip]", "placeholder"),
    ("dates", "Dates, dates of birth among them", "[date, birth-date]", "year"),
    ("contact", "Telephone numbers, e-mail and web addresses", "[phone, fax, email, url, ip]", "placeholder"),
    (
        "numbers",
        "Numbers of persons; countries: [gb] adds those of a country",
        "[national-id, health-plan, mrn, license, passport, account, credit-card, iban, unique-code]",
        "placeholder",
    ),
)
"""Sections of a frame: id, title, categories, operator."""


def _frame(answers: Answers) -> str:
    """A clause of each usual kind under the law, to be cut down to what its text asks for."""
    law = _quoted(answers.from_law)
    sections = "".join(
        f"  - id: {ident}\n    title: {_quoted(title)}\n"
        f"    law: {law}    # cite the provision that asks for it\n"
        f"    unverified: true    # until a person has read it\n"
        f"    find: {find}\n    replace_with: {operator}\n"
        for ident, title, find, operator in _SECTIONS
    )
    declared = (
        f'laws:\n  - cite: {law}\n    title: "To be filled in: what the law asks for, in one sentence"\n\n'
    )
    return (
        "# No shipped policy carries out this law. Read its text. For each sentence that asks for something\n"
        "# keep, change or delete a section. Then write cases: a clause without cases fails its test.\n"
        f"{'' if provisions(answers.from_law) else declared}"
        f"identifiers:\n{sections}\n"
        "# What the law asks for and no clause does. The report prints it.\n"
        f"not_covered:\n  - id: not-read-yet\n    law: {law}\n    unverified: true\n"
        "    reason: To be filled in. Nobody has compared these clauses with the text of the law yet.\n"
    )


def _made_of(answers: Answers) -> str:
    if len(answers.packs) == 1:
        return (
            "# All clauses of this policy apply. A clause of your own with the same id replaces one of its\n"
            "# clauses; it may only be stricter, unless it says because: and gives the reason.\n"
            f"extends: {_quoted(answers.packs[0])}\n"
        )
    return (
        "# All clauses of these policies apply. Where two disagree, the stricter one wins, and the\n"
        "# report lists the conflict.\n"
        f"combines: {_listed(answers.packs)}\n"
    )


def _head(answers: Answers) -> str:
    return (
        f"{MODELINE}#\n# Check it with: saferelease policy check {answers.name}.yaml\n"
        f"# Try its cases: saferelease policy test {answers.name}.yaml\n"
        f"policy: {_quoted(answers.name)}\nversion: 0.1.0\ntitle: {_quoted(answers.title)}\n"
    )


def _terms_clause(answers: Answers) -> str:
    if not answers.terms:
        return ""
    return (
        "# Declare your own rules here, so that clauses can cite them.\n"
        "laws:\n  - cite: House rule on names\n    title: The terms on our list are never released\n\n"
        "identifiers:\n  # Terms of a list are removed everywhere, whatever their case, letter by letter.\n"
        "  - id: house-words\n    title: Words on the list\n    law: House rule on names\n"
        f"    find: [listed-term]\n    deny:\n      - file: {_quoted(f'{answers.name}.names.txt')}\n"
    )


def _documents(answers: Answers) -> str:
    if not answers.formats:
        return ""
    return f"# Other formats are refused.\ndocuments:\n  formats: {_listed(answers.formats)}\n"


def _release(answers: Answers) -> str:
    if not (answers.source and answers.target):
        return ""
    every = (
        f"  every: {_quoted(schedule_meant(answers.schedule) or answers.schedule)}\n"
        if answers.schedule
        else ""
    )
    return (
        "# What the service does once it runs.\nrelease:\n"
        f"  from: {_quoted(answers.source)}\n  to: {_quoted(answers.target)}\n{every}"
        "  # refuse: one unreadable document stops the whole release\n  quarantine: allow\n"
    )


def _term_list(answers: Answers) -> str:
    return "# Terms that are always removed, one per line.\n" + "".join(f"{term}\n" for term in answers.terms)


def _cases(answers: Answers) -> str:
    """A must-go case for each of the first terms, and must-stay cases for the author to extend."""
    lines = [
        "# Examples that the policy must get right. Add the traps that you know.",
        "clause: house-words",
        "must_go:",
    ]
    for term in answers.terms[:20]:
        lines += [f"  - text: {_quoted(f'A letter about {term} was found.')}", f"    gone: {_listed([term])}"]
    lines += ["must_stay:", '  - text: "The name is not on the list."', '  - text: "A letter was found."']
    return "\n".join(lines) + "\n"
