"""The learned recognisers of a policy: which ones, at which version, and opened for a worker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from adapters.machine.extras import require
from adapters.policies.files import LoadedPolicy
from adapters.policies.named_files import SUFFIXES
from adapters.recognizers.archive_file import ModelFacts, describe_model
from adapters.recognizers.encoder_file import describe_encoder, shipped_encoder
from adapters.recognizers.gazetteers import ordinary_words
from adapters.recognizers.languages import Languages
from adapters.recognizers.presidio import (
    ENTITIES,
    configured_presidio,
    presidio_fingerprint,
)
from adapters.recognizers.shipped import MORE_MODELS, SHIPPED_MODEL
from engine.catalog.names import LEARNED
from engine.errors import Fault, InvalidError, fault
from engine.methods.names.by_language import ByLanguage
from engine.methods.names.tagger.features import category_of
from engine.plan.plan import Plan
from engine.plan.steps import ModelRef
from engine.policy import IdentifierClause
from engine.policy.clauses.learning import SHIPPED_RECOGNIZER, Learn, ReaderName
from engine.ports import Recognizer

if TYPE_CHECKING:
    from adapters.recognizers.fitted import FittedSet
    from engine.methods.names.model import Model
    from engine.methods.names.recognizer import LearnedRecognizer


@dataclass(frozen=True)
class _Asked:
    """What the clauses want of one recogniser at one loss ratio."""

    name: str
    loss_ratio: float | None
    learners: tuple[str, ...] = ()
    stopping: str = "any"
    reader: ReaderName = "fast"


def model_refs(loaded: LoadedPolicy) -> tuple[ModelRef, ...]:
    """The learned recognisers that a policy's clauses need, at the versions that are there.

    Parameters
    ----------
    loaded : LoadedPolicy

    Returns
    -------
    tuple of ModelRef
        One for each recogniser and loss ratio, with the categories that it looks for.

    Raises
    ------
    InvalidError
        ``MDL001`` to ``MDL003`` for a file that cannot be read, ``MDL006`` for a fitted set that does not
        reach the policy's loss ratio, ``MDL007`` for one fitted in another way than the policy asks,
        ``MDL008`` for a recogniser that finds nothing of what its clause looks for; all at once.
    """
    asked: dict[_Asked, list[str]] = {}
    faults: list[Fault] = []
    languages = loaded.policy.documents.more_languages
    for clause, categories in _deciding(loaded.policy.identifiers):
        for one in _in_languages(_recognizers(clause, categories), languages):
            asked.setdefault(one, []).extend(categories)
    refs: list[ModelRef] = []
    idle: dict[str, Fault] = {}
    for one, wanted in asked.items():
        try:
            ref = _described(one, loaded.files)
        except InvalidError as error:
            faults += error.faults
            continue
        found = _found(ref, wanted)
        if found:
            refs.append(ref.model_copy(update={"categories": found}))
        elif one.name not in MORE_MODELS:
            idle[one.name] = _finds_nothing(one.name, wanted, ref)
    used = {ref.file or ref.name for ref in refs}
    faults += [told for name, told in idle.items() if name not in used]
    if faults:
        raise InvalidError(*dict.fromkeys(faults))
    return tuple(refs)


def _deciding(clauses: Sequence[IdentifierClause]) -> Iterable[tuple[IdentifierClause, tuple[str, ...]]]:
    """Each clause with the categories that it decides about: of two that name one, the first."""
    seen: set[str] = set()
    for clause in clauses:
        yield clause, tuple(c for c in clause.find if c not in seen)
        seen.update(clause.find)


def _recognizers(clause: IdentifierClause, categories: Sequence[str]) -> list[_Asked]:
    learn = clause.learn
    if learn is None:
        usual = any(category in LEARNED for category in categories)
        return [_Asked(SHIPPED_RECOGNIZER, None)] if usual else []
    return [_asked(name, learn) for name in learn.recognizers] if categories else []


def _in_languages(asked: Sequence[_Asked], languages: Sequence[str]) -> Iterable[_Asked]:
    """What is asked of recognisers, and of those of other languages, as carefully as of the first."""
    yield from asked
    for language in languages if asked else ():
        yield _Asked(f"{language}-default", asked[0].loss_ratio)


def _asked(name: str, learn: Learn) -> _Asked:
    if name.endswith(".greedy"):
        return _Asked(name, learn.loss_ratio, tuple(sorted(learn.learners)), learn.stopping)
    reader = learn.reader if name == SHIPPED_RECOGNIZER else "fast"
    return _Asked(name, None if name.endswith(".yaml") else learn.loss_ratio, reader=reader)


def _found(ref: ModelRef, wanted: Iterable[str]) -> tuple[str, ...]:
    """What a recogniser looks for: of the wanted categories those that it finds.

    Without a clause's `learn` the shipped one looks for names alone.
    """
    usual = LEARNED if ref.loss_ratio is None and ref.kind == "model" else ref.categories
    return tuple(dict.fromkeys(c for c in wanted if c in ref.categories and c in usual))


def _finds_nothing(name: str, wanted: Sequence[str], ref: ModelRef) -> Fault:
    must = f"must find some of what its clause looks for ({', '.join(dict.fromkeys(wanted))})"
    advice = "Name another recogniser, or train one with such annotations."
    return fault("MDL008", name, must, ", ".join(ref.categories), advice)


def _described(asked: _Asked, files: Mapping[str, Path]) -> ModelRef:
    """What a recogniser is, with all categories that it finds."""
    if asked.name == SHIPPED_RECOGNIZER:
        shipped = _model_ref(describe_model(SHIPPED_MODEL), "", asked.loss_ratio)
        return shipped if asked.reader == "fast" else _careful(shipped, asked.reader)
    if asked.name in MORE_MODELS:
        return _model_ref(describe_model(MORE_MODELS[asked.name]), "", asked.loss_ratio)
    path = files[asked.name]
    if path.suffix == ".greedy":
        require("learning", asked.name)
        from adapters.recognizers.fitted import read_fitted  # as below

        return _fitted_ref(read_fitted(path), asked)
    if path.suffix == ".yaml":
        return ModelRef(
            name="presidio",
            fingerprint=presidio_fingerprint(path),
            categories=tuple(sorted(set(ENTITIES.values()))),
            file=asked.name,
            kind="presidio",
        )
    return _model_ref(describe_model(path), asked.name, asked.loss_ratio)


def _model_ref(model: ModelFacts, file: str, loss_ratio: float | None) -> ModelRef:
    found = dict.fromkeys(category_of(label) for label in model.labels)
    return ModelRef(
        name=model.name,
        fingerprint=model.fingerprint,
        categories=tuple(c for c in found if c),
        file=file,
        loss_ratio=loss_ratio,
    )


def _careful(shipped: ModelRef, reader: ReaderName) -> ModelRef:
    return shipped.model_copy(update={"reader": reader, "encoder": describe_encoder().fingerprint})


def _fitted_ref(fitted: FittedSet, asked: _Asked) -> ModelRef:
    advice = "Fit it anew (saferelease train --greedy), or change the policy."
    if asked.learners and set(asked.learners) != set(fitted.learners):
        must = f"must be fitted with {', '.join(asked.learners)}"
        raise InvalidError(fault("MDL007", asked.name, must, ", ".join(fitted.learners), advice))
    if asked.stopping not in ("any", fitted.stopping):
        must = f"must be fitted with the {asked.stopping} stop"
        raise InvalidError(fault("MDL007", asked.name, must, fitted.stopping, advice))
    ratio = asked.loss_ratio or 1.0
    return ModelRef(
        name=fitted.name,
        fingerprint=fitted.fingerprint,
        categories=(fitted.category,),
        file=asked.name,
        kind="greedy",
        loss_ratio=ratio,
        rounds=replace(fitted, name=asked.name).n_rounds(ratio),
    )


def open_recognizers(plan: Plan, files: Mapping[str, Path]) -> tuple[Recognizer, ...]:
    """The learned recognisers of a plan.

    Parameters
    ----------
    plan : Plan
    files : mapping of str to Path
        Where the files are that its policy names.

    Raises
    ------
    InvalidError
        ``RUN005`` when one is not the one that the plan was compiled with.
    """
    by_file: dict[tuple[str, str, str], list[ModelRef]] = {}
    for ref in plan.models:
        by_file.setdefault((ref.kind, ref.file or ref.name, ref.reader), []).append(ref)
    opened: dict[str, list[Recognizer]] = {}
    for (_, name, _), refs in by_file.items():
        opened.setdefault(name, []).extend(_opened(refs, files))
    others = {name[:2]: opened.pop(name)[0] for name in MORE_MODELS if name in opened}
    if others:
        english: Sequence[Recognizer | None] = opened.pop(SHIPPED_RECOGNIZER, [None])
        identifier = Languages()
        opened[SHIPPED_RECOGNIZER] = [ByLanguage(one, others, identifier, ordinary_words) for one in english]
    return tuple(one for recognizers in opened.values() for one in recognizers)


def recognizer_of(name: str, loss_ratio: float) -> ModelRef:
    """What the recogniser of a shipped name or of a file is, with all that it finds.

    Raises
    ------
    InvalidError
        ``POL032`` when there is none of that name; faults of its file as in `model_refs`.
    """
    path = Path(name)
    if name != SHIPPED_RECOGNIZER and not (path.suffix in SUFFIXES and path.is_file()):
        must = "must be a shipped recogniser, or a file .model, .greedy or .yaml"
        raise InvalidError(fault("POL032", "recognizer", must, name, f"Shipped is {SHIPPED_RECOGNIZER}."))
    return _described(_Asked(name, loss_ratio), {name: path})


def _opened(refs: Sequence[ModelRef], files: Mapping[str, Path]) -> Sequence[Recognizer]:
    """The recognisers of one file; a model runs once a document, whatever the number of loss ratios."""
    if refs[0].kind != "model":
        return [_opened_other(ref, files) for ref in refs]
    from adapters.recognizers.learned import shipped_model
    from adapters.recognizers.model_file import read_model
    from engine.methods.names.recognizer import LearnedRecognizers

    model = read_model(files[refs[0].file]) if refs[0].file else shipped_model(refs[0].name)
    recognizers = [_learned(model, ref) for ref in refs]
    return recognizers if len(recognizers) == 1 else [LearnedRecognizers(recognizers)]


def _learned(model: Model, ref: ModelRef) -> LearnedRecognizer:
    from adapters.recognizers.medicine import medical_vocabulary
    from engine.methods.names.encoder.reading import CarefulReader
    from engine.methods.names.recognizer import DEFAULT_LOSS_RATIO, LearnedRecognizer

    _require_same(ref, model.fingerprint)
    loss_ratio = DEFAULT_LOSS_RATIO if ref.loss_ratio is None else ref.loss_ratio
    careful = None
    if ref.reader != "fast":
        encoder = shipped_encoder()
        _require_same(ref, encoder.fingerprint, ref.encoder)
        careful = CarefulReader(encoder, "all" if ref.reader == "careful-all" else "doubtful")
    return LearnedRecognizer(
        model, loss_ratio, ref.categories, medicine=medical_vocabulary(), careful=careful
    )


def _opened_other(ref: ModelRef, files: Mapping[str, Path]) -> Recognizer:
    if ref.kind == "greedy":
        from adapters.recognizers.fitted import read_fitted  # scikit-learn takes a second few releases need

        fitted = read_fitted(files[ref.file])
        _require_same(ref, fitted.fingerprint)
        return fitted.recognizer(ref.loss_ratio or 1.0)
    _require_same(ref, presidio_fingerprint(files[ref.file]))
    wanted = {entity: category for entity, category in ENTITIES.items() if category in ref.categories}
    return configured_presidio(files[ref.file], wanted)


def _require_same(ref: ModelRef, fingerprint: str, planned: str = "") -> None:
    if fingerprint != (planned or ref.fingerprint):
        must = "must be the one that the plan was compiled with"
        advice = "Compile the policy again."
        raise InvalidError(fault("RUN005", f"model {ref.file or ref.name}", must, "", advice))
