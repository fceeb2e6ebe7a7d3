"""What the modules of the stage take the payload to be is what Python sends."""

from tools import payload


def test_the_types_of_the_modules_are_as_they_are_written_from_those_of_python():
    assert payload.FILE.read_text(encoding="utf-8") == payload.declarations(), "python -m tools.payload"


def test_a_type_is_written_as_typescript_has_it():
    written = payload.declarations()
    for line in (
        "export type Point = [number, number, number];",
        'export type Area = "board" | "upper" | "lower" | "side" | "all";',
        "export type Mark = Shape | Moving | Growing | Field | Hollow | Pixels;",
        "  kind: ShapeKind;",
        "  lag?: 0 | 1;",
        "  layers: [number[], number[]][][];",
        "  panels: (Panel | Sheet | Table | Strip | Canvas)[];",
        '  texts: Record<"sentence" | "position", Text>;',
        "  columns: Record<string, Column>;",
        "export interface Payload extends Scene {\n  plotly: number[];",
        "/** The sentence about the whole run, with the colour of its kind. */\nexport interface Verdict {",
    ):
        assert line in written
