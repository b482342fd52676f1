"""C-sanitized: compiling, finding terms, replacing them, refusing."""

from __future__ import annotations

import pickle
from dataclasses import replace
from math import log2

import pytest

from engine.checks.concepts import residual_terms
from engine.counts.information import upper_bound
from engine.errors import InvalidError, RefusedError
from engine.methods.c_sanitized import (
    compile_concept,
    lexicalizations,
)
from engine.methods.c_sanitized.compiling import contexts_needed
from engine.methods.c_sanitized.scanner import Scanner
from engine.text import Document, SensitiveText
from tests.c_sanitized_corpus import (
    CONTEXTS,
    FILLER,
    TinyKnowledge,
    but,
    compiled,
    concept_rule,
    count_table,
    decide,
    protected,
    release,
    sanitizer,
)

RULE = concept_rule("HIV", alpha=1.5, z=0.0, min_joint=2)
KEEP = but(RULE, unseen="keep")


class TestCompile:
    def test_names_of_specializations_count_and_always_go(self) -> None:
        rule = but(RULE, protect="infection", alpha=1.0)
        names = lexicalizations(rule, [TinyKnowledge()])
        assert names == ("hiv", "hiv infection", "infection", "viral infection")
        assert lexicalizations(but(rule, counting="string"), [TinyKnowledge()]) == ("infection",)
        concept = compiled(rule, knowledge=[TinyKnowledge()])
        assert concept.n_concept == 6
        assert [concept.judge(name) for name in names] == ["names"] * 4

    def test_it_tells_shares_counts_and_verdicts_and_shows_no_table(self) -> None:
        concept = compiled(RULE, min_joint=2)
        assert concept.p_concept == concept.n_concept / concept.n_contexts < 1
        assert concept.n_disclosing_terms == len({*concept.disclosing, *concept.lexicalizations}) > 0
        assert concept.judge("council meeting") == "safe"
        assert compiled(but(RULE, known=("zyzzyva",))).judge("zyzzyva") == "safe"
        for key, table in (("antiretroviral", concept.disclosing), ("retrovirus", concept.unproven)):
            found = concept.counts(key)
            assert found is not None
            assert (found.n_contexts, found.n_concept) == (concept.n_contexts, concept.n_concept)
            assert tuple(table[key]) in {(found.n_joint, found.n_term), (found.n_term, found.n_joint)}
        assert concept.counts("zyzzyva") is None
        assert not any(name in repr(concept) for name in ("disclosing=", "unproven=", "vocabulary="))

    def test_a_label_that_first_means_something_else_is_not_counted(self) -> None:
        parents = {"clapping": [], "gonorrhea": [], "gc": ["gonorrhea"]}
        labels = {"clapping": ["clap"], "gc": ["GC", "clap"]}
        rule = but(RULE, protect="gonorrhea")
        assert lexicalizations(rule, [TinyKnowledge(parents, labels)]) == ("gc", "gonorrhea")

    def test_derived_words_count_when_they_share_a_stem(self) -> None:
        class Derived(TinyKnowledge):
            def related(self, concept: str) -> list[str]:
                return ["syphilitic", "accustom"] if concept == "syphilis" else []

        knowledge = Derived({"syphilis": [], "syphilitic": [], "accustom": []}, {})
        rule = but(RULE, protect="syphilis")
        assert lexicalizations(rule, [knowledge]) == ("syphilis", "syphilitic")

    def test_a_class_wider_than_the_rule_allows_is_refused(self) -> None:
        names = lexicalizations(RULE, [TinyKnowledge()])
        assert lexicalizations(but(RULE, max_names=len(names)), [TinyKnowledge()]) == names
        with pytest.raises(InvalidError, match="CSN005") as caught:
            lexicalizations(but(RULE, max_names=len(names) - 1), [TinyKnowledge()])
        assert caught.value.faults[0].got == str(len(names))

    def test_an_entity_that_no_knowledge_base_knows_keeps_its_names(self) -> None:
        rule = but(RULE, protect="Acme Corporation", also=("Acme",))
        assert lexicalizations(rule, [TinyKnowledge()]) == ("acme", "acme corporation")

    def test_disclose_at_most_sets_the_threshold_to_the_information_of_that_word(self) -> None:
        rule = but(RULE, alpha=None, disclose_at_most="patients")  # in 5 of 148 contexts, HIV in 4
        concept = compiled(rule)
        assert concept.threshold_bits == pytest.approx(log2(148 / 5))
        assert concept.alpha == pytest.approx(log2(148 / 4) / log2(148 / 5))
        (left,) = residual_terms("The antiretroviral.", [protected(rule)])
        assert left.threshold_bits == pytest.approx(log2(148 / 5))

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"unit": "sentence"}, "CSN002"),
            ({"alpha": None, "disclose_at_most": "zyzzyva"}, "CSN003"),
            ({"alpha": None, "disclose_at_most": "retrovirus"}, "CSN004"),
        ],
    )
    def test_faults(self, changes: dict[str, object], code: str) -> None:
        with pytest.raises(InvalidError) as caught:
            compiled(but(RULE, **changes))
        assert caught.value.faults[0].code == code
        assert caught.value.faults[0].where.startswith("concepts[0]")

    def test_a_concept_that_is_never_mentioned_has_no_threshold(self) -> None:
        table = count_table(CONTEXTS, ["syphilis"])
        with pytest.raises(InvalidError) as caught:
            compile_concept(but(RULE, protect="syphilis"), table)
        assert caught.value.faults[0].code == "CSN001"

    def test_the_same_arguments_give_the_same_bytes_and_survive_pickling(self) -> None:
        first, second = compiled(), compiled()
        assert pickle.dumps(first) == pickle.dumps(second)
        again = pickle.loads(pickle.dumps(first))  # noqa: S301
        assert again.disclosing == first.disclosing
        assert again.judge("antiretroviral") == "discloses"

    @pytest.mark.parametrize(
        ("allowed", "z"), [(0.05, 1.0), (0.3, 1.64), (0.01, 0.5), (1.0, 1.0), (0.5, 0.0)]
    )
    def test_contexts_needed_is_the_least_number_that_shows_a_word_safe(
        self, allowed: float, z: float
    ) -> None:
        needed = contexts_needed(allowed, z)
        assert upper_bound(0, needed, z) < allowed
        assert needed == 1 or upper_bound(0, needed - 1, z) >= allowed


class TestEvidence:
    def test_small_counts_do_not_prove_disclosure(self) -> None:
        assert compiled(RULE, min_joint=1).judge("retrovirus") == "discloses"
        assert compiled(RULE, min_joint=2).judge("retrovirus") == "unproven"
        cautious = compiled(but(RULE, z=1.0, min_joint=3))
        assert cautious.judge("retrovirus") == "unproven"
        assert cautious.judge("antiretroviral") == "discloses"

    def test_seen_often_and_never_with_the_concept_is_safe(self) -> None:
        concept = compiled(but(RULE, z=1.0))
        assert concept.n_needed == 3
        assert concept.judge("council") == "safe"
        assert concept.judge("zyzzyva") == "unseen"


class TestUnseen:
    TEXT = "They gave zyzzyva to the council."

    def test_generalize_is_the_default_and_redacts_what_nothing_generalizes(self) -> None:
        assert release(self.TEXT, sanitizer(compiled(RULE))) == "They gave [REDACTED] to the council."

    def test_a_generalization_of_an_unseen_term_is_taken(self) -> None:
        knowledge = TinyKnowledge({"zyzzyva": ["council"], "council": []}, {})
        using = sanitizer(compiled(RULE), [knowledge])
        assert release("They gave a zyzzyva away.", using) == "They gave a council away."
        redacting = sanitizer(compiled(but(RULE, unseen="redact")), [knowledge])
        assert release("They gave a zyzzyva away.", redacting) == "They gave a [REDACTED] away."

    def test_keep(self) -> None:
        assert release(self.TEXT, sanitizer(compiled(KEEP))) == self.TEXT

    def test_redact_says_that_the_term_was_unseen(self) -> None:
        (decision,) = decide(self.TEXT, sanitizer(compiled(but(RULE, unseen="redact"))))
        assert decision.replacement == "[REDACTED]"
        assert decision.why["unseen"] is True
        assert decision.why["probability"] is None

    def test_refuse_names_counts_and_not_the_term(self) -> None:
        with pytest.raises(RefusedError) as caught:
            decide(self.TEXT, sanitizer(compiled(but(RULE, unseen="refuse"))))
        assert caught.value.faults[0].code == "CSN010"
        assert "zyzzyva" not in str(caught.value)


class TestTerms:
    def test_inflections_possessives_and_spellings_are_one_term(self) -> None:
        text = "Antiretrovirals, the ANTIRETROVIRAL’s and an anti\u00adretroviral."
        assert "retroviral" not in release(text, sanitizer(compiled(KEEP))).casefold()

    def test_a_name_ends_where_its_cell_or_line_ends(self) -> None:
        using = sanitizer(compiled(RULE))
        cells = "HIV clinic.\nRoads: Harold Zyzzyva    Council: monday\nSchool: council"
        assert release(cells, using).splitlines()[1:] == [
            "Roads: [REDACTED]    Council: monday",
            "School: council",
        ]

    def test_a_phrase_discloses_though_its_words_do_not(self) -> None:
        contexts = [
            *["hiv is an opportunistic infection"] * 4,
            *["opportunistic people act"] * 30,
            *["an infection heals"] * 30,
            *CONTEXTS[8:],
        ]
        concept = compiled(but(KEEP, alpha=2.0), contexts)
        assert concept.judge("opportunistic") == concept.judge("infection") == "safe"
        using = sanitizer(concept)
        assert release("An opportunistic infection.", using) == "An infection."
        assert release("Opportunistic  infections.", using) == "Infections."
        assert release("Opportunistic\ninfections.", using) == "Infections."
        assert release("So opportunistic. Infection heals.", using) == "So opportunistic. Infection heals."

    def test_neighbouring_risky_words_are_one_replacement_and_safe_modifiers_stay(self) -> None:
        contexts = [*CONTEXTS, *["a chronic matter of the council"] * 20]
        using = sanitizer(compiled(KEEP, contexts))
        (decision,) = decide("He reported the chronic HIV infection.", using)
        assert decision.replacement == "chronic disease"

    def test_names_go_whole_inside_sentences(self) -> None:
        using = sanitizer(compiled(RULE))
        text = "The council met Magnus Hirschfeld on Monday."
        assert release(text, using) == "The council met [REDACTED] on Monday."

    def test_capital_at_the_beginning_of_a_sentence_is_no_name(self) -> None:
        contexts = [*CONTEXTS, "the heron stood there"]
        using = sanitizer(compiled(but(RULE, alpha=1.0), contexts), [])
        assert release("Heron stood there. HIV.", using) == "Heron stood there. [REDACTED]."
        assert release("There stood Heron. HIV.", using) == "There stood [REDACTED]. [REDACTED]."

    def test_doubtful_words_go_only_near_what_tells_of_the_concept_and_then_everywhere(self) -> None:
        contexts = [*CONTEXTS, "the heron stood there"]
        using = sanitizer(compiled(but(RULE, alpha=1.0), contexts), [])
        assert release("There stood Heron.", using) == "There stood Heron."
        far = "There stood Heron.\n\nThe council.\n\nThe council."
        assert release(f"{far}\n\nHIV.", using) == f"{far}\n\n[REDACTED]."
        near = release(f"{far}\n\nHIV and the Heron.", using)
        assert "Heron" not in near
        assert near.count("council") == 2

    def test_known_terms_are_never_unseen(self) -> None:
        assert "zyzzyva" not in release("The zyzzyva.", sanitizer(compiled(RULE)))
        known = sanitizer(compiled(but(RULE, known=("Zyzzyva", "HIV"))))
        assert release("The zyzzyva.", known) == "The zyzzyva."
        assert "HIV" not in release("The HIV.", known)

    def test_a_name_found_once_goes_everywhere_with_its_particles(self) -> None:
        contexts = [*CONTEXTS, "heron heron", "krafft"]
        using = sanitizer(compiled(but(RULE, alpha=1.0), contexts), [])
        assert release("Heron met Heron. HIV.", using) == "[REDACTED] met [REDACTED]. [REDACTED]."
        assert (
            release("The council met Heron von der Krafft. HIV.", using)
            == "The council met [REDACTED]. [REDACTED]."
        )

    def test_text_blotted_out_by_another_stage_is_left_alone_and_separates(self) -> None:
        using = sanitizer(compiled(KEEP))
        assert (
            release("Council \u25a0\u25a0\u25a0\u25a0 infection", using)
            == "Council \u25a0\u25a0\u25a0\u25a0 disease"
        )

    def test_placeholders_are_no_terms(self) -> None:
        text = "The [REDACTED] met the council."
        assert release(text, sanitizer(compiled(RULE))) == text


class TestReplacement:
    def test_article_number_and_capital(self) -> None:
        using = sanitizer(compiled(KEEP))
        assert release("An infection spread.", using) == "A disease spread."
        assert release("Infections spread.", using) == "Diseases spread."

    def test_sense_is_told_by_the_document(self) -> None:
        contexts = [*["hiv met virus"] * 3, *["computer program", "an organism"] * 3, *FILLER * 100]
        concept = compiled(but(KEEP, counting="string"), contexts)
        using = sanitizer(concept)
        assert release("The virus met.", using) == "The [REDACTED] met."
        assert release("The virus, on the organism.", using) == "The organism, on the organism."
        text = "The virus, to discuss: the computer program."
        assert release(text, using) == "The program, to discuss: the computer program."

    def test_too_abstract_words_are_not_used(self) -> None:
        knowledge = TinyKnowledge({"hiv": ["entity"], "entity": []}, {})
        assert release("It was HIV.", sanitizer(compiled(KEEP), [knowledge])) == "It was [REDACTED]."

    def test_a_generalization_must_be_safe_for_all_concepts(self) -> None:
        contexts = [*CONTEXTS, *["flu met disease"] * 3]
        about_flu = but(KEEP, protect="flu", clause="concepts[1]", counting="string")
        concepts = [compiled(KEEP, contexts), compiled(about_flu, contexts)]
        assert concepts[1].judge("disease") == "discloses"
        assert release("An HIV infection.", sanitizer(concepts)) == "A condition."
        decisions = decide("An HIV infection. And flu.", sanitizer(concepts))
        assert [decision.clause for decision in decisions] == ["concepts[0]", "concepts[1]"]

    def test_redact_only(self) -> None:
        using = sanitizer(compiled(but(KEEP, replace_with="redact")))
        assert release("An infection met the council.", using) == "A [REDACTED] met the council."

    def test_a_replacement_that_makes_a_risky_phrase_gives_way(self) -> None:
        contexts = [*CONTEXTS, *["hiv is a council disease"] * 3, *["a disease"] * 30]
        concept = compiled(KEEP, contexts)
        assert concept.judge("council disease") == "discloses"
        text = "The council infection spread."
        using = sanitizer(concept)
        assert not residual_terms(release(text, using), [protected(KEEP, contexts)])
        assert "council disease" not in release(text, using)

    def test_phrase_over_the_end_of_a_line_that_stands_apart(self) -> None:
        """Its words are two runs, and still one phrase to a reader, and to the check."""
        rule = concept_rule("hiv", alpha=1.0, z=0.0, min_joint=1)
        found = ["hiv", "hiv", "hiv disease disease", "hiv drug", "disease of the council"]
        knowledge = [TinyKnowledge()]
        released = release("hiv\nHiv ", sanitizer(compiled(rule, found, knowledge)))
        assert not residual_terms(released, [protected(rule, found, knowledge)])


def test_reasons_hold_no_word_of_the_document() -> None:
    text = "Zyzzyva and antiretroviral drugs against HIV infection met Magnus."
    for decision in decide(text, sanitizer(compiled(RULE))):
        shown = " ".join(map(str, decision.why.values())).casefold()
        assert not any(word in shown for word in ("zyzzyva", "antiretroviral", "hiv", "magnus"))


def test_utility_counts_information_and_placeholders_carry_none() -> None:
    using = sanitizer(compiled(KEEP))
    document = Document("d", SensitiveText("The HIV infection and the council."))
    before, after = using.utility(document, decide("The HIV infection and the council.", using))
    assert 0 < after < before
    blotted = [replace(d, replacement="[REDACTED]") for d in decide(document.text.reveal(), using)]
    assert using.utility(document, blotted)[1] < after


def test_residual_check_finds_what_the_scanner_would_have_removed() -> None:
    concept = protected(RULE)
    text = "An antiretroviral drug, zyzzyva, HIV."
    found = residual_terms(text, [concept])
    assert {left.verdict for left in found} == {"discloses", "unseen", "names"}
    assert all(0 <= left.start < left.end <= len(text) for left in found)
    assert not residual_terms(release(text, sanitizer(compiled(RULE))), [concept])


def test_scanner_forgets_pieces_before_memory_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.methods.c_sanitized.scanner._MAX_CACHED_PIECES", 4)
    scanner = Scanner([compiled(KEEP)])
    text = " ".join(f"word{n} or hiv or" for n in range(40))
    assert sum(1 for _ in scanner.runs(text)) == 40
    assert len(scanner._pieces) <= 5
