/** What `npm run fuzz` and its kind ask for in place of the numbers below. */
const asked = process.env.WINDLASS_TEST_RUNS;

/** How often a property is tried, by what one try costs: a function, a machine, a run of a whole node. */
export const tries = {
  law: Number(asked ?? 1_000),
  machine: Number(asked ?? 100),
  wholeRun: Number(asked ?? 20),
} as const;

/** The folders whose properties are laws or are about machines; those of the others are about whole runs. */
const folders: readonly (readonly [keyof typeof tries, RegExp])[] = [
  ['law', /\/test\/(rules|trace)\//],
  ['machine', /\/test\/(machines|proof\/models|run\/engine)\//],
];

/** Returns how often the properties of a test file are tried where they do not say it themselves. */
export function triesOf(path: string): number {
  return tries[folders.find(([, files]) => files.test(path))?.[0] ?? 'wholeRun'];
}
