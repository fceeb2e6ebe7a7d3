import copy
import pickle
from io import BytesIO, StringIO

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_matrix

from perceptron import (
    Dataset,
)
from perceptron.dataset import norms
from tests.perceptron.strategies import anywhere, datasets

TABLE = pd.DataFrame({"width": [1.5, 2], "height": [1, 2]})


@pytest.mark.parametrize(
    ("X", "y", "error", "message"),
    [
        ([[0, 1], [2, 3]], [0, 1], ValueError, r"labels must be -1 or \+1, got \[0 1\]; use Dataset.from_binary"),
        ([[0, 1], [2, 3]], [1, 2], ValueError, r"labels must be -1 or \+1, got \[1 2\]$"),
        ([[0, 1], [2, 3]], [1.0, np.nan], ValueError, r"labels must be -1 or \+1, got"),
        ([[0, 1], [2, 3]], ["a", "b"], TypeError, "labels must be the numbers"),
        ([[0, 1], [2, np.nan]], [1, -1], ValueError, r"X\[1, 1\] is nan"),
        ([[0, -np.inf], [2, 3]], [1, -1], ValueError, r"X\[0, 1\] is -inf"),
        ([[0, 1], [2, 3]], [1], ValueError, r"each of the 2 points, got shape \(1,\)"),
        ([[0, 1], [2, 3]], [[1], [1]], ValueError, r"each of the 2 points, got shape \(2, 1\)"),
        ([0, 1], [1, -1], ValueError, r"two dimensions .* got shape \(2,\)"),
        (np.empty((0, 2)), [], ValueError, r"at least one point .* got shape \(0, 2\)"),
        (np.empty((2, 0)), [1, 1], ValueError, r"at least one coordinate, got shape \(2, 0\)"),
        ([["0", "1"]], [1], TypeError, "X must hold numbers"),
        ([[1, 2], [3]], [1, -1], ValueError, "X must be rows of one length, got 1 values in row 1 and 2 in row 0"),
        ([[1, 2], 3], [1, -1], ValueError, r"X must be rows of one length, got \[\[1, 2\], 3\]"),
        (
            csr_matrix(np.eye(2)),
            [1, -1],
            TypeError,
            r"X must be dense, got a sparse csr_matrix; its toarray\(\) will do",
        ),
        ([[2**53], [2**53 + 1]], [1, -1], ValueError, "can hold, such as 9007199254740992, got 9007199254740993"),
        ([[0.5, -(2**53) - 1]], [1], ValueError, "can hold, such as -9007199254740992, got -9007199254740993"),
        (np.array([[2**63 - 1]]), [1], ValueError, "can hold, such as 9223372036854775808, got 9223372036854775807"),
        (TABLE, pd.Series([1, -1], index=[1, 0]), ValueError, "the same index, got 0 in X and 1 in y at row 0"),
        (TABLE, pd.Series([1, -1], index=["a", "b"]), ValueError, "the same index, got 0 in X and 'a' in y at row 0"),
        ([[1j, 1]], [1], TypeError, "X must hold numbers, got complex128"),
        ([[1e170, 0], [0, 1e10], [3, 0], [5, 0]], [1, 1, 1, 1], ValueError, r"X\[1\] has norm 1e\+10.*2\*\*500|X\[2\]"),
        ([[1.7e308, 1.7e308]], [1], ValueError, r"finite norm, but that of X\[0\] overflows"),
    ],
)
def test_what_arrived_is_named(X, y, error, message):
    with pytest.raises(error, match=message):
        Dataset(X, y)


def test_whole_numbers_that_floats_hold_and_tables_of_one_index_are_taken():
    assert Dataset([[2**60, 0.5]], [1]).X.tolist() == [[2.0**60, 0.5]]
    assert Dataset(TABLE, pd.Series([1, -1])).y.tolist() == Dataset(TABLE, [1, -1]).y.tolist() == [1, -1]
    assert Dataset.from_binary([[0], [1]], [False, True]).y.tolist() == [-1, 1]


def test_the_points_are_a_closed_copy():
    X, y = np.eye(2), np.array([1, -1])
    data = Dataset(X, y)
    X[0, 0], y[0] = 9, -1
    assert data == Dataset(np.eye(2), [1, -1])
    for array in (data.X, data.y, data.signed, data.norms, data.augmented().X):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 5
    with pytest.raises(AttributeError):
        data.X = X
    frame = data.to_frame()
    frame.loc[0, "x1"] = 7
    assert data.X[0, 0] == 1


def test_small_whole_numbers_cannot_overflow():
    data = Dataset(np.array([[100, 100], [-128, 127]], dtype=np.int8), np.array([1, -1], dtype=np.int8))
    assert data.X.dtype == np.float64
    assert data.signed.tolist() == [[100, 100], [128, -127]]
    assert data.radius == pytest.approx(np.hypot(128, 127))


@given(datasets(anywhere))
def test_a_frame_and_back_is_the_same_data(data):
    assert Dataset.from_frame(data.to_frame()) == data
    assert data.to_frame().columns.tolist() == [*(f"x{j + 1}" for j in range(data.dim)), "label"]
    assert np.array_equal(data.signed, data.y[:, None] * data.X)


LABELLED = pd.DataFrame({"a": [1, 2, 3], "b": [4, 5, 6], "kind": ["oak", "elm", "oak"]}, index=[10, 20, 30])


def test_columns_keep_their_order_and_the_named_label_is_positive():
    data = Dataset.from_frame(LABELLED, label="kind", features=["b", "a"], positive="elm")
    assert data.X.tolist() == [[4, 1], [5, 2], [6, 3]]
    assert data.y.tolist() == [-1, 1, -1]
    assert Dataset.from_frame(LABELLED, "kind", positive="oak").y.tolist() == [1, -1, 1]


@pytest.mark.parametrize(
    ("values", "positive"),
    [
        ([0, 1, 0], 1),
        (["0", "1", "0"], 1),
        ([0.0, 1.0, 0.0], "1"),
        ([False, True, False], True),
        (["n", "y", "n"], "y"),
    ],
)
def test_two_values_of_any_kind_can_be_labels(values, positive):
    for column in (values, pd.Categorical(values)):
        frame = pd.DataFrame({"x": [1, 2, 3], "label": column})
        assert Dataset.from_frame(frame, positive=positive).y.tolist() == [-1, 1, -1]


def test_the_only_value_may_be_the_positive_one():
    assert Dataset.from_frame(LABELLED.iloc[[0, 2]], "kind", positive="oak").y.tolist() == [1, 1]


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA])
@pytest.mark.parametrize("dtype", [object, "Float64"])
def test_a_missing_cell_is_missing_in_any_kind_of_column(dtype, missing):
    if dtype == "Float64" and missing is np.nan:
        missing = None
    frame = pd.DataFrame({"x": pd.array([1, missing, 3], dtype=dtype), "label": [1, 1, -1]})
    with pytest.raises(ValueError, match=r"^row 1: x is missing$"):
        Dataset.from_frame(frame)


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA])
def test_a_row_without_a_label_is_of_neither_class(missing):
    frame = pd.DataFrame({"x": [1, 2, 3], "kind": ["oak", missing, "ash"]})
    with pytest.raises(ValueError, match=r"^row 1: kind is missing$"):
        Dataset.from_frame(frame, "kind", positive="oak")


def test_the_first_three_bad_rows_are_named_with_the_reason():
    frame = pd.DataFrame(
        {
            "x1": ["1.5", "abc", 3, np.inf, 5, 6],
            "x2": [1, 2, None, 4, 5, "2020-01-01"],
            "label": [1, -1, 1, 1, 2, None],
        },
        index=[10, 11, 12, 13, 14, 15],
    )
    with pytest.raises(
        ValueError, match=r"^row 11: x1 is 'abc', not a number; row 12: x2 is missing; row 13: x1 is inf"
    ):
        Dataset.from_frame(frame)
    with pytest.raises(ValueError, match=r"row 13: x1 is infinite; and 2 more$"):
        Dataset.from_frame(frame)
    with pytest.raises(
        ValueError, match=r"^row 14: label is 2.0, not -1 or \+1 .*; row 15: x2 is '2020-01-01', not a n"
    ):
        Dataset.from_frame(frame.iloc[4:])
    assert Dataset.from_frame(frame.iloc[:1]).X.tolist() == [[1.5, 1]]


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        (pd.to_datetime(["2020-01-01"]), "Timestamp"),
        ([1j], "1j"),
        ([[1]], r"\[1\]"),
        ([{"a": 1}], "a"),
        (pd.to_timedelta([1]), "Timedelta"),
    ],
)
def test_what_only_resembles_a_number_is_none(values, shown):
    with pytest.raises(ValueError, match=rf"^row 0: x is .*{shown}.*, not a number$"):
        Dataset.from_frame(pd.DataFrame({"x": values, "label": [1]}))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"label": "sort"}, r"needs a column 'sort', got \['a', 'b', 'kind'\]"),
        ({"features": ["a", "c"]}, r"needs a column 'c', got"),
        ({"features": []}, r"one or more different columns beside 'kind', got \[\]"),
        ({"features": ["a", "a"]}, r"different columns beside 'kind', got \['a', 'a'\]"),
        ({"features": ["a", "kind"]}, r"columns beside 'kind', got \['a', 'kind'\]"),
        ({"positive": "ash"}, r"'kind' must hold 'ash' and one other value, got \['oak', 'elm'\]"),
        ({"positive": None}, r"row 10: kind is 'oak', not -1 or \+1 \(to choose a value for \+1, say positive=\)"),
    ],
)
def test_columns_and_labels_that_do_not_fit_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        Dataset.from_frame(LABELLED, **{"label": "kind", "positive": "oak", **options})


@given(datasets(st.floats(-1e9, 1e9).filter(lambda x: x == 0 or abs(x) > 1e-9)))
def test_a_file_and_back_is_the_same_data_to_the_last_bit(data):
    text = data.to_frame().to_csv(index=False)
    assert Dataset.from_csv(StringIO(text)) == data
    assert Dataset.from_csv(BytesIO(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())) == data


def test_a_file_is_read_from_its_path_with_its_columns_chosen(tmp_path):
    file = tmp_path / "trees.csv"
    LABELLED.to_csv(file, index=False)
    data = Dataset.from_csv(file, "kind", ["b"], "oak")
    assert data == Dataset.from_frame(LABELLED, "kind", ["b"], "oak")


def test_bad_lines_are_named_as_an_editor_numbers_them():
    text = "x1, x2, label\n1, 2, +1\n\n3, four, -1\n5\n6, 7, 0\n1e999, 1, 1\n\n"
    with pytest.raises(
        ValueError, match=r"^line 4: x2 is 'four', not a number; line 5: x2 is missing; line 6: label is"
    ):
        Dataset.from_csv(StringIO(text))
    assert Dataset.from_csv(StringIO("x1, x2, label\n1, 2, +1\n\n3, 4, -1.0\n\n")).X.tolist() == [[1, 2], [3, 4]]
    for text in ("\n\nx,kind,label\n1,a,1\nfour,b,-1\n", ' \r\nx,kind,label\r\n1,"a\r\nb",1\r\nfour,b,-1\r\n'):
        with pytest.raises(ValueError, match=r"^line 5: x is 'four', not a number$"):
            Dataset.from_csv(StringIO(text), features=["x"])
    with pytest.raises(ValueError, match=r"^line 5: x is 'two', not a number$"):
        Dataset.from_csv(StringIO('\n"x","the\nlabel"\n1,1\ntwo,-1\n'), label="the\nlabel")


def test_a_label_may_be_called_true_or_na():
    truths = "x,kind\n1,True\n2,False\n"
    for chosen in (True, "True"):
        assert Dataset.from_csv(StringIO(truths), "kind", positive=chosen).y.tolist() == [1, -1]
    frame = pd.DataFrame({"x": [1, 2], "kind": [True, False]})
    for chosen in (True, 1):
        assert Dataset.from_frame(frame, "kind", positive=chosen).y.tolist() == [1, -1]
    continents = "x,kind\n1,NA\n2,EU\n"
    assert Dataset.from_csv(StringIO(continents), "kind", positive="NA").y.tolist() == [1, -1]
    with pytest.raises(ValueError, match=r"^line 2: x is 'NA', not a number; line 3: x is missing$"):
        Dataset.from_csv(StringIO("x,label\nNA,1\n,1\n"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not comma-separated text in UTF-8: No columns"),
        (b"\n\n", "not comma-separated text in UTF-8: No columns"),
        (b"\x89PNG\r\n\x1a\n\xff", "not comma-separated text in UTF-8: .*0x89"),
        ("x,label\n1,1\n".encode("utf-16"), "not comma-separated text in UTF-8"),
        (b'"x,label\n1,1', "not comma-separated text in UTF-8: .*inside string"),
        (b"x,label\n1,1,1\n", "not comma-separated text in UTF-8: .*Expected 2 fields in line 2, saw 3"),
        (b"\x00\x01", "needs a column 'label'"),
        (b"x;label\n1;1\n", "not separated by commas: the first line is 'x;label'"),
        (b"x\tlabel\n1\t1\n", "not separated by commas"),
        (b"x\n1\n", r"needs a column 'label', got \['x'\]"),
        (b"label\n1\n", "one or more different columns beside 'label'"),
        (b"x,label\n", r"at least one point .* got shape \(0, 1\)"),
        (b"x,x,label\n1,1,1\n", "needs only one column 'x'"),
    ],
)
def test_what_is_no_such_file_raises_one_clear_error(content, message):
    with pytest.raises(ValueError, match=message):
        Dataset.from_csv(BytesIO(content))


def test_a_copy_and_a_pickle_are_equal_by_value_and_read_only():
    data = Dataset([[3, 4]], [-1])
    for other in (Dataset([[3, 4]], [1]), Dataset([[3, 4], [3, 4]], [-1, -1]), "data"):
        assert data != other
    assert data.radius == 5
    for other in (copy.copy(data), copy.deepcopy(data), pickle.loads(pickle.dumps(data))):
        assert other == data
        with pytest.raises(ValueError, match="read-only"):
            other.X[0, 0] = 9


MASKED = np.ma.array([[1.0, 2.0], [3.0, 4.0]], mask=[[0, 0], [0, 1]])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Dataset(MASKED, [1, -1]), r"X must be complete, but X\[1, 1\] is masked"),
        (lambda: Dataset(np.eye(2), np.ma.array([1, -1], mask=[1, 0])), r"y must be complete, but y\[0\] is masked"),
        (lambda: Dataset([[0, 1]], [True]), r"got bool values; use Dataset\.from_binary for 0/1 labels"),
        (lambda: Dataset([[3, 1.0], [4, 1.0]], [1, -1], lift=2.0), "the last coordinate .* got 1.0"),
        (lambda: Dataset([[3, 1.0], [4, 1.0]], [1, -1], lift=0), "lift must be .* got 0"),
        (lambda: Dataset([[1, 2]], [1]).augmented(np.inf), "scale must be finite and positive, got inf"),
        (lambda: Dataset([[1, 2]], [1]).augmented(0), "scale must be finite and positive, got 0"),
        (lambda: Dataset([[1, 0], [0, 0]], [1, 1]).normalized(), r"X\[1\] is the origin"),
        (lambda: Dataset.from_binary([[0], [1]], [-1, 1]), r"binary labels must be 0 or 1, got \[-1  1\]"),
        (
            lambda: Dataset.from_binary(TABLE, pd.Series([0, 1], [7, 8])),
            "the same index, got 0 in X and 7 in y at row 0",
        ),
        (lambda: Dataset.from_frame([[1, 2]]), r"pandas DataFrame, got \[\[1, 2\]\]"),
        (
            lambda: Dataset.from_frame(LABELLED.assign(kind=["oak", "elm", "ash"]), "kind", positive="oak"),
            r"must hold 'oak' and one other value, got \['oak', 'elm', 'ash'\]",
        ),
        (
            lambda: Dataset.from_frame(LABELLED.set_axis(["a", "a", "kind"], axis=1), "kind", positive="oak"),
            r"needs only one column 'a', got \['a', 'a', 'kind'\]",
        ),
        (lambda: Dataset.from_csv("none.csv"), "none.csv"),
    ],
)
def test_other_data_are_refused(call, message):
    with pytest.raises((ValueError, TypeError, FileNotFoundError), match=message):
        call()


def test_what_is_not_masked_is_complete():
    assert Dataset(np.ma.array(MASKED.data), np.ma.array([1, -1])) == Dataset(MASKED.data, [1, -1])


@pytest.mark.parametrize("size", [1, 1e160, 1e-170, 5e-324])
def test_norms_neither_overflow_nor_vanish(size):
    assert norms(np.array([[3, 4], [0, 0]]) * size).tolist() == pytest.approx([5 * size, 0], rel=1e-15)
    data = Dataset(np.array([[3, -4], [0, 1]]) * size, [1, -1])
    assert data.radius == pytest.approx(5 * size, rel=1e-15)
    np.testing.assert_allclose(norms(data.normalized().X), 1, rtol=1e-15)


def test_data_remember_the_constant_they_were_lifted_by():
    plain = Dataset([[3, 4], [0, 2]], [1, -1])
    data = plain.augmented(0.5)
    assert (plain.lift, data.lift) == (None, 0.5)
    for kept in (copy.deepcopy(data), pickle.loads(pickle.dumps(data)), Dataset(data.X, data.y, lift=0.5)):
        assert kept.lift == 0.5
    assert data.augmented(2).lift == 2
    assert data.normalized().lift is None
    assert data.normalized().augmented(3).lift == 3
    assert Dataset(data.X, data.y).lift is None


def test_new_points_are_lifted_as_the_data_were():
    plain, new = Dataset([[3, 4], [0, 2]], [1, -1]), [[5, 6], [7, 8], [9, 10]]
    assert plain.lifted(new).tolist() == new
    assert plain.augmented(2).lifted(new).tolist() == [[5, 6, 2], [7, 8, 2], [9, 10, 2]]
    assert plain.augmented(2).lifted([[5, 6, 3]]).tolist() == [[5, 6, 3]]
    assert plain.lifted(np.empty((0, 2))).shape == (0, 2)


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ([[1, 2, 3, 4]], r"must have shape \(m, 3\) or \(m, 2\), got \(1, 4\)"),
        ([1, 2], r"must have shape \(m, 3\) or \(m, 2\), got \(2,\)"),
        ([[1, np.nan]], "must be finite"),
        ([[1, 2], [1, 2, 3]], "points must be rows of one length, got 3 values in row 1 and 2 in row 0"),
        ([[1, 2**53 + 1]], "points must hold numbers that floats can hold, such as 9007199254740992, got"),
        (np.ma.masked_greater([[1, 2]], 1), r"points\[0, 1\] is masked"),
    ],
)
def test_points_that_are_none_are_not_lifted(points, message):
    with pytest.raises(ValueError, match=message):
        Dataset([[3, 4], [0, 2]], [1, -1]).augmented().lifted(points)


def test_the_index_that_a_table_was_written_with_is_no_coordinate():
    frame = Dataset([[0, 2], [1, 1]], [1, -1]).to_frame()
    assert Dataset.from_csv(StringIO(frame.to_csv())).X.tolist() == [[0, 2], [1, 1]]
    named = frame.set_axis(["first", "second"])
    assert Dataset.from_csv(BytesIO(named.to_csv().encode())).X.tolist() == [[0, 2], [1, 1]]


def test_blanks_about_the_commas_do_not_count():
    text = "x1 , x2 ,label \n 0 , 2 , 1\n1,1 ,-1 \n"
    assert Dataset.from_csv(StringIO(text)) == Dataset([[0, 2], [1, 1]], [1, -1])
    assert Dataset.from_csv(StringIO("x ,kind\n1,oak \n2, elm\n"), label="kind", positive="oak").y.tolist() == [1, -1]
