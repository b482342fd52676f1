"""WordNet through the library `wn`: from WN-LMF to a taxonomy."""

from __future__ import annotations

import gzip
import hashlib
import lzma
import shutil
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast
from xml.parsers.expat import ExpatError

import wn
from wn import lmf

from adapters.knowledge.importers.draft import DraftLabel, TaxonomyDraft
from adapters.knowledge.importers.xml_safety import refuse_entities
from engine.errors import InvalidError, fault

_BROADER = ("hypernym", "instance_hypernym")
_NARROWER = ("hyponym", "instance_hyponym")
_RELATED = ("pertainym", "derivation", "participle")
_POS_ORDER = {"n": 0, "v": 1, "a": 2, "s": 2, "r": 3}
_OPENERS: Mapping[str, Any] = {".xz": lzma.open, ".gz": gzip.open}


@contextmanager
def wn_data(folder: Path) -> Iterator[None]:
    """Let `wn` keep its database in `folder` (never in the user's home) while the block runs."""
    config: Any = getattr(wn, "config")  # noqa: B009  # the package does not declare it as exported
    before = config.database_path.parent  # asking for data_directory would make that folder
    config.data_directory = folder
    try:
        yield
    finally:
        config.data_directory = before


def add_to_wn(folder: Path, resource: lmf.LexicalResource) -> Path:
    """Make a database of `wn` with the lexicons of `resource` in the new folder `folder`.

    `wn` is not safe against being killed while it makes a database, so move the
    file to its place when it is complete.
    """
    with wn_data(folder):
        wn.add_lexical_resource(resource, progress_handler=None)
        return folder / "wn.db"


def load_lmf(path: Path, scratch: Path) -> tuple[lmf.LexicalResource, str]:
    """Read a WN-LMF file.

    Parameters
    ----------
    path : Path
        ``.xml``, ``.xml.xz`` or ``.xml.gz``.
    scratch : Path
        Folder for the unpacked file.

    Returns
    -------
    (resource, sha256)
        sha256 of the unpacked XML.

    Raises
    ------
    InvalidError
        KNO006 when it is no readable WN-LMF; KNO008 when it declares dangerous XML entities.
    """
    plain = scratch / "lexicon.xml"
    try:
        with _OPENERS.get(path.suffix, open)(path, "rb") as packed, plain.open("wb") as file:
            shutil.copyfileobj(packed, file)
        with plain.open("rb") as file:
            refuse_entities(file, path.name)
            file.seek(0)
            sha256 = hashlib.file_digest(file, "sha256").hexdigest()
        return lmf.load(plain, progress_handler=None), sha256
    except (OSError, EOFError, lzma.LZMAError, ExpatError, wn.Error, KeyError, ValueError) as error:
        raise _unreadable(path) from error
    finally:
        plain.unlink(missing_ok=True)


def draft_of(resource: lmf.LexicalResource, licence: str) -> TaxonomyDraft:
    """Concepts, labels and is-a links of a WN-LMF resource.

    Notes
    -----
    Senses of a label are ordered by tag count where the lexicon has them, then
    by their rank in the entry, then nouns before verbs, adjectives and adverbs.
    Instance hypernyms count as hypernyms (Los Angeles -> city).
    """
    lexicons: Sequence[Mapping[str, Any]] = cast(Any, resource["lexicons"])
    draft = TaxonomyDraft(
        name="wordnet",
        edition=" ".join(edition_of(lexicon) for lexicon in lexicons),
        licence=licence,
        kind="wordnet",
        inflected=any(lexicon["language"].startswith("en") for lexicon in lexicons),
    )
    for lexicon in lexicons:
        _add_entries(draft, lexicon)
        _add_relations(draft, lexicon)
    return draft


def edition_of(lexicon: Mapping[str, Any]) -> str:
    """``"oewn:2024"``; one build of that release calls its version ``--year=2024``."""
    return f"{lexicon['id']}:{lexicon['version'].removeprefix('--year=')}"


def _add_entries(draft: TaxonomyDraft, lexicon: Mapping[str, Any]) -> None:
    named: dict[str, dict[str, DraftLabel]] = defaultdict(dict)
    for entry in lexicon["entries"]:
        lemma, pos = entry["lemma"]["writtenForm"], entry["lemma"]["partOfSpeech"]
        for rank, sense in enumerate(entry["senses"]):
            count = sum(count["value"] for count in sense.get("counts", ()))
            priority = (0, -count, rank, _POS_ORDER.get(pos, 4))
            label = DraftLabel(
                sense["synset"], lemma, lexicon["language"], "", priority, pos.replace("s", "a")
            )
            named[sense["synset"]].setdefault(entry["id"], label)
            for form in entry.get("forms", ()):
                draft.keys.append(label._replace(text=form["writtenForm"], priority=(1, *priority[1:])))
    for synset in lexicon["synsets"]:
        labels = named.get(synset["id"], {})
        order = dict.fromkeys([*synset.get("members", ()), *labels])
        draft.labels += [labels[entry] for entry in order if entry in labels]


def _add_relations(draft: TaxonomyDraft, lexicon: Mapping[str, Any]) -> None:
    for synset in lexicon["synsets"]:
        draft.concepts.add(synset["id"])
        for relation in synset.get("relations", ()):
            if relation["relType"] in _BROADER:
                draft.broader.append((synset["id"], relation["target"]))
            elif relation["relType"] in _NARROWER:
                draft.broader.append((relation["target"], synset["id"]))
    senses = [sense for entry in lexicon["entries"] for sense in entry["senses"]]
    synset_of = {sense["id"]: sense["synset"] for sense in senses}
    for kind in _RELATED:
        for sense in senses:
            for relation in sense.get("relations", ()):
                if relation["relType"] == kind and relation["target"] in synset_of:
                    draft.related.append((sense["synset"], synset_of[relation["target"]]))


def _unreadable(path: Path) -> InvalidError:
    return InvalidError(
        fault(
            "KNO006",
            path.name,
            "must be a WordNet in WN-LMF (.xml, .xml.xz, .xml.gz)",
            "a file that cannot be read as such",
            "Give a complete WN-LMF file, or leave the option out to fetch WordNet.",
        )
    )
