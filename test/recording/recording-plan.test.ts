import { expect, test } from 'vitest';
import { recordingPlan } from '../../tools/recording/recording-plan.ts';
import { experiments, recordedFile, recordedRun } from '../validation/recorded-file.ts';

const runs = experiments.flatMap(recordedFile);

function variantNames(version: string): Set<string> {
  return new Set(recordingPlan(runs, version).map(({ name }) => name.replace(/\/\d+$/, '')));
}

test('1.7 makes the runs of 1.6.20 again, and what goes wrong on the paths of 2.x', () => {
  const names = variantNames('1.7.35');
  expect([...names].filter((name) => !/\/c17-/.test(name))).toEqual([]);
  expect(names.has('e1-order/c17-eq8-n3')).toBe(true);
  const stall = recordingPlan(runs, '1.7.35').find(({ name }) => name === 'e6-stall/c17-hang-head-t6/1');
  expect(stall?.source.header.run).toBe('e6-stall/c2-hang-head-t6/1');
  expect(stall?.config).toMatchObject({ runtime: '1.7.35', path: 'local', progressTimeout: '6s' });
  expect(stall?.config).not.toHaveProperty('maxConcurrentUnpacks');
});

test('what a release cannot do is left out', () => {
  expect(variantNames('1.6.20')).not.toContain('e6-stall/c16-stall-t10');
  expect(variantNames('1.7.35')).toContain('e6-stall/c17-stall-t10');
  expect(variantNames('1.7.35')).not.toContain('e1-order/c17-desc6-chunk1MiB');
  const parallel = runs.filter(({ header }) => (header.config.maxConcurrentUnpacks ?? 1) > 1);
  const random = parallel.map((run) => ({
    ...run,
    header: { ...run.header, images: recordedRun('e1-order/c2-eq8-n3/1').header.images },
  }));
  expect(recordingPlan(random, '2.1.9')).toEqual([]);
  expect(recordingPlan(random, '2.2.0')).not.toEqual([]);
});

test('2.1 takes both paths, which the names tell apart', () => {
  const names = variantNames('2.1.9');
  expect(names).toContain('e3-shared/c21-AB-at0');
  expect(names).toContain('e3-shared/c21local-AB-at0');
  expect([...names].some((name) => name.includes('/c1'))).toBe(false);
});

test('layers of text or of many files are not served, so their runs are left out', () => {
  expect([...variantNames('1.7.35')].filter((name) => /txt|text|files/.test(name))).toEqual([]);
});

test('repetitions begin with the recorded ones, each with its own calls', () => {
  const gaps = recordingPlan(runs, '2.1.9', 4).filter(({ name }) => name.startsWith('e6-retry/c21-gap12/'));
  expect(gaps.map(({ name }) => name.at(-1))).toEqual(['1', '2', '3', '4']);
  expect(gaps.map(({ source }) => source.repetition)).toEqual([1, 2, 3, 1]);
  expect(gaps[0]?.calls.map(({ pull, after }) => [pull, after])).toEqual([
    ['p0', undefined],
    ["p0'", 'p0'],
  ]);
});

test('a version that is none is refused', () => {
  expect(() => recordingPlan(runs, 'main')).toThrow('main is no version of containerd');
});

test('layers that are not compressed are served as they are', () => {
  expect(variantNames('1.7.35')).toContain('e2-unpack/c17-raw4-fast');
});
