import { shownValue } from '../../../inputs/documents/check-shape.ts';
import type { InputError } from '../../../inputs/documents/input-error.ts';
import { errorOf, redactedChange } from './read-changes.ts';
import { type Change, changesText, type Variant } from './variant.ts';

/** A field and the values that it takes, in the order in which they were written. */
export interface Axis {
  readonly field: string;
  readonly values: readonly string[];
}

const valuesMax = 1_000;
const expected =
  "field=values, such as maxParallelImagePulls=1..8, link=100Mbit/s,1Gbit/s or 'pull-limit=docker.io=100/6h|docker.io=200/6h,shared'";

/**
 * Reads `maxParallelImagePulls=1..8`, `registryPullQPS=0..20..5` (in steps of 5), `link=100Mbit/s,1Gbit/s`.
 * Values that have commas of their own are separated by `|`. Errors are those that do not depend on the
 * input.
 */
export function readAxis(written: string): { readonly axis: Axis; readonly errors: readonly InputError[] } {
  const text = redactedChange(written);
  const at = text.indexOf('=');
  const field = at < 0 ? text : text.slice(0, at);
  const list = at < 0 ? '' : text.slice(at + 1).trim();
  const values = valuesOf(list);
  const axis = { field, values };
  const refused = (message: string) => ({
    axis,
    errors: [{ code: 'OPTION', file: `--vary ${text}`, message, expected }],
  });
  if (at < 0) return refused('not of the form field=values');
  if (values.length === 0)
    return refused(
      `no value: ${rangePattern.test(list) ? 'a range goes up, from the smaller number to the greater one' : 'there is nothing to run'}`,
    );
  if (values.length > valuesMax) return refused(`${values.length} values: at most ${valuesMax} are run`);
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) return refused(`${shownValue(twice)} is there twice`);
  const errors = values.flatMap((value) => errorOf({ field, value }, '--vary') ?? []);
  // An unknown field is one error, not one for each value.
  return {
    axis,
    errors: errors[0]?.code === 'UNKNOWN_FIELD' ? [{ ...errors[0], file: `--vary ${text}` }] : errors,
  };
}

const rangePattern = /^(\d+(?:\.\d+)?)\.\.(\d+(?:\.\d+)?)(?:\.\.(\d+(?:\.\d+)?))?([a-zA-Z][\w/]*)?$/;

function valuesOf(text: string): readonly string[] {
  const [, from, to, step, unit = ''] = rangePattern.exec(text) ?? [];
  if (from !== undefined && to !== undefined)
    return range(Number(from), Number(to), Number(step ?? 1)).map((value) => `${value}${unit}`);
  return text
    .split(text.includes('|') ? '|' : ',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** Without the noise of binary fractions: 0..1..0.1 has 0.3. */
function range(from: number, to: number, step: number): number[] {
  const count = step > 0 && to >= from ? Math.floor((to - from) / step + 1e-9) + 1 : 0;
  return Array.from({ length: Math.min(count, valuesMax + 1) }, (_, index) =>
    Number((from + index * step).toPrecision(12)),
  );
}

/** Returns the number of points of a grid. */
export function gridSize(axes: readonly Axis[]): number {
  return axes.reduce((size, { values }) => size * values.length, 1);
}

/** Returns every combination of values, the last axis running fastest; each is named after its changes. */
export function gridOf(axes: readonly Axis[]): Variant[] {
  const all = axes.reduce<readonly (readonly Change[])[]>(
    (points, { field, values }) =>
      points.flatMap((point) => values.map((value) => [...point, { field, value }])),
    [[]],
  );
  return all.map(variantOf);
}

/** Returns the variant that is named after its changes. */
export function variantOf(changes: readonly Change[]): Variant {
  return { name: changesText({ changes }), changes };
}
