import { expect, test } from 'vitest';
import { isPulling } from '../../src/report/phases/container-phases.ts';
import { containerPhases } from '../../src/report/phases/pod-phases.ts';
import { mean } from '../../tools/published/readings.ts';
import { publishedInput, traceOf } from './published-run.ts';

const input = publishedInput('slacker-pull-share.yaml');

/** Of each application's start, the share that goes into the pull. */
async function shares(timings = ''): Promise<number[]> {
  const containers = containerPhases(await traceOf(input.replace('timings: {', `timings: { ${timings}`)));
  return containers.map(({ phases, runningAtMs = Number.NaN }) => {
    const pulling = phases.filter(({ phase }) => isPulling(phase));
    return pulling.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0) / runningAtMs;
  });
}

// Harter et al., "Slacker", FAST'16, abstract: 76 % of the time that it takes to start a container goes into the pull
test('with the unpack rate that was measured 70 to 80 % of a start is the pull', async () => {
  const measured = await shares();
  expect(measured).toHaveLength(57);
  expect(mean(measured)).toBeGreaterThan(0.7);
  expect(mean(measured)).toBeLessThan(0.8);
});

// Not met: with the 30 MB/s of compressed bytes that the plan assumes (78 MB/s unpacked) 117 MB take 3.9 s to unpack, which alone is
// 80 % of such a start; the share is 81 %, a point too many.
test('with the slower unpacking of 2018 it is a point above that', async () => {
  const slower = mean(await shares('unpack: 78MB/s, '));
  expect(slower).toBeGreaterThan(0.79);
  expect(slower).toBeLessThan(0.83);
});
