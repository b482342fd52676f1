"""The policy: what a compliance officer writes, as one frozen value."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal, Self

from cronsim import CronSim, CronSimError
from pydantic import AfterValidator, Field, model_validator

from engine.catalog.standards import StandardName
from engine.catalog.style import Habit
from engine.catalog.words import schedule_meant
from engine.policy.clauses.attributes import AttributeClause
from engine.policy.clauses.concepts import ConceptClause
from engine.policy.clauses.documents import DocumentsClause
from engine.policy.clauses.earlier_releases import EarlierReleasesClause
from engine.policy.clauses.fields import Clause, Date, Flag, Name, Names, Semver, Slug, Text, no_repeats
from engine.policy.clauses.hide_class import NAMES_RULE, HideClassClause, names_tell
from engine.policy.clauses.learning import Gate
from engine.policy.clauses.reidentification import ReidentificationClause
from engine.policy.clauses.review import ReviewClause
from engine.policy.clauses.tables import TableClause
from engine.policy.clauses.text import (
    IdentifierClause,
    LeftOut,
    LegalClause,
    NotCovered,
    OwnLaw,
)

CLAUSE_LISTS = ("identifiers", "concepts", "attributes", "tables", "not_covered")


def _cron(expression: str) -> str:
    try:
        CronSim(expression, dt.datetime(2000, 1, 1))
    except CronSimError:
        said = schedule_meant(expression)
        example = f"here '{said}'" if said else "as in '0 2 * * *'"
        raise ValueError(f"must be a schedule of five fields, {example}") from None
    return expression


Cron = Annotated[str, Field(strict=True, max_length=200), AfterValidator(_cron)]


def _folders(path: str) -> list[str]:
    """A path as the names of its folders."""
    root = ["/"] if path.startswith("/") else []
    return root + [name for name in path.split("/") if name not in ("", ".")]


class ReleaseClause(Clause):
    """Where documents come from and go to, and when; what every release must meet."""

    from_: Name | None = Field(default=None, alias="from", examples=["inbox/"])
    """Folder or file to release, relative to where `saferelease serve` runs. Needed with `every`."""
    to: Name | None = Field(default=None, examples=["releases/"])
    """Folder that receives the release bundles. Needed with `every`."""
    every: Cron | None = Field(default=None, examples=["0 2 * * *"])
    """Schedule of `saferelease serve POLICY`: minute, hour, day of month, month, day of week."""
    time_zone: Annotated[str, Field(strict=True, max_length=64)] = Field(
        default="UTC", examples=["America/New_York"]
    )
    """Time zone of the schedule (IANA name)."""
    quarantine: Literal["allow", "refuse"] = "allow"
    """When a document cannot be read: allow releases the others, refuse releases nothing."""
    require_approved: Flag = False
    """Whether releases need the approval of the policy as it is."""
    certificates: Literal["none", "written", "with-program"] = "none"
    """Whether each document has a certificate of what was counted of its terms; with-program adds the
    program that checks them."""
    matter: Name | None = Field(default=None, examples=["facts/keller.yaml"])
    """Facts of the matter for scheduled releases: a .yaml or .csv file, relative to where `saferelease
    serve` runs."""

    @model_validator(mode="after")
    def _apart(self) -> Self:
        if self.from_ is None or self.to is None:
            if self.every is not None:
                raise ValueError(
                    f"{'to' if self.from_ else 'from'}: must be given with every, as in 'inbox/'"
                )
            return self
        source, target = _folders(self.from_), _folders(self.to)
        if source[: len(target)] == target or target[: len(source)] == source:
            raise ValueError("to: must lie outside from, or each release would release the one before it")
        return self


Language = Literal["en", "de"]
"""Languages in which a compliance report can be written."""


class Policy(Clause):
    """A policy: whom it protects, under which laws, and how."""

    policy: Slug = Field(examples=["us-state-hiv"])
    """Name of the policy: lower-case words joined by hyphens."""
    version: Semver = Field(examples=["1.0.0"])
    """Version of the policy, major.minor.patch."""
    title: Text = Field(examples=["Patient records for research"])
    """The purpose in one line."""
    description: Text | None = None
    """What the policy does and does not do."""
    language: Language = "en"
    """Language of the compliance report."""
    standards: Annotated[tuple[StandardName, ...], AfterValidator(no_repeats)] = Field(
        default=(), examples=[["nist-sp-800-188", "iso-iec-27559"]]
    )
    """Standards for whose parts the report names the release's evidence."""
    effective: Date | None = None
    """A release before that day is refused."""
    extends: Slug | None = Field(default=None, examples=["hipaa-safe-harbor"])
    """Policy whose clauses this one takes over, but for those of the same id."""
    without: tuple[LeftOut, ...] = Field(default=(), max_length=500)
    """Clauses of the extended policy that are left out, each with its reason."""
    combines: Annotated[tuple[Slug, ...], AfterValidator(no_repeats), Field(max_length=20)] = Field(
        default=(), examples=[["hipaa-safe-harbor", "us-state-hiv-std"]]
    )
    """Policies that must all be met; where they disagree, `precedence` decides."""
    precedence: Literal["strictest", "first"] = "strictest"
    """strictest takes the stricter of two clauses, first that of the policy named first."""
    because: Text | None = Field(default=None, examples=["The filing must show the last four digits."])
    """Why this may be looser than a policy that it is made of."""
    laws: tuple[OwnLaw, ...] = ()
    """Laws and house rules that the catalogue does not know."""
    counts: Name | None = Field(default=None, examples=["wikipedia"])
    """Corpus for what a reader knows: its name, or its folder (with a /) from the policy's file on."""
    knowledge: Names = Field(default=(), examples=[["snomed", "wordnet"]])
    """Knowledge bases that generalize terms, in order of priority."""
    known_terms: Names = Field(default=(), examples=[["Zephyr", "OCR-7"]])
    """Terms of your documents that are never unseen for the concept clauses. Labels of forms and the calendar
    are known without it."""
    identifiers: tuple[IdentifierClause, ...] = Field(default=(), max_length=500)
    """Clauses about identifiers."""
    concepts: tuple[ConceptClause, ...] = Field(default=(), max_length=500)
    """Clauses about protected concepts."""
    attributes: tuple[AttributeClause, ...] = Field(default=(), max_length=500)
    """Clauses about personal attributes of the writer."""
    hide_class: HideClassClause | None = Field(
        default=None,
        examples=[{"law": "House rule CII-1", "corpus": {"from": "past-projects/"}, "k": 3}],
    )
    """Hide the class of each document, for instance its client, among others (K-Redactor)."""
    style: Annotated[tuple[Habit, ...], AfterValidator(no_repeats)] = Field(
        default=(), examples=[["punctuation", "contractions", "spelling"]]
    )
    """Habits of writing that are put into one plain form."""
    tables: tuple[TableClause, ...] = Field(default=(), max_length=500)
    """Clauses about table files, released k-anonymous by containment."""
    reidentification: ReidentificationClause | None = Field(
        default=None,
        examples=[{"quasi_identifiers": {"AGE": {"edges": [17, 39, 64]}, "SEX": {}}, "k": 11}],
    )
    """Tables of people, whose risk of being re-identified is measured and bounded."""
    documents: DocumentsClause = DocumentsClause()
    """How documents are opened, and released files named."""
    earlier_releases: EarlierReleasesClause = EarlierReleasesClause()
    """What happens to documents whose text was released before."""
    matter_pseudonyms: Slug | None = Field(default=None, examples=["keller-2024"])
    """Matter in whose releases the same value has the same pseudonym."""
    review: ReviewClause | None = Field(
        default=None, examples=[{"all_above": 40, "sample": 50, "bound": 0.05}]
    )
    """Which documents people look at before anything is released; left out, none."""
    gate: Gate | None = None
    """Attackers who learn from what would be published, and may not gain too much."""
    release: ReleaseClause | None = None
    """Source, target and schedule of `saferelease serve POLICY`, and what every release must meet."""
    not_covered: tuple[NotCovered, ...] = Field(default=(), max_length=500)
    """Provisions of the law that this policy does not carry out."""

    @model_validator(mode="before")
    @classmethod
    def _default_ids(cls, data: Any) -> Any:
        if not isinstance(data, Mapping):
            return data
        return {**data, **{key: _with_ids(key, data[key]) for key in CLAUSE_LISTS if key in data}}

    @model_validator(mode="after")
    def _ids_are_unique(self) -> Self:
        seen: set[str] = set()
        for key in CLAUSE_LISTS:
            for place, clause in enumerate(getattr(self, key)):
                if clause.id in seen:
                    raise ValueError(f"{key}.{place}.id: must be unique in the policy")
                seen.add(clause.id)
        if self.hide_class is not None and self.hide_class.id in seen:
            raise ValueError("hide_class.id: must be unique in the policy")
        return self

    @model_validator(mode="after")
    def _something_to_do(self) -> Self:
        if not self.clauses and not self.bases:
            raise ValueError(
                "identifiers: must hold a clause, or concepts, attributes, hide_class or tables must"
            )
        return self

    @model_validator(mode="after")
    def _composition(self) -> Self:
        if self.without and self.extends is None:
            raise ValueError("without: must be left out unless the policy extends another")
        if self.precedence == "first" and (not self.combines or self.because is None):
            raise ValueError("because: must say why precedence is first, in a policy that combines others")
        if self.extends in self.combines or self.policy in self.bases:
            raise ValueError("combines: must not name the policy itself or the one that it extends")
        return self

    @model_validator(mode="after")
    def _clauses_have_what_they_need(self) -> Self:
        for key, must in unmet(self):
            if not self.bases or must == NAMES_RULE:  # what they bring is known once they are read
                raise ValueError(f"{key}: {must}")
        return self

    @model_validator(mode="after")
    def _matter_needs_pseudonyms(self) -> Self:
        operators = {clause.replace_with.operator for clause in self.identifiers}
        if self.matter_pseudonyms and not self.bases and "pseudonym" not in operators:
            raise ValueError("matter_pseudonyms: must be left out unless a clause replaces with pseudonym")
        return self

    @property
    def bases(self) -> tuple[str, ...]:
        """Names of the policies that this one extends or combines."""
        return (*([self.extends] if self.extends else []), *self.combines)

    @property
    def clauses(self) -> tuple[LegalClause, ...]:
        """All clauses that decide something, in the policy's order."""
        return (*self.text_clauses, *self.tables)

    @property
    def text_clauses(self) -> tuple[LegalClause, ...]:
        """The clauses that decide about text, in the policy's order; cases are about these."""
        own_class = [self.hide_class] if self.hide_class else []
        return (*self.identifiers, *self.concepts, *self.attributes, *own_class)


def _generalizes(policy: Policy) -> bool:
    return any(clause.replace_with == "generalize" for clause in policy.concepts)


def _finds_rare_words(policy: Policy) -> bool:
    return any(clause.rare_words for clause in policy.attributes)


def _certifies(policy: Policy) -> bool:
    return policy.release is not None and policy.release.certificates != "none"


_OF_RARE_WORDS = "must be given when rare words are looked for"
_NEEDS: tuple[tuple[str, str, Callable[[Policy], object]], ...] = (
    (
        "counts",
        "must name a corpus when the policy protects concepts",
        lambda policy: policy.concepts and not policy.counts,
    ),
    (
        "knowledge",
        "must name a knowledge base when concepts are generalized",
        lambda policy: _generalizes(policy) and not policy.knowledge,
    ),
    (
        "documents.names",
        NAMES_RULE,
        lambda policy: policy.hide_class and names_tell(policy.documents.names),
    ),
    (
        "knowledge",
        "must name a knowledge base when hide_class generalizes",
        lambda p: p.hide_class and p.hide_class.operator == "generalize" and not p.knowledge,
    ),
    ("counts", _OF_RARE_WORDS, lambda policy: _finds_rare_words(policy) and not policy.counts),
    ("knowledge", _OF_RARE_WORDS, lambda p: _finds_rare_words(p) and p.counts and not p.knowledge),
    (
        "release.certificates",
        "must be none in a policy without concepts: nothing is counted that one could show",
        lambda policy: _certifies(policy) and not policy.concepts,
    ),
)
"""Keys that clauses rest on, what they must be, and whether a policy lacks one or has it otherwise."""


def unmet(policy: Policy) -> Iterator[tuple[str, str]]:
    """Keys that clauses of a policy rest on and that it lacks, or has otherwise, and what they must be."""
    return ((key, must) for key, must, lacks in _NEEDS if lacks(policy))


def _with_ids(key: str, clauses: Any) -> Any:
    if not isinstance(clauses, list | tuple):
        return clauses
    return [
        {**clause, "id": f"{key}[{place}]"} if isinstance(clause, Mapping) and "id" not in clause else clause
        for place, clause in enumerate(clauses)
    ]
