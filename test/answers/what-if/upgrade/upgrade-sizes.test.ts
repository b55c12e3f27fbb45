import { expect, test } from 'vitest';
import type { UpgradeRun } from '../../../../src/answers/what-if/upgrade/upgrade-run.ts';
import { upgradeSizes } from '../../../../src/answers/what-if/upgrade/upgrade-sizes.ts';
import type { SimulationInput } from '../../../../src/run/simulation-input.ts';
import { accepted, podYaml } from '../../../inputs/reading.ts';
import { runInProcess } from '../../../interfaces/cli/run-in-process.ts';
import { toldOf } from '../told-runs.ts';

const pods = podYaml('x', '{ containers: [{ name: a, image: acme/web:1 }] }');
const before = accepted(pods, { kubeletVersion: '1.32' });
const after = accepted(pods, { kubeletVersion: '1.33' });
const bytesOf = ({ images }: SimulationInput) =>
  Object.values(images)
    .flatMap(({ layers }) => layers)
    .reduce((sum, { bytes }) => sum + bytes, 0);
const middle = bytesOf(before.input);

/** A run in which the pull of the image fails if `fails` says so. */
function runOf(fails: boolean, ms: number): UpgradeRun {
  const fate = { asked: 1, failed: fails ? 1 : 0, got: !fails, verified: false };
  const one = { pod: 'default/x', container: 'a', node: 'node-1', image: 'acme/web:1', fate };
  return {
    fates: new Map([['default/x/a', one]]),
    texts: { wordings: new Map() },
    told: toldOf(ms),
  } as unknown as UpgradeRun;
}

const isAfter = (input: SimulationInput) => input.nodes[0]?.kubeletVersion.includes('1.33') === true;

test('an image that is treated otherwise with some sizes only is named, and a default that moves something then', async () => {
  const run = async (input: SimulationInput) => {
    const isLarge = bytesOf(input) > middle;
    return runOf(isAfter(input) && isLarge, isLarge && input.seed === 9 ? 2 : 1);
  };
  const sized = { ...after, input: { ...after.input, seed: 9 } };
  const defaults = [{ field: 'x', isBefore: false, sized, moves: 'nothing' }];
  const told = await upgradeSizes({ before, after, endMs: 1_000, pulls: [], defaults }, run);
  const draws = told?.pulls[0]?.draws ?? 0;
  expect(draws).toBeGreaterThan(0);
  expect(draws).toBeLessThan(5);
  expect(told).toMatchObject({
    images: 1,
    draws: 5,
    pulls: [{ pod: 'default/x', container: 'a', changes: ['fails'], draws }],
    defaults: [{ field: 'x', draws }],
  });
  expect(told?.sentence).toBe(
    `Sizes: over 5 draws of the size of 1 image that you did not give, 1 image is treated otherwise only with some: default/x/a in ${draws} of 5; 1 default moves something only with some: x in ${draws} of 5.`,
  );
});

test('what is so with all sizes is said in short', async () => {
  const run = async (input: SimulationInput) => runOf(isAfter(input), 1);
  const pulls = [
    {
      pod: 'default/x',
      container: 'a',
      node: 'node-1',
      image: 'acme/web:1',
      changes: ['fails'] as const,
      before: null,
      after: null,
    },
  ];
  const told = await upgradeSizes({ before, after, endMs: 1_000, pulls, defaults: [] }, run);
  expect(told).toMatchObject({ pulls: [], defaults: [] });
  expect(told?.sentence).toMatch(
    /the same images are treated otherwise, and the same defaults move something\.$/,
  );
});

test('the command prints it, and with given sizes nothing is said', async () => {
  const args = ['upgrade', '-', '--from', '1.32', '--to', '1.33', '--seeds', '2', '-o', 'json'];
  const { stdout } = await runInProcess(args, { stdin: pods });
  const { sizes, sentences } = JSON.parse(stdout) as { sizes: { sentence: string }; sentences: string[] };
  expect(sentences).toContain(sizes.sentence);
  const given = await runInProcess([...args, '--image-size', 'acme/web:1=80MB'], { stdin: pods });
  expect(JSON.parse(given.stdout)).not.toHaveProperty('sizes');
});
