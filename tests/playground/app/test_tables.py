"""A visitor's table becomes the board's points, whatever its format; faults are named."""

import csv
import io
import random
import re
from importlib.resources import files

import numpy as np
import pytest

from perceptron import iris
from playground.address.codes import (
    GRAIN,
    LIMIT,
    MOST,
    MOST_COLUMNS,
    SNAP,
    AxisQuantity,
    decode_axis,
    decode_rows,
    encode_axis,
    encode_rows,
)
from playground.app.tables import MOST_ROWS, OTHERS, fits, points_of, read, rows_of
from tests.boards import HAND
from tests.playground.files import FILES
from tests.playground.visiting import HOSTILE, prose

IRIS = list(csv.reader(io.StringIO((files("perceptron") / "iris.csv").read_text(encoding="utf-8"))))
PETALS = (2, 3)


def written(rows, sign=",", decimal=".", end="\n", quote=csv.QUOTE_MINIMAL):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=sign, lineterminator=end, quoting=quote)
    writer.writerows([[cell.replace(".", decimal) for cell in row] for row in rows])
    return text.getvalue()


def put(content, *, scaled=None):
    """The points of a table whose guessed columns are taken."""
    table = read(content)
    *x, label = table.likely_columns()
    first, *others = table.labels(label) or [""]
    second = others[0] if others else OTHERS
    return points_of(table, x, label, first, second, scaled=not fits(table, x) if scaled is None else scaled)


@pytest.mark.parametrize("quote", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("sign", "decimal"), [(",", "."), (";", "."), (";", ","), ("\t", "."), ("\t", ","), ("|", ",")]
)
def test_separator_decimal_sign_and_line_ends_are_guessed(sign, decimal, end, quote):
    table = read(written(IRIS, sign, decimal, end, quote))
    assert table.heads == IRIS[0]
    assert table.numeric == [0, 1, 2, 3]
    assert table.labels(4) == ["setosa", "versicolor", "virginica"]
    numbers = [[table.value(row, column) for column in range(4)] for row in table.rows]
    assert numbers == [[float(cell) for cell in row[:4]] for row in IRIS[1:]]
    assert list(table.rows) == [*range(2, 152)]


def test_cells_may_be_separated_by_spaces_and_have_no_heads():
    table = read("\n".join(" ".join(row) for row in IRIS[1:]))
    assert table.heads == [f"column {number}" for number in range(1, 6)]
    assert list(table.rows) == [*range(1, 151)]
    assert read("1 2 a\n\n\n 3   4  b \n").rows.keys() == {1, 4}


def test_iris_is_centred_and_scaled():
    table = read(written(IRIS))
    brought = points_of(table, PETALS, 4, "setosa", OTHERS, scaled=True)
    values = np.array([[float(row[column]) for column in PETALS] for row in IRIS[1:]])
    center, scale = np.array([(axis.center, axis.scale) for axis in brought.axes]).T
    assert center == pytest.approx(values.mean(axis=0), abs=0.005)
    assert scale == pytest.approx(values.std(axis=0), abs=0.005)
    assert brought.axes[0].title == "(petal length \N{MINUS SIGN} 3.76)/1.76"
    places = np.array([point[:2] for point in brought.points])
    assert np.abs(places - (values - center) / scale).max() <= 0.5 / SNAP
    labels = [class_index for *_, class_index in brought.points]
    assert labels == [int(row[4] != "setosa") for row in IRIS[1:]]
    two = points_of(table, PETALS, 4, "virginica", "versicolor", scaled=True)
    assert "50 rows have another label." in two.notes
    assert len(two.points) == len(iris()) == 100


def test_four_columns_are_centred_and_scaled_and_survive_their_link():
    brought, notes = rows_of(read(written(IRIS)), range(4), 4, "versicolor", "virginica")
    values = np.array([[float(cell) for cell in row[:4]] for row in IRIS[51:]])
    wanted = (values - values.mean(axis=0)) / values.std(axis=0)
    places = np.array([place for place, _ in brought])
    assert np.abs(places - wanted).max() <= 0.5 / GRAIN + 0.01 * np.abs(wanted).max()  # the scale has three digits
    assert abs((places - wanted).mean()) < 0.1 / GRAIN  # rounded, not cut
    assert [class_index for _, class_index in brought] == [0] * 50 + [1] * 50
    assert notes[0] == "50 rows have another label."
    assert decode_rows(encode_rows(brought)) == (brought, "")


def test_a_link_holds_fewer_rows_of_a_wide_table():
    drawn = np.random.default_rng(5).normal(size=(90, 60)).round(6)
    wide = [[*map(repr, row.tolist()), "ab"[i % 2]] for i, row in enumerate(drawn)]
    brought, notes = rows_of(read(written(wide)), range(60), 60, "a", "b")
    assert len(brought) == 40
    assert "A link with 60 columns holds 40 of the 90 rows, evenly spread over the table." in notes
    code = encode_rows(brought)
    assert len(code) < 5_000
    assert decode_rows(code) == (brought, "")


@pytest.mark.parametrize(
    ("code", "kept", "sentence"),
    [
        ("AD1ACAiAbAsABgAgA", 1, "The link was cut short: 1 of its 2 rows arrived."),
        ("AD1ACAiAbAsA!gAgA__", 1, "The link's rows contain `!`, which means nothing there; 1 could be read."),
        ("AD1ACAiAbAsABgAgA__A", 2, "The link goes on after its 2 rows; the rest was left out."),
        ("AD2ACAiAbAs", 0, "The link holds no rows that can be read: its code begins with `2`, not with “1”."),
        ("Bl1", 0, "The link holds no table that can be read: it begins with `Bl`."),
        ("<b", 0, "The link holds no table that can be read: it begins with `<b`."),
        ("A", 0, "The link holds no table that can be read: it begins with `A`."),
    ],
)
def test_a_damaged_link_keeps_its_readable_rows(code, kept, sentence):
    whole = decode_rows("AD1ACAiAbAsABgAgA__")[0]
    assert decode_rows(code) == (whole[:kept], sentence)


def test_points_on_the_grid_of_links_stay_as_they_are():
    table = written([["x1", "x2", "label"], *([repr(x), repr(y), str(1 - 2 * c)] for x, y, c in HAND)])
    read_back = read(table)
    assert fits(read_back, (0, 1))
    brought = points_of(read_back, (0, 1), 2, "1", "\N{MINUS SIGN}1", scaled=False)
    assert (brought.points, brought.axes, brought.words, brought.notes) == (HAND, None, None, [])


def test_skipped_rows_are_named_with_the_reason():
    odd = "inf,2,x\n1,,x\n3,4,\n1e999,0,y\n5,6,y\nnan,1,y\n,2,y\n1_0,2,x\n2020-01-02,1,x\n7\n"
    brought = points_of(read("a,b,l\n1,2,x\n" + odd + "0,0,x\n" * 9), (0, 1), 2, "x", "y", scaled=False)
    assert brought.points == [(1, 2, 0), (5, 6, 1), *[(0, 0, 0)] * 9]
    assert brought.notes == [
        "Row 3 skipped: `inf` is not a number. Rows 4, 9 and 12 skipped: a value is missing."
        " Row 5 skipped: the label is missing. Row 6 skipped: `1e999` is not a number."
        " Row 8 skipped: `nan` is not a number. 2 more rows skipped."
    ]
    brought = points_of(read("1,2,x\n3,4,y\n" + ",2,x\n" * 7), (0, 1), 2, "x", "y", scaled=False)
    assert brought.notes == ["Rows 3, 4, 5, 6, 7 and 2 more skipped: a value is missing."]


NEEDED = "The table needs two columns of numbers and one of labels. It has"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (" \n\n \r\n", "The table is empty."),
        ("a,b\n1,2\n3,4", f"{NEEDED} 2 columns; `a` and `b` have numbers."),
        ("only words here", f"{NEEDED} 3 columns; none has numbers."),
        ('x,y,l\n1,2,a\n3,4,"b\n5,6,c', "The quotation marks after row 2 do not match."),
        (f"x,y,l\n1,2,a\n3,4,{'b' * 131_073}\n", "A cell after row 2 has more than 131,072 characters."),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", f"{NEEDED} 1 column; none has numbers."),
    ],
)
def test_a_text_that_is_no_table_is_refused(text, sentence):
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        read(text)


def test_a_large_table_is_cut():
    for count, notes in ((MOST_ROWS, 0), (MOST_ROWS + 1, 1)):
        table = read("\n".join(["x,y,l", *(f"{i},{i % 7},{'ab'[i % 2]}" for i in range(count))]))
        assert (len(table.rows), len(table.notes)) == (MOST_ROWS, notes)
    brought = points_of(table, (0, 1), 2, "a", "b", scaled=True)
    assert len(brought.points) == MOST
    assert brought.notes[:2] == [
        f"Only the first {MOST_ROWS:,} rows are read.",
        f"The board holds {MOST} of the {MOST_ROWS:,} rows, evenly spread over the table.",
    ]
    wide = read("\n".join([",".join(map(str, range(10_000)))] * 2))
    assert len(wide.heads) == MOST_COLUMNS
    assert wide.notes == [f"The table has 10,000 columns; only the first {MOST_COLUMNS} can be chosen."]


@pytest.mark.parametrize("size", [1e-300, 1e-9, 1, 1e9, 1e99])
def test_numbers_of_any_size_find_a_place_on_the_board(size):
    values = [3.0, 1.0, -2.0, 0.5, *[0.0] * 90]
    brought = put("\n".join(f"{v * size!r},{5 * size!r},{'ab'[v > 0]}" for v in values), scaled=True)
    places = np.array([point[:2] for point in brought.points])
    assert np.abs(places).max() < LIMIT
    assert len(set(places[:4, 0])) == 4
    assert np.abs(places[:, 1]).max() <= 0.01
    assert not any("beyond" in note for note in brought.notes)


def test_row_numbers_are_coordinates_only_if_nothing_else_is_left():
    numbered = [[head, *row] for head, row in zip(["id", *map(str, range(1, 151))], IRIS, strict=True)]
    assert read(written(numbered)).likely_columns() == (1, 2, 5)
    assert read("id,x,label\n1,0.5,a\n2,0.25,b\n3,1,a").likely_columns() == (0, 1, 2)
    assert read("0 5 9 a\n1 3 8 b\n2 4 7 a").likely_columns() == (1, 2, 3)
    assert read("0 5 9 a\n1 3 8 b\n1 4 7 a").likely_columns() == (0, 1, 3)


def test_points_beyond_the_board_are_counted():
    assert put("1,2,a\n30,4,b\n5,6,b", scaled=False).notes == [
        "1 point lies beyond the board and will move to its edge."
    ]


def test_the_apostrophe_of_spreadsheets_is_dropped():
    assert read("1,2,'=a\n3,4,'@b").labels(2) == ["=a", "@b"]
    assert read("1,2,+1\n3,4,−1\n5,6,1.0").labels(2) == ["1", "\N{MINUS SIGN}1"]


def test_every_text_is_a_table_or_is_refused():
    draw = random.Random(7)
    pieces = ["1", "-2.5", "1,5", "a", '"', "'", ";", ",", "\t", "|", "\n", "\r\n", "", " ", "=1+1", "1e400", "\0",
              "\ufeff", "\ud800", "nan", *HOSTILE]  # fmt: skip
    found = wide = 0
    for _ in range(1500):
        text = "".join(draw.choices(pieces, k=draw.randrange(60)))
        if draw.random() < 0.5:  # a table with something strange in it
            rows = [[*draw.choices(["1", "-2.5", "7"], k=2), draw.choice(["a", "b", *pieces])] for _ in range(9)]
            text = text[: draw.randrange(9)] + "\n".join(map(draw.choice(";,\t| ").join, rows))
        try:
            brought = put(text, scaled=draw.choice([True, False]))
        except ValueError as error:
            sentences = [str(error)]
        else:
            found += 1
            table = read(text)
            *_, label = table.likely_columns()
            sentences = [*brought.notes, table.remark([label])]
            if numbers := [column for column in table.numeric if column != label]:
                places, notes = rows_of(table, numbers, label, (table.labels(label) or [""])[0], OTHERS)
                assert decode_rows(encode_rows(places)) == (places, "")
                sentences += notes
                wide += len(places) > 0
            assert all(abs(value) <= LIMIT for point in brought.points for value in point)
            assert not any(set("<>&") & set(encode_axis(axis)) for axis in brought.axes or ())
        for sentence in filter(None, sentences):
            assert sentence.endswith(".")
            assert len(sentence) < 400
            assert "//" not in prose(sentence)
    assert min(found, wide) > 100


def test_an_axis_survives_its_link():
    for axis in (
        AxisQuantity("length"),
        AxisQuantity("petal length", 3.76, 1.77),
        AxisQuantity("t", -1.25e-7, 1e99),
        AxisQuantity("é", 0, 2),
    ):
        assert decode_axis(encode_axis(axis)) == axis
        assert len(encode_axis(axis)) <= 60
    for text in ("", "~1~2", "a~1", "a~1~0", "a~1~-2", "a~nan~1", "a~1~1e999", "a~1~2~3", "a~\u0663~1"):
        assert decode_axis(text) is None


@pytest.mark.parametrize("file", FILES, ids=[file.name for file in FILES])
def test_common_files_are_read(file):
    if file.chosen is None:
        with pytest.raises(ValueError, match=re.escape(file.said[0])):
            read(file.content)
        return
    table = read(file.content)
    *x, label = chosen = table.likely_columns()
    assert tuple(table.heads[column] for column in chosen) == file.chosen
    brought = points_of(table, x, label, *table.labels(label)[:2], scaled=True)
    said = [*filter(None, [table.remark(chosen)]), *brought.notes]
    assert [sentence for sentence in said if not re.match("Coordinates are|.* another label", sentence)] == file.said
    rows = [(*(table.value(row, column) for column in x), table.label(row, label)) for row in table.rows]
    assert [row for row in rows if None not in row and row[2]][:2] == file.first
