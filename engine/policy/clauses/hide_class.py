"""The clause that hides a document's class among others: the key `hide_class`."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from engine.policy.clauses.fields import NAME, Clause, ClauseId, Flag, Name
from engine.policy.clauses.text import LegalClause

FilePath = Annotated[str, Field(strict=True, min_length=1, max_length=4096, pattern=NAME)]
_SIMPLE_HAS_NO = ("objective", "solution", "priors", "operator", "guard")


NAMES_RULE = "must be number, or a pattern without {folder}, when hide_class hides the class of documents"


def names_tell(names: str) -> bool:
    """Whether names of released files may show which documents are of one class."""
    return names == "keep" or "{folder}" in names


class LabelledCorpus(Clause):
    """Documents whose class is known: what a reader may have learned from."""

    from_: FilePath = Field(alias="from", examples=["past-projects/"])
    """A folder with a folder for each class, or for each class to keep with its classes in it
    (retail/carrefour/report.docx); or a .csv, .jsonl or .parquet file. Relative to the policy's file."""
    text: Name | None = Field(default=None, examples=["body"])
    """File only: the column of the text."""
    class_: Name | None = Field(default=None, alias="class", examples=["client"])
    """File only: the column of the class to hide."""
    keep: Name | None = Field(default=None, examples=["industry"])
    """File only: the column of the class that must stay recognisable, if there is one."""

    @property
    def is_file(self) -> bool:
        """Whether the corpus is a file with columns."""
        return self.class_ is not None

    @model_validator(mode="after")
    def _columns_together(self) -> Self:
        if (self.text is None) != (self.class_ is None):
            absent = "text" if self.text is None else "class"
            raise ValueError(f"{absent}: must be given, as text and class are given together")
        if self.keep is not None and self.class_ is None:
            raise ValueError("keep: must be left out for a folder; there it is the folder above the class")
        return self


class EvenWordsClause(Clause):
    """How far words are evened out among classes, by lot."""

    at_most: Annotated[float, Field(strict=True, ge=1.01, le=10, allow_inf_nan=False)] = Field(
        examples=[1.15]
    )
    """How many times as often as on average in its group one class may use a word."""
    among: Annotated[int, Field(strict=True, ge=2, le=1000)] = Field(examples=[5])
    """Classes of a group, at least. Classes with one class to keep are a group; small groups are joined."""


class HideClassClause(LegalClause):
    """The class of a document, for instance its client, is hidden among k classes (K-Redactor)."""

    id: ClauseId = "hide_class"
    """Name of the clause in reports and cases."""
    corpus: LabelledCorpus = Field(examples=[{"from": "past-projects/"}])
    """Documents whose class is known."""
    class_of: Literal["folder", "most-likely"] = "folder"
    """Who says the class of a document: the nearest folder with a class's name (a document without one is
    refused), or the corpus (most-likely)."""
    k: Annotated[int, Field(strict=True, ge=2, le=1000)] = Field(examples=[3])
    """Classes among which the document hides, its own included: k - 1 others must score as high."""
    method: Literal["k-redactor", "simple-redactor"] = "k-redactor"
    """k-redactor keeps words that suggest the class to keep; simple-redactor suppresses those that point to
    the class most."""
    objective: Literal[
        "priced-log-odds", "ova-log-odds", "odds-ratio", "freq-log-p", "info-gain", "least-redaction"
    ] = "priced-log-odds"
    """k-redactor only: what a word is worth; least-redaction removes as few words as possible."""
    solution: Literal["rounded", "exact"] = "rounded"
    """k-redactor only: rounded linear program, or the best choice of words (slower)."""
    priors: Flag = True
    """k-redactor only: whether frequent classes are likelier, as the guarantee needs; false is as printed in
    the paper."""
    operator: Literal["suppress", "generalize"] = "suppress"
    """suppress writes ___; generalize writes a more general word where the guarantee still holds."""
    class_names: Literal["suppress", "as-decided"] = "suppress"
    """Whether words of the class's own name and its abbreviations always go."""
    guard: Annotated[float, Field(strict=True, ge=0, le=10, allow_inf_nan=False)] | None = Field(
        default=None, examples=[0.0]
    )
    """k-redactor only: a linear classifier (SVM) must rank other classes ahead by this lead too; 0 is a tie.
    The documents must not be part of the corpus."""

    even_words: EvenWordsClause | None = Field(default=None, examples=[{"at_most": 1.15, "among": 5}])
    """Words that one class uses more often than similar ones leave its documents by lot, before the others
    are decided about."""
    attacker_at_most: Annotated[float, Field(strict=True, gt=0, lt=1)] | None = Field(
        default=None, examples=[0.35]
    )
    """Largest share of documents whose class an attacker with labelled documents of their own may name.
    Nothing is released unless `saferelease evaluate attackers` found no more for this clause and its labelled
    documents, with 95 % confidence."""

    @model_validator(mode="after")
    def _simple_has_no_program(self) -> Self:
        given = [key for key in _SIMPLE_HAS_NO if key in self.model_fields_set]
        if self.method == "simple-redactor" and given:
            raise ValueError(f"{given[0]}: must be left out when the method is simple-redactor")
        return self
