import { expect, test } from 'vitest';
import { calibrate } from '../../../src/answers/calibration/calibrate.ts';
import type { CalibrationSources } from '../../../src/answers/calibration/calibration.ts';
import { assumedTextRate } from '../../../src/answers/calibration/estimates/estimate-unpack.ts';
import type { ObservedPull } from '../../../src/answers/calibration/estimates/observed-pull.ts';
import { SkipCount } from '../../../src/answers/calibration/estimates/skip-count.ts';
import { selectRuntimeProfile } from '../../../src/rules/runtime/profiles/select-runtime-profile.ts';
import { logOf } from './log-of.ts';
import { at, called, failed, pulled, returned } from './log-texts.ts';
import { pull } from './observed-pull.ts';

const runtime = 'containerd://2.4';
const { profile } = selectRuntimeProfile(runtime);

function ofEvents(pulls: readonly ObservedPull[], more: Partial<CalibrationSources> = {}) {
  const skips = new SkipCount();
  skips.add('a message of an unknown form', 2);
  return calibrate({
    logs: [],
    events: [{ pulls, skips, events: pulls.length, errors: [] }],
    histograms: [],
    runtime,
    ...more,
  });
}

/**
 * An event's pull one after another, the n-th from 100 n on: 413 ms, 13 of them the question for the size,
 * and 10 MB/s.
 */
function onALine(n: number, megabytes: number, more: Partial<ObservedPull> = {}): ObservedPull {
  return pull(`r.test/a${n}:1`, 100 * n, 100 * n + 0.413 + megabytes / 10, {
    bytes: megabytes * 1e6,
    from: 'events',
    ...more,
  });
}
const line = [64, 2, 8, 1, 32, 4].map((megabytes, index) => onALine(index, megabytes));
/** The image was there, so there is nothing to fit. */
const atOnce = { durationMicros: 10 };
const textRate = (wireRate: number) => assumedTextRate(profile.unpackRates, wireRate);
const percentOff = (value: number | null | undefined, truth: number) =>
  100 * Math.abs((value ?? 0) / truth - 1);

test('sizes and durations: both together, the link that remains, a bound of unpacking, and the round trip', () => {
  const found = ofEvents(line);
  expect(percentOff(found.combined?.value, 10e6)).toBeLessThan(0.1);
  expect(percentOff(found.link?.value, 10e6)).toBeLessThan(10);
  // Half of the bytes as text, which is unpacked at 110 MB/s, half as what does not compress, at 450.
  expect(found.unpackAssumed).toBe(
    textRate(2 / (1.53 / profile.unpackRates.gzip + 1 / profile.unpackRates.stored)),
  );
  // Were unpacking slower than the pulls themselves, they would have taken longer.
  expect(found.unpack).toMatchObject({ value: null, high: null, samples: 6, from: 'pulls' });
  expect(found.unpack?.low).toBeGreaterThan(0.8 * textRate(10e6));
  expect(found.unpack?.low).toBeLessThan(textRate(10e6));
  // 400 ms beside the bytes: 25 of the runtime's own, four round trips, the last layer's unpacking; or eight,
  // with a token.
  const round = found.anyRegistry;
  expect(round?.value).toBeGreaterThan(70_000);
  expect(round?.value).toBeLessThan((400_000 - 25_200) / 4);
  expect(round?.low).toBeGreaterThan(25_000);
  expect(round?.low).toBeLessThan((400_000 - 25_200) / 8);
  expect(round?.high).toBeGreaterThan(90_000);
  expect(round?.high).toBeLessThan(400_000 / 4);
  expect(round).toMatchObject({ samples: 6, from: 'pulls' });
  expect(found).toMatchObject({
    pullsSeen: 6,
    pullsUsed: 6,
    thrownAway: [{ reason: 'a message of an unknown form', count: 2 }],
  });
});

test('five pulls tell no round trip', () => {
  expect(ofEvents(line.slice(0, 5)).anyRegistry).toBeUndefined();
});

test('nor do pulls of one size, of which that is said', () => {
  const { anyRegistry, notes } = ofEvents(Array.from({ length: 6 }, (_, n) => onALine(n, 64)));
  expect(anyRegistry).toBeUndefined();
  expect(notes.some((note) => note.includes('too much of one size'))).toBe(true);
});

test('the round trip that a registry has told is believed', () => {
  const present = onALine(9, 0, { endMicros: 950e6, durationMicros: 30_000, bytes: 1 });
  const { anyRegistry, registries, pullsSeen, pullsUsed, advice } = ofEvents([...line, present]);
  expect(anyRegistry).toBeUndefined();
  expect(registries.map(({ registry }) => registry)).toEqual(['r.test']);
  expect({ pullsSeen, pullsUsed }).toEqual({ pullsSeen: 7, pullsUsed: 7 });
  expect(advice).toContain('collect more pulls: 12 or more of different sizes; so far 6');
});

test('a pull that failed or has no size takes those beside it along, one of an image that was there does not', () => {
  const beside = (n: number, more: Partial<ObservedPull>) =>
    onALine(n, 1, { image: 'x', reference: 'x', bytes: undefined, ...more });
  const { pullsSeen, pullsUsed, thrownAway } = ofEvents([
    ...line.slice(0, 3),
    beside(0, { outcome: 'failed' }),
    beside(1, {}),
    beside(2, atOnce),
    beside(10, { outcome: 'failed' }),
    beside(11, { outcome: 'failed' }),
  ]);
  expect({ pullsSeen, pullsUsed }).toEqual({ pullsSeen: 8, pullsUsed: 2 });
  expect(thrownAway.map(({ reason, count }) => `${count} ${reason}`)).toEqual([
    '3 a failed pull',
    '2 a message of an unknown form',
    '2 a pull beside one that failed or has no size',
    '1 a pull without a known size',
  ]);
});

test('of one node: its pulls, and those that name none', () => {
  const pulls = [undefined, 'n', 'm', undefined, 'm', 'n', 'n'].map((node, n) =>
    onALine(n, 1, { ...atOnce, node }),
  );
  const { pullsSeen, thrownAway } = ofEvents(pulls, { node: 'n' });
  expect(pullsSeen).toBe(5);
  expect(thrownAway).toContainEqual({ reason: 'a pull of another node', count: 2 });
  expect(ofEvents(pulls).pullsSeen).toBe(7);
  expect(ofEvents(pulls.slice(0, 2), { node: 'n' }).thrownAway).toHaveLength(1);
});

test('images by name, with the size that was told last; none of a pull without a size', () => {
  const sizes = [
    onALine(2, 2, atOnce),
    onALine(1, 1, atOnce),
    onALine(0, 3, { ...atOnce, bytes: undefined }),
    onALine(4, 4, { ...atOnce, bytes: 0 }),
    pull('r.test/a1:1', 900, 901, { ...atOnce, bytes: 7 }),
  ];
  expect(ofEvents(sizes).images).toEqual([
    { name: 'r.test/a1:1', bytes: 7 },
    { name: 'r.test/a2:1', bytes: 2e6 },
  ]);
  const many = Array.from({ length: 2_001 }, (_, n) => onALine(n, 1, atOnce));
  expect(ofEvents(many).images).toHaveLength(2_000);
});

test('the runtime is what somebody says, else what a log says', () => {
  const started = logOf(`time="${at(0)}" level=info msg="starting containerd" revision=x version=v1.7.27`);
  const runtimeOf = (sources: Partial<CalibrationSources>) =>
    calibrate({ logs: [], events: [], histograms: [], ...sources }).runtime;
  expect(runtimeOf({})).toBeUndefined();
  expect(runtimeOf({ logs: [logOf(''), started] })).toBe('containerd://1.7.27');
  expect(runtimeOf({ logs: [started], runtime: '1.6' })).toBe('containerd://1.6');
  expect(runtimeOf({ logs: [started], runtime: 'containerd://2.0' })).toBe('containerd://2.0');
});

test('a log of pulls, layers and requests gives link, unpacking and round trip their own figures', () => {
  const url = (image: string, of: string) => `url="https://r.test/v2/${image}/${of}"`;
  const pullOf = (image: string, second: number, bytes: number) => [
    called(`r.test/${image}:1`, second),
    `time="${at(second + 0.1)}" level=debug msg="do request" request.method=HEAD ${url(image, 'manifests/1')}`,
    `time="${at(second + 0.13)}" level=debug msg="fetch response received" response.status="200 OK" ${url(image, 'manifests/1')}`,
    `time="${at(second + 9)}" level=debug msg="diff applied" d=${bytes / 40}us digest="sha256:5" media=application/vnd.oci.image.layer.v1.tar+gzip size=${bytes}`,
    pulled(`r.test/${image}:1`, bytes, '9.2s', second + 9.2),
    returned(`r.test/${image}:1`, second + 9.2),
  ];
  const lines = [
    ...pullOf('b', 0, 80e6),
    ...pullOf('a', 100, 90e6),
    called('r.test/c:1', 200),
    failed('r.test/c:1', 201),
    called('d:1', 300),
  ];
  const found = calibrate({ logs: [logOf(lines.join('\n'))], events: [], histograms: [], runtime });
  expect(found.registries).toMatchObject([{ registry: 'r.test', roundTrip: { value: 30_000 } }]);
  expect(percentOff(found.unpack?.value, textRate(40e6))).toBeLessThan(1);
  expect(found.unpackAssumed).toBeUndefined();
  // A layer is unpacked once it is there, so the link had what unpacking leaves of the time.
  expect(found.link?.value).toBeGreaterThan(found.combined?.value ?? Infinity);
  expect(found.images).toEqual([
    { name: 'r.test/a:1', bytes: 90e6, layers: [90e6] },
    { name: 'r.test/b:1', bytes: 80e6, layers: [80e6] },
  ]);
  expect(found.thrownAway.map(({ reason }) => reason)).toEqual([
    'a failed pull',
    'a pull without an end in the file',
  ]);
});

test('metrics alone are an order of magnitude without an end; beside pulls they are left', () => {
  const histograms = [{ sizeClass: '100MB-500MB', count: 4, seconds: 80 }];
  const alone = calibrate({ logs: [], events: [], histograms });
  expect(alone.link).toEqual({ ...alone.combined, high: null });
  expect(alone.combined?.high).toBeGreaterThan(alone.combined?.low ?? Infinity);
  expect(alone).toMatchObject({
    unpack: undefined,
    unpackAssumed: undefined,
    anyRegistry: undefined,
    pullsUsed: 0,
  });
  expect(ofEvents(line.slice(0, 2), { histograms }).combined?.from).toBe('pulls');
});
