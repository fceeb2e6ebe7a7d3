// What the server sends, as `ui/stage/__init__.py` says it: there stands what each field means.

declare global {
  interface Window {
    Plotly?: any;
  }
}

export type Point = [number, number, number];

export type Picture = [number, number, number];

export type Area = "board" | "upper" | "lower" | "side" | "all";

export type SignShape = "circle" | "triangle" | "line" | "arrow" | "ring";

export interface Sign {
  shape: SignShape;
  words: string;
  hand?: string;
  style: Record<string, string | number>;
}

export interface Panel {
  area: Area;
  label: string;
  figure: Record<string, any>;
  legend?: Sign[];
  view?: string;
}

export interface Line {
  title: string;
  formula: string;
  text: Text;
}

export interface Sheet {
  area: Area;
  label: string;
  lines: Line[];
  view?: string;
}

export interface Walk {
  column: string;
  size: number;
  end: number;
  name: string;
  text: Text;
}

export interface Table {
  area: Area;
  label: string;
  heads: string[];
  columns: string[];
  view?: string;
  walk?: Walk;
}

export interface Strip {
  area: Area;
  label: string;
  of: number;
  view?: string;
}

export interface Canvas {
  area: Area;
  label: string;
  cells: number;
  view?: string;
}

export interface Shape {
  panel: number;
  kind: "line" | "halfplane" | "arrow" | "vector" | "curve" | "dot" | "ring" | "label" | "sector" | "glide" | "dots";
  columns: string[];
  style: Record<string, string | number>;
  under?: boolean;
  side?: 1 | -1;
  lag?: 0 | 1;
  radius?: number;
  point?: number;
  at?: [number, number];
  shift?: [number, number];
  ahead?: boolean;
  part?: string;
  inset?: [number, number, number, number];
}

export interface Moving {
  panel: number;
  kind: "moving";
  columns: string[];
  classes: PointClass[];
  kinds: number[];
  x: string;
  y: string;
  unit: number;
  radius: number;
  style: Record<string, string | number>;
  form: string[];
  words: [string, string, string];
  inset?: [number, number, number, number];
}

export interface Growing {
  panel: number;
  kind: "growing";
  trace: number;
  columns: string[];
  attributes: string[];
  tail?: number;
}

export interface Field {
  panel: number;
  kind: "field";
  trace: number;
  columns: string[];
  layers: [number[], number[]][][];
}

export interface Hollow {
  panel: number;
  kind: "hollow";
  columns: string[];
  words: string;
}

export interface Pixels {
  panel: number;
  kind: "pixels";
  columns: string[];
  box: [number, number, number, number];
  across: number;
  colors: [string, string];
  style: Record<string, string | number>;
  pictures?: string[];
  row?: number;
  lag?: 0 | 1;
  ahead?: boolean;
  part?: string;
}

export type Mark = Shape | Moving | Growing | Field | Hollow | Pixels;

export interface PointClass {
  name: string;
  sign: string;
  color: string;
  shape: "circle" | "triangle";
}

export interface Editing {
  panel: number;
  classes: PointClass[];
  snap: number;
  most: number;
}

export interface Answer {
  name: string;
  sign: string;
  color: string;
}

export interface Asking {
  question: string;
  answers: Answer[];
  rest: string;
  most: number;
}

export interface Drawing {
  panel: number;
  classes: PointClass[];
  most: number;
  weights: string;
  ink: number;
  constant?: string;
  unit?: number;
  signs: number[];
  zero: boolean[];
  sides: string[];
  shelf: string;
}

export interface Picking {
  panel: number;
  x: string;
  y: string;
  columns: Record<string, (number | string)[]>;
  words: string;
  offer: string;
}

export interface Reading {
  form: string[];
  signs: number[];
  place: string;
  sides: string[];
  point: string;
  value: string;
  away: string;
  hollow: string;
}

export interface Handle {
  unit: number;
  zero: boolean[];
  words: string;
}

export interface Text {
  templates: string[];
  which: number[];
}

export interface Symbol {
  text: string;
  color: string;
  note: string;
  part?: string;
}

export interface Fact {
  name: string;
  value: string;
  note: string;
  outcome?: boolean;
}

export interface Verdict {
  text: string;
  color: string;
}

export interface Question {
  text: string;
  answer: number | null;
  position: string[];
}

export interface Guide {
  title: string;
  text: string;
  answer: string;
  source: string;
  remember?: string;
}

export interface Code {
  link: string;
  picture: string;
  files: File[];
}

export interface File {
  label: string;
  note: string;
  name: string;
  text: string;
}

export interface Hand {
  key: string;
  snap: number;
  signs: string;
  also: Record<string, string>;
}

export interface Scene {
  panels: (Panel | Sheet | Table | Strip | Canvas)[];
  columns: Record<string, (number | string | null)[]>;
  marks: Mark[];
  texts: Record<"sentence" | "position", Text>;
  facts: Fact[];
  verdict: Verdict;
  question?: Question;
  guide?: Guide;
  last: number;
  again?: number;
  points: Point[] | number[] | Picture[];
  symbols?: Symbol[];
  editing?: Editing;
  asking?: Asking;
  drawing?: Drawing;
  locked?: boolean;
  picking?: Picking;
  reading?: Reading;
  handle?: Handle;
}

export interface Payload extends Scene {
  plotly: number[];
  session: string;
  arrivals: number;
  version: number;
  brought: number;
  rests: number;
  turns: number;
  step: number;
  address: Record<string, string>;
  hand: Hand;
  code: Code | null;
}
