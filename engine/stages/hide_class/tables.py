"""The class of a table's file, hidden in the names of its features: what tells it is dropped."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from engine.errors import Fault
from engine.methods.k_redactor.words import features
from engine.record.counted import HiddenClassCount
from engine.stages.hide_class.stage import HiddenClass, HideClassStage
from engine.stages.table_words import spoken
from engine.text import Document, SensitiveText


@dataclass(frozen=True)
class HiddenTable:
    """Which features of a table must go.

    Parameters
    ----------
    gone : set of str
        Their names.
    hidden_class : HiddenClass
        The table without them, read as a document of their names.
    n_words : int
        Words of the model before.
    """

    gone: frozenset[str] = field(repr=False)
    hidden_class: HiddenClass = field(repr=False)
    n_words: int


class TableClasses:
    """Hides the class of tables: a table is one document, and its words are the names of its features.

    Parameters
    ----------
    stage : HideClassStage
    given : collection of str
        Names of columns, which the policy itself writes: their words stay and are counted with.
    """

    def __init__(self, stage: HideClassStage, given: Collection[str]) -> None:
        self._stage, self._given = stage, [spoken(name) for name in given]
        self._fixed = frozenset[str]().union(*map(features, self._given))

    def hide(self, ident: str, names: Sequence[str], folders: Sequence[str] | None) -> HiddenTable:
        """Choose the features that go, until Definition 1 holds for the names of the others.

        Notes
        -----
        A name may hold several words: with it go words that needed not, so what is left is decided about
        again. Each turn drops a feature, or is the last.

        Raises
        ------
        RefusedError
            ``KCF010`` no choice of features hides the class, ``KCF012`` the class is not known.
        """
        left, n_words = list(names), 0
        while True:
            text = "\n".join([*map(spoken, left), *self._given])
            document = Document(ident, SensitiveText(text))
            hidden_class = self._stage.decide_words(document, self._fixed, folders)
            n_words = n_words or self._stage.count(hidden_class, [text]).words
            hit = _lines_with(text, [d.start for d in hidden_class.own])
            kept = [name for number, name in enumerate(left) if number not in hit]
            if len(kept) == len(left):
                return HiddenTable(frozenset(names).difference(left), hidden_class, n_words)
            left = kept

    def texts(self, names: Sequence[str]) -> list[str]:
        """What a reader of a table with these features sees."""
        return [*map(spoken, names), *self._given]

    def faults(self, hidden: HiddenTable, names: Sequence[str]) -> list[Fault]:
        """Faults of a released table whose features were read back: ``KCF011``, ``KCF013``."""
        return self._stage.faults(hidden.hidden_class, self.texts(names))

    def count(self, hidden: HiddenTable, names: Sequence[str]) -> HiddenClassCount:
        """What was done, in numbers, for the report."""
        after = self._stage.count(hidden.hidden_class, self.texts(names))
        changes = {"words": hidden.n_words, "suppressed": hidden.n_words - after.words}
        return after.model_copy(update={**changes, "mentions": len(hidden.gone)})

    def private(self, hidden: HiddenTable, names: Sequence[str]) -> Mapping[str, object]:
        """What the private record says."""
        return self._stage.private(hidden.hidden_class, self.texts(names))


def _lines_with(text: str, starts: Sequence[int]) -> set[int]:
    """Numbers of the lines in which offsets lie."""
    return {text.count("\n", 0, start) for start in starts}
