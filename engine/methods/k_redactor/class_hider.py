"""From a fitted corpus to decisions on a document's real text: the stage behind ``hide_class:``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.errors import RefusedError, fault
from engine.methods.k_redactor.class_model import ClassModel
from engine.methods.k_redactor.hypernyms import Hypernyms, generalize
from engine.methods.k_redactor.request import Reading, Request
from engine.methods.k_redactor.solving.case import Case, Redaction
from engine.methods.k_redactor.solving.redactor import prefix_that_hides, redact
from engine.methods.k_redactor.solving.simple import Ladder, ladder
from engine.text import Action, Decision


@dataclass(frozen=True, eq=False)
class ClassHider(ClassModel):
    """K-Redactor and SimpleRedactor, fitted on a corpus; parameters as `ClassModel`."""

    def decide_all(
        self, requests: Sequence[Request], clause: str = "hide_class", hypernyms: Hypernyms | None = None
    ) -> list[Sequence[Decision] | None]:
        """Decisions for many documents at once (the fast way); None for a document to refuse."""
        reads = [self.read_request(r) for r in requests]
        cases = [self.case_of(read) for read in reads]
        return [
            None if found.status == "infeasible" else self._decisions(read, case, found, clause, hypernyms)
            for read, case, found in zip(reads, cases, redact(cases, self.settings), strict=True)
        ]

    def decide(
        self, request: Request, clause: str = "hide_class", hypernyms: Hypernyms | None = None
    ) -> Sequence[Decision]:
        """Decisions for one document.

        Parameters
        ----------
        request : Request
        clause : str
            Id of the policy's clause.
        hypernyms : callable, optional
            With it, a suppressed word gives way to its most specific generalization
            that still leaves every constraint met; without, to the placeholder.

        Returns
        -------
        sequence of Decision
            Sorted, disjoint; every mention and inflection of a word in the same way.

        Raises
        ------
        RefusedError
            ``KCF010``: no subset of the words hides the class.
        InvalidError
            ``KCF006`` unknown class.
        """
        found = self.decide_all([request], clause, hypernyms)[0]
        if found is None:
            advice = "Redact it by hand, lower k, or withhold it."
            raise RefusedError(
                fault(
                    "KCF010",
                    f"document {request.document.id}",
                    f"must hide its class among {self.settings.k}",
                    "",
                    advice,
                )
            )
        return found

    def _decisions(
        self, reading: Reading, case: Case, redaction: Redaction, clause: str, hypernyms: Hypernyms | None
    ) -> Sequence[Decision]:
        stays = zip(reading.words, redaction.kept, strict=True)
        gone = {self.corpus.words[word] for word, kept in stays if not kept} | reading.named
        hits = [(token, feature) for token, feature in reading.hits if feature in gone]
        chosen: dict[str, str] = {}
        if hypernyms is not None:
            text = reading.request.document.text.reveal()
            surface = {f: text[t.start : t.end] for t, f in reversed(hits) if f not in reading.named}
            chosen = generalize(self, reading, case, redaction, surface, hypernyms)
        why = {"k": self.settings.k, "objective": self.settings.objective, "status": redaction.status}

        def decision(start: int, end: int, label: str | None = None) -> Decision:
            put = self.placeholder if label is None else label
            action: Action = "redact" if label is None else "generalize"
            return Decision(start, end, "hide_class", "inference", action, put, clause, why)

        found = [decision(token.start, token.end, chosen.get(feature)) for token, feature in hits]
        found += [decision(start, end) for start, end in reading.spans]
        return sorted(found, key=lambda each: each.start)

    def ladder(self, request: Request) -> Ladder:
        """SimpleRedactor's order: every position of a review page's slider is a prefix of it."""
        return ladder(self.case(request))

    def decide_simply(
        self, request: Request, n: int | None = None, clause: str = "hide_class"
    ) -> Sequence[Decision]:
        """SimpleRedactor: suppress the first `n` words of the order (None: as many as k needs).

        Raises
        ------
        RefusedError
            ``KCF010`` when no prefix reaches k. A given `n` is the reviewer's own choice
            and is not checked here.
        """
        read = self.read_request(request)
        case = self.case_of(read)
        order = ladder(case)
        if n is None:
            n = prefix_that_hides(case, order, self.settings)
        if n is None:
            must = f"must hide its class among {self.settings.k} by a prefix of the order"
            raise RefusedError(
                fault("KCF010", f"document {request.document.id}", must, "", "Use K-Redactor, or lower k.")
            )
        kept = np.ones(len(case.utility), np.bool_)
        kept[list(order.suppressed(n))] = False
        simple = Redaction("rounded", kept, float(kept.sum()), float(len(kept)), ())
        return self._decisions(read, case, simple, clause, None)
