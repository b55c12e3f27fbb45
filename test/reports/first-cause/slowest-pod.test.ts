import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readInput } from '../../../src/inputs/read-input.ts';
import { slowestRow } from '../../../src/reports/first-cause/slowest-pod.ts';
import { runView } from '../../../src/reports/run-view/run-view.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { root } from '../../tidy/sources.ts';

const rowOf = (arrivedMs: number, runningAtMs?: number, isPrePull = false) => ({
  arrivedMs,
  isPrePull,
  container: runningAtMs === undefined ? {} : { runningAtMs },
});

test('the slowest pod is the one that took longest from its arrival, not the one that ran last', () => {
  expect(slowestRow([rowOf(0, 50), rowOf(80, 100)], 100)).toBe(0);
});

test('a pod that never ran has taken until the end; an image that is pulled ahead is no pod', () => {
  const ahead = rowOf(0, undefined, true);
  expect(slowestRow([rowOf(0, 50), rowOf(40), ahead], 100)).toBe(1);
  expect(slowestRow([ahead], 100)).toBeUndefined();
});

test('what held the slowest pod is its own cause, which the first one of all pods need not be', () => {
  const name = 'examples/slow-disk-fast-link/manifests.yaml';
  const read = readInput([{ name, text: readFileSync(join(root, name), 'utf8') }], {});
  if (!read.ok) throw new Error(read.errors[0]?.message);
  const { causes, slowest, rows } = runView(simulate(read.input, {}).records);
  expect(causes[0]?.words).toBe('unpacking');
  expect(rows[slowest?.row ?? 0]?.pod?.name).toBe('native');
  expect(slowest?.cause?.words).toBe('work of the runtime');
  const { tookMs = 0, cause } = slowest ?? {};
  expect(cause?.heldMs).toBeGreaterThan(tookMs / 2);
  expect(cause?.heldMs).toBeLessThan(tookMs);
});
