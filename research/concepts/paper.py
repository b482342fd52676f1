"""Tables 1 and 2 of the paper on C-sanitized, repeated on the same six encyclopedia articles.

The terms that the paper's expert marked were not published. So Table 1 can be set beside figures on other
annotated documents only (`research.concepts.gold`); Table 2 is repeated on the same articles.

References
----------
[CS] Sanchez & Batet, C-sanitized: a privacy model for document redaction and
sanitization (2016), Tables 1 and 2.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adapters.knowledge.registry import open_knowledge
from adapters.machine.locations import kb_cache
from engine.errors import InvalidError, fault
from engine.methods.c_sanitized import Taxonomy
from engine.policy.clauses.concepts import ConceptRule, ConceptSettings
from engine.ports import KnowledgeBase
from flows.compiling.compilation import Grounds, compile_loaded, concept_table
from flows.compiling.reference_corpora import Corpus, open_corpus
from research.concepts.encyclopedia import articles
from research.concepts.gold import utility
from research.through_policy import concept_policy, inspected_texts

ALPHAS = (1.0, 1.5, 2.0)
N_WORDS = 3000

Result = dict[str, Any]
"""JSON values."""


@dataclass(frozen=True)
class Published:
    """One article of the paper, with its figures in percent, at alpha 1, 1.5 and 2.

    Parameters
    ----------
    name, article : str
        The concept as the paper calls it, and the title of the article here.
    protect : ConceptSettings
        What is protected; alpha is set for each column.
    f_measure, redaction, sanitization : tuple of float
        F of Table 1; utility of Table 2 when terms are removed, and when they are generalized.
    """

    name: str
    article: str
    protect: ConceptSettings
    f_measure: tuple[float, ...]
    redaction: tuple[float, ...]
    sanitization: tuple[float, ...]


_TABLES = """
HIV           | HIV                          | HIV                               |  7.7 92.3 88.1 | 96.2 32.9 17.6 | 97.2 66.6 61.2
STD           | Sexually transmitted disease | sexually transmitted disease, STD | 15.8 71.2 83.6 | 95.3 70.0 65.5 | 97.5 85.8 84.5
Los Angeles   | Los Angeles                  | Los Angeles                       | 10.0 76.9 78.6 | 88.3 54.4 48.1 | 94.6 80.1 77.5
New York      | New York                     | New York                          | 16.0 83.6 72.7 | 97.2 39.3 20.1 | 99.2 64.2 58.3
Homosexuality | Homosexuality                | Homosexuality                     | 28.6 79.1 88.0 | 92.9 55.3 50.4 | 97.5 81.3 77.2
Catholicism   | CatholicChurch               | Catholicism                       | 15.4 72.7 75.0 | 96.3 41.3 30.9 | 98.1 73.4 65.8
"""  # noqa: E501
"""Concept, title of the article here, names protected; F of Table 1, then both columns of Table 2."""


def _published(line: str) -> Published:
    name, article, names, *figures = (cell.strip() for cell in line.split("|"))
    protect, *also = names.split(", ")
    f_measure, redaction, sanitization = (tuple(map(float, cell.split())) for cell in figures)
    settings = ConceptSettings(protect=protect, also=tuple(also), alpha=1.0)
    return Published(name, article, settings, f_measure, redaction, sanitization)


PUBLISHED = tuple(map(_published, _TABLES.strip().splitlines()))


def evaluate_paper(
    folder: Path, counts: str = "wikipedia", knowledge: Sequence[str] = ("wordnet",)
) -> list[Result]:
    """Utility that is kept of the paper's six articles, each through a compiled policy.

    Parameters
    ----------
    folder : Path
        JSONL files, also ``.xz``: lines with ``title`` and ``text``.
    counts : str
        Name of the corpus.
    knowledge : sequence of str
        Names of the knowledge bases, in order of priority.

    Returns
    -------
    list of dict
        JSON values: an article each, figures in percent.

    Raises
    ------
    InvalidError
        ``EVA004`` when an article is not there.
    """
    texts = _openings(folder)
    corpus, opened = open_corpus(counts), [open_knowledge(name, kb_cache()) for name in knowledge]
    return [_row(each, texts[each.article], corpus, opened) for each in PUBLISHED]


def _row(published: Published, text: str, corpus: Corpus, knowledge: Sequence[KnowledgeBase]) -> Result:
    kept = [_kept(published.protect, alpha, text, corpus, knowledge) for alpha in ALPHAS]
    return {
        "concept": published.name,
        "alphas": list(ALPHAS),
        "published": {
            "f_measure": list(published.f_measure),
            "redaction": list(published.redaction),
            "generalization": list(published.sanitization),
        },
        "utility": {
            kind: [round(100 * each[kind], 1) for each in kept] for kind in ("redaction", "generalization")
        },
    }


def _kept(
    protect: ConceptSettings, alpha: float, text: str, corpus: Corpus, knowledge: Sequence[KnowledgeBase]
) -> dict[str, float]:
    settings = protect.model_copy(update={"alpha": alpha})
    table = concept_table(ConceptRule.of(settings, "concept"), corpus, knowledge)
    loaded = concept_policy(settings, table.vocabulary.corpus, [kb.name for kb in knowledge])
    compiled = compile_loaded(loaded, Grounds(knowledge, corpus, [table]))
    (found,) = inspected_texts(compiled, [text])
    return utility(text, found.decisions, compiled.concepts[0], Taxonomy.read(knowledge))


def _openings(folder: Path) -> dict[str, str]:
    """The first words of each article that the paper names."""
    wanted = {each.article for each in PUBLISHED}
    found = {
        article["title"]: " ".join(re.split(r"(?<=\s)", article["text"])[:N_WORDS])
        for article in articles(folder)
        if article["title"] in wanted
    }
    if missing := sorted(wanted - found.keys()):
        raise InvalidError(
            fault(
                "EVA004",
                str(folder),
                "must hold the articles of the paper, as lines of JSON with title and text",
                f"none called {', '.join(missing)}",
                "Name the folder with the encyclopedia's files .jsonl or .jsonl.xz.",
            )
        )
    return found
