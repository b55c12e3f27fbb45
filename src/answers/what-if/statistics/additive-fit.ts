import { meanOf } from './paired-bootstrap.ts';

/** A value at one combination of levels: `levels` has the number of the level on each axis. */
interface Observed {
  readonly levels: readonly number[];
  readonly value: number;
}

/** The most unknowns for which equations are solved. */
const unknownsMax = 300;

/**
 * Returns the mean at each level of each axis over all levels of the others; undefined for a level without a
 * value. Where combinations are missing, plain means would take what one axis does for what another does: the
 * means are then those of the sum of a part for each axis that fits the values best (least squares). Returns
 * undefined if the values do not tell the axes apart.
 */
export function levelMeans(
  sizes: readonly number[],
  observed: readonly Observed[],
): readonly (readonly (number | undefined)[])[] | undefined {
  const seen = sizes.map((_, axis) =>
    [...new Set(observed.flatMap(({ levels }) => levels[axis] ?? []))].sort((a, b) => a - b),
  );
  const parts =
    observed.length === seen.reduce((product, { length }) => product * length, 1)
      ? plainMeans(seen, observed)
      : additiveFit(seen, observed);
  return (
    parts &&
    sizes.map((size, axis) =>
      Array.from({ length: size }, (_, level) => parts[axis]?.[seen[axis]?.indexOf(level) ?? -1]),
    )
  );
}

type Levels = readonly (readonly number[])[];

function plainMeans(seen: Levels, observed: readonly Observed[]): readonly (readonly number[])[] {
  return seen.map((levels, axis) =>
    levels.map((level) =>
      meanOf(observed.flatMap(({ levels: of, value }) => (of[axis] === level ? [value] : []))),
    ),
  );
}

function additiveFit(
  seen: Levels,
  observed: readonly Observed[],
): readonly (readonly number[])[] | undefined {
  // The first unknown is the value at the first level of every axis. Each further level has one: how far it
  // is from the first level.
  const before = seen.map((_, axis) => seen.slice(0, axis).reduce((sum, { length }) => sum + length - 1, 0));
  const width = 1 + seen.reduce((sum, { length }) => sum + length - 1, 0);
  if (observed.length < width || width > unknownsMax) return undefined;
  const equations = observed.map(({ levels, value }) => {
    const at = seen.map((of, axis) => of.indexOf(levels[axis] ?? -1));
    return {
      unknowns: [0, ...at.flatMap((level, axis) => (level > 0 ? [(before[axis] ?? 0) + level] : []))],
      value,
    };
  });
  const solved = leastSquares(equations, width);
  if (solved === undefined) return undefined;
  const apart = seen.map((levels, axis) =>
    levels.map((_, at) => (at === 0 ? 0 : (solved[(before[axis] ?? 0) + at] ?? 0))),
  );
  const all = (solved[0] ?? 0) + apart.reduce((sum, values) => sum + meanOf(values), 0);
  return apart.map((values) => values.map((value) => all - meanOf(values) + value));
}

/**
 * Returns the unknowns whose sums come nearest to the values, by Gauss's normal equations; undefined if
 * several do.
 */
function leastSquares(
  equations: readonly { readonly unknowns: readonly number[]; readonly value: number }[],
  width: number,
): readonly number[] | undefined {
  const rows = Array.from({ length: width }, () => new Float64Array(width + 1));
  for (const { unknowns, value } of equations)
    for (const one of unknowns) {
      const row = rows[one] ?? new Float64Array();
      for (const other of unknowns) row[other] = (row[other] ?? 0) + 1;
      row[width] = (row[width] ?? 0) + value;
    }
  for (const [pivot, row] of rows.entries()) {
    const head = row[pivot] ?? 0;
    // The entries are counts, so what is left of an unknown that the others determine is a rounding error.
    if (head < 1e-9 * equations.length) return undefined;
    for (const other of rows) {
      const factor = other === row ? 0 : (other[pivot] ?? 0) / head;
      if (factor !== 0)
        for (let column = pivot; column <= width; column++)
          other[column] = (other[column] ?? 0) - factor * (row[column] ?? 0);
    }
  }
  return rows.map((row, pivot) => (row[width] ?? 0) / (row[pivot] ?? 1));
}
