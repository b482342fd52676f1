"""Laws of C-sanitized, on random small corpora and documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.checks.concepts import residual_terms
from engine.counts.information import information_content, lower_bound, pmi, upper_bound
from engine.language.layout.layout_breaks import layout_breaks
from engine.language.terms import Token, tokenize
from engine.language.word_lists.function_words import is_content_word
from engine.methods.c_sanitized import scanner
from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.c_sanitized.scanner import Scanner
from engine.policy.clauses.concepts import ConceptRule
from engine.text import PLACEHOLDER
from tests.c_sanitized_corpus import (
    TinyKnowledge,
    but,
    compiled,
    concept_rule,
    decide,
    protected,
    release,
    sanitizer,
)
from tests.drawn_cases import number_of_cases

WORDS = (
    "hiv",
    "virus",
    "infection",
    "disease",
    "condition",
    "drug",
    "retrovirus",
    "council",
    "zebra",
    "the",
    "van",
)
words = st.sampled_from(WORDS)
contexts = st.lists(st.lists(words, min_size=1, max_size=6).map(" ".join), min_size=3, max_size=25).map(
    lambda found: [*found, "hiv drug", "disease of the council"]
)
spelt = st.tuples(words, st.sampled_from((str, str, str.capitalize, str.upper))).map(
    lambda pair: pair[1](pair[0])
)
gaps = st.sampled_from(
    (" ", " ", " ", ", ", ". ", "-", "\n", "\n\n", "  ", " a ", " an ", " (", "'s ", " 1,204 ")
)
documents = st.lists(st.tuples(spelt, gaps), max_size=14).map(lambda pairs: "".join(w + g for w, g in pairs))
rules = st.builds(
    concept_rule,
    st.just("hiv"),
    alpha=st.floats(1.0, 8.0),
    z=st.sampled_from((0.0, 0.5, 1.0, 1.64)),
    min_joint=st.integers(1, 3),
    counting=st.sampled_from(("coherent", "string")),
    unseen=st.sampled_from(("generalize", "redact", "keep")),
    replace_with=st.sampled_from(("generalize", "generalize", "redact")),
)
KNOWLEDGE = [TinyKnowledge()]
_LAW = settings(max_examples=number_of_cases(120), deadline=None)


@pytest.fixture(autouse=True, scope="module")
def _names_in_small_corpora() -> Iterator[None]:
    """A word of one context in 8 is rare here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scanner, "NAME_BITS", 3.0)
        yield


def _concept(rule: ConceptRule, found: list[str]) -> CompiledConcept:
    return compiled(rule, found, KNOWLEDGE)


@_LAW
@given(st.data())
def test_pmi_is_at_most_information_of_the_concept(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 10**7))
    n_concept, n_term = data.draw(st.integers(1, n)), data.draw(st.integers(1, n))
    n_joint = data.draw(st.integers(0, min(n_concept, n_term)))
    assert pmi(n, n_concept, n_term, n_joint) <= information_content(n_concept, n)


@_LAW
@given(st.integers(0, 60), st.integers(0, 60), st.floats(0, 4))
def test_bounds_enclose_the_share_and_widen_with_z(successes: int, failures: int, z: float) -> None:
    trials = successes + failures
    lower, upper = lower_bound(successes, trials, z), upper_bound(successes, trials, z)
    assert 0 <= lower <= upper <= 1
    if trials:
        assert lower - 1e-12 <= successes / trials <= upper + 1e-12
        assert lower_bound(successes, trials, z + 0.5) <= lower + 1e-12
        assert upper_bound(successes, trials, z + 0.5) >= upper - 1e-12


@_LAW
@given(rules, contexts, st.floats(0.0, 4.0))
def test_raising_alpha_never_releases_a_term(rule: ConceptRule, found: list[str], more: float) -> None:
    low = _concept(rule, found)
    high = _concept(but(rule, alpha=(rule.alpha or 1.0) + more), found)
    removed = {"names": 5, "discloses": 4, "unproven": 3, "unseen": 2, "doubtful": 1, "safe": 0}
    keys = {*low.vocabulary.keys, *low.disclosing, "never seen", "unseen"}
    assert all(removed[high.judge(key)] >= removed[low.judge(key)] for key in keys)


@_LAW
@given(rules, contexts, documents)
def test_sanitizing_again_changes_nothing(rule: ConceptRule, found: list[str], text: str) -> None:
    using = sanitizer(_concept(rule, found))
    once = release(text, using)
    assert release(once, using) == once


@_LAW
@given(rules, contexts, documents)
def test_released_text_passes_the_independent_check(rule: ConceptRule, found: list[str], text: str) -> None:
    released = release(text, sanitizer(_concept(rule, found)))
    assert not residual_terms(released, [protected(rule, found, KNOWLEDGE)])


@_LAW
@given(rules, rules, contexts, documents)
def test_several_concepts_are_protected_at_once(
    one: ConceptRule, other: ConceptRule, found: list[str], text: str
) -> None:
    rules = one, but(other, protect="disease")
    released = release(text, sanitizer([_concept(rule, found) for rule in rules]))
    assert not residual_terms(released, [protected(rule, found, KNOWLEDGE) for rule in rules])


@_LAW
@given(rules, contexts, documents)
def test_decisions_are_sorted_disjoint_and_inside_the_text(
    rule: ConceptRule, found: list[str], text: str
) -> None:
    end = 0
    for decision in decide(text, sanitizer(_concept(rule, found))):
        assert end <= decision.start < decision.end <= len(text)
        end = decision.end


@_LAW
@given(contexts, st.floats(1.0, 6.0))
def test_a_sanitized_concept_sanitizes_its_specializations(found: list[str], alpha: float) -> None:
    """Coherent counts: c' below c has p(c') <= p(c), and PMI(c'; t) = IC(c') only where c is named too."""
    found = [*found, "infection", "disease"]
    general = compiled(concept_rule("disease", alpha=alpha, z=0.0, min_joint=1), found, KNOWLEDGE)
    special = compiled(concept_rule("infection", alpha=alpha, z=0.0, min_joint=1), found, KNOWLEDGE)
    assert special.n_concept <= general.n_concept
    assert set(special.lexicalizations) <= set(general.lexicalizations)
    assert all(general.judge(name) == "names" for name in special.lexicalizations)
    assert all(key in general.disclosing for key, (n, joint) in special.disclosing.items() if joint == n)


@_LAW
@given(rules, contexts, documents)
def test_fast_scan_equals_the_plain_loop(rule: ConceptRule, found: list[str], text: str) -> None:
    concept = _concept(rule, found)
    fast = [(run[0].start, run[-1].end) for run in Scanner([concept]).runs(text)]
    assert fast == _plain_runs(text, concept)


def _plain_runs(text: str, concept: CompiledConcept) -> list[tuple[int, int]]:
    """What `Scanner.runs` promises, word by word."""
    tokens = tokenize(text.replace(PLACEHOLDER, "\0" * len(PLACEHOLDER)))
    gaps = [text[a.end : b.start] for a, b in pairwise(tokens)]
    joined = [gap in ("-", "‐", "‑") or (gap.isspace() and not re.search(r"\n\s*\n", gap)) for gap in gaps]
    codes = [_plain_code(text[t.start : t.end], t.key, concept) for t in tokens]
    signs = [token.key if code == "r" else "" for token, code in zip(tokens, codes, strict=True)]
    for first in range(len(tokens)):
        for last in range(first + 1, len(tokens)):
            if not joined[last - 1]:
                break
            phrase = " ".join(token.key for token in tokens[first : last + 1])
            if phrase in concept.names or phrase in concept.disclosing:
                places = range(first, last + 1)
                broken = phrase not in concept.names and any(codes[place] in "rum" for place in places)
                for place in places:
                    if codes[place] not in "rump":
                        codes[place] = "x" if broken else "p"
                        signs[place] = "" if broken else phrase
    breaks = layout_breaks(text)  # a phrase goes on over the end of a cell, a name and a run do not
    within = [not any(a.end < at <= b.start for at in breaks) for a, b in pairwise(tokens)]
    joined = [joint and inside for joint, inside in zip(joined, within, strict=True)]
    near = [joint and len(gap) == 1 for joint, gap in zip(joined, gaps, strict=True)]
    opening = [
        place
        for place, code in enumerate(codes)
        if code == "n"
        and (
            place == 0
            or _ends_sentence(gaps[place - 1])
            or (not within[place - 1] and _goes_on_small(place, codes, gaps))
        )
    ]
    names = {tokens[place].key for place, code in enumerate(codes) if code == "n" and place not in opening}
    for place in opening:
        if tokens[place].key not in names:
            codes[place] = "c"
    _judge_doubtful(codes, tokens, gaps, signs, concept)
    _mark_names(codes, joined)
    marked = list(codes)
    for place, code in enumerate(codes):
        before = place > 0 and near[place - 1] and codes[place - 1] in "rup"
        after = place < len(codes) - 1 and near[place] and codes[place + 1] in "rup"
        if code in "scd" and (before or after):
            marked[place] = "x"
    return [
        (tokens[group[0]].start, tokens[group[-1]].end)
        for group in _groups(marked, joined, "rupqx")
        if any(marked[place] in "rupq" for place in group)
    ]


def _judge_doubtful(
    codes: list[str], tokens: list[Token], gaps: list[str], signs: list[str], concept: CompiledConcept
) -> None:
    """Doubtful words go near what tells of a concept that the document is about, and then everywhere."""
    paragraphs: list[list[int]] = [[]]
    for place in range(len(tokens)):
        if place and re.search(r"\n\s*\n", gaps[place - 1]):
            paragraphs.append([])
        paragraphs[-1].append(place)
    tells = [any(signs[place] for place in paragraph) for paragraph in paragraphs]
    is_about = _is_about({sign for sign in signs if sign}, concept)
    near = {
        place
        for number, paragraph in enumerate(paragraphs)
        for place in paragraph
        if is_about and any(tells[max(0, number - 1) : number + 2])
    }
    keys = {tokens[place].key for place in near if codes[place] in "wkjn"}
    for place, code in enumerate(codes):
        if code in "wkjn":
            codes[place] = (_RISKY if tokens[place].key in keys else _SAFE)[code]


def _is_about(signs: set[str], concept: CompiledConcept) -> bool:
    if concept.rule.unseen == "keep":
        return False
    names = signs & concept.names
    bounds = [lower_bound(*concept.disclosing[sign][::-1], concept.rule.evidence.z) for sign in signs - names]
    is_one_enough = bool(names - concept.ambiguous) or any(bound >= 0.5 for bound in bounds)
    return is_one_enough or len({sign[:6] for sign in signs}) >= 2


_RISKY = {"w": "u", "k": "m", "j": "m", "n": "n"}
_SAFE = {"w": "s", "k": "c", "j": "d", "n": "c"}


def _mark_names(codes: list[str], joined: list[bool]) -> None:
    for group in _groups(codes, joined, "nmcv"):
        shown = "".join(codes[place] for place in group)
        for name in re.finditer("c*[nm](?:v{0,2}[nmc])*", shown):
            for place in group[name.start() : name.end()]:
                codes[place] = "q"


def _groups(codes: list[str], joined: list[bool], wanted: str) -> list[list[int]]:
    groups: list[list[int]] = []
    for place, code in enumerate(codes):
        if code not in wanted:
            continue
        if groups and groups[-1][-1] == place - 1 and joined[place - 1]:
            groups[-1].append(place)
        else:
            groups.append([place])
    return groups


def _goes_on_small(place: int, codes: list[str], gaps: list[str]) -> bool:
    return place + 1 < len(codes) and set(gaps[place]) == {" "} and codes[place + 1] in "suwpf"


def _ends_sentence(gap: str) -> bool:
    return bool(re.search(r"[.!?:\"“”]|\n\s*\n", gap))


def _plain_code(surface: str, key: str, concept: CompiledConcept) -> str:
    verdict = concept.judge(key)
    cautious = concept.rule.unseen != "keep"
    if verdict in ("names", "discloses"):
        return "r"
    unseen = cautious and verdict in ("unproven", "unseen")
    unproven = cautious and verdict == "doubtful"
    if surface == "van" and not (unseen or unproven):
        return "v"
    if not is_content_word(surface):
        return "f"
    if surface[0].isdigit():
        return "j" if unseen or unproven else "d"
    if not surface[0].isupper():
        return "u" if unseen else "w" if unproven else "s"
    vocabulary = concept.vocabulary
    rare = information_content(vocabulary.count(key), vocabulary.n_contexts) >= scanner.NAME_BITS
    return "m" if unseen else "k" if unproven else "n" if cautious and rare else "c"
