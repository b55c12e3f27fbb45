import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareTraces } from '../../src/proof/conformance/compare-traces.ts';
import type { ConformanceTrace } from '../../src/proof/conformance/imagemanager/conformance-trace.ts';
import { imageManagerKind } from '../../src/proof/conformance/imagemanager/image-manager-kind.ts';
import { randomScript } from '../../src/proof/conformance/imagemanager/random-script.ts';
import type { Script } from '../../src/proof/conformance/imagemanager/script.ts';
import { pathScripts } from '../../src/proof/model-testing/path-scripts.ts';
import type { Profile } from '../../src/rules/kubelet/profile.ts';
import { v1_27, v1_31, v1_36 } from '../../src/rules/kubelet/profiles/profiles.ts';
import { root } from '../tidy/sources.ts';
import {
  differs,
  type ExpectedScript,
  expectations,
  huntMutant,
  shows,
  shrunkScript,
} from './hunt-mutant.ts';
import { mutantsTable } from './mutants-table.ts';
import { mutations, mutationsOf, switches } from './mutations.mjs';
import { runScript } from './run-script.mjs';

const profiles = [v1_36, v1_31, v1_27];
const known = new Map<Profile, readonly ExpectedScript[]>();
const asked = process.env.WINDLASS_MUTANTS;
// What makes v1.36 panic is not among the mutations' rules.
const scripts = randomScript({ panics: false });
const larger = [
  'slots-unlimited-above-five',
  'back-off-keys-evicted',
  'back-off-wrong-after-six',
  'back-off-lost-after-an-hour',
  'back-off-lost-after-a-day',
  'back-off-kept-an-hour',
  'back-off-kept-a-day',
  'back-off-expires-at-maximum',
  'back-off-hours-as-minutes',
  'hours-told-as-minutes',
];

describe.skipIf(asked !== undefined)('the second image manager of test/sut', () => {
  // Recorded from the kubelet's own code: test/proof/conformance/README.md. The panic of v1.36.3 is not written
  // down again here.
  test.each(profiles)('agrees with the recorded traces of $version', ({ release, version }) => {
    const recorded = recordedLines<ConformanceTrace>(`v${version}/basic.ndjson.gz`);
    const differing = recordedLines<Script>('basic.ndjson.gz').flatMap((script, index) => {
      const expected = recorded[index];
      return expected !== undefined &&
        compareTraces(expected, runScript(script, { release }), imageManagerKind).divergence === undefined
        ? []
        : [script.name];
    });
    expect(differing).toEqual(release === '1.36' ? ['gate-on-max-parallel-64'] : []);
  });

  // Written without a look at the machines, it is also an oracle for the machines.
  test.each(profiles)('agrees with the simulated kubelet on the path scripts of $release', (profile) => {
    const all = pathsOf(profile);
    const differing = all.filter((one) => differs(one, profile));
    expect(all.length).toBeGreaterThan(10);
    expect(differing.map(({ script }) => script.name)).toEqual([]);
  });

  test.each(profiles)('agrees with the simulated kubelet on random scripts of $release', (profile) => {
    fc.assert(
      fc.property(scripts, (script) => {
        const [one] = expectations([script], profile);
        expect(one !== undefined && differs(one, profile)).toBe(false);
      }),
    );
  });

  test('speaks the protocol on stdin and stdout', () => {
    const [first, second] = fc.sample(scripts, { seed: 3, numRuns: 2 });
    const input = [first, second].map((script) => `${JSON.stringify(script)}\n`).join('');
    const { stdout, status } = runProcess(['--release', '1.31', '--mutation', 'back-off-not-capped'], input);
    expect(status).toBe(0);
    const traces = [first, second].map((script) =>
      runScript(script as Script, { release: '1.31', mutation: 'back-off-not-capped' }),
    );
    expect(stdout).toBe(traces.map((trace) => `${JSON.stringify(trace)}\n`).join(''));
  });

  test('lists its mutations, and refuses one that it has not', () => {
    const { stdout, status } = runProcess(['--list'], '');
    expect(status).toBe(0);
    expect(stdout.split('\n').filter((line) => line !== '')).toHaveLength(Object.keys(switches).length);
    expect(runProcess(['--mutation', 'no-such-bug'], '')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--list'),
    });
  });
});

describe.skipIf(asked !== undefined)('a mutated image manager', () => {
  test.each(mutationsOf('1.36').filter((mutation) => !larger.includes(mutation)))(
    'with %s is caught by the path scripts',
    (mutation) => {
      expect(pathsOf(v1_36).some((one) => differs(one, v1_36, mutation))).toBe(true);
    },
  );

  // What no path of a small model shows: many keys and pulls, many failures in a row, long times, the edge of
  // a rule.
  test('of a size or an age that paths do not reach is caught by the random scripts of every seed, as many as windlass test runs', () => {
    const missed = [1, 2].flatMap((seed) => {
      const random = expectations(fc.sample(scripts, { seed, numRuns: 200 }), v1_36);
      return larger
        .filter(
          (mutation) =>
            !random.some((one) => shows(one.script, v1_36, mutation) && differs(one, v1_36, mutation)),
        )
        .map((mutation) => `${mutation}, seed ${seed}`);
    });
    expect(missed).toEqual([]);
  });

  test('is caught by random scripts too, and the script that shows it is made small', () => {
    // A key without the pod takes two calls to show: one fails, and one of another pod comes in its window.
    const mutation = 'back-off-key-without-pod';
    const random = expectations(fc.sample(scripts, { seed: 1, numRuns: 30 }), v1_36);
    const run = random.findIndex((one) => differs(one, v1_36, mutation));
    expect(run).toBeGreaterThanOrEqual(0);
    const { calls } = shrunkScript(mutation, v1_36, scripts, { seed: 1, run });
    expect(calls).toHaveLength(2);
    expect(new Set(calls.map(({ pod }) => pod.uid)).size).toBe(2);
  });

  test('is not caught where a release has nothing to mutate', () => {
    const without = Object.keys(mutations).filter((name) => !mutationsOf('1.27').includes(name));
    expect(without.length).toBeGreaterThan(0);
    for (const mutation of without)
      expect(pathsOf(v1_27).filter((one) => differs(one, v1_27, mutation))).toEqual([]);
  });
});

// `npm run mutants`: every mutant must be in the table with something that caught it. Not there at all
// otherwise, so that it counts as no skipped test.
if (asked !== undefined) {
  test('table of mutants', () => {
    const profile = profiles.find(({ release }) => release === asked);
    if (profile === undefined)
      throw new Error(`no release ${asked}: ${profiles.map(({ release }) => release).join(', ')}`);
    const seed = Number(process.env.WINDLASS_TEST_SEED ?? 1);
    const runs = Number(process.env.WINDLASS_TEST_RUNS ?? 500);
    const rows = hunted(profile, seed, runs);
    process.stdout.write(`${mutantsTable(rows, { release: profile.release, seed, runs })}\n`);
    expect(
      rows.filter(({ caught }) => caught.pathScripts === undefined && caught.randomScripts === undefined),
    ).toEqual([]);
  });
}

/** The path scripts of the release with the simulator's traces; made once. */
function pathsOf(profile: Profile): readonly ExpectedScript[] {
  const made = known.get(profile);
  if (made !== undefined) return made;
  const scripts = pathScripts(profile, 'all-transitions').map(({ script }) => script);
  const paths = expectations(scripts, profile);
  known.set(profile, paths);
  return paths;
}

function hunted(profile: Profile, seed: number, runs: number) {
  const random = expectations(fc.sample(scripts, { seed, numRuns: runs }), profile);
  const hunt = { profile, paths: pathsOf(profile), random };
  return mutationsOf(profile.release).map((mutation) => {
    const caught = huntMutant(mutation, hunt);
    const run = caught.randomScripts === undefined ? undefined : caught.randomScripts - 1;
    return {
      caught,
      shrunkCalls:
        run === undefined ? undefined : shrunkScript(mutation, profile, scripts, { seed, run }).calls.length,
    };
  });
}

function recordedLines<T>(file: string): readonly T[] {
  const text = gunzipSync(readFileSync(join(root, 'test/proof/conformance', file))).toString('utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

function runProcess(args: readonly string[], input: string) {
  return spawnSync(process.execPath, [join(root, 'test/sut/main.mjs'), ...args], { input, encoding: 'utf8' });
}
