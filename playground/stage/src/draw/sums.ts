// The sum of a step in the plane that shows it: the old vector, what is added, and the axis along which that is split.

import type { Beats, Payload, Way } from "../store/payload.ts";
import type { Place } from "./geometry.ts";

type Vector = readonly number[];

const FLAT = 1e-5; // a shorter part of a vector across another, relative to the vector, is nothing but its rounding

export interface Sum {
  readonly old: Place;
  readonly added: Place;
  readonly sum: Place;
  readonly axis: Place | null; // of length 1; none along an old vector that is 0
}

const dot = (one: Vector, other: Vector) => one.reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0);
const size = (vector: Vector) => Math.sqrt(dot(vector, vector));
const times = (vector: Vector, factor: number) => vector.map((value) => value * factor);

/** A vector of length 1 along another; null along 0. */
function unit(vector: Vector) {
  const length = size(vector);
  return length > 0 ? times(vector, 1 / length) : null;
}

/** The part of a vector across a unit vector, of length 1; null if it lies along it. */
function across(vector: Vector, along: Vector) {
  const reach = dot(vector, along);
  const rest = vector.map((value, i) => value - reach * along[i]);
  return size(rest) > FLAT * size(vector) ? unit(rest) : null;
}

/** The part of a place along a unit vector. */
export const partAlong = (place: Place, axis: Place): Place => {
  const reach = dot(place, axis);
  return [reach * axis[0], reach * axis[1]];
};

/** The sum that makes a step, in the plane in which a way shows it. */
export function sumAt(spec: Beats, { along }: Way, { columns }: Pick<Payload, "columns">, step: number): Sum {
  const wide = Math.max(spec.sum.length, spec.added.length, spec.axis.length);
  const read = (names: readonly string[]): Vector => Array.from({ length: wide }, (_, i) => Number(i < names.length ? columns[names[i]][step] : 0));
  const [sum, added] = [read(spec.sum), read(spec.added)];
  const old = sum.map((value, i) => value - added[i]);
  const isStart = size(old) <= FLAT * size(added);
  const axis = along === "axis" ? Array.from({ length: wide }, (_, i) => spec.axis.at(i) ?? 0)
    : along === "added" ? unit(added) : isStart ? null : unit(old);
  const [first, second] = planeOf(axis, along === "axis" ? [sum, added] : [old, added], wide);
  const place = (vector: Vector): Place => [dot(vector, first), dot(vector, second)];
  return { old: isStart ? [0, 0] : place(old), added: place(added), sum: place(sum), axis: axis && place(axis) };
}

// Two unit vectors that span the picture: those of the board where there are but two numbers, else the axis to the right.
function planeOf(axis: Vector | null, others: readonly Vector[], wide: number): readonly [Vector, Vector] {
  const board = [0, 1].map((at) => Array.from({ length: wide }, (_, i) => Number(i === at)));
  if (wide === 2) return [board[0], board[1]];
  const first = axis ?? unit(others[1]) ?? board[0];
  const second = others.map((other) => across(other, first)).find((each) => each !== null);
  return [first, second ?? across(board[0], first) ?? across(board[1], first) ?? board[1]];
}
