"""The clauses of a policy: what to look for, under which law, and what to put in its place."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import Field, field_validator, model_validator

from engine.catalog.names import OperatorName
from engine.policy.clauses.fields import (
    CODE_FORM,
    Clause,
    ClauseId,
    Date,
    Flag,
    Name,
    Names,
    Share,
    Status,
    Terms,
    Text,
)
from engine.policy.clauses.learning import Learn
from engine.policy.shapes import is_plain, shapes_of


class LegalClause(Clause):
    """What every clause says about itself: its law, and how far it covers it."""

    id: ClauseId = ""
    """Name of the clause in reports and cases; by default its place, e.g. identifiers[0]."""
    title: Text | None = None
    """What the clause protects, in a reader's words."""
    law: Name = Field(examples=["45 CFR 164.514(b)(2)(i)(G)", "NY Pub. Health Law § 2782"])
    """Citation, a range (D)-(O), or several separated by semicolons."""
    status: Status = "covered"
    """Whether the clause covers all that its law asks for; `partly` needs a note."""
    note: Text | None = Field(default=None, examples=["Ages written in words are not found."])
    """What it does not cover, or what a reader of the report should know."""
    unverified: Flag = False
    """The citation was not checked against the official text."""
    because: Text | None = Field(default=None, examples=["The court order of 3 May asks for full dates."])
    """Why this clause may be looser than the one that it replaces."""

    @model_validator(mode="after")
    def _partly_needs_a_note(self) -> Self:
        if self.status == "partly" and not self.note:
            raise ValueError("note: must say what is not covered when status is partly")
        return self


class Operator(Clause):
    """What replaces an identifier."""

    operator: OperatorName = Field(examples=["placeholder"])
    """How the replacement is made."""
    census: int | None = Field(default=None, strict=True, ge=1990, le=2100, examples=[2020])
    """zip3 only: year of the US census that counts the people of each three-digit ZIP."""
    code: Annotated[str, Field(strict=True, max_length=40, pattern=CODE_FORM)] | None = Field(
        default=None, examples=["(b)(6)"]
    )
    """exemption only: the code of the provision, as it is to stand there."""

    @model_validator(mode="after")
    def _census_is_for_zip3(self) -> Self:
        if self.census is not None and self.operator != "zip3":
            raise ValueError("census: must be left out unless the operator is zip3")
        if self.census is None and self.operator == "zip3":
            raise ValueError("census: must be given for zip3, as in {operator: zip3, census: 2020}")
        return self

    @model_validator(mode="after")
    def _code_is_for_exemption(self) -> Self:
        if (self.code is None) == (self.operator == "exemption"):
            raise ValueError("code: must be given for exemption, as in (b)(6), and for nothing else")
        return self


class IdentifierClause(LegalClause):
    """Identifiers that a pattern finds, and what replaces them."""

    find: Names = Field(min_length=1, examples=[["ssn", "phone"]])
    """Categories of identifiers to look for."""
    replace_with: Operator = Field(default=Operator(operator="placeholder"), examples=["placeholder"])
    """What replaces them: an operator, or a mapping with its options."""
    threshold: Share = Field(default=0.5, examples=[0.5])
    """Least confidence at which a finding is removed."""
    learn: Learn | None = None
    """Learned recognisers; without it the shipped one alone."""
    allow: Terms = ()
    """Terms that this clause leaves in place, whatever a pattern says."""
    deny: Terms = Field(default=(), examples=[["Acme Corp"]])
    """Terms that this clause always removes; with `find: [listed-term]` it removes nothing else."""

    like: Names = Field(default=(), max_length=50, examples=[["B-22014", "B-9921"]])
    """Made-up examples of a number of your own, for `find: [own-code]`."""
    near: Names = Field(default=(), max_length=50, examples=[["badge", "badge number"]])
    """Words that stand before such a number. Fewer than seven digits alone count only right after one."""
    countries: Names = Field(default=(), max_length=100, examples=[["ca", "gb"]])
    """Countries whose own numbers are looked for too."""

    @field_validator("like")
    @classmethod
    def _like_has_shapes(cls, examples: tuple[str, ...]) -> tuple[str, ...]:
        shapes_of(examples)
        return examples

    @model_validator(mode="after")
    def _own_codes_have_examples(self) -> Self:
        if ("own-code" in self.find) != bool(self.like):
            raise ValueError("like: must hold examples when own-code is looked for, and only then")
        if self.near and not self.like:
            raise ValueError("near: must be left out unless like holds examples")
        if not self.near and any(map(is_plain, shapes_of(self.like))):
            raise ValueError("near: must name words before the number, since like is a few digits alone")
        return self

    @field_validator("replace_with", mode="before")
    @classmethod
    def _operator_by_name(cls, value: Any) -> Any:
        return {"operator": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _listed_terms_are_listed(self) -> Self:
        if "listed-term" in self.find and not self.deny:
            raise ValueError("deny: must list the terms when listed-term is looked for")
        return self

    @model_validator(mode="after")
    def _not_both_allowed_and_denied(self) -> Self:
        if {term.casefold() for term in self.allow} & {term.casefold() for term in self.deny}:
            raise ValueError("allow: must not hold a term that deny holds too")
        return self


class LeftOut(Clause):
    """A clause of the extended policy that this policy does without."""

    clause: ClauseId = Field(examples=["O"])
    """Id of the clause."""
    because: Text = Field(examples=["No document of this house holds IP addresses."])
    """Why it may be left out; the report says so."""


class NotCovered(Clause):
    """A provision of the law that the policy does not carry out, stated openly."""

    id: ClauseId = ""
    """Name of the entry in reports; by default its place, e.g. not_covered[0]."""
    title: Text | None = None
    """What the provision asks for."""
    law: Name = Field(examples=["45 CFR 164.514(b)(2)(i)(Q)"])
    """Citation of the provision."""
    reason: Text = Field(examples=["Text cannot hold a photograph; pictures are removed by the format."])
    """Why it is not covered, and what the operator must do instead."""
    unverified: Flag = False
    """The citation was not yet checked against the official text."""


class OwnLaw(Clause):
    """A law or house rule that the catalogue does not know."""

    cite: Name = Field(examples=["House rule 7"])
    """Citation, as the clauses write it."""
    title: Text = Field(examples=["Names of clients stay inside the house"])
    """What it asks for, in one sentence."""
    effective: Date | None = None
    """Date from which it applies."""
    source: Text | None = None
    """Where its text is found."""
