/** What a system under test does not have in common with its model. `message` shows the whole case. */
export class ModelTestFailure<Case = unknown> extends Error {
  override readonly name = 'ModelTestFailure';
  /** The smallest case that shows it: a script, or the steps of a path. */
  readonly shown: Case;
  /** What the model says. */
  readonly expected: unknown;
  /** What the system said. */
  readonly actual: unknown;

  constructor(message: string, shown: Case, expected: unknown, actual: unknown) {
    super(message);
    this.shown = shown;
    this.expected = expected;
    this.actual = actual;
  }
}

/** Returns the difference of two values in lines of JSON, or undefined if they are equal. */
export function differenceText(expected: unknown, actual: unknown): string | undefined {
  const [wanted, got] = [linesOf(expected), linesOf(actual)];
  const index = wanted.findIndex((line, place) => line !== got[place]);
  const place = index < 0 && got.length > wanted.length ? wanted.length : index;
  if (place < 0) return undefined;
  const at = (lines: readonly string[]) => lines[place] ?? 'nothing more';
  const isList = Array.isArray(expected) && Array.isArray(actual);
  return `${isList ? `entry ${place}\n` : ''}  model:  ${at(wanted)}\n  system: ${at(got)}`;
}

function linesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(canonical) : [canonical(value)];
}

function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? 'undefined'
  );
}
