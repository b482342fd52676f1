"""The stage behind `hide_class`: each document's class hidden among k, and checked on the released text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from engine.checks.hidden_class import ResidualCheck
from engine.errors import Fault, RefusedError, fault
from engine.methods.k_redactor import ClassHider, Request, explain
from engine.methods.k_redactor.request import name_in
from engine.methods.k_redactor.words import features, stop_spellings
from engine.plan.steps import HideClassStep
from engine.record.counted import HiddenClassCount
from engine.stages.edits import chained
from engine.stages.generalizing import Generalizations, worded
from engine.stages.hide_class.earlier import EarlierText, Promise
from engine.stages.hide_class.review import Review, review
from engine.stages.hide_class.seen import with_seen
from engine.text import Decision, Document, SensitiveText, carried_out

_ADVICE = "The document was refused; its decisions can be seen with saferelease inspect."


@dataclass(frozen=True)
class HiddenClass:
    """What was decided about a document.

    Parameters
    ----------
    decisions : sequence of Decision
        Of all stages, about the original text; sorted, disjoint.
    request : Request
        The text as the stages before left it, with its class.
    own : sequence of Decision
        Of this stage alone, about that text.
    """

    decisions: Sequence[Decision] = field(repr=False)
    request: Request = field(repr=False)
    own: Sequence[Decision] = field(repr=False)

    @property
    def text(self) -> str:
        """The text as it is to be released."""
        return carried_out(self.request.document.text.reveal(), self.own)


class HideClassStage:
    """Hides the class of documents; build it once per process.

    Parameters
    ----------
    step : HideClassStep
        The plan's clause.
    hider : ClassHider
        Fitted on the labelled documents.
    generalizations : Generalizations or None
        For the operator `generalize`.
    key : bytes
        Secret of the release, for words that leave by lot.
    """

    def __init__(
        self,
        step: HideClassStep,
        hider: ClassHider,
        generalizations: Generalizations | None = None,
        key: bytes = b"",
    ) -> None:
        self._step = step
        self._key = key
        self._hider = hider
        self._generalizations = generalizations if step.operator == "generalize" else None
        self._check = ResidualCheck(hider.corpus, hider.smoothing)
        self._classes = {name.casefold(): name for name in hider.corpus.sensitive_classes}

    @property
    def placeholder(self) -> str:
        """What stands in the place of a word."""
        return self._hider.placeholder

    @property
    def vocabulary(self) -> Mapping[str, int]:
        """The features that the model knows."""
        return self._hider.vocabulary

    @property
    def silent(self) -> Mapping[str, Sequence[str]]:
        """Stem -> words of it that are no features."""
        return stop_spellings()

    @property
    def class_names(self) -> Sequence[str]:
        """All classes."""
        return self._hider.corpus.sensitive_classes

    def digests(self, sensitive: str) -> Sequence[bytes]:
        """Of the labelled documents of a class."""
        return self._hider.digests(sensitive)

    def promise(self, hidden_class: HiddenClass) -> Promise:
        """What later releases of the document may know of this one."""
        request = hidden_class.request
        labelled = self._hider.digest_of(request.known()) if request.in_corpus else b""
        return Promise(self._step.k, request.sensitive, labelled)

    def decide(
        self,
        document: Document,
        earlier: Sequence[Decision],
        folders: Sequence[str] | None,
        sensitive: str = "",
        seen: Sequence[EarlierText] = (),
    ) -> HiddenClass:
        """Decide about one document.

        Parameters
        ----------
        document : Document
            The original.
        earlier : sequence of Decision
            Of the stages before: their replacements are read like any other text.
        folders : sequence of str or None
            Names of the folders it lies in, the nearest first; None: it lies nowhere (a case of a
            policy, an example), and the class that the corpus speaks for is taken.
        sensitive : str
            The class, when the caller knows it.
        seen : sequence of EarlierText
            Earlier releases of the document: the class is hidden in this one alone, in what it shows
            together with each of them, and in what all of them show together.

        Raises
        ------
        RefusedError
            ``KCF005`` part of a guarded corpus, ``KCF010`` no subset of the words hides the class,
            ``KCF012`` the class is not known.
        """
        sensitive = sensitive or self._class_of(document, folders, seen)
        request = self._request(document, earlier, folders, sensitive)
        if not seen:
            return self._decided(document.text.reveal(), earlier, request)
        return self._decided_again(document, earlier, with_seen(self._hider, request, seen))

    def _decided_again(
        self, document: Document, earlier: Sequence[Decision], request: Request
    ) -> HiddenClass:
        """Decide about a text that was released before; where nothing else helps, placeholders lose words."""
        text = document.text.reveal()
        try:
            return self._decided(text, earlier, request)
        except RefusedError:
            if not request.fixed:
                raise
            return self._decided(text, earlier, replace(request, fixed=()), generalize=False)

    def decide_words(self, document: Document, fixed: Set[str], folders: Sequence[str] | None) -> HiddenClass:
        """Decide about words that can only go or stay, `fixed` features being there whatever happens.

        Raises
        ------
        RefusedError
            As `decide`.
        """
        request = replace(self._request(document, (), folders, ""), fixed=fixed)
        return self._decided(document.text.reveal(), (), request, generalize=False)

    def review(
        self,
        document: Document,
        earlier: Sequence[Decision],
        folders: Sequence[str] | None,
        sensitive: str = "",
    ) -> Review:
        """What a reviewer is shown of a document; parameters as for `decide`."""
        request = replace(
            self._request(document, earlier, folders, sensitive), names=False, leaving=frozenset()
        )
        return review(self._hider, document, earlier, request)

    def _request(
        self,
        document: Document,
        earlier: Sequence[Decision],
        folders: Sequence[str] | None,
        sensitive: str,
    ) -> Request:
        sensitive = sensitive or self._class_of(document, folders)
        between = carried_out(document.text.reveal(), earlier)
        return Request(
            document=Document(document.id, SensitiveText(between)),
            sensitive=sensitive,
            utility=self._topic(document.text, sensitive),
            in_corpus=self._hider.contains(document.text, sensitive),
            original=document.text,
            fixed=_written_by_identifiers(earlier),
            names=self._step.class_names == "suppress",
            leaving=self._hider.leaving(between, document.text.reveal(), sensitive, self._key),
        )

    def again(
        self, before: HiddenClass, document: Document, earlier: Sequence[Decision], released: Sequence[str]
    ) -> HiddenClass | None:
        """Decide anew when the file shows more words than its text; None when that would change nothing.

        Words that a format holds outside the document's text (names of fields, hidden text) stay, and
        a reader sees them: the program must count with them. Generalizations are given up. What still
        stands in the text may go from there, though a reader may yield it twice (Markdown as it is written
        and as it reads); if the file shows it even then, the next round counts with it.
        """
        shown = frozenset[str]().union(*map(features, released))
        known = frozenset(before.request.fixed)
        fixed = (shown - features(before.text)) | known
        generalized = any(decision.action == "generalize" for decision in before.own)
        if fixed == known and not generalized:
            return None
        request = replace(before.request, fixed=fixed)
        return self._decided(document.text.reveal(), earlier, request, generalize=False)

    def _decided(
        self, text: str, earlier: Sequence[Decision], request: Request, *, generalize: bool = True
    ) -> HiddenClass:
        between = request.document.text.reveal()
        if self._step.method == "simple-redactor":
            own = self._hider.decide_simply(request, clause=self._step.id)
        else:
            hypernyms = None
            if self._generalizations is not None and generalize:
                hypernyms = self._generalizations.of(between)
            own = self._hider.decide(request, self._step.id, hypernyms)
        own = worded(between, own)
        return HiddenClass(chained(text, earlier, own), request, own)

    def _class_of(
        self, document: Document, folders: Sequence[str] | None, seen: Sequence[EarlierText] = ()
    ) -> str:
        if folders is None or self._step.class_of == "most-likely":
            hidden = [one.promise.sensitive for one in seen if one.promise is not None]
            return hidden[0] if hidden else self._likeliest(document.text)
        named = [self._classes[name.casefold()] for name in folders if name.casefold() in self._classes]
        if not named:
            must = "must lie in a folder with the name of a class of the labelled corpus"
            advice = "Sort the documents into such folders, or write class_of: most-likely."
            raise RefusedError(fault("KCF012", f"document {document.id}", must, "", advice))
        return named[0]

    def _likeliest(self, text: SensitiveText) -> str:
        return self._hider.corpus.sensitive_classes[int(self._hider.scores(text).argmax())]

    def _topic(self, text: SensitiveText, sensitive: str) -> str | None:
        """The class to keep: the one that goes with the class to hide, or the likeliest of several."""
        corpus, model = self._hider.corpus, self._hider.models[1]
        topics = corpus.topics_of(self._hider.class_number(sensitive))
        if model is None or not topics:
            return None
        prior, likelihood = model.view(self._hider.words_of(text.reveal()))
        scores = prior + likelihood.sum(axis=1)
        return corpus.utility_classes[max(topics, key=lambda topic: float(scores[topic]))]

    def faults(self, hidden_class: HiddenClass, released: Sequence[str]) -> list[Fault]:
        """Faults of a released document, read back: empty when its class is hidden.

        Returns
        -------
        list of Fault
            ``KCF011`` Definition 1 does not hold, ``KCF013`` the class's name is left, ``KCF014``
            Definition 1 does not hold for what this and earlier releases show together.
        """
        request = hidden_class.request
        shown = frozenset[str]().union(*map(features, released))
        own = self._hider.class_number(request.sensitive)
        where = f"document {request.document.id}"
        found = []
        if not all(self._ranked(request, shown | seen.features) >= seen.k for seen in request.seen):
            must = f"must hide its class among {self._step.k}, with what earlier releases of it show"
            found.append(fault("KCF014", where, must, "", _ADVICE))
        if self.rank(hidden_class, released) < self._step.k or not self._hider.guarded(shown, own):
            must = f"must hide its class among {self._step.k}, as it is read back"
            found.append(fault("KCF011", where, must, "", _ADVICE))
        if request.names and _is_named(request, released):
            found.append(fault("KCF013", where, "must hold no word of its class's name", "", _ADVICE))
        return found

    def rank(self, hidden_class: HiddenClass, released: Sequence[str]) -> int:
        """Rank of the true class for a released document, 1 = first."""
        return self._ranked(hidden_class.request, frozenset[str]().union(*map(features, released)))

    def _ranked(self, request: Request, shown: Set[str]) -> int:
        return self._check.rank(
            shown,
            self._hider.class_number(request.sensitive),
            request.known() if request.in_corpus else None,
            self._step.priors,
        )

    def count(self, hidden_class: HiddenClass, released: Sequence[str]) -> HiddenClassCount:
        """What was done, in numbers, for the report."""
        known = self._hider.vocabulary.keys()
        words = features(hidden_class.request.document.text.reveal()) & known
        gone = words - features(hidden_class.text)
        return HiddenClassCount(
            words=len(words),
            suppressed=len(gone),
            mentions=len(hidden_class.own),
            generalized=sum(decision.action == "generalize" for decision in hidden_class.own),
            topic_kept=self._topic_kept(hidden_class, released),
            with_earlier=self._with_earlier(hidden_class.request),
        )

    def _with_earlier(self, request: Request) -> int | None:
        least = min((seen.k for seen in request.seen), default=self._step.k)
        return least if least < self._step.k else None

    def _topic_kept(self, hidden_class: HiddenClass, released: Sequence[str]) -> bool | None:
        """Whether the class to keep is still the likeliest of a released document."""
        model, topic = self._hider.models[1], hidden_class.request.utility
        if model is None or topic is None:
            return None
        prior, likelihood = model.view(self._hider.words_of(" ".join(released)))
        classes = self._hider.corpus.utility_classes
        return classes[int((prior + likelihood.sum(axis=1)).argmax())] == topic

    def remaining(self, hidden_class: HiddenClass) -> Mapping[str, float]:
        """Words of the text as it is to be released that still point to the class, with their nats."""
        text, request = hidden_class.text, hidden_class.request
        found: dict[str, float] = {}
        for at in explain(self._hider, SensitiveText(text), request.sensitive, original=request):
            found.setdefault(text[at.start : at.end].casefold(), at.nats)
        return found

    def private(self, hidden_class: HiddenClass, released: Sequence[str]) -> Mapping[str, object]:
        """What the private record says: the class, and the rank it was brought to."""
        request = hidden_class.request
        return {
            "class": request.sensitive,
            "keep": request.utility,
            "in_corpus": request.in_corpus and not request.labelled,
            "rank": self.rank(hidden_class, released),
            "k": self._step.k,
        }


def _is_named(request: Request, released: Sequence[str]) -> bool:
    """Whether a text names the class, in words or inside others."""
    name = name_in(request)
    return any(name.spans(part) or not name.features_in(part).isdisjoint(features(part)) for part in released)


def _written_by_identifiers(earlier: Sequence[Decision]) -> frozenset[str]:
    """Words of placeholders and pseudonyms: they stay whole, or nobody could read what they stand for."""
    return frozenset[str]().union(*(features(d.replacement) for d in earlier if d.stage == "identifiers"))
