"""Recipes: which corpora and word lists a model is made of, with their licences."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adapters.recognizers.gazetteers import read_column, read_words, shipped_lexicon
from adapters.recognizers.model_file import read_model
from adapters.recognizers.training.annotated_corpora import read
from adapters.recognizers.training.forms import FormFiller, people_of
from adapters.recognizers.training.labels import NAMES
from adapters.recognizers.training.templates import (
    CORPUS,
    FOLDER,
    documents_of,
    made_documents,
    read_cities,
    read_forms,
    read_names,
)
from adapters.recognizers.training.training import TrainingSettings
from adapters.recognizers.training.word_classes import ClassSettings, learn_classes
from engine.errors import InvalidError, fault
from engine.measures.annotated import AnnotatedDocument
from engine.methods.names.tagger.casing import in_small_letters, usual_casing
from engine.methods.names.tagger.features import Lexicon
from engine.methods.names.tagger.word_classes import WordClasses
from engine.text import SensitiveText

SHIPPED_RECIPE = Path(__file__).resolve().parents[1] / "models" / "en-default.recipe.json"
"""The recipe of the shipped English model; its paths are those of the development data."""

SHIPPED_DATA = Path(__file__).resolve().parent
"""Where the paths of shipped corpora start: marked texts that were written for this product."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CorpusSource(_Strict):
    """An annotated corpus: name, format, file or folder, licence.

    `take_every` takes every n-th document; `weight` says how much its entities count for the entity model,
    `times` how often the tagger sees each document, `in_small_letters` how often it sees it without the
    capitals of its writer (`recased`). The model for texts in small letters learns nothing from a corpus that
    is `cased`. A corpus that is `shipped` lies beside this module, not in the folder of the data.
    """

    corpus: str
    format: str
    path: str
    licence: str
    source: str = ""
    annotated: tuple[str, ...] = tuple(sorted(NAMES))
    sentences_per_document: int = Field(1, ge=1)
    take_every: int = Field(1, ge=1)
    weight: float = Field(1.0, gt=0)
    times: int = Field(1, ge=1)
    in_small_letters: int = Field(0, ge=0)
    cased: bool = False
    shipped: bool = False


class WordSource(_Strict):
    """A word list: a text file with a word per line (or some of its lines), or a column of a table.

    `within` keeps the rows of a table whose column begins so; words of the lists `apart` are left out.
    """

    name: str
    path: str
    licence: str
    column: str = ""
    delimiter: str = Field(",", min_length=1, max_length=1)
    within: dict[str, tuple[str, ...]] = {}
    apart: tuple[str, ...] = ()
    first: int = Field(0, ge=0)
    last: int | None = None


class ClassSource(_Strict):
    """A corpus that classes of words are learned from, without annotations, and how (`ClassSettings`).

    `kept_in` names a model file beside the recipe that holds these classes: they are taken from there.
    """

    path: str
    licence: str
    source: str = ""
    words: int = Field(50_000, ge=1)
    contexts: int = Field(3_000, ge=1)
    dimensions: int = Field(100, ge=1)
    classes: tuple[int, ...] = Field((64, 256, 1024), min_length=1)
    seed: int = 1
    kept_in: str = Field("", exclude=True)


class MadeSource(_Strict):
    """Documents made from the shipped templates: how many, and the word lists their names come from."""

    documents: int = Field(ge=1)
    first_names: list[str] = Field(min_length=1)
    last_names: str
    places: str
    licence: str
    source: str = ""
    seed: int = 1
    weight: float = Field(1.0, gt=0)


class FormsSource(_Strict):
    """Documents made from the shipped templates of another language, with persons of its corpora.

    `language` names the folder of templates; `countries` are those whose cities are taken from `places`.
    """

    language: str
    documents: int = Field(ge=1)
    places: str
    countries: tuple[str, ...]
    licence: str
    source: str = ""
    seed: int = 1


class Recipe(_Strict):
    """What a model is made of.

    Parameters
    ----------
    name : str
        Name of the model.
    corpora, word_lists
        Where the data are, below one folder, and under which licences.
    word_classes : ClassSource, optional
        Where classes of words are learned.
    made : MadeSource, optional
        Documents made from templates, beside the corpora.
    forms : FormsSource, optional
        The same in another language than English.
    common : str
        Name of the word list of ordinary words; they are taken out of the lists `without_common`.
    settings : mapping
        Fields of `TrainingSettings`.
    small_letters : bool
        Whether the file also holds a model that learned from the same documents in small letters.
    """

    name: str
    corpora: list[CorpusSource]
    word_lists: list[WordSource] = []
    word_classes: ClassSource | None = None
    made: MadeSource | None = None
    forms: FormsSource | None = None
    common: str = ""
    without_common: list[str] = []
    settings: dict[str, float | int] = {}
    small_letters: bool = False


def read_recipe(path: Path) -> Recipe:
    """Read a recipe (JSON).

    Raises
    ------
    InvalidError
        ``TRN005``, once for each fault.
    """
    try:
        return _placed(Recipe.model_validate_json(path.read_bytes()), path.parent)
    except OSError:
        raise InvalidError(
            fault("TRN005", str(path), "must be a readable recipe", "", "Name an existing JSON file.")
        ) from None
    except ValidationError as error:
        where = ".".join
        raise InvalidError(
            *(
                fault(
                    "TRN005",
                    f"{path} {where(map(str, e['loc']))}",
                    "must be valid",
                    e["msg"],
                    "See the shipped recipe for an example.",
                )
                for e in error.errors()
            )
        ) from None


def _placed(recipe: Recipe, folder: Path) -> Recipe:
    """A recipe that finds its kept classes from any folder."""
    source = recipe.word_classes
    if source is None or not source.kept_in:
        return recipe
    kept = source.model_copy(update={"kept_in": str(folder / source.kept_in)})
    return recipe.model_copy(update={"word_classes": kept})


def load_documents(recipe: Recipe, folder: Path) -> list[AnnotatedDocument]:
    """All documents of a recipe's corpora, in order, and those made from templates."""
    annotated = [document for source in recipe.corpora for document in _read(source, folder)]
    made = _made(recipe.made, folder) if recipe.made else []
    return [*annotated, *made, *(_made_by_forms(recipe.forms, folder, annotated) if recipe.forms else ())]


def _read(source: CorpusSource, folder: Path) -> list[AnnotatedDocument]:
    path = (SHIPPED_DATA if source.shipped else folder) / source.path
    looked_for = frozenset(source.annotated)
    found = read(source.format, path, source.corpus, looked_for, source.sentences_per_document)
    return found[:: source.take_every] * source.times


def _made(source: MadeSource, folder: Path) -> list[AnnotatedDocument]:
    names = read_names(
        [folder / path for path in source.first_names], folder / source.last_names, folder / source.places
    )
    return made_documents(names, source.documents, source.seed)


def _made_by_forms(
    source: FormsSource, folder: Path, annotated: Sequence[AnnotatedDocument]
) -> list[AnnotatedDocument]:
    templates = FOLDER / source.language
    cities = read_cities(folder / source.places, source.countries)
    forms = read_forms(templates / "forms.txt")
    filler = FormFiller(people_of(annotated), cities, forms, random.Random(source.seed))
    return documents_of(filler, source.documents, templates)


Texts = Callable[[Path], Iterable[str]]
"""Reads the documents of a file or folder, one by one."""


def load_lexicon(recipe: Recipe, folder: Path, read_texts: Texts) -> Lexicon:
    """The shipped word lists and those of a recipe, sources of one name joined, and classes of words."""
    lists: dict[str, frozenset[str]] = shipped_lexicon()
    for source in recipe.word_lists:
        path = folder / source.path
        words = (
            read_column(path, source.column, source.delimiter, source.within)
            if source.column
            else read_words(path, source.first, source.last)
        )
        lists[source.name] = lists.get(source.name, frozenset()) | words.difference(
            *(lists[name] for name in source.apart)
        )
    taken = lists.get(recipe.common, frozenset())
    kept = {k: w - taken if k in recipe.without_common else w for k, w in lists.items()}
    corpus = recipe.word_classes
    return Lexicon(kept, _classes(corpus, folder, read_texts) if corpus else None)


def _classes(source: ClassSource, folder: Path, read_texts: Texts) -> WordClasses | None:
    if source.kept_in:
        return read_model(Path(source.kept_in)).tagger.lexicon.classes
    settings = source.model_dump(include=set(ClassSettings.__dataclass_fields__))
    return learn_classes(read_texts(folder / source.path), ClassSettings(**settings))


def weights_of(recipe: Recipe) -> dict[str, float]:
    """How much an entity of each corpus counts."""
    made = {CORPUS: recipe.made.weight} if recipe.made else {}
    return {source.corpus: source.weight for source in recipe.corpora} | made


def settings_of(recipe: Recipe) -> TrainingSettings:
    """Training settings of a recipe."""
    try:
        return TrainingSettings(**recipe.settings)  # type: ignore[arg-type]
    except TypeError:
        known = ", ".join(TrainingSettings.__dataclass_fields__)
        raise InvalidError(
            fault("TRN005", "recipe settings", f"must be among {known}", "", "Correct the recipe.")
        ) from None


def card_of(recipe: Recipe) -> dict[str, Any]:
    """Data and licences for the model card."""
    return {
        "recipe": described(recipe),
        "licences": sorted({source.licence for source in _sources(recipe)}),
    }


def described(recipe: Recipe) -> dict[str, Any]:
    """A recipe as its models hold it; without what came later, where it has none of it."""
    fields = json.loads(recipe.model_dump_json())
    unused = {name for name in ("forms", "small_letters") if not fields[name]}
    kept = {name: value for name, value in fields.items() if name not in unused}
    later = {
        name: CorpusSource.model_fields[name].default
        for name in ("times", "in_small_letters", "cased", "shipped")
    }
    kept["corpora"] = [_without(corpus, later) for corpus in kept["corpora"]]
    return kept


def _without(fields: Mapping[str, Any], unused: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in unused or value != unused[name]}


def small_copies(
    recipe: Recipe, documents: Iterable[AnnotatedDocument], lexicon: Lexicon
) -> list[AnnotatedDocument]:
    """Documents in small letters that a recipe asks for beside those of its corpora."""
    copies = {source.corpus: source.in_small_letters for source in recipe.corpora}
    each = {id(document): document for document in documents if copies.get(document.corpus)}
    return [again for one in each.values() for again in [recased(one, lexicon)] * copies[one.corpus]]


def all_in_small_letters(
    recipe: Recipe, documents: Iterable[AnnotatedDocument], lexicon: Lexicon
) -> list[AnnotatedDocument]:
    """What the model for texts in small letters learns from; nothing where a recipe asks for none."""
    if not recipe.small_letters:
        return []
    cased = {source.corpus for source in recipe.corpora if source.cased}
    return [recased(one, lexicon) for one in documents if one.corpus not in cased]


def recased(annotated: AnnotatedDocument, lexicon: Lexicon) -> AnnotatedDocument:
    """A document as if its writer had used no capitals, with those that the recogniser then gives it."""
    document = annotated.document
    text = usual_casing(in_small_letters(document.text.reveal()), lexicon)
    return replace(annotated, document=replace(document, text=SensitiveText(text)))


def _sources(recipe: Recipe) -> list[CorpusSource | WordSource | ClassSource | MadeSource | FormsSource]:
    others = (recipe.word_classes, recipe.made, recipe.forms)
    return [*recipe.corpora, *recipe.word_lists, *(source for source in others if source)]
