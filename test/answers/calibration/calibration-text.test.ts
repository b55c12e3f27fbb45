import { expect, test } from 'vitest';
import type { Calibration } from '../../../src/answers/calibration/calibration.ts';
import { calibrationText } from '../../../src/answers/calibration/calibration-text.ts';
import type { Estimate } from '../../../src/answers/calibration/estimates/estimate.ts';
import { scenarioFragment } from '../../../src/answers/calibration/scenario-fragment.ts';

const estimate = (value: number | null, low: number, high: number | null, samples = 12): Estimate => ({
  value,
  low,
  high,
  samples,
  from: 'pulls',
});

const nothing: Calibration = {
  runtime: undefined,
  link: undefined,
  unpack: undefined,
  unpackAssumed: undefined,
  cpus: undefined,
  combined: undefined,
  registries: [],
  anyRegistry: undefined,
  images: [],
  pullsSeen: 0,
  pullsUsed: 0,
  thrownAway: [],
  notes: [],
  advice: [],
};

const full: Calibration = {
  ...nothing,
  runtime: 'containerd://2.4',
  link: estimate(100e6, 90e6, 120e6),
  unpack: estimate(40e6, 30e6, null, 1),
  combined: estimate(null, 25e6, null),
  registries: [
    {
      registry: 'a.test',
      roundTrip: estimate(20_000, 18_000, 22_000),
      connect: estimate(3_000, 2_000, 4_000),
      withConnect: false,
    },
    { registry: 'b.test', roundTrip: estimate(500, 400, 600), connect: undefined, withConnect: false },
  ],
  anyRegistry: estimate(7_000, 6_000, 9_000),
  images: [
    { name: 'a:1', bytes: 500 },
    { name: 'b:1', bytes: 700, layers: [700, 0] },
  ],
  pullsSeen: 20,
  pullsUsed: 15,
  thrownAway: [
    { reason: 'a failed pull', count: 4 },
    { reason: 'a pull of another node', count: 1 },
  ],
  notes: ['the first', 'the second'],
  advice: ['do this', 'do that'],
};

test('a row for each figure with its interval, half its width and what it rests on', () => {
  expect(calibrationText({ ...full, thrownAway: [], notes: [], advice: [] })).toBe(
    [
      '                   estimate  95% interval      width  from',
      'link               100MB/s   90MB/s – 120MB/s  ±15 %  12 pulls',
      'unpack (unpacked)  40MB/s    30MB/s or more    open   1 pull',
      'both together      ≥ 25MB/s  25MB/s or more    open   12 pulls',
      'round trip a.test  20ms      18ms – 22ms       ±10 %  12 pulls',
      'connect a.test     3ms       2ms – 4ms         ±33 %  12 pulls',
      'round trip b.test  500us     400us – 600us     ±20 %  12 pulls',
      'round trip         7ms       6ms – 9ms         ±21 %  12 pulls',
      '',
      'Pulls: 20 seen, 15 used',
      '',
    ].join('\n'),
  );
});

test('below it what was thrown away, notes, and what would make the figures surer', () => {
  expect(calibrationText(full).split('\n').slice(9)).toEqual([
    'Pulls: 20 seen, 15 used; thrown away or passed over:',
    '      4  a failed pull',
    '      1  a pull of another node',
    '',
    'Note: the first.',
    'Note: the second.',
    '',
    'Surer with:',
    '  - do this',
    '  - do that',
    '',
  ]);
});

test('what a histogram alone tells has no pulls; where there is nothing at all, that is said of them', () => {
  expect(calibrationText({ ...nothing, combined: full.combined })).not.toContain('Pulls:');
  expect(calibrationText({ ...nothing, combined: full.combined, thrownAway: full.thrownAway })).toContain(
    'Pulls: 0 seen, 0 used; thrown',
  );
  expect(calibrationText(nothing)).toBe('Nothing could be estimated.\n\nPulls: 0 seen, 0 used\n');
});

test('as a Scenario: each figure below its interval, images in a catalogue of their own', () => {
  expect(scenarioFragment(full, ['x.log', 'y.json'])).toBe(`# Made by windlass calibrate from x.log, y.json.
# the first
# the second
apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes:
  defaults:
    runtime: "containerd://2.4"
    # 90MB/s to 120MB/s (±15 %), from 12 pulls
    link: 100MB/s
    # what the disk writes and the processors take in cannot be told from the link, and is in it
    diskBandwidth: unlimited
    # cpus are not in these files: \`kubectl get nodes -o yaml\` shows them
    timings:
      # 30MB/s or more, from 1 pull
      unpack: 40MB/s
registries:
  "a.test":
    # 18ms to 22ms (±10 %), from 12 pulls
    roundTrip: 20ms
    # 2ms to 4ms (±33 %), from 12 pulls
    connect: 3ms
  "b.test":
    # 400us to 600us (±20 %), from 12 pulls
    roundTrip: 500us
  "*":
    # 6ms to 9ms (±21 %), from 12 pulls
    roundTrip: 7ms
    # opening a connection is in the round trip
    connect: 0s
    # what one connection brings is in the link
    perResponse: unlimited
---
# Compressed, as they were told; where only a size is known, its split into layers is assumed.
apiVersion: windlass.dev/v1alpha1
kind: ImageCatalog
images:
  - { name: "a:1", size: 500B }
  - { name: "b:1", layers: [{ size: 700B }, { size: 1B }] }
`);
});

test('as a Scenario: of what is not known there is no line, of a bound there is the bound', () => {
  const kind = '# Made by windlass calibrate from x.\napiVersion: windlass.dev/v1alpha1\nkind: Scenario\n';
  expect(scenarioFragment(nothing, ['x'])).toBe(kind);
  const bound = {
    registry: 'a',
    roundTrip: estimate(null, 5_000, null),
    connect: estimate(null, 1_000, null),
    withConnect: false,
  };
  expect(
    scenarioFragment({ ...nothing, unpack: estimate(null, 4e6, null), registries: [bound] }, ['x']),
  ).toBe(
    `${kind}nodes:
  defaults:
    timings:
      # not in these files: at least 4MB/s
      unpack: 4MB/s
registries:
  "a":
    # 5ms or more, from 12 pulls
    roundTrip: 5ms
    # 1ms or more, from 12 pulls
    connect: 1ms
`,
  );
});
