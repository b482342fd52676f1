"""Words that stand beside names and in dates, and are none: salutations, titles, posts, the calendar.

A capital makes no name of them. None of the first ones belongs to the name that it stands beside.
"""

from __future__ import annotations

from engine.catalog.lexicon import words

_SALUTATIONS = """
dear hi hello hey greetings regards sincerely faithfully yours truly cheers thanks cordially respectfully
"""
_TITLES = (
    *words("title"),
    *words("title-of-office"),
    "madame",
    "chairman",
    "chairwoman",
    "md",
    "phd",
    "rn",
    "esq",
)
_POSTS = """
manager director supervisor administrator secretary treasurer clerk assistant adviser advisor consultant
coordinator representative receptionist registrar head deputy chief senior junior principal president chair
partner solicitor accountant auditor engineer analyst trainer trainee lead leader warden caseworker
practitioner specialist worker
"""
_UNITS = """
team department dept division unit office section service desk board committee branch ward surgery practice
clinic centre center reception registry human resource personnel payroll customer client account finance
claim loan lending credit mortgage collection recovery compliance operation sale marketing purchasing
procurement maintenance facility housing admission outpatient record relation counter helpdesk enquiry
"""
_CALENDAR = (
    *words("weekday"),
    *words("weekday-short"),
    *words("month"),
    *words("month-short"),
    *("easter", "christmas"),
)

BESIDE_NAMES = frozenset((*_SALUTATIONS.split(), *_TITLES, *_CALENDAR))
"""In small letters."""

POSTS_AND_UNITS = frozenset((*_POSTS.split(), *_UNITS.split()))
"""Keys of words for posts, and for parts of a body and what they do: "Branch Manager", "Human Resources"."""
