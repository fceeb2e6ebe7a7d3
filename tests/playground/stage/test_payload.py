"""The stage's TypeScript types are those of Python's payload."""

from tools import payload


def test_the_types_are_written_from_payload_py():
    assert payload.FILE.read_text(encoding="utf-8") == payload.declarations(), "python -m tools.payload"


def test_types_are_written_in_typescript():
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
