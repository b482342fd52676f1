"""What tells the class of a document: models fitted on labelled documents, and guards beside them."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from engine.errors import InvalidError, RefusedError, fault
from engine.methods.k_redactor.corpus import Corpus
from engine.methods.k_redactor.even_words import Evenness, EvenWords, even_words
from engine.methods.k_redactor.guards import linear_guard
from engine.methods.k_redactor.model import Floats, Ints, NaiveBayes
from engine.methods.k_redactor.request import Reading, Request, numbers, read
from engine.methods.k_redactor.seen import seen_guard
from engine.methods.k_redactor.solving.case import Case, Guard, Redaction, Settings, make_case
from engine.methods.k_redactor.solving.redactor import redact
from engine.methods.k_redactor.words import features
from engine.text import SensitiveText

PLACEHOLDER = "___"


@dataclass(frozen=True, eq=False)
class ClassModel:
    """Naive Bayes and guards fitted on labelled documents: what tells the class of a document.

    Parameters
    ----------
    corpus : Corpus
    settings : Settings
    smoothing : float
        Of naive Bayes.
    guard_margin : float or None
        None: naive Bayes only, as in the paper. A number >= 0: a linear SVM must be
        misled as well, by that lead. The SVM is fitted on the corpus, so a document of the
        corpus itself must not be redacted with it (``KCF005``).
    placeholder : str
        What stands for a suppressed word; it must contain no word (``KCF004``).
    evenness : Evenness or None
        How far words are evened out among classes before anything is decided; None: not at all.
    """

    corpus: Corpus
    settings: Settings = field(default_factory=Settings)
    smoothing: float = 0.1
    guard_margin: float | None = None
    placeholder: str = PLACEHOLDER
    evenness: Evenness | None = None

    def __post_init__(self) -> None:
        if features(self.placeholder):
            raise InvalidError(
                fault(
                    "KCF004", "placeholder", "must contain no word", self.placeholder, f"Use {PLACEHOLDER}."
                )
            )
        n_classes = len(self.corpus.sensitive_classes)
        if not 2 <= self.settings.k <= n_classes:
            must = f"must be from 2 to the number of classes ({n_classes})"
            advice = "Lower k or add classes."
            raise InvalidError(fault("KCF003", "hide_class.k", must, self.settings.k, advice))

    @cached_property
    def models(self) -> tuple[NaiveBayes, NaiveBayes | None]:
        """Naive Bayes of the sensitive and the utility classes."""
        return self.corpus.models(self.smoothing)

    @cached_property
    def guards(self) -> Sequence[Guard]:
        """The further classifiers to mislead."""
        if self.guard_margin is None:
            return ()
        return (linear_guard(self.corpus.documents, self.corpus.sensitive, self.guard_margin),)

    @cached_property
    def even(self) -> EvenWords | None:
        """What evens words out among classes."""
        return even_words(self.corpus, self.evenness) if self.evenness else None

    def leaving(self, text: str, original: str, sensitive: str, key: bytes) -> frozenset[str]:
        """Features that leave a text by lot; `original` says which document it is."""
        if self.even is None:
            return frozenset()
        own, document = self.class_number(sensitive), self.digest_of(features(original))
        gone = self.even.leave(own, self.words_of(text), key, document)
        return frozenset(self.corpus.words[word] for word in gone)

    def prepare(self) -> None:
        """Fit everything now, so that a process which gets the hider need not."""
        _ = self.models, self.guards, self.models[0].log_likelihood, self._documents, self.even

    @cached_property
    def vocabulary(self) -> Mapping[str, int]:
        """Feature -> number."""
        return self.corpus.vocabulary

    def class_number(self, sensitive: str) -> int:
        """Number of a sensitive class (``KCF006`` when there is none)."""
        return _number(self.corpus.sensitive_classes, sensitive, "sensitive class")

    def words_of(self, text: str) -> list[int]:
        """Vocabulary numbers of a text's words, ascending."""
        return numbers(features(text), self.vocabulary)

    def read_request(self, request: Request) -> Reading:
        """Mentions of features, and words of the model, in a document."""
        return read(request, self.vocabulary)

    @cached_property
    def _documents(self) -> Mapping[bytes, Sequence[int]]:
        """The corpus's documents, by numbers, under a digest of their words."""
        found: dict[bytes, list[int]] = {}
        for i in range(len(self.corpus.sensitive)):
            found.setdefault(_digest(np.sort(self.corpus.row(i))), []).append(i)
        return found

    def digest_of(self, found: Collection[str]) -> bytes:
        """Stands for a document with the features `found`."""
        return _digest(np.array(numbers(found, self.vocabulary)))

    def digests(self, sensitive: str) -> Sequence[bytes]:
        """Digests of the labelled documents of a class."""
        own = self.class_number(sensitive)
        return [digest for digest, rows in self._documents.items() if own in self.corpus.sensitive[rows]]

    def labelled_document(self, digest: bytes) -> frozenset[str]:
        """Features of the labelled document with a digest."""
        row = self.corpus.row(self._documents[digest][0])
        return frozenset(self.corpus.words[word] for word in row.tolist())

    def contains(self, text: SensitiveText, sensitive: str) -> bool:
        """Whether the corpus holds a document of the class with exactly the words of `text`, and others.

        Without the only document of its class an attacker could not know the class at all, and any
        text would do: such a document is judged by the model that knows it.
        """
        own = self.class_number(sensitive)
        rows = self._documents.get(self.digest_of(features(text.reveal())), ())
        alone = int((self.corpus.sensitive == own).sum()) < 2
        return own in self.corpus.sensitive[list(rows)] and not alone

    def choosable(self, request: Request) -> Sequence[int]:
        """Vocabulary numbers of the words that may be suppressed or kept, ascending."""
        return self.read_request(request).words

    def case(self, request: Request) -> Case:
        """The document as the program sees it (words as `choosable`)."""
        return self.case_of(self.read_request(request))

    def case_of(self, read: Reading) -> Case:
        """The document as the program sees it, from what was read of it."""
        request = read.request
        if request.in_corpus and self.guards:
            advice = "Fit on a corpus without it, or leave the guard out."
            raise RefusedError(
                fault(
                    "KCF005",
                    f"document {request.document.id}",
                    "must not be part of the guarded corpus",
                    "",
                    advice,
                )
            )
        own = self.class_number(request.sensitive)
        topic = None
        if request.utility is not None:
            topic = _number(self.corpus.utility_classes, request.utility, "utility class")
        case = make_case(
            *self.models, read.words, own, topic, self.settings, request.in_corpus, self.guards,
            fixed=read.fixed, document=read.whole,
        )  # fmt: skip
        return replace(case, guards=[*case.guards, *self.seen_guards(read, read.words)])

    def seen_guards(self, read: Reading, words: Sequence[int]) -> list[Guard]:
        """A guard over `words` for each thing that earlier releases of a document show."""
        without = None
        if read.request.in_corpus:
            without = self.class_number(read.request.sensitive), read.whole
        return [
            seen_guard(self.models[0], seen, words, read.fixed, without, self.settings) for seen in read.seen
        ]

    def redact(self, requests: Sequence[Request]) -> list[Redaction]:
        """Which words of each document stay; infeasible documents are marked, not raised."""
        return redact([self.case(r) for r in requests], self.settings)

    def scores(self, text: SensitiveText, original: Request | None = None) -> Floats:
        """Naive Bayes score of every class for a released text.

        `original`: the request it was made from, when that document is part of the corpus.
        """
        prior, likelihood = self.view(self.words_of(text.reveal()), original)
        return np.asarray(prior + likelihood.sum(axis=1))

    def view(self, words: Sequence[int], original: Request | None = None) -> tuple[Floats, Floats]:
        """Log priors and log likelihoods of words, without a document that the corpus holds."""
        if original is None or not original.in_corpus:
            return self.models[0].view(words)
        own = self.class_number(original.sensitive)
        return self.models[0].view(words, own, numbers(original.known(), self.vocabulary))

    def guarded(self, found: Collection[str], own: int) -> bool:
        """Whether every guard is misled by a text with the features `found`."""
        words = numbers(found, self.vocabulary)
        for guard in self.guards:
            scores = guard.intercepts + guard.weights[:, words].sum(axis=1)
            lead = np.delete(scores, own) - scores[own]
            if (lead >= guard.margin - 1e-9).sum() < self.settings.k - 1:
                return False
        return True

    def rank(self, text: SensitiveText, sensitive: str, original: Request | None = None) -> int:
        """Rank of the sensitive class for a released text, 1 = first; a tie counts as preceding it."""
        scores = self.scores(text, original)
        own = self.class_number(sensitive)
        return int((scores >= scores[own]).sum())

    def holds(self, text: SensitiveText, sensitive: str, original: Request | None = None) -> bool:
        """Whether a released text meets Definition 1: k - 1 other classes precede the sensitive one."""
        return self.rank(text, sensitive, original) >= self.settings.k


def _digest(words: Ints) -> bytes:
    """Stands for a set of words, given in order: 16 bytes instead of the words."""
    return hashlib.blake2b(words.astype(np.int32).tobytes(), digest_size=16).digest()


def _number(classes: Sequence[str], name: str, what: str) -> int:
    try:
        return list(classes).index(name)
    except ValueError:
        advice = f"The corpus has {len(classes)} classes."
        raise InvalidError(fault("KCF006", what, "must be a class of the corpus", name, advice)) from None
