"""A policy as a part of others' pipelines: a recogniser with operators for Presidio, a component for spaCy.

Each is loaded when it is asked for; neither library is needed otherwise::

    from saferelease.pipelines import presidio_operators, presidio_recognizer
    analyzer.registry.add_recognizer(presidio_recognizer("hipaa-safe-harbor"))
    results = analyzer.analyze(text, language="en")
    AnonymizerEngine().anonymize(text, results, presidio_operators(text, results))

    from saferelease.pipelines import spacy_component
    spacy_component()
    nlp.add_pipe("saferelease", config={"policy": "hipaa-safe-harbor"})
    doc.spans["saferelease"]
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from engine.errors import InvalidError, fault
from saferelease.policies import Policy
from saferelease.results import Finding

_REPLACEMENT = "saferelease_replacement"


def presidio_recognizer(policy: Policy | str) -> Any:
    """A recogniser that finds what a policy removes, for Presidio's registry.

    Parameters
    ----------
    policy : Policy or str
        A policy, its file, or the name of a shipped one.

    Notes
    -----
    Kinds are written as Presidio writes them: ``PERSON``, ``AGE_OVER_89``. A caller that asks for some
    entities gets those; kinds that the policy does not list by name come in any case.
    """
    library = import_module("presidio_analyzer")
    held = policy if isinstance(policy, Policy) else Policy.load(policy)

    class PolicyRecognizer(library.EntityRecognizer):  # type: ignore[misc, name-defined]
        def load(self) -> None:
            pass

        def analyze(self, text: str, entities: Sequence[str], nlp_artifacts: Any = None) -> list[Any]:
            unasked = set(self.supported_entities) - set(entities or self.supported_entities)
            return [self._result(one) for one in findings_in(text, held) if _entity(one.kind) not in unasked]

        def _result(self, one: Finding) -> Any:
            facts = {
                library.RecognizerResult.RECOGNIZER_NAME_KEY: self.name,
                library.RecognizerResult.RECOGNIZER_IDENTIFIER_KEY: self.id,
                _REPLACEMENT: one.replacement,
            }
            score = 1.0 if one.confidence is None else one.confidence
            return library.RecognizerResult(
                _entity(one.kind), one.start, one.end, score, recognition_metadata=facts
            )

    return PolicyRecognizer(list(map(_entity, held.kinds)), name=f"saferelease {held.name}")


def presidio_operators(text: str, results: Sequence[Any]) -> dict[str, Any]:
    """What Presidio's anonymizer shall put in the place of each result: the policy's own replacement.

    Parameters
    ----------
    text : str
        The text that was analysed.
    results : sequence of RecognizerResult
        As `analyze` returned them; those of other recognisers become ``<KIND>``.
    """
    config = import_module("presidio_anonymizer.entities").OperatorConfig
    words: dict[str, dict[str, str]] = {}
    for one in results:
        told = (one.recognition_metadata or {}).get(_REPLACEMENT, f"<{one.entity_type}>")
        words.setdefault(one.entity_type, {})[text[one.start : one.end]] = told

    def operator(kind: str, own: dict[str, str]) -> Any:
        return config("custom", {"lambda": lambda original: own.get(original, f"<{kind}>")})

    return {kind: operator(kind, own) for kind, own in words.items()}


def spacy_component() -> None:
    """Make the component ``"saferelease"`` known to spaCy: findings stand in ``doc.spans["saferelease"]``."""
    language = import_module("spacy.language").Language
    if language.has_factory("saferelease"):
        return

    def made(nlp: Any, name: str, policy: str) -> Any:
        held = Policy.load(policy)

        def marked(doc: Any) -> Any:
            doc.spans[name] = [
                doc.char_span(one.start, one.end, label=_entity(one.kind), alignment_mode="expand")
                for one in findings_in(doc.text, held)
            ]
            return doc

        return marked

    language.factory("saferelease", default_config={"policy": "hipaa-safe-harbor"}, func=made)


def findings_in(text: str, policy: Policy) -> tuple[Finding, ...]:
    """Findings whose offsets count in `text` itself.

    Raises
    ------
    InvalidError
        ``PYT006`` where a terminal would show the text otherwise, so that offsets would not fit.
    """
    found = policy.inspect(text)
    if found.text != text:
        must, advice = "must hold no control characters", "Take them out, or use saferelease.inspect."
        raise InvalidError(fault("PYT006", "text", must, "", advice))
    return found.findings


def _entity(kind: str) -> str:
    return kind.upper().replace("-", "_").replace(" ", "_")
