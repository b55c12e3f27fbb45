import { expect, test } from 'vitest';
import { calibrate } from '../../../src/answers/calibration/calibrate.ts';
import type { Calibration } from '../../../src/answers/calibration/calibration.ts';
import { calibrationText, microsText, rateText } from '../../../src/answers/calibration/calibration-text.ts';
import { scenarioFragment } from '../../../src/answers/calibration/scenario-fragment.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import { parseByteRate, parseDuration } from '../../../src/inputs/scenario/quantities.ts';
import { logOf } from './log-of.ts';
import { containerdLog } from './node-files.ts';
import { simulatedNode } from './simulated-node.ts';

const pod = {
  name: 'pods.yaml',
  text: 'apiVersion: v1\nkind: Pod\nmetadata: { name: p }\nspec: { containers: [{ name: c, image: "reg.test/app1:1" }] }\n',
};

const run = simulatedNode(2, { runtime: 'containerd://2.4', parallel: 1, images: 8 });
const full = calibrate({
  logs: [logOf(containerdLog(run.records, run.input, { level: 'debug' }))],
  events: [],
  histograms: [],
  runtime: 'containerd://2.4',
});

test('what it writes is taken by a run as it stands, without a warning', () => {
  const result = readInput(
    [pod, { name: 'node.yaml', text: scenarioFragment(full, ['containerd.log']) }],
    {},
  );
  expect(result.ok ? result.warnings : result.errors).toEqual([]);
  const input = result.ok ? result.input : undefined;
  const [node] = input?.nodes ?? [];
  expect((node?.linkBytesPerSecond ?? 0) / (full.link?.value ?? 1)).toBeCloseTo(1, 2);
  expect((node?.timings.unpackBytesPerSecond ?? 0) / (full.unpack?.value ?? 1)).toBeCloseTo(1, 2);
  expect(input?.registries['reg.test']?.roundTripMicros).toBeCloseTo(
    full.registries[0]?.roundTrip.value ?? 0,
    -2,
  );
  const image = run.input.images['reg.test/app1:1'];
  expect(input?.images['reg.test/app1:1']?.layers.map(({ bytes }) => bytes)).toEqual(
    image?.layers.map(({ bytes }) => bytes),
  );
});

test('nothing that is only assumed limits once more what the link has measured', () => {
  const hub = { ...pod, text: pod.text.replace('reg.test/app1:1', 'nginx:1.29') };
  const figures = (...files: readonly { readonly name: string; readonly text: string }[]) => {
    const result = readInput(files, { link: '400MB/s' });
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    const { nodes, registries } = result.input;
    return [
      nodes[0]?.intake?.limit,
      Object.values(registries).some(({ bytesPerSecondPerResponse }) => bytesPerSecondPerResponse !== null),
    ];
  };
  expect(figures(hub)).toEqual(['disk', true]);
  expect(figures(hub, { name: 'node.yaml', text: scenarioFragment(full, ['x']) })).toEqual([
    undefined,
    false,
  ]);
  const anyRegistry = full.registries[0]?.roundTrip;
  if (anyRegistry === undefined) throw new Error('no registry');
  expect(
    figures(hub, {
      name: 'node.yaml',
      text: scenarioFragment({ ...full, registries: [], anyRegistry }, ['x']),
    }),
  ).toEqual([undefined, false]);
});

test('names of files cannot end a comment', () => {
  const text = scenarioFragment({ ...full, images: [] }, ['a\nkind: Evil\u2028b\r\n']);
  expect(text.split(/[\n\r\u2028]/)[0]).toBe('# Made by windlass calibrate from a·kind: Evil·b··.');
  expect(text).not.toMatch(/^kind: Evil/m);
});

test('a figure of which only a bound is known is written as the bound, and said to be one', () => {
  const bound = { value: null, low: 128e6, high: null, samples: 3, from: 'pulls' };
  const calibration: Calibration = {
    ...full,
    link: bound,
    unpack: { ...bound, low: 40e6 },
    unpackAssumed: 110e6,
    registries: [],
    images: [],
  };
  const text = scenarioFragment(calibration, ['x']);
  expect(text).toContain('    # 128MB/s or more, from 3 pulls\n    link: 128MB/s\n');
  expect(text).toContain('      # not in these files: at least 40MB/s\n      unpack: 110MB/s\n');
  expect(calibrationText(calibration)).toMatch(/≥ 128MB\/s +128MB\/s or more +open /);
});

test('rates and durations are written so that a Scenario reads them back, within half a percent', () => {
  for (const value of [1, 999, 1_000, 19_640_000, 999_499, 999_600, 1e9, 12_345_678_901]) {
    expect(Math.abs((parseByteRate(rateText(value)) ?? 0) / value - 1)).toBeLessThan(0.006);
    expect(Math.abs((parseDuration(microsText(value)) ?? 0) / value - 1)).toBeLessThan(0.006);
  }
  expect([0, 850, 20_300, 1_234_567].map(microsText)).toEqual(['0us', '850us', '20.3ms', '1.23s']);
});

test('nothing to go by: no figures, and advice', () => {
  const nothing = calibrate({ logs: [], events: [], histograms: [] });
  expect(nothing.link).toBeUndefined();
  expect(calibrationText(nothing)).toMatch(/^Nothing could be estimated\.\n/);
  expect(nothing.advice.length).toBeGreaterThan(2);
});
