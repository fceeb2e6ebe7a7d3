// Points as code, with all their digits.

export type Row = readonly [x: number, y: number, label: number];

const lines = (rows: readonly Row[], row: (row: Row) => string, between: string) => rows.map(row).join(between);
const labels = (rows: readonly Row[], between = ", ") => rows.map(([, , label]) => label).join(between);

/** The code of points by the name of its language. */
export const CODE: Readonly<Record<string, (rows: readonly Row[]) => string>> = {
  Python: (rows) => `X = [${lines(rows, ([x, y]) => `[${x}, ${y}]`, ",\n     ")}]\ny = [${labels(rows)}]`,
  NumPy: (rows) =>
    `import numpy as np\nX = np.array([${lines(rows, ([x, y]) => `[${x}, ${y}]`, ",\n              ")}])\ny = np.array([${labels(rows)}])`,
  R: (rows) => `X <- matrix(c(${lines(rows, ([x, y]) => `${x}, ${y}`, ",\n              ")}), ncol = 2, byrow = TRUE)\ny <- c(${labels(rows)})`,
  Matlab: (rows) => `X = [${lines(rows, ([x, y]) => `${x} ${y}`, "; ...\n     ")}];\ny = [${labels(rows, "; ")}];`,
  Julia: (rows) => `X = [${lines(rows, ([x, y]) => `${x} ${y}`, "\n     ")}]\ny = [${labels(rows)}]`,
  CSV: (rows) => `x1,x2,label\n${lines(rows, (row) => row.join(","), "\n")}`,
};
