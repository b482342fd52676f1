"""What a release counts about one subject each: a concept, a class, a table, the gate. Never text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """Base of everything that a release writes down."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class _Summed(Record):
    """Counts of documents that add up, field by field; what is None in one of two is that of the other."""

    _largest: ClassVar[frozenset[str]] = frozenset()
    """Fields whose sum is the larger of two."""

    def __add__(self, other: Self) -> Self:
        return self.model_copy(update={name: self._sum(other, name) for name in type(self).model_fields})

    def _sum(self, other: Self, name: str) -> Any:
        one, another = getattr(self, name), getattr(other, name)
        if one is None or another is None:
            return another if one is None else one
        if name in self._largest:
            return max(one, another)
        return round(one + another, 3) if isinstance(one, float) else one + another


class TogetherCount(_Summed):
    """What documents tell about a concept, all their terms taken together.

    Parameters
    ----------
    documents : int
        Documents that were judged.
    before, after : int
        Documents in which a stretch told more than the policy allows, as they came and as they are released.
    whole_before, whole_after : float
        Largest calibrated probability of the concept given a whole document.
    """

    _largest = frozenset({"whole_before", "whole_after"})

    documents: int
    before: int
    after: int
    whole_before: float
    whole_after: float


class GroupCount(_Summed):
    """Groups of terms that disclosed a concept by their joint counts, and what breaking them cost.

    Parameters
    ----------
    documents : int
        Documents that held one.
    groups : int
        Smallest groups that were broken.
    bits : float
        Information of the words that went.
    bits_at_least : float
        What no choice of words that breaks the groups first found goes below; equal to `bits` where the
        choice is optimal and no generalization made another group.
    """

    documents: int
    groups: int
    bits: float
    bits_at_least: float


class ConceptCount(_Summed):
    """What protecting one concept changed, in a document or a whole release.

    Parameters
    ----------
    removed : int
        Changes made.
    documents : int
        Documents changed.
    highest : float or None
        Largest p(concept | term) among the removed terms that the corpus knows.
    unseen : int
        Changes that rest on the rule for unseen terms or on the evidence bound's absence.
    together : TogetherCount or None
        What the terms tell together, where the clause judges that.
    groups : GroupCount or None
        Groups that were broken, where there were any.
    """

    _largest = frozenset({"highest"})

    removed: int
    documents: int
    highest: float | None = None
    unseen: int = 0
    together: TogetherCount | None = None
    groups: GroupCount | None = None


class ChoiceCount(Record):
    """Replacements of one document that were drawn.

    Parameters
    ----------
    epsilon : float
        Of each draw, in nats.
    drawn : int
        Replacements that were drawn. A term that stands there again is not drawn again, so that `drawn`
        times `epsilon` is at most what they cost together.
    """

    epsilon: float
    drawn: int

    @property
    def epsilon_at_most(self) -> float:
        """Of all draws together (sequential composition), in nats."""
        return self.epsilon * self.drawn


class ChoiceTotals(Record):
    """The same over all released documents.

    Parameters
    ----------
    epsilon : float
        Of each draw, in nats.
    drawn, documents : int
        Replacements that were drawn, and documents in which any was.
    most : int
        Replacements that were drawn in the document with the most of them.
    """

    epsilon: float
    drawn: int
    documents: int
    most: int

    @property
    def epsilon_at_most(self) -> float:
        """Of all draws in the document with the most of them, in nats."""
        return self.epsilon * self.most


class ColumnCount(_Summed):
    """Columns of tables, and what is known of them.

    Parameters
    ----------
    typed : int
        Columns of which it is known what they hold.
    removed : int
        Those of them whose values a clause removes.
    untyped : int
        Columns of text of no known kind: searched as text is.
    unknown : int
        Columns of numbers or codes of which nothing says what they are: removed, or kept where the
        policy says so.
    """

    typed: int = 0
    removed: int = 0
    untyped: int = 0
    unknown: int = 0


class PictureCount(_Summed):
    """What text recognition read in pictures, and what was covered or emptied because it could not.

    Parameters
    ----------
    read : int
        Pictures that were read.
    words, unsure : int
        Words found in them, and those that were covered because they were not read with certainty.
    emptied : int
        Pictures emptied because too little of them could be read.
    codes, faces, signatures, stamps : int
        Codes, faces, signatures and stamps that were covered.
    covered_letters : int
        Letters of PDF pages that somebody had covered before, and that are gone.
    """

    read: int = 0
    words: int = 0
    unsure: int = 0
    emptied: int = 0
    codes: int = 0
    faces: int = 0
    signatures: int = 0
    stamps: int = 0
    covered_letters: int = 0


class HiddenClassCount(Record):
    """What keeping a document's class confusable changed. Its class and rank are in the private record only.

    Parameters
    ----------
    words, suppressed : int
        Distinct words of the model in the document, and those of them that are gone.
    mentions : int
        Changes of the text: every mention of each of these words, and of the class's name.
    generalized : int
        Mentions of them that a more general word replaced.
    topic_kept : bool or None
        Whether the class to keep is still the likeliest for the released text; None: there is none.
    with_earlier : int or None
        Classes among which it is hidden together with earlier releases of its text, where one of them
        promised fewer than this one does; None: as many as the clause says.
    """

    words: int
    suppressed: int
    mentions: int
    generalized: int = 0
    topic_kept: bool | None = None
    with_earlier: int | None = None


class HiddenClassTotals(Record):
    """The same over all released documents, and how many could not be hidden.

    Parameters
    ----------
    documents, changed : int
        Documents released, and those of them in which anything was suppressed.
    words, suppressed, mentions, generalized : int
        Sums over the documents.
    topics, topics_kept : int
        Documents that have a class to keep, and those of them where it is still the likeliest.
    infeasible : int
        Documents refused since no choice of words hides their class.
    unknown : int
        Documents released without a word of the model: of them the model can tell nothing.
    fewer_with_earlier : int
        Documents of which an earlier release promised a lower k, which holds for both together.
    """

    documents: int
    changed: int
    words: int
    suppressed: int
    mentions: int
    generalized: int
    topics: int
    topics_kept: int
    infeasible: int
    unknown: int = 0
    fewer_with_earlier: int = 0


class AttackerRecord(Record):
    """What one attacker found in what a policy leaves of the gate's sample.

    Parameters
    ----------
    learner : str
        ``"crf"``, ``"svm"``, ``"ensemble"``, or ``"unforeseen"``: one that no publisher uses.
    true_positives, false_positives : int
        Words that its classifier takes for sensitive: those that are, and those that are not.
    found : tuple of float
        Sensitive words found when the budgets of the record are inspected, best guesses first.
    gain : float, in [0, 1]
        Most that it finds beyond random inspection, at any budget, as a share of all sensitive words.
    """

    learner: str
    true_positives: int
    false_positives: int
    found: tuple[float, ...]
    gain: float


class GateRecord(Record):
    """The attack that a release had to withstand, in counts of words.

    Parameters
    ----------
    passed : bool
        Whether no attacker gained more than `gain_at_most`.
    documents, tokens, published : int
        Of the sample: documents, words, and words that the policy leaves.
    sensitive, sensitive_left : int
        Words that people marked, and how many of them the policy leaves.
    budget_shares : tuple of float
        Shares of the published words that an attacker inspects.
    found_at_random : tuple of float
        Sensitive words that inspection at random finds, by budget.
    """

    passed: bool
    gain_at_most: float
    documents: int
    tokens: int
    published: int
    sensitive: int
    sensitive_left: int
    budget_shares: tuple[float, ...]
    found_at_random: tuple[float, ...]
    attackers: tuple[AttackerRecord, ...]

    @property
    def best(self) -> AttackerRecord:
        """The attacker who gains most."""
        return max(self.attackers, key=lambda attacker: attacker.gain)


class TableRisk(Record):
    """Risk that rows of a table are re-identified by a reader who knows every feature of a person.

    Parameters
    ----------
    rows, classes : int
        Rows, and classes of equal rows.
    alone : int
        Rows that are equal to no other.
    highest : float
        1 over the size of the smallest class: the highest risk for a prosecutor, who knows that the person is
        in the table, and for a journalist, who does not.
    average : float
        Classes over rows: the average of both, and the share of rows that a marketer, who links all of them,
        gets right.
    l : int or None
        Fewest different labels in a class: 1 where equal rows share one label. None without a label.
    t : float or None
        Largest distance between the share of a label in a class and in the table (of two labels, the earth
        mover's distance of t-closeness).

    Notes
    -----
    The table is its own population. Where it is a sample of a larger one, the journalist's risk and the
    marketer's are lower.

    References
    ----------
    El Emam: Guide to the De-Identification of Personal Health Information (2013), chapter 16; Dankar and
    El Emam: A method for evaluating marketer re-identification risk (2010); Machanavajjhala et al.:
    l-Diversity (2007); Li et al.: t-Closeness (2007).

    Examples
    --------
    >>> TableRisk.of([3, 2, 5]).highest, TableRisk.of([3, 2, 5]).average
    (0.5, 0.3)
    >>> TableRisk.of([4, 4], positive=[2, 4]).l, TableRisk.of([4, 4], positive=[2, 4]).t
    (1, 0.25)
    """

    rows: int
    classes: int
    alone: int
    highest: float
    average: float
    l: int | None = None  # noqa: E741  the field's name for it
    t: float | None = None

    @classmethod
    def of(cls, sizes: Sequence[int], positive: Sequence[int] = ()) -> TableRisk:
        """Of the sizes of the classes, at least one, and how many rows of each have the positive label."""
        rows, classes = sum(sizes), len(sizes)
        share = sum(positive) / rows
        labelled = list(zip(positive, sizes, strict=True)) if positive else []
        return cls(
            rows=rows,
            classes=classes,
            alone=sum(size == 1 for size in sizes),
            highest=1 / min(sizes),
            average=classes / rows,
            l=min((1 + (0 < n < size) for n, size in labelled), default=None),
            t=max((abs(n / size - share) for n, size in labelled), default=None),
        )


class PeopleRisk(Record):
    """The risk that people of one table are found by quasi-identifiers, before and as released.

    Its `TableRisk` count people where a column says who a row is about.

    Parameters
    ----------
    columns : tuple of str
        Quasi-identifiers that the table has, as the policy writes them.
    before, after : TableRisk
        Of the table as it came, and as it is released.
    small_before, small_after : int
        People in classes of fewer than k.
    withheld : int
        People of whom all quasi-identifiers were withheld.
    sampled : float or None
        Highest expected risk in the population that the table is a sample of; None where none is declared.
    """

    columns: tuple[str, ...]
    before: TableRisk
    after: TableRisk
    small_before: int
    small_after: int
    withheld: int
    sampled: float | None = None


class TableRecord(Record):
    """What happened to one table, in numbers; names of features only where the policy wrote them.

    Parameters
    ----------
    k, achieved_k : int
        Level the policy asks for, and level of the released file as it was read back.
    rows_all_zero_before, rows_all_zero_after : int
        Rows that show nothing; they reach k only that way.
    dropped : dict
        Number of dropped features by reason; `reasons` says each in words.
    dropped_features, kept_features
        Those that the policy names; `n_kept_found` are words and values of the data.
    auc_before, auc_after : float or None
        How well a linear SVM predicts the label, 0.5 is chance; None where it was not measured.
    proof : {"counted", "witnesses"}
        How the independent check of the file was made.
    certificate, certificate_sha256 : str
        The file with k rows for each row, below the bundle.
    protect_zeros : bool
        Whether the levels count equal rows, and not all that contain a row.
    l_diversity, t_closeness : int, float or None
        Limits that the policy sets on the labels of rows that look alike.
    risk_before, risk_after : TableRisk or None
        Of the table as it came, by the features it was read into, and of the file as it was read back; None
        in records of earlier versions.
    """

    k: int
    achieved_k: int
    protect_zeros: bool = False
    l_diversity: int = 1
    t_closeness: float | None = None
    method: str
    rows: int
    label: str | None
    columns: tuple[str, ...]
    features_before: int
    features_after: int
    n_kept_found: int
    ones_before: int
    ones_after: int
    ones_cleared: int
    rows_all_zero_before: int
    rows_all_zero_after: int
    dropped: dict[str, int]
    reasons: dict[str, str]
    dropped_features: dict[str, str]
    kept_features: tuple[str, ...]
    auc_before: float | None
    auc_after: float | None
    proof: Literal["counted", "witnesses"]
    certificate: str
    certificate_sha256: str
    risk_before: TableRisk | None = None
    risk_after: TableRisk | None = None


class EarlierCount(Record):
    """A document whose text, or a part or version of it, was released before.

    Parameters
    ----------
    releases : tuple of str
        Numbers of those releases.
    same : bool
        One of them held the very same text.
    whole : bool
        One held a version or part of the whole; otherwise only single paragraphs are shared.
    hidden : int
        Places that were hidden only because an earlier release hid them.
    rows : int
        Rows of earlier tables of which it would have told, or tells, what they hide.
    """

    releases: tuple[str, ...]
    same: bool = False
    whole: bool = True
    hidden: int = 0
    rows: int = 0


class EarlierRelease(Record):
    """One earlier release that was considered, and how many documents here share text with it."""

    release: str
    created: str
    policy: str
    documents: int


class EarlierRecord(Record):
    """Which earlier releases were considered.

    Parameters
    ----------
    considered : int
        All that this installation still knows.
    forgotten : int
        Those whose keys were destroyed: their texts are not known again.
    linked : int
        Those of the same matter, in which the same value has the same pseudonym.
    releases : tuple of EarlierRelease
        Those that share text with this one.
    """

    considered: int
    forgotten: int
    linked: int = 0
    releases: tuple[EarlierRelease, ...] = ()
