import { expect, test } from 'vitest';
import type { CalibrationSources } from '../../../src/answers/calibration/calibration.ts';
import { SkipCount } from '../../../src/answers/calibration/estimates/skip-count.ts';
import { ContainerdLog } from '../../../src/answers/calibration/evidence/containerd-log.ts';
import type { CalibrationFacts } from '../../../src/answers/calibration/notes.ts';
import { adviceFor, notesFor } from '../../../src/answers/calibration/notes.ts';
import { pull } from './observed-pull.ts';

const estimate = { value: 100e6, low: 90e6, high: 120e6, samples: 12, from: 'pulls' };
const registry = { registry: 'r.test', roundTrip: estimate, connect: undefined, withConnect: false };
const log = new ContainerdLog('f');
const eventsOf = (...nodes: readonly string[]) => ({
  pulls: nodes.map((node) => pull('a', 0, 1, { node })),
  skips: new SkipCount(),
  events: nodes.length,
  errors: [],
});
const histogram = { sizeClass: '100MB-500MB', count: 1, seconds: 1 };
const sources: CalibrationSources = { logs: [log], events: [], histograms: [] };

/** Of which there is nothing to be said. */
const sure: CalibrationFacts = {
  runtime: 'containerd://2.4',
  link: estimate,
  unpack: estimate,
  unpackAssumed: undefined,
  cpus: undefined,
  combined: estimate,
  registries: [registry],
  anyRegistry: undefined,
  images: [],
  pullsSeen: 20,
  pullsUsed: 14,
  thrownAway: [],
  presentCount: 2,
  fixedIsFound: true,
  largestBytes: 200e6,
  groups: 12,
  sampled: 12,
  rejected: undefined,
  heldUp: 0,
  sources,
};

/** The first words of each. */
const notes = (facts: Partial<CalibrationFacts>) =>
  notesFor({ ...sure, ...facts }).map((note) => note.split(' ').slice(0, 5).join(' '));
const advice = (facts: Partial<CalibrationFacts>) =>
  adviceFor({ ...sure, ...facts }).map((one) => one.split(' ').slice(0, 4).join(' '));

test('figures that are sure need no note and no advice', () => {
  expect(notesFor(sure)).toEqual([]);
  expect(adviceFor(sure)).toEqual([]);
});

test('unpacking that is taken for granted is named with its rate', () => {
  const [note] = notesFor({ ...sure, unpackAssumed: 110e6 });
  expect(note).toContain('the link is what remains if unpacking runs at 110MB/s');
  expect(notes({ unpackAssumed: 110e6, link: undefined })).toEqual([]);
});

test.each([
  ['a link of which only a bound is known', { link: { ...estimate, value: null } }, 'the link is so fast'],
  ['metrics alone', { pullsUsed: 0, link: undefined }, 'the metrics know classes of'],
  [
    'metrics beside other files',
    { sources: { ...sources, histograms: [histogram] } },
    'the metrics were read but',
  ],
  ['a fixed part that was put in', { fixedIsFound: false }, 'the pulls are too few,'],
  [
    'a registry of which one of two knows no connection',
    { registries: [registry, { ...registry, withConnect: true }] },
    'a round trip from pulls',
  ],
  ['a round trip of all registries', { anyRegistry: estimate }, 'the round trip is what'],
  [
    'a link that none is',
    { link: undefined, rejected: { value: 239_000, low: 200_000 } },
    'no link is given: these',
  ],
  ['pulls that only unpack', { heldUp: 3 }, '3 pulls say nothing about'],
  ['more pulls than the fit takes', { groups: 400, sampled: 300 }, 'of 400 pulls 300 were'],
  [
    'events of two nodes',
    { sources: { ...sources, events: [eventsOf('n', 'm'), eventsOf('n')] } },
    'events of 2 nodes are',
  ],
])('a note on %s', (_, facts, expected) => {
  expect(notes(facts)).toEqual([expected]);
});

test.each([
  ['nothing was found at all', { pullsUsed: 0, combined: undefined, link: undefined, fixedIsFound: false }],
  ['no pull was used, so nothing was put in', { pullsUsed: 0, combined: undefined, fixedIsFound: false }],
  [
    'events are of one node, or of the one that was asked for',
    { sources: { ...sources, events: [eventsOf('n', 'n')] } },
  ],
  ['a node was picked', { sources: { ...sources, events: [eventsOf('n', 'm')], node: 'n' } }],
])('no note where %s', (_, facts) => {
  expect(notes(facts)).toEqual([]);
});

test('of metrics that stand alone it is not said as well that they were not used', () => {
  const facts = { pullsUsed: 0, link: undefined, sources: { ...sources, histograms: [histogram] } };
  expect(notes(facts)).toEqual(['the metrics know classes of']);
  expect(notes({ ...facts, combined: undefined })).toEqual(['the metrics were read but']);
});

test.each([
  ['no log', { sources: { ...sources, logs: [], events: [eventsOf('n')] } }, ['add the log of']],
  ['unpacking is taken for granted', { unpackAssumed: 1e6 }, ['set [debug] level =']],
  ['no link', { link: undefined }, ['set [debug] level =']],
  ['the largest image has less than 200 MB', { largestBytes: 200e6 - 1 }, ['pull one image of']],
  ['fewer than twelve pulls moved anything', { presentCount: 3 }, ['collect more pulls: 12']],
  ['metrics alone', { sources: { ...sources, logs: [] }, pullsUsed: 0 }, ['add the log of']],
  ['no registry', { registries: [] }, ['pull an image twice']],
])('advice where there is: %s', (_, facts, expected) => {
  expect(advice(facts)).toEqual(expected);
});

test('how many pulls there were so far is said', () => {
  expect(adviceFor({ ...sure, presentCount: 9 })).toEqual([
    'collect more pulls: 12 or more of different sizes; so far 5',
  ]);
});
