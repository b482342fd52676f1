"""From a labelled corpus to decisions on real text: every mention, the released text, refusals, slider."""

import math
from itertools import pairwise

import numpy as np
import pytest

from engine.errors import InvalidError, RefusedError
from engine.methods.k_redactor import ClassHider, Labelled, Request, Settings, build_corpus, explain, suggest
from engine.methods.k_redactor.guards import error_curve
from engine.methods.k_redactor.words import feature_of, features
from engine.text import Document, SensitiveText, carried_out

GROCERS = {
    "Carrefour": "Carrefour hypermarket Paris French aisles baskets loyalty",
    "Danone": "Danone yoghurt Evian dairy bottles factory brand",
    "Tesco": "Tesco clubcard London stores express baskets loyalty",
}
BANKS = {
    "Barclays": "Barclays bank London loans mortgages branch eagle",
    "Citibank": "Citibank bank cards York loans branch accounts",
    "Santander": "Santander bank Madrid loans mortgages branch Spanish",
}
SHARED = {
    "retail": "retail customers shops prices products shelves",
    "banking": "finance customers money prices interest savings",
}


NOISE = ["project", "team", "report", "meeting", "quarter", "plan"]


def labelled() -> list[Labelled]:
    found = []
    rng = np.random.default_rng(0)
    for industry, clients in (("retail", GROCERS), ("banking", BANKS)):
        for client, words in clients.items():
            for _ in range(12):
                own = rng.choice(words.split(), 5, replace=False)
                common = rng.choice(SHARED[industry].split(), 4, replace=False)
                noise = rng.choice(NOISE, 3, replace=False)
                text = " ".join([*own, *common, *noise])
                found.append(Labelled(SensitiveText(text), client, industry))
    return found


CORPUS = build_corpus(labelled())
TEXT = (
    "Project report: Carrefour's hypermarkets in Paris.\n\n"
    "The loyalty plan lowers prices; CARREFOUR customers of the hypermarket fill baskets in French shops.\n"
    "Shelves, products and retail prices follow Carrefour."
)


def hider(**settings: object) -> ClassHider:
    return ClassHider(CORPUS, Settings(**{"k": 3, **settings}))  # type: ignore[arg-type]


def request(text: str = TEXT, **more: object) -> Request:
    return Request(Document("d1", SensitiveText(text)), "Carrefour", "retail", **more)  # type: ignore[arg-type]


def brute_rank(text: str, client: str) -> int:
    """Rank by a naive Bayes of its own, counted from the labelled texts."""
    rows = labelled()
    vocabulary = set(CORPUS.words)
    scores = {}
    for c in {r.sensitive for r in rows}:
        mine = [features(r.text.reveal()) & vocabulary for r in rows if r.sensitive == c]
        total = sum(map(len, mine))
        score = math.log(len(mine) / len(rows))
        for word in features(text) & vocabulary:
            n = sum(word in document for document in mine)
            score += math.log((n + 0.1) / (total + 0.1 * len(vocabulary)))
        scores[c] = score
    return sum(s >= scores[client] for s in scores.values())


class TestWords:
    def test_inflections_share_a_feature(self) -> None:
        assert len({feature_of(w) for w in ("redact", "redacts", "redacted", "redacting")}) == 1

    def test_irregular_forms_share_a_feature_with_their_verb(self) -> None:
        for forms in (("sell", "sells", "sold"), ("write", "wrote", "written", "writing"), ("buy", "bought")):
            assert len({feature_of(w) for w in forms}) == 1
        assert feature_of("wound") != feature_of("wind")
        assert feature_of("went") == ""  # as "go" is a stop word

    def test_stop_words_and_letters_are_no_features(self) -> None:
        assert features("the of a I x") == set()


class TestCorpus:
    def test_words_of_one_document_are_dropped(self) -> None:
        extra = [*labelled(), Labelled(SensitiveText("solitaryword retail"), "Tesco", "retail")]
        assert not any("solitar" in w for w in build_corpus(extra).words)

    def test_rows_hold_what_documents_say(self) -> None:
        rows = [*labelled(), Labelled(SensitiveText(""), "Tesco", "retail")]
        corpus = build_corpus(rows)
        said = [features(row.text.reveal()) for row in rows]
        shared = {word for words in said for word in words if sum(word in other for other in said) > 1}
        assert list(corpus.words) == sorted(shared)
        for i, words in enumerate(said):
            assert [corpus.words[column] for column in corpus.row(i)] == sorted(words & shared)

    def test_only_the_most_informative_words_stay(self) -> None:
        small = build_corpus(labelled(), max_words=6)
        assert len(small.words) == 6
        assert set(small.words) <= set(CORPUS.words)

    @pytest.mark.parametrize(
        ("rows", "code"),
        [
            ([Labelled(SensitiveText("a b"), "x")], "KCF001"),
            ([Labelled(SensitiveText("a b"), "x", "u"), Labelled(SensitiveText("a b"), "y")], "KCF002"),
        ],
    )
    def test_faults(self, rows: list[Labelled], code: str) -> None:
        with pytest.raises(InvalidError) as caught:
            build_corpus(rows)
        assert caught.value.faults[0].code == code


class TestDecide:
    @pytest.mark.parametrize("k", [2, 3, 4, 6])
    def test_released_text_meets_definition_1(self, k: int) -> None:
        model = hider(k=k)
        text = carried_out(TEXT, model.decide(request()))
        assert model.rank(SensitiveText(TEXT), "Carrefour") == brute_rank(TEXT, "Carrefour") == 1
        assert brute_rank(text, "Carrefour") >= k
        assert model.holds(SensitiveText(text), "Carrefour")

    def test_every_mention_and_inflection_goes_and_formatting_stays(self) -> None:
        text = carried_out(TEXT, hider(k=3).decide(request()))
        assert "carrefour" not in text.lower()
        assert "hypermarket" not in text.lower()
        assert text.startswith("Project report: ___")
        assert text.count("\n") == TEXT.count("\n")
        assert "retail" in text

    def test_offsets_are_right_on_text_outside_ascii(self) -> None:
        text = "Übung — naïve 𝒳 Carrefour in Paris: loyalty baskets, aisles"
        decisions = hider(k=4).decide(request(text))
        assert "Carrefour" in {text[d.start : d.end] for d in decisions}
        assert all(d.stage == "hide_class" and d.action == "redact" for d in decisions)
        assert carried_out(text, decisions).startswith("Übung — naïve 𝒳 ___")

    def test_a_document_of_the_corpus_is_judged_without_itself(self) -> None:
        model = hider()
        text = labelled()[0].text.reveal()
        inside = request(text, in_corpus=True)
        after = SensitiveText(carried_out(text, model.decide(inside)))
        assert model.rank(after, "Carrefour", inside) >= 3
        assert model.rank(after, "Carrefour", inside) >= model.rank(after, "Carrefour")

    def test_batch_equals_one_by_one(self) -> None:
        model = hider()
        requests = [
            Request(Document(str(i), row.text), row.sensitive, row.utility)
            for i, row in enumerate(labelled()[:20])
        ]
        many = model.decide_all(requests)
        values = [model.redact([r])[0].objective for r in requests]
        assert [r.objective for r in model.redact(requests)] == pytest.approx(values)
        assert all(found is not None for found in many)

    def test_infeasible_is_refused_not_half_done(self) -> None:
        rows = [Labelled(SensitiveText(f"alpha beta w{i}"), "big", "u") for i in range(30)]
        rows += [Labelled(SensitiveText("gamma delta"), c, "v") for c in ("small", "tiny")]
        model = ClassHider(build_corpus(rows), Settings(k=3))
        asked = Request(Document("d7", SensitiveText("alpha beta")), "big", "u")
        with pytest.raises(RefusedError, match=r"KCF010.*d7"):
            model.decide(asked)
        assert model.decide_all([asked]) == [None]

    def test_exact_is_never_worse_than_rounding(self) -> None:
        rounded = hider(k=4, hold=2).redact([request()])[0]
        exact = hider(k=4, exact=True).redact([request()])[0]
        assert exact.objective >= hider(k=4).redact([request()])[0].objective - 1e-9
        assert rounded.gap >= 0
        assert exact.bound >= exact.objective - 1e-9

    def test_guarded_documents_confuse_the_svm_too(self) -> None:
        model = ClassHider(CORPUS, Settings(k=3), guard_margin=0.1)
        text = carried_out(TEXT, model.decide(request()))
        guard = model.guards[0]
        scores = guard.intercepts + guard.weights[:, model.words_of(text)].sum(axis=1)
        own = list(CORPUS.sensitive_classes).index("Carrefour")
        assert (np.delete(scores, own) >= scores[own] + 0.1 - 1e-9).sum() >= 2
        with pytest.raises(RefusedError, match="KCF005"):
            model.decide(request(in_corpus=True))

    @pytest.mark.parametrize(
        ("call", "code"),
        [
            (lambda: hider(k=7), "KCF003"),
            (lambda: hider(k=1), "KCF003"),
            (lambda: ClassHider(CORPUS, placeholder="[redacted]"), "KCF004"),
            (lambda: hider().decide(Request(Document("d", SensitiveText("x")), "Unknown")), "KCF006"),
        ],
    )
    def test_faults_have_stable_codes(self, call: object, code: str) -> None:
        with pytest.raises(InvalidError) as caught:
            call()  # type: ignore[operator]
        assert caught.value.faults[0].code == code


class TestGeneralization:
    HYPERNYMS = {
        "hypermarket": ["store", "shop"],
        "hypermarkets": ["stores"],
        "Paris": ["city"],
        "French": ["European"],
    }

    def test_hypernym_enters_the_model_and_the_constraints_still_hold(self) -> None:
        for k in (2, 3, 4, 5):
            model = hider(k=k)
            decisions = model.decide(request(), hypernyms=lambda word: self.HYPERNYMS.get(word, []))
            assert model.holds(SensitiveText(carried_out(TEXT, decisions)), "Carrefour")
            assert brute_rank(carried_out(TEXT, decisions), "Carrefour") >= k

    def test_every_mention_is_generalized_alike(self) -> None:
        decisions = hider(k=5).decide(request(), hypernyms=lambda word: self.HYPERNYMS.get(word, []))
        by_feature: dict[str, set[str]] = {}
        for d in decisions:
            by_feature.setdefault(feature_of(TEXT[d.start : d.end].lower()), set()).add(d.replacement)
        assert all(len(found) == 1 for found in by_feature.values())
        assert {d.replacement for d in decisions if d.action == "generalize"} & {
            "city",
            "European",
            "store",
            "shop",
            "stores",
        }

    def test_a_hypernym_that_points_to_the_class_is_not_taken(self) -> None:
        decisions = hider(k=3).decide(request(), hypernyms=lambda word: ["Carrefour"])
        assert "carrefour" not in carried_out(TEXT, decisions).lower()


class TestSlider:
    def test_order_starts_with_the_name_and_ends_with_the_trade(self) -> None:
        order = hider().ladder(request())
        words = [CORPUS.words[hider().words_of(TEXT)[i]] for i in order.order]
        own, shared = (features(t) for t in (GROCERS["Carrefour"], SHARED["retail"]))
        position = {w: i for i, w in enumerate(words)}
        assert words[0] in own
        assert max(position[w] for w in ("carrefour", "hypermarket") if w in position) < min(
            position[w] for w in shared if w in position
        )

    @pytest.mark.parametrize("k", [2, 3, 4])
    def test_simple_redactor_reaches_k_on_the_released_text(self, k: int) -> None:
        model = hider(k=k)
        text = carried_out(TEXT, model.decide_simply(request()))
        assert brute_rank(text, "Carrefour") >= k

    def test_each_step_of_the_slider_suppresses_one_more_word(self) -> None:
        model = hider()
        gone = [
            {
                feature_of(TEXT[d.start : d.end].lower().removesuffix("'s"))
                for d in model.decide_simply(request(), n)
            }
            for n in range(5)
        ]
        assert [len(g) for g in gone] == [0, 1, 2, 3, 4]
        assert all(a < b for a, b in pairwise(gone))

    def test_refused_when_no_prefix_suffices(self) -> None:
        rows = [Labelled(SensitiveText(f"alpha beta w{i}"), "big") for i in range(30)]
        rows += [Labelled(SensitiveText("gamma delta"), c) for c in ("small", "tiny")]
        model = ClassHider(build_corpus(rows), Settings(k=3, objective="least-redaction"))
        with pytest.raises(RefusedError, match="KCF010"):
            model.decide_simply(Request(Document("d", SensitiveText("alpha beta")), "big"))


class TestSuggestions:
    def test_names_abbreviations_and_proper_names(self) -> None:
        asked = Request(
            Document("d", SensitiveText("Our work for Carrefour in Paris: loyalty and CB cards, a quarter.")),
            "Carrefour",
        )
        kinds = {asked.document.text.reveal()[s.start : s.end]: s.kind for s in suggest(hider(), asked)}
        assert kinds["Carrefour"] == "name"
        assert kinds["Paris"] == "proper-name"
        assert "quarter" not in kinds
        corpus = build_corpus(
            [*labelled(), *(Labelled(SensitiveText("CB cards"), "Carte Bleue", "banking") for _ in "ab")]
        )
        abbreviated = Request(asked.document, "Carte Bleue")
        found = suggest(ClassHider(corpus), abbreviated)
        assert {asked.document.text.reveal()[s.start : s.end]: s.kind for s in found}["CB"] == "abbreviation"

    def test_explain_names_what_still_points_to_the_class(self) -> None:
        model = hider(k=2)
        before = explain(model, SensitiveText(TEXT), "Carrefour")
        assert (
            TEXT[before[0].start : before[0].end]
            .lower()
            .startswith(("carrefour", "hypermarket", "paris", "french"))
        )
        after = carried_out(TEXT, hider(k=6).decide(request()))
        assert sum(p.nats for p in explain(model, SensitiveText(after), "Carrefour")) < sum(
            p.nats for p in before
        )

    def test_explain_says_by_how_much_against_those_it_hides_among(self) -> None:
        model = hider(k=2)
        text = SensitiveText("loyalty baskets Paris express clubcard London stores retail")
        own, rival = CORPUS.sensitive_classes.index("Carrefour"), CORPUS.sensitive_classes.index("Tesco")
        assert model.scores(text).argmax() == rival
        told = {text.reveal()[p.start : p.end]: p.nats for p in explain(model, text, "Carrefour")}
        likelihood = model.models[0].log_likelihood
        word = CORPUS.vocabulary["pari"]
        assert told["Paris"] == pytest.approx(likelihood[own, word] - likelihood[rival, word])
        assert "clubcard" not in told


def test_error_curve() -> None:
    assert error_curve(np.array([1, 2, 2, 4]), [1, 2, 3, 4]) == [0.75, 0.25, 0.25, 0.0]
