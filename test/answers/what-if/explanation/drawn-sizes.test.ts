import { expect, test } from 'vitest';
import { overSizesText } from '../../../../src/answers/what-if/explanation/explanation-text.ts';
import { podYaml } from '../../../inputs/reading.ts';
import { runInProcess } from '../../../interfaces/cli/run-in-process.ts';

const pods = `${podYaml('x', '{ containers: [{ name: a, image: acme/web:1 }] }')}---\n${podYaml('y', '{ containers: [{ name: a, image: acme/other:1 }] }')}`;
const given = ['--image-size', 'acme/web:1=80MB', '--image-size', 'acme/other:1=300MB'];

interface Document {
  readonly path: { readonly tookMs: number; readonly links: readonly unknown[] };
  readonly others: readonly {
    readonly words: string;
    readonly earlierMs: number | null;
    readonly command: string;
    readonly earlierOverSizes?: { readonly minMs: number; readonly maxMs: number };
  }[];
  readonly sizes?: {
    readonly tookMs: { readonly min: number; readonly max: number } | null;
    readonly draws: number;
    readonly longest: readonly { readonly cause: string; readonly draws: number }[];
    readonly sentence: string;
  };
}

async function explained(...args: readonly string[]): Promise<Document> {
  const { stdout } = await runInProcess(['explain', '-', ...args, '-o', 'json'], { stdin: pods });
  return JSON.parse(stdout) as Document;
}

test('a path is looked at with other sizes: its range has the time of each draw', async () => {
  const { path, sizes } = await explained('--pod', 'y');
  expect(sizes).toMatchObject({ images: 2, draws: 5, notRunning: 0 });
  const times = [path.tookMs];
  for (const draw of ['1', '2', '3', '4'])
    times.push((await explained('--pod', 'y', '--size-draw', draw, '--path-only')).path.tookMs);
  expect(sizes?.tookMs).toEqual({ min: Math.min(...times), max: Math.max(...times) });
  expect(sizes?.longest.reduce((sum, { draws }) => sum + draws, 0)).toBe(5);
  expect(sizes?.sentence).toMatch(
    /^Sizes: over 5 draws of the sizes of 2 images that you did not give, it runs after \S+ s to .+; what takes longest /,
  );
  const { stdout } = await runInProcess(['explain', '-', '--pod', 'y'], { stdin: pods });
  expect(stdout.replace(/\s+/g, ' ')).toContain(sizes?.sentence);
});

test('of the greatest gains the range over the draws is told, each against the path of the same draw', async () => {
  const { others } = await explained('--pod', 'y');
  const withRanges = others.filter(({ earlierOverSizes }) => earlierOverSizes !== undefined);
  expect(withRanges.length).toBeGreaterThan(0);
  expect(withRanges.length).toBeLessThanOrEqual(3);
  const [first] = withRanges;
  const gains = [first?.earlierMs ?? 0];
  for (const draw of ['1', '2', '3', '4']) {
    const drawn = await explained('--pod', 'y', '--size-draw', draw);
    gains.push(drawn.others.find(({ words }) => words === first?.words)?.earlierMs ?? 0);
  }
  expect(first?.earlierOverSizes).toEqual({ minMs: Math.min(...gains), maxMs: Math.max(...gains) });
});

test('the time of all pods, and what follows a fix, are looked at with other sizes too', async () => {
  const fleet = await runInProcess(['explain', '-', '--fleet', '-o', 'json'], { stdin: pods });
  expect(JSON.parse(fleet.stdout).sizes).toMatchObject({ images: 2, draws: 5 });
  const args = ['explain', '-', '--fixed-at', '2m', '--broken', 'acme/web:1', '-o', 'json'];
  const fixed = await runInProcess(args, { stdin: pods });
  const { sizes, ways } = JSON.parse(fixed.stdout) as {
    readonly ways: readonly { readonly runs: { readonly worstMs: number } }[];
    readonly sizes: {
      readonly sentence: string;
      readonly ways: readonly { readonly worstMs: { min: number } }[];
    };
  };
  expect(sizes.ways).toHaveLength(3);
  for (const [index, way] of sizes.ways.entries())
    expect(way.worstMs.min).toBeLessThanOrEqual(ways[index]?.runs.worstMs ?? 0);
  expect(sizes.sentence).toMatch(
    /the last pod runs in .+ by waiting, .+ by deleting the pods, .+; the fastest is/,
  );
});

test('with given sizes nothing is said of them', async () => {
  const { sizes, others } = await explained('--pod', 'y', ...given);
  expect(sizes).toBeUndefined();
  expect(others.every(({ earlierOverSizes }) => earlierOverSizes === undefined)).toBe(true);
  const fleet = await runInProcess(['explain', '-', '--fleet', ...given, '-o', 'json'], { stdin: pods });
  expect(JSON.parse(fleet.stdout)).not.toHaveProperty('sizes');
});

test('a range of gains is written once if its ends read the same, and names both ways', () => {
  const one = { words: '', reached: 'running', tookMs: 0, earlierMs: 18_000, command: '' } as const;
  const text = (minMs: number, maxMs: number) =>
    overSizesText({ ...one, earlierOverSizes: { minMs, maxMs } });
  expect(text(18_000, 18_010)).toBe('');
  expect(text(5_000, 40_000)).toBe(' (5.0 s to 40 s earlier with other sizes)');
  expect(text(-5_000, 40_000)).toBe(' (5.0 s later to 40 s earlier with other sizes)');
  expect(text(-40_000, -5_000)).toBe(' (5.0 s to 40 s later with other sizes)');
  expect(overSizesText(one)).toBe('');
});
