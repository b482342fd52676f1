"""What comes of one document: what was decided, what was released, what a person may look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.errors import Fault
from engine.methods.columns.typing import NO_TABLES, TypedTables
from engine.methods.overlaps.rows import RowNumbers
from engine.methods.overlaps.sketch import Sketch
from engine.record.counted import ColumnCount
from engine.record.report import DocumentRecord
from engine.text import Decision, SensitiveText

if TYPE_CHECKING:
    from engine.stages.hide_class.stage import HiddenClass


@dataclass(frozen=True, slots=True)
class Released:
    """A document that passed every check: new bytes, record, what was decided, what was read back.

    `private` is for the private record alone, as the decisions are; `sketch` for the register of releases,
    as `rows` of a table.
    """

    content: bytes
    record: DocumentRecord
    decisions: Sequence[Decision]
    text: str
    private: Mapping[str, object] = field(default_factory=dict)
    read_back: Sequence[SensitiveText] = ()
    sketch: Sketch | None = None
    rows: RowNumbers | None = None


@dataclass(frozen=True, slots=True)
class Decided:
    """What the policy changes in a document, what hides its class, and what was seen on the way."""

    decisions: Sequence[Decision]
    hidden_class: HiddenClass | None = None
    tables: TypedTables = NO_TABLES
    columns: ColumnCount | None = None
    other_languages: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Refusing:
    """Words for which a document would be refused, for the person who may read it.

    Parameters
    ----------
    words : SensitiveText
    code : str
        Of the check that finds them.
    kind : str
        Category of the identifier, attribute, or ``"term"`` of a protected concept.
    clause : str
        Id of the policy's clause that lets them go; empty where only a matter's facts do.
    lost_by : str
        The other document that lost them, by its path in what is released.
    """

    words: SensitiveText
    code: str
    kind: str
    clause: str
    lost_by: str = ""


@dataclass(frozen=True, slots=True)
class Inspected:
    """What a release would do with a document, for the person who may read it.

    Parameters
    ----------
    text : SensitiveText
        The document's text.
    decisions : sequence of Decision
        What would change in it.
    faults : sequence of Fault
        Why it would be refused; none: it would be released.
    left : sequence of Refusing
        The words that are left and must not be: for a terminal, never for a log.
    columns : sequence of dict
        Columns of its tables: name, type, evidence, and the category as which each is removed.
    released : sequence of SensitiveText
        The texts of the released file, and its name.
    other_languages : mapping
        Letters in passages that are not in English, by language.
    places : sequence of (int, int) or None
        Where each decision's text stands in the file, in code points, a byte order mark as one; None for
        a file that is no text or is read otherwise than it stands there.
    """

    text: SensitiveText
    decisions: Sequence[Decision]
    faults: Sequence[Fault] = ()
    left: Sequence[Refusing] = ()
    columns: Sequence[Mapping[str, object]] = ()
    released: Sequence[SensitiveText] = ()
    other_languages: Mapping[str, int] = field(default_factory=dict)
    places: Sequence[tuple[int, int]] | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """A released file, the decisions that made it, what was read back, and what the checks found."""

    content: bytes
    decisions: Sequence[Decision]
    read_back: Sequence[SensitiveText]
    faults: Sequence[Fault]

    @property
    def texts(self) -> list[str]:
        """The text of all parts."""
        return [part.reveal() for part in self.read_back]
