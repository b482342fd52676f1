"""Terms that disclose a concept together: what is added up, what goes, and the check of its own."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

from adapters.documents.opening.sources import Source
from engine.checks.combinations import CombinationCheck
from engine.checks.concepts import ProtectedConcept
from engine.counts.calibration import LENGTHS, OFFSETS, SLOPES, WINDOW
from engine.errors import RefusedError
from engine.methods.c_sanitized import CompiledConcept, compile_concept
from engine.methods.combinations import Combiner, Evidence
from engine.methods.combinations.choice import greedy_choice
from engine.methods.combinations.deciding import RULE, with_safe_wording
from engine.methods.combinations.evidence import calibrated_lift
from engine.methods.combinations.reading import Reading
from engine.policy.clauses.concepts import ConceptRule
from engine.record.counted import ConceptCount, TogetherCount
from engine.text import Decision, Document, SensitiveText, carried_out
from flows.compiling.reference_corpora import ShippedTables, shipped_corpus
from flows.document.document import DocumentPipeline
from tests.conftest import ROOT
from tests.guards.policy_key_trials import HIV
from tests.guards.policy_keys import pipeline, write

LIMIT = 0.85
WORDS = "infectious disease ward partner tested blood city council bridge of the zorbleflax virus drug"
TELLING = "Seen in the infectious diseases ward every three months. His partner must be tested as well."
HARMLESS = "The council met on Monday about the new bridge, and the mayor promised a bus to the school."

Judged = tuple[CompiledConcept, Evidence]


@pytest.fixture(scope="module")
def shipped() -> ShippedTables:
    return shipped_corpus("wikipedia")


def judged(shipped: ShippedTables, concept: str, limit: float | None = LIMIT, alpha: float = 1.5) -> Judged:
    rule = ConceptRule(protect=concept, alpha=alpha, combinations=limit, unseen="keep")
    table = shipped.table(concept, [concept.lower()], [concept.lower()])
    return compile_concept(rule, table), Evidence(table)


@pytest.fixture(scope="module")
def hiv(shipped: ShippedTables) -> Judged:
    return judged(shipped, "HIV")


def check(concept: Judged) -> CombinationCheck:
    return CombinationCheck([ProtectedConcept(concept[0].rule, concept[1].table)])


def test_no_term_tells_alone_and_all_together_do(hiv: Judged) -> None:
    concept, _ = hiv
    assert not {concept.judge(word) for word in ("infectious", "disease", "ward", "partner", "tested")} & {
        "names",
        "discloses",
    }
    before = Combiner([hiv]).told(TELLING)["concepts[0]"]
    assert before.highest > LIMIT
    assert before.is_too_much
    made = Combiner([hiv]).extend(TELLING, [])
    after = Combiner([hiv]).told(carried_out(TELLING, made))["concepts[0]"]
    assert made
    assert after.highest < LIMIT
    assert not after.is_too_much


def test_a_harmless_text_is_not_touched(hiv: Judged) -> None:
    assert Combiner([hiv]).extend(HARMLESS, []) == []
    assert not check(hiv).residual(HARMLESS)


def test_what_was_removed_is_enough_a_second_time(hiv: Judged) -> None:
    once = carried_out(TELLING, Combiner([hiv]).extend(TELLING, []))
    assert Combiner([hiv]).extend(once, []) == []


def test_the_reasons_hold_numbers_and_no_word_of_the_text(hiv: Judged) -> None:
    for decision in Combiner([hiv]).extend(TELLING, []):
        assert decision.replacement == "[REDACTED]"
        assert decision.why["rule"] == "discloses together with others"
        assert not {"infectious", "disease", "partner"} & set(str(dict(decision.why)).split())


def test_a_limit_left_out_judges_nothing(shipped: ShippedTables) -> None:
    concept, evidence = judged(shipped, "HIV", None)
    assert Combiner.of([concept], {}) is None
    assert not CombinationCheck([ProtectedConcept(concept.rule, evidence.table)]).residual(TELLING)


def test_a_lower_limit_removes_more(shipped: ShippedTables) -> None:
    sizes = [
        len(Combiner([judged(shipped, "HIV", limit)]).extend(TELLING, [])) for limit in (0.999999, 0.85, 0.05)
    ]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1]


def test_an_earlier_replacement_that_tells_with_the_others_gives_way(hiv: Judged) -> None:
    text = TELLING.replace("infectious diseases", "somewhere")
    at = text.index("somewhere")
    made = Decision(at, at + 9, "concepts", "HIV", "generalize", "infectious disease", "concepts[0]")
    found = Combiner([hiv]).extend(text, [made])
    assert not Combiner([hiv]).told(carried_out(text, found))["concepts[0]"].is_too_much


def test_sums_equal_the_plain_loop_over_stretches(hiv: Judged) -> None:
    draw = random.Random(3)
    words = WORDS.split()
    for size in (1, 5, WINDOW, WINDOW + 1, 60):
        text = " ".join(draw.choice(words) for _ in range(size))
        reading = Reading(text, hiv[1])
        assert reading.sums(reading.kept(())).tolist() == pytest.approx(list(plain_sums(text, hiv[1])))


def plain_sums(text: str, evidence: Evidence) -> Iterator[float]:
    """Sums over the distinct terms of each stretch, spelt out."""
    reading = Reading(text, evidence)
    keys = reading.keys
    counted = [at for at, key in enumerate(keys) if not evidence.is_common(key)]
    for first in range(max(1, len(counted) - WINDOW + 1)):
        terms: Counter[str] = Counter()
        for at in counted[first : first + WINDOW]:
            terms[keys[at]] += 1
            for size in (2, 3):
                phrase = " ".join(keys[at : at + size])
                if phrase in evidence.phrases.get(keys[at], ()):
                    terms[phrase] += 1
        yield sum(evidence.nats(term) for term in terms)


def test_the_check_finds_what_the_method_would_have_removed_and_nothing_after(hiv: Judged) -> None:
    assert [found.clause for found in check(hiv).residual(TELLING)] == ["concepts[0]"]
    long = " ".join([HARMLESS] * 20 + [TELLING] + [HARMLESS] * 20)
    (found,) = check(hiv).residual(long)
    assert found.end - found.start < 60
    assert not check(hiv).residual(carried_out(long, Combiner([hiv]).extend(long, [])))


def test_the_check_adds_up_as_the_method_does(hiv: Judged) -> None:
    (judge,) = check(hiv)._judges
    text = "infectious disease ward partner tested blood virus"
    keys = text.split()
    total, *_ = judge.stretches(keys, [True] * len(keys))
    reading = Reading(text, hiv[1])
    assert total == pytest.approx(float(reading.sums(reading.kept(())).max()))
    for nats in (-5.0, 0.0, 12.0):
        for n_words in (1, 5, 7, 20, 60, 126, 900):
            given = hiv[1].calibrated_probability(nats, n_words)
            log_odds = math.log(given / (1 - given)) - hiv[1].prior_nats
            assert log_odds == pytest.approx(calibrated_lift(nats, n_words), abs=1e-6)
    whole = judge.whole(keys, [True] * len(keys))
    assert whole == pytest.approx(hiv[1].calibrated_probability(*reading.whole(reading.kept(()))))


def test_the_calibration_passes_through_what_was_measured() -> None:
    for length, offset, slope in zip(LENGTHS, OFFSETS, SLOPES, strict=True):
        if length == int(length):
            assert calibrated_lift(10.0, int(length)) == pytest.approx(offset + 10 * slope)
    assert calibrated_lift(50.0, 2000) < calibrated_lift(50.0, 200)


def test_the_whole_document_is_judged_too(shipped: ShippedTables) -> None:
    concept = judged(shipped, "HIV", 0.999999999, alpha=3.0)
    text = " ".join(
        [TELLING, "Blood, drugs, virus and condoms.", "Infection of patients, gay men, vaccines."] * 3
    )
    combiner = Combiner([concept])
    assert combiner.told(text)["concepts[0]"].whole >= concept[0].allowed_probability
    left = carried_out(text, combiner.extend(text, []))
    assert combiner.told(left)["concepts[0]"].whole < concept[0].allowed_probability


def optimal_choice(nats: Sequence[float], bits: Sequence[float], excess: float) -> list[int]:
    """As `greedy_choice`, the least bits of all choices (an integer program, solved by HiGHS)."""
    weights = np.maximum(np.array(nats, float), 0.0)
    if weights.sum() < excess:
        return [place for place, each in enumerate(nats) if each > 0]
    solved = milp(
        np.array(bits, float),
        constraints=LinearConstraint(weights[None, :], lb=excess),
        integrality=np.ones(len(weights)),
        bounds=Bounds(0, 1),
    )
    return np.flatnonzero(np.asarray(solved.x) > 0.5).tolist()


def test_greedy_is_near_the_optimum_and_never_below_what_is_asked() -> None:
    draw = random.Random(11)
    ratios = []
    for _ in range(60):
        n = draw.randint(3, 12)
        nats = [draw.uniform(-1, 4) for _ in range(n)]
        bits = [draw.uniform(1, 15) for _ in range(n)]
        excess = draw.uniform(0.1, 0.9) * sum(each for each in nats if each > 0)
        greedy, best = greedy_choice(nats, bits, excess), optimal_choice(nats, bits, excess)
        assert sum(nats[place] for place in greedy) >= excess
        assert sum(nats[place] for place in best) >= excess - 1e-6
        ratios.append(sum(bits[place] for place in greedy) / sum(bits[place] for place in best))
    assert min(ratios) >= 1 - 1e-9
    assert sum(ratios) / len(ratios) < 1.1


def test_greedy_takes_all_that_tells_when_that_is_not_enough() -> None:
    assert (
        greedy_choice([1.0, -2.0, 0.5], [1, 1, 1], 99)
        == [0, 2]
        == optimal_choice([1.0, -2.0, 0.5], [1, 1, 1], 99)
    )


@pytest.mark.parametrize(
    ("name", "telling", "harmless"),
    [pytest.param("combinations", 15, 6, marks=pytest.mark.slow), ("combinations-2", 14, 1)],
    ids=["first", "second"],
)
def test_development_texts(shipped: ShippedTables, name: str, telling: int, harmless: int) -> None:
    """Written for development, by people who knew the method: what was reached there must stay."""
    lines = (ROOT / f"benchmarks/data/{name}.jsonl").read_text(encoding="utf-8").splitlines()
    touched: Counter[bool] = Counter()
    tried: dict[str, tuple[Combiner, CombinationCheck]] = {}
    for line in map(json.loads, lines):
        if (protect := line["protect"]) not in tried:
            concept = judged(shipped, protect)
            tried[protect] = Combiner([concept]), check(concept)
        combiner, checking = tried[protect]
        made = combiner.extend(line["text"], [])
        touched[line["telling"]] += bool(made)
        assert not checking.residual(carried_out(line["text"], made))
    assert touched[True] >= telling
    assert touched[False] <= harmless


def test_a_release_removes_reports_and_checks_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flow = combined(tmp_path)
    made = flow.release(Source("000001", "", "a.txt"), TELLING.encode())
    together = made.record.concepts["hiv"].together
    assert together is not None
    assert (together.documents, together.before, together.after) == (1, 1, 0)
    assert together.whole_before > together.whole_after
    untouched = flow.release(Source("000002", "", "b.txt"), HARMLESS.encode()).record.concepts["hiv"]
    assert (untouched.removed, untouched.documents) == (0, 0)
    monkeypatch.setattr(Combiner, "extend", lambda self, text, decisions, *_: list(decisions))
    with pytest.raises(RefusedError, match="VER005"):
        flow.release(Source("000003", "", "c.txt"), TELLING.encode())


def test_texts_full_of_what_tells_pass_the_check_once_treated(hiv: Judged) -> None:
    """What goes brings others closer together: the text is read anew, as the check reads it."""
    draw = random.Random(5)
    concept, evidence = hiv
    says = sorted((key for key in evidence.table.keys if " " not in key), key=evidence.nats, reverse=True)
    telling = [key for key in says[:3000] if concept.judge(key) == "safe" and key.isascii() and key.isalpha()]
    for size in (30, 60, 120):
        text = " ".join(draw.choice(telling if draw.random() < 0.4 else WORDS.split()) for _ in range(size))
        assert check(hiv).residual(text)
        assert not check(hiv).residual(carried_out(text, Combiner([hiv]).extend(text, [])))


def test_stricter_removes_more(hiv: Judged) -> None:
    combiner = Combiner([hiv])
    extended = [combiner.extend(TELLING, [], stricter) for stricter in (0.0, 4.0)]
    highest = [combiner.told(carried_out(TELLING, found))["concepts[0]"] for found in extended]
    assert highest[1].highest < highest[0].highest


def combined(tmp_path: Path) -> DocumentPipeline:
    policy = {**HIV, "concepts": [{**HIV["concepts"][0], "combinations": LIMIT, "unseen": "keep"}]}
    return pipeline(write(tmp_path, policy))


def test_what_tells_with_others_is_generalized_where_a_natural_word_is_safe(tmp_path: Path) -> None:
    text = (
        "After the needle accident the nurse started her on a course of two drugs and took blood again, "
        "for the virus in the blood of the patient was infectious."
    )
    made = combined(tmp_path).release(Source("000001", "", "a.txt"), text.encode()).decisions
    together = [decision for decision in made if decision.why["rule"] == RULE]
    general = [decision for decision in together if decision.action == "generalize"]
    assert general
    assert all(decision.why["source"] and decision.replacement != "[REDACTED]" for decision in general)


def test_a_generalization_that_is_risky_beside_its_neighbours_gives_way() -> None:
    text = "a red bus"
    ours = Decision(2, 5, "concepts", "HIV", "generalize", "helper", "concepts[0]", {"rule": RULE})
    other = Decision(2, 5, "concepts", "HIV", "generalize", "helper", "concepts[0]", {"rule": "name"})

    def risky(released: str) -> Iterator[tuple[int, int]]:
        yield released.index("helper"), len(released)

    assert [made.replacement for made in with_safe_wording(text, [ours], risky)] == ["[REDACTED]"]
    assert with_safe_wording(text, [other], risky) == [other]


def test_a_document_that_the_check_finds_too_telling_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.checks.combinations.TOLERANCE_NATS", -5.0)  # a check stricter than the method
    flow = combined(tmp_path)
    made = flow.release(Source("000001", "", "a.txt"), TELLING.encode())
    assert carried_out(TELLING, made.decisions) != carried_out(
        TELLING, flow.decide(Document("a", SensitiveText(TELLING)))
    )
    monkeypatch.setattr("engine.checks.combinations.TOLERANCE_NATS", -40.0)
    with pytest.raises(RefusedError, match="VER005"):
        combined(tmp_path).release(Source("000002", "", "b.txt"), TELLING.encode())


def test_a_clause_left_out_of_the_method_needs_no_counts_of_its_own(hiv: Judged) -> None:
    tables = {"concepts[0]": hiv[1].table, "another": hiv[1].table}
    combiner = Combiner.of([hiv[0]], tables)
    assert combiner is not None
    assert list(combiner.told(TELLING)) == ["concepts[0]"]
    assert Combiner.of([], tables) is None


def test_counts_of_documents_add_up() -> None:
    one = TogetherCount(documents=1, before=1, after=0, whole_before=0.4, whole_after=0.1)
    other = TogetherCount(documents=2, before=0, after=0, whole_before=0.2, whole_after=0.2)
    total = ConceptCount(removed=1, documents=1, together=one) + ConceptCount(
        removed=0, documents=0, together=other
    )
    assert total.together == TogetherCount(documents=3, before=1, after=0, whole_before=0.4, whole_after=0.2)
    assert (total + ConceptCount(removed=1, documents=1)).together == total.together
