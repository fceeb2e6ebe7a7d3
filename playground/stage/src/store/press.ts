// A press on the board, which may outlive its stage.

/** A place of the board: in the board's units, and in pixels from the left and the top of its plot. */
export interface BoardPlace {
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly top: number;
  readonly inside: boolean; // whether it is in the plot
}

/**
 * The pointer that was pressed on the board: whether it is a finger, its place, whether it is on the tip of the arrow,
 * and whether the press began on an earlier stage, which this one has replaced.
 */
export interface Press {
  readonly pointer: number;
  readonly finger: boolean;
  readonly place: BoardPlace;
  readonly tip: boolean;
  readonly handedOver?: boolean;
}
