"""What the form of a policy asks, screen by screen: keys of the policy language in plain words."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from engine.catalog.names import SHIPPED
from engine.policy.clauses.documents import CHOICES, LANGUAGES, SENTENCES, MoreLanguage
from engine.policy.clauses.earlier_releases import SENTENCES as EARLIER
from service.refusals import invalid

Screen = Literal["law", "documents", "recipients", "never", "people"]
SCREENS: tuple[Screen, ...] = get_args(Screen)
TITLES: Mapping[Screen, str] = {
    "law": "Which law",
    "documents": "Which documents",
    "recipients": "Who receives them",
    "never": "What must never leave",
    "people": "Who looks",
}
Kind = Literal["line", "text", "choice", "many", "number", "share", "flag", "date"]


@dataclass(frozen=True)
class FormField:
    """A key of the policy that the form asks for; empty means that the key is not there.

    Parameters
    ----------
    name : str
        Its path, joined by dots: ``review.sample``.
    label, hint : str
    kind : Kind
    choices : mapping of str to str
        What a choice, or each of several, may be, in words.
    aside : bool
        Whether it stands under *More choices*.
    """

    name: str
    label: str
    kind: Kind
    hint: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
    aside: bool = False

    @property
    def path(self) -> tuple[str, ...]:
        """Keys from the top of the policy down."""
        return tuple(self.name.split("."))


_USUAL = ("images", "scanned_pages", "attachments", "other_languages")
_LABELS = {
    "images": "Pictures in documents",
    "scanned_pages": "Scanned pages",
    "attachments": "Attached files",
    "other_languages": "Passages in any other language",
}


def _choice(key: str) -> FormField:
    words = {str(value): SENTENCES[key, value] for rank in CHOICES[key] for value in rank}
    label = _LABELS.get(key, key.replace("_", " ").capitalize())
    return FormField(f"documents.{key}", label, "choice", choices=words, aside=key not in _USUAL)


_YES = {"yes": "yes", "no": "no"}
FIELDS: Mapping[Screen, Sequence[FormField]] = {
    "law": (
        FormField("title", "What the policy is for", "line", "in one line"),
        FormField("version", "Version", "line", "raise it with every change, as in 1.1.0"),
        FormField("effective", "In force from", "date", "a release before that day is refused"),
    ),
    "documents": (
        FormField(
            "documents.formats",
            "Formats that may be released",
            "many",
            "none ticked: every format that can be read",
            {name: name for name in SHIPPED.formats},
        ),
        FormField(
            "documents.more_languages",
            "Languages besides English",
            "many",
            choices={code: LANGUAGES[code] for code in get_args(MoreLanguage)},
        ),
        *(_choice(key) for key in (*_USUAL, *(each for each in CHOICES if each not in _USUAL))),
    ),
    "recipients": (
        FormField(
            "description",
            "Who receives the documents, and what for",
            "text",
            "readers of the policy see it; what the policy does and does not do may stand here too",
        ),
        FormField(
            "language", "Language of the report that goes with them", "choice",
            choices={"en": "English", "de": "German"},
        ),
        FormField(
            "documents.names", "Names of the files", "line",
            "number, keep (where they disclose nothing), or a pattern such as exhibit-{number}",
        ),
        FormField(
            "earlier_releases.then", "A text that somebody received before", "choice",
            choices={str(key): words for key, words in EARLIER.items()},
        ),
        FormField("earlier_releases.keep_days", "Days for which a release is known again", "number"),
        FormField(
            "matter_pseudonyms", "Matter in which the same person keeps the same pseudonym", "line",
            "lower-case words joined by hyphens; left out, two releases cannot be linked",
        ),
    ),
    "never": (),
    "people": (
        FormField("review.all_above", "Risk from which people look", "number", "1 to 100"),
        FormField("review.sample", "Of the rest, drawn at random", "number", "documents"),
        FormField(
            "review.bound", "Largest share with a missed identifier that may be left", "share",
            "as in 0.05; where it is not reached, people look at all the others too",
        ),
        FormField(
            "review.reviewers", "Reviewers of each document", "choice",
            choices={"1": "one", "2": "two, one after the other"},
        ),
        FormField(
            "review.separate", "Authors, starters and reviewers are kept from approving", "flag", choices=_YES
        ),
        FormField(
            "review.own_signature", "An approver signs with a key that she alone holds", "flag", choices=_YES
        ),
        FormField("review.keep_days", "Days until the originals of an ended release go", "number"),
    ),
}  # fmt: skip

Looking = Literal["nobody", "all", "risk"]
LOOKING: Mapping[Looking, str] = {
    "all": "People look at every document.",
    "risk": "People look at documents of some risk, and at a sample of the rest.",
    "nobody": "Nobody looks. The machine decides alone.",
}

Sent = Mapping[str, Sequence[str]]
"""Values of a form by name of their field."""
CLAUSE = ("clause_title", "law", "find", "replace_with", "deny", "like", "near")
"""Fields of a clause's form."""
_OTHERS = ("part", "place", "seen", "base", "who", "cite", "law_title", "law_effective")
NAMES = (*_OTHERS, *CLAUSE, *dict.fromkeys(each.name for fields in FIELDS.values() for each in fields))
"""All fields that a form of a policy may send."""


def one(sent: Sent, name: str) -> str:
    """The only value of a field, without the blanks around it; empty where there is none."""
    values = sent.get(name) or [""]
    if len(values) > 1:
        raise invalid(name, "must be given once")
    return values[0].replace("\r\n", "\n").strip()


def day(label: str, said: str) -> dt.date:
    """A date as forms send it."""
    try:
        return dt.date.fromisoformat(said)
    except ValueError:
        raise invalid(label, "must be a day, as in 2026-05-31") from None
