"""Errors, baselines, schema, projection and estimator conventions of k-anonymity by containment."""

import warnings

import numpy as np
import pytest
from pydantic import ValidationError
from scipy.sparse import csr_array, random_array
from sklearn.base import clone
from sklearn.feature_selection import SelectKBest, chi2
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from engine.errors import InvalidError
from engine.methods.k_containment import (
    Binariser,
    CellSuppressor,
    Certificate,
    GreedySelector,
    MaximalSelector,
    TableError,
    TablePolicy,
    anonymity_level,
    check_certificate,
    containment_level,
    project,
)
from engine.methods.k_containment.evaluation.auc import svm_auc
from engine.methods.k_containment.evaluation.baselines import (
    exponential_selection,
    laplace_selection,
    noisy_release,
    random_flipping,
)
from engine.methods.k_containment.selection.maximal import largest_frequent, maximal
from engine.methods.k_containment.selection.utility import ham_dist
from engine.methods.k_containment.tables.schema import code
from engine.methods.k_containment.tables.table import BinaryTable, as_binary, as_labels, check_k


def sparse_table(n: int = 200, m: int = 60, density: float = 0.1, seed: int = 0) -> csr_array:
    ones = random_array((n, m), density=density, rng=np.random.default_rng(seed), format="csr")
    return csr_array((ones.data > 0, ones.indices, ones.indptr), shape=ones.shape).astype(np.uint8)


TABLE = sparse_table(seed=1)
LABELS = (np.asarray(TABLE[:, [0, 1, 2]].sum(axis=1)).ravel() > 0) ^ (np.arange(200) % 40 == 0)


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: as_binary(np.array([[2]])), "KCT001"),
        (lambda: as_labels([1, 1], 2), "KCT002"),
        (lambda: as_labels([1, 0, 1], 2), "KCT003"),
        (lambda: check_k(0, 5), "KCT004"),
        (lambda: check_k(6, 5), "KCT004"),
        (lambda: GreedySelector(k=2).fit(TABLE), "KCT007"),
        (lambda: CellSuppressor(k=2, order="x").fit(TABLE, LABELS), "KCT011"),
    ],
)
def test_faults_have_stable_codes(call: object, code: str) -> None:
    with pytest.raises(TableError) as caught:
        call()  # type: ignore[operator]
    assert caught.value.faults[0].code == code
    assert isinstance(caught.value, InvalidError)


class TestEstimators:
    @pytest.mark.parametrize(
        "model",
        [
            GreedySelector(k=4),
            GreedySelector(k=4, utility="ham_dist", on_infeasible="stop"),
            GreedySelector(k=4, utility="information"),
            GreedySelector(k=4, privacy="anonymity"),
            MaximalSelector(k=4),
            MaximalSelector(k=4, family="frequent"),
            CellSuppressor(k=4),
        ],
    )
    def test_works_in_a_pipeline(self, model: object) -> None:
        model = clone(model)
        pipeline = make_pipeline(model, LinearSVC()).fit(TABLE, LABELS)
        released = pipeline[0].transform(TABLE)
        assert containment_level(released) == pipeline[0].containment_level_ >= 4
        assert len(pipeline[0].get_feature_names_out()) == released.shape[1]
        assert pipeline.score(TABLE, LABELS) > 0.5

    def test_feature_names_are_those_kept(self) -> None:
        model = GreedySelector(k=4).fit(TABLE, LABELS)
        names = model.get_feature_names_out([f"w{i}" for i in range(60)])
        assert names.tolist() == [f"w{i}" for i in sorted(model.selection_.features)]

    def test_k_is_searched_for_like_any_parameter(self) -> None:
        search = GridSearchCV(
            make_pipeline(GreedySelector(), LinearSVC()), {"greedyselector__k": [2, 5]}, cv=3
        ).fit(TABLE, LABELS)
        assert search.best_params_["greedyselector__k"] in (2, 5)
        assert search.best_estimator_[0].containment_level_ >= search.best_params_["greedyselector__k"]

    def test_names_go_through_a_pipeline(self) -> None:
        pipeline = make_pipeline(CellSuppressor(k=4), GreedySelector(k=4)).fit(TABLE, LABELS)
        names = pipeline.get_feature_names_out([f"w{i}" for i in range(60)])
        assert names.tolist() == [f"w{i}" for i in sorted(pipeline[1].selection_.features)]
        assert pipeline.set_output(transform="default").transform(TABLE).shape[1] == len(names)

    def test_same_result_dense_and_sparse(self) -> None:
        for model in (GreedySelector(k=4), CellSuppressor(k=4)):
            sparse = clone(model).fit_transform(TABLE, LABELS)
            dense = clone(model).fit_transform(TABLE.toarray(), LABELS)
            assert (sparse.toarray() == dense).all()

    def test_labels_other_than_booleans(self) -> None:
        words = np.where(LABELS, "spam", "ham")
        assert (
            GreedySelector(k=4).fit(TABLE, words).selection_
            == GreedySelector(k=4).fit(TABLE, LABELS).selection_
        )

    def test_cells_without_labels(self) -> None:
        released = CellSuppressor(k=6, order="ones").fit_transform(TABLE)
        assert containment_level(released) >= 6

    @parametrize_with_checks([GreedySelector(k=1), MaximalSelector(k=1), CellSuppressor(k=1)])
    def test_conventions(self, estimator: object, check: object) -> None:
        """scikit-learn's own checks; on continuous data our refusal is the only error allowed."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                check(estimator)  # type: ignore[operator]
            except (TableError, AssertionError) as error:
                cause = error if isinstance(error, TableError) else error.__context__ or error.__cause__
                assert isinstance(cause, TableError), error
                assert cause.faults[0].code in ("KCT001", "KCT002"), error


class TestBaselines:
    def test_random_flipping_is_k_anonymous(self) -> None:
        table = as_binary(sparse_table(120, 12, 0.2))
        for k in (2, 5, 9):
            flipped = random_flipping(table, k, seed=1)
            assert anonymity_level(flipped) >= k
            assert flipped.shape == table.shape
        assert (random_flipping(table, 1) != table).nnz == 0

    def test_random_flipping_flips_more_for_larger_k(self) -> None:
        table = as_binary(sparse_table(120, 12, 0.2))
        flips = [(random_flipping(table, k) != table).nnz for k in (2, 4, 8)]
        assert flips == sorted(flips)
        assert flips[0] > 0

    @pytest.mark.parametrize("select", [laplace_selection, exponential_selection])
    def test_selection_with_a_large_budget_finds_the_best_features(self, select: object) -> None:
        found = select(as_binary(TABLE), LABELS, 3, 1e6, seed=0)  # type: ignore[operator]
        assert set(found) == set(np.argsort(-ham_dist(as_binary(TABLE), LABELS))[:3])
        noisy = {tuple(select(as_binary(TABLE), LABELS, 3, 0.01, seed=s)) for s in range(5)}  # type: ignore[operator]
        assert len(noisy) > 1

    def test_noisy_release_with_a_large_budget_is_the_table(self) -> None:
        released, labels = noisy_release(as_binary(TABLE), LABELS, [0, 1, 2], 1e6)
        assert released.shape == (200, 3)
        assert sorted(map(tuple, released.toarray()[labels])) == sorted(
            map(tuple, TABLE[:, [0, 1, 2]].toarray()[LABELS])
        )


POLICY = TablePolicy.model_validate(
    {
        "k": 2,
        "choose": "greedy-distcnt",
        "columns": {
            "smoker": {"kind": "binary"},
            "job": {"kind": "category", "groups": {"office": ["clerk", "boss"], "field": ["farmer"]}},
            "age": {"kind": "interval", "edges": [30, 60]},
            "note": {"kind": "text"},
            "again": {"kind": "label", "positive": ["y"]},
        },
    }
)
COLUMNS = {
    "smoker": ["1", "0", "yes", None],
    "job": ["clerk", "farmer", "boss", "priest"],
    "age": ["30", "31", "", "61"],
    "note": ["Canary yellow", "blue", "yellow", None],
    "again": ["y", "n", "y", "n"],
    "undeclared": ["a", "b", "c", "d"],
}


def binarise(columns: dict[str, list[str]], policy: TablePolicy) -> BinaryTable:
    binariser = Binariser(policy)
    binariser.add({name: code(cells) for name, cells in columns.items() if name in policy.columns})
    return binariser.table()


class TestSchema:
    def test_binarises_every_kind(self) -> None:
        table = binarise(COLUMNS, POLICY)
        assert list(table.names) == [
            "smoker", "job=office", "job=field", "age<=30", "30<age<=60", "age>60",
            "note:blue", "note:canary", "note:yellow",
        ]  # fmt: skip
        assert table.matrix.toarray().tolist() == [
            [1, 1, 0, 1, 0, 0, 0, 1, 1],
            [0, 0, 1, 0, 1, 0, 1, 0, 0],
            [1, 1, 0, 0, 0, 0, 0, 0, 1],
            [0, 0, 0, 0, 0, 1, 0, 0, 0],
        ]
        assert table.labels is not None
        assert table.labels.tolist() == [True, False, True, False]

    def test_category_without_groups_takes_every_value(self) -> None:
        policy = TablePolicy.model_validate(
            {"k": 2, "choose": "greedy-ones", "columns": {"job": {"kind": "category"}}}
        )
        table = binarise(COLUMNS, policy)
        assert len(table.names) == 4
        assert table.public is not None
        assert not table.public.any()

    def test_all_faults_at_once_and_no_cell_is_shown(self) -> None:
        columns = {**COLUMNS, "age": ["30", "secret", "", "1"], "again": ["y"] * 4}
        del columns["smoker"]
        with pytest.raises(TableError) as caught:
            binarise(columns, POLICY)
        assert [f.code for f in caught.value.faults] == ["KCT008", "KCT009", "KCT002"]
        assert "secret" not in str(caught.value)
        assert "row 2" in str(caught.value)

    @pytest.mark.parametrize(
        "change",
        [
            {"k": 1},
            {"choose": "best"},
            {"unknown": 1},
            {"columns": {}},
            {"columns": {"age": {"kind": "interval", "edges": [3, 3]}}},
            {"columns": {"again": {"kind": "label", "positive": ["y"]}}},
            {"columns": {"smoker": {"kind": "binary"}}},
        ],
    )
    def test_bad_policies_are_refused(self, change: dict) -> None:
        with pytest.raises(ValidationError):
            TablePolicy.model_validate({**POLICY.model_dump(), **change})


class TestProject:
    @pytest.mark.parametrize(
        "choose",
        [
            "maximal",
            "greedy-hamdist",
            "greedy-distcnt",
            "greedy-information",
            "greedy-ones",
            "suppress-cells",
        ],
    )
    def test_every_method_reaches_k(self, choose: str) -> None:
        table = binarise(COLUMNS, POLICY)
        projection = project(table, POLICY.model_copy(update={"choose": choose}))
        assert projection.achieved >= 2
        assert check_certificate(projection.table.matrix, projection.certificate)
        kept, dropped = set(projection.table.names), {table.names[i] for i in projection.dropped}
        assert kept | dropped == set(table.names)
        assert not kept & dropped

    def test_summary_shows_no_word_of_a_text_column(self) -> None:
        summary = project(binarise(COLUMNS, POLICY), POLICY).summary()
        assert "canary" not in str(summary)
        assert summary["dropped"]["rare"] == 6
        assert summary["dropped_features"]["job=field"] == "rare"
        assert summary["rows_all_zero_after"] == 2
        assert summary["rows_all_zero_before"] == 0

    def test_k_above_the_number_of_rows_is_invalid(self) -> None:
        with pytest.raises(TableError, match="KCT004"):
            project(binarise(COLUMNS, POLICY), POLICY.model_copy(update={"k": 5}))

    def test_a_wrong_certificate_fails(self) -> None:
        table = as_binary(np.array([[1, 0], [1, 1], [0, 1]]))
        assert not check_certificate(table, Certificate(2, [[0, 2], [1, 0], [2, 1]]))
        assert not check_certificate(table, Certificate(2, [[0, 0], [1, 1], [2, 2]]))
        assert not check_certificate(table, Certificate(1, [[0], [1]]))


class TestWide:
    def test_maximal_extends_to_a_maximal_feasible_set(self) -> None:
        matrix = as_binary(TABLE)
        chosen = list(maximal(matrix, LABELS, 4, "ham_dist", "feasible").features)
        assert containment_level(matrix[:, chosen]) >= 4
        support = np.diff(matrix.indptr)
        for feature in set(range(60)).difference(chosen):
            if support[feature]:
                assert containment_level(matrix[:, [*chosen, feature]]) < 4

    def test_a_search_cut_short_still_gives_maximal_frequent_sets(self) -> None:
        matrix = as_binary(sparse_table(300, 80, 0.3))
        found = largest_frequent(matrix, 3, 5, effort=500)
        assert 3 <= len(found) <= 5
        dense = matrix.toarray().astype(bool)
        for chosen in found:
            rows = dense[:, chosen].all(axis=1)
            assert rows.sum() >= 3
            outside = np.setdiff1d(np.arange(80), chosen)
            assert (dense[rows][:, outside].sum(axis=0) < 3).all()


def test_auc_collapses_equal_rows_without_changing_the_problem() -> None:
    auc = svm_auc(as_binary(TABLE[:, [0, 1, 2]]), LABELS)
    assert auc is not None
    assert auc > 0.85
    assert svm_auc(as_binary(TABLE)[:, []], LABELS) == 0.5
    assert svm_auc(as_binary(TABLE), np.arange(200) == 0) is None
    assert SelectKBest(chi2, k=3).fit(TABLE, LABELS).get_support(indices=True).tolist() == [0, 1, 2]
