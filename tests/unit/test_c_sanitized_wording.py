"""What C-sanitized writes, with the shipped tables and WordNet: whole sentences, as a reader meets them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adapters.knowledge.registry import open_knowledge
from adapters.locations import kb_cache, shipped_tables
from engine.checks.concepts import ProtectedConcept, residual_terms
from engine.methods.c_sanitized import Sanitizer, Taxonomy, compile_concept, lexicalizations
from engine.policy.clauses.concepts import ConceptRule
from engine.text import Document, SensitiveText
from flows.compiling.reference_corpora import ShippedTables
from flows.evaluation.c_sanitized import released_text

Release = Callable[..., str]


@pytest.fixture(scope="module")
def release() -> Release:
    """Sanitize a text for one concept at alpha 1.5, and check the result with the independent reader."""
    wordnet = open_knowledge("wordnet", kb_cache())
    corpus, taxonomy = ShippedTables(shipped_tables() / "wikipedia"), Taxonomy.read([wordnet])
    built: dict[str, tuple[Sanitizer, ProtectedConcept]] = {}

    def released(concept: str, text: str, named: tuple[tuple[int, int], ...] = ()) -> str:
        if concept not in built:
            rule = ConceptRule(protect=concept, alpha=1.5)
            own = lexicalizations(rule.model_copy(update={"counting": "string"}), ())
            table = corpus.table(concept, lexicalizations(rule, [wordnet]), own)
            compiled = compile_concept(rule, table, [wordnet])
            built[concept] = Sanitizer([compiled], taxonomy), ProtectedConcept(rule, table)
        using, protected = built[concept]
        new = released_text(text, using.sanitize(Document("d", SensitiveText(text)), named))
        assert not residual_terms(new, [protected])
        return new

    return released


@pytest.mark.parametrize(
    ("concept", "text", "expected"),
    [
        # names are no common nouns
        ("HIV", "Hi Tom, the HIV test is back.", "Hi [REDACTED], the test is back."),
        ("HIV", "I saw Mr Finch in the HIV ward.", "I saw Mr [REDACTED] in the ward."),
        ("HIV", "His HIV is known to Jack.", "His health problem is known to [REDACTED]."),
        ("homosexuality", "He is gay and lives in Leeds.", "He is [REDACTED] and lives in a city."),
        # a salutation, a title, a day of the week is no name
        (
            "HIV",
            "Dear Dr Lowe, come on Tuesday for an HIV test.",
            "Dear Dr [REDACTED], come on Tuesday for a test.",
        ),
        # the phrase is the unit, its head stays
        ("HIV", "He takes antiretroviral drugs.", "He takes drugs."),
        ("HIV", "The retrovirus test was positive.", "The test was positive."),
        ("HIV", "His last CD4 count was 310.", "His last laboratory value was 310."),
        ("homosexuality", "The gay staff network met.", "The staff network met."),
        ("homosexuality", "A gay bar was raided.", "A bar was raided."),
        ("trade union", "Union dues are high.", "Dues are high."),
        ("mental illness", "She had electroconvulsive therapy.", "She had therapy."),
        ("homosexuality", "Homosexual acts are punished.", "[REDACTED] acts are punished."),
        # a word that is no noun here is not looked up as one
        ("homosexuality", "He says that he is homosexual.", "He says that he is [REDACTED]."),
        # an article where English wants one, none where it does not
        ("sexually transmitted disease", "He was treated for syphilis.", "He was treated for a disease."),
        ("mental illness", "The psychiatrist came.", "The medical specialist came."),
        ("drug addiction", "He injected heroin twice.", "He injected a hard drug twice."),
        # a dose stays a dose; one of a medicine that discloses goes with it
        (
            "HIV",
            "Continue lisinopril 10 mg, as HIV allows.",
            "Continue 10 mg of a medicine, as a health problem allows.",
        ),
        ("HIV", "Take tenofovir 245 mg daily.", "Take a medicine daily."),
        # a cell keeps its shape
        ("HIV", "Drug list\n- tenofovir 245 mg once a day", "Drug list\n- a medicine once a day"),
        # without a telling neighbour no sense is taken: better nothing than a wrong word
        ("crime", "The report shows a conviction.", "The report shows a [REDACTED]."),
    ],
)
def test_sentences(release: Release, concept: str, text: str, expected: str) -> None:
    assert release(concept, text) == expected


def test_what_a_recognizer_took_for_a_name_is_not_looked_up(release: Release) -> None:
    text = "He wrote: methadone is his name, and heroin a drug."
    assert release("drug addiction", text) == "He wrote: a drug is his name, and a hard drug a drug."
    assert release("drug addiction", text.title(), ((10, 19),)).startswith("He Wrote: [REDACTED] Is")
