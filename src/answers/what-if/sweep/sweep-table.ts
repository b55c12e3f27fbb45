import { type FigureUnit, figureRows } from '../../../reports/comparison/figure-rows.ts';
import { csvText } from '../../../reports/csv/csv-table.ts';
import type { Variant } from '../variants/variant.ts';
import type { Axis } from '../variants/vary.ts';
import type { FigureValues, SweepRow } from './sweep.ts';

const suffixes: Readonly<Record<FigureUnit, string>> = { ms: '_ms', bytes: '_bytes', count: '' };

/**
 * The columns of figures, by names that data frames and SQL take without quotes: `time_to_running_p99_ms`.
 */
export const figureColumns: readonly string[] = figureRows.map(({ name, unit }) => {
  const words = name
    .replaceAll("'", '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
  return `${words}${suffixes[unit]}`;
});

/** A column of a table of runs: texts of fields, whole numbers, or figures. */
export interface SweepColumn {
  readonly name: string;
  readonly type: 'text' | 'whole' | 'figure';
  readonly values: readonly (string | number | null)[];
}

/**
 * Returns the runs as columns: the sweep they belong to, point, seed, the fields that were varied, the
 * figures.
 */
export function sweepColumns(
  id: string,
  axes: readonly Axis[],
  points: readonly Variant[],
  rows: readonly SweepRow[],
): SweepColumn[] {
  const fieldAt = (point: number, field: string) =>
    points[point]?.changes.find((change) => change.field === field)?.value ?? null;
  return [
    { name: 'sweep', type: 'text', values: rows.map(() => id) },
    { name: 'point', type: 'whole', values: rows.map(({ point }) => point) },
    { name: 'seed', type: 'whole', values: rows.map(({ seed }) => seed) },
    ...axes.map(
      ({ field }): SweepColumn => ({
        name: field,
        type: 'text',
        values: rows.map(({ point }) => fieldAt(point, field)),
      }),
    ),
    ...figureColumns.map(
      (name, figure): SweepColumn => ({
        name,
        type: 'figure',
        values: rows.map(({ values }) => values[figure] ?? null),
      }),
    ),
  ];
}

/** Returns the runs as CSV, with a header. */
export function sweepCsv(columns: readonly SweepColumn[]): string {
  const [first] = columns;
  const rows = (first?.values ?? []).map((_, row) => columns.map(({ values }) => values[row] ?? undefined));
  return csvText([columns.map(({ name }) => name), ...rows]);
}

/** Returns one run as a line of NDJSON, which `readSweepLine` reads back. */
export function sweepLine(
  id: string,
  axes: readonly Axis[],
  points: readonly Variant[],
  row: SweepRow,
): string {
  const columns = sweepColumns(id, axes, points, [row]);
  return `${JSON.stringify(Object.fromEntries(columns.map(({ name, values }) => [name, values[0] ?? null])))}\n`;
}

/** A run that a line tells of. */
export interface KnownRun {
  readonly sweep: string;
  readonly seed: number;
  /** The fields that were varied, and everything else that is no figure, by name. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly values: FigureValues;
}

/**
 * Returns the run in a line; undefined if it is no whole line of a sweep, as the last one of a file may be
 * after a kill.
 */
export function readSweepLine(line: string): KnownRun | undefined {
  const parsed = parsedObject(line);
  if (parsed === undefined) return undefined;
  const { sweep, point: _, seed, ...others } = parsed;
  if (typeof sweep !== 'string' || typeof seed !== 'number') return undefined;
  const values = figureColumns.map((name) => others[name]);
  if (!values.every((value): value is number | null => value === null || typeof value === 'number'))
    return undefined;
  const fields = Object.fromEntries(Object.entries(others).filter(([name]) => !figureColumns.includes(name)));
  return { sweep, seed, fields, values };
}

function parsedObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
