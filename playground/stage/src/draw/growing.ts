// The parts of figures that follow the step: curves that grow, and sums with one more term at each step.

import type { Column, Field as FieldMark, Growing as GrowingMark, Mark } from "../store/payload.ts";

type Columns = Readonly<Record<string, Column>>;

/** A part of a figure that follows the step. */
export interface Following {
  readonly place: number; // the part's place among the figure's parts
  /** Its values on the way to a step: 0 at the step before, 1 at the step. */
  values: (step: number, way?: number) => Readonly<Record<string, unknown>>;
}

class Growing implements Following {
  readonly place: number;
  private readonly columns: readonly Column[];
  private readonly attributes: readonly string[];

  constructor({ place, columns, attributes }: GrowingMark, all: Columns) {
    this.place = place;
    this.columns = columns.map((name) => all[name]);
    this.attributes = attributes;
  }

  values(step: number) {
    const each = this.columns.length / this.attributes.length;
    const corners = (i: number) => this.columns.slice(i * each, (i + 1) * each).map((column) => column[step]);
    const sofar = (i: number) => this.columns[i].slice(0, step + 1);
    return Object.fromEntries(this.attributes.map((name, i) => [name, each > 1 ? corners(i) : sofar(i)]));
  }
}

// Contours whose z is a sum with one more term at each step: a layer times a factor. A layer is a sum of products of a
// column and a row, which are shorter to send than the layer's values.
class Field implements Following {
  readonly place: number;
  private readonly which: readonly number[];
  private readonly factor: readonly number[];
  private readonly since: readonly number[];
  private readonly layers: FieldMark["layers"];

  constructor({ place, columns, layers }: FieldMark, all: Columns) {
    this.place = place;
    [this.which, this.factor, this.since] = columns.map((name) => all[name].map(Number));
    this.layers = layers;
  }

  values(step: number, way = 1) {
    const since = this.since[way < 1 ? step - 1 : step];
    const shares = this.layers.map(() => 0);
    for (let k = since + 1; k <= step; k++) shares[this.which[k]] += this.factor[k] * (k === step ? way : 1);
    const [down, along] = this.layers[0][0];
    const empty = since === step ? null : 0; // a sum of nothing has no colour
    const z = down.map((): (number | null)[] => along.map(() => empty));
    // Add the first products of all layers before their second products, so that large terms cancel before small ones.
    const most = Math.max(...this.layers.map((products) => products.length));
    for (let place = 0; place < most; place++)
      shares.forEach((share, layer) => {
        const [column, row] = (share && this.layers[layer][place]) || [[], []];
        column.forEach((a, i) => row.forEach((b, j) => (z[i][j] = (z[i][j] ?? 0) + share * a * b)));
      });
    return { z };
  }
}

/** The parts that follow the step by these marks. */
export function followingOf(marks: readonly Mark[], columns: Columns): Following[] {
  return marks.flatMap((mark): Following[] => {
    if (mark.kind === "growing") return [new Growing(mark, columns)];
    return mark.kind === "field" ? [new Field(mark, columns)] : [];
  });
}

/** The parts with the values of a step in place of their own. */
export function partsAt<Kind>(parts: readonly Kind[], following: readonly Following[], step: number, way?: number): readonly Kind[] {
  return parts.map((part, i) => Object.assign({}, part, ...following.filter(({ place }) => place === i)
    .map((each) => each.values(step, way))) as Kind);
}
