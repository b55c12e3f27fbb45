import { expect, it } from 'vitest';
import type { Entry } from '../../../../src/proof/conformance/imagemanager/conformance-trace.ts';
import { properties } from '../../../../src/proof/model-testing/properties/properties.ts';
import { v1_31 } from '../../../../src/rules/kubelet/profiles/profiles.ts';
import { brokenBy, call, scriptOf, traced } from '../judged-script.ts';

// Upstream: pkg/kubelet/images/image_manager.go, puller.go and helpers.go,
// client-go/util/flowcontrol/backoff.go (v1.36.3).

const at = (entry: Entry, moved: number): Entry => ({ ...entry, at: moved });
const of = (id: string) => (entry: Entry) => 'call' in entry && entry.call === id;

it('names each property once, with a sentence', () => {
  expect(new Set(properties.map(({ name }) => name)).size).toBe(properties.length);
  for (const { name, says } of properties) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(says).toMatch(/^[A-Z].*\.$/);
  }
});

it('one-result-per-call: finds a call that never returns, returns twice, panics, or goes on after', () => {
  const script = scriptOf([call(0, 'a')]);
  const isResult = (entry: Entry) => entry.type === 'result';
  expect(brokenBy(script, traced(script))).toEqual({});
  const messageOf = (change: Parameters<typeof traced>[1]) =>
    brokenBy(script, traced(script, change))['one-result-per-call'];
  expect(messageOf((entry) => (isResult(entry) ? undefined : entry))).toBe('never returns');
  expect(messageOf((entry) => (isResult(entry) ? [entry, entry] : entry))).toBe('returns 2 times');
  expect(
    messageOf((entry) => (isResult(entry) ? { at: 1, call: 'a', type: 'panic', message: 'boom' } : entry)),
  ).toBe('panics: boom');
  expect(
    messageOf((entry) =>
      isResult(entry) ? [entry, { at: 1_000, call: 'a', type: 'pulling', state: 'finished' }] : entry,
    ),
  ).toBe('pulling after its result');
  expect(messageOf((entry) => (isResult(entry) ? [entry, { ...entry, call: 'b' } as Entry] : entry))).toBe(
    'the script has no such call',
  );
});

it('one-pull-per-call: finds two pulls, one without the event, and a result before the answer', () => {
  const script = scriptOf([call(0, 'a')]);
  const isPull = (entry: Entry) => entry.type === 'runtime' && entry.op === 'PullImage';
  const messageOf = (change: Parameters<typeof traced>[1]) =>
    brokenBy(script, traced(script, change))['one-pull-per-call'];
  expect(messageOf((entry) => (isPull(entry) ? [entry, entry] : entry))).toBe('calls PullImage 2 times');
  expect(
    messageOf((entry) => (entry.type === 'event' && entry.reason === 'Pulling' ? undefined : entry)),
  ).toBe('calls PullImage without the event Pulling before');
  expect(messageOf((entry) => (entry.type === 'runtime-return' ? undefined : entry))).toBe(
    'returns before PullImage has',
  );
});

it('events-agree-with-results: finds a missing event, a wrong one, and another image than was pulled', () => {
  const script = scriptOf([call(0, 'a'), call(0, 'b', { image: 'gone' })]);
  const messageOf = (change: Parameters<typeof traced>[1]) =>
    brokenBy(script, traced(script, change))['events-agree-with-results'];
  expect(messageOf((entry) => entry)).toBeUndefined();
  expect(
    messageOf((entry) => (entry.type === 'event' && entry.reason === 'Pulled' ? undefined : entry)),
  ).toBe('returns success, but no event says so (expected Normal Pulled)');
  expect(
    messageOf((entry) =>
      entry.type === 'event' && entry.reason === 'Failed' ? { ...entry, reason: 'BackOff' } : entry,
    ),
  ).toBe('returns ErrImagePull, but the events say Warning BackOff (expected Warning Failed)');
  expect(
    messageOf((entry) =>
      entry.type === 'result' && of('a')(entry) ? { ...entry, imageRef: 'other' } : entry,
    ),
  ).toBe('returns the image other, though PullImage gave sha256:web');
  expect(messageOf((entry) => (entry.type === 'runtime-return' ? { ...entry, error: '503' } : entry))).toBe(
    'returns success, though PullImage failed: 503',
  );
});

it('invalid-names-stay-out: finds a bad name that the runtime hears of, and a good one that is refused', () => {
  const bad = scriptOf([call(0, 'a', { image: 'Bad Name' })]);
  const good = scriptOf([call(0, 'a')]);
  expect(brokenBy(bad, traced(bad))).toEqual({});
  expect(brokenBy(bad, { ...traced(good), script: 'script' })).toEqual({
    'invalid-names-stay-out': 'the runtime is asked for "Bad Name"',
  });
  expect(brokenBy(good, traced(bad))).toEqual({ 'invalid-names-stay-out': 'refuses a valid name: "web"' });
});

it('never-does-not-pull, present-is-not-pulled: find pulls that the policy rules out', () => {
  const always = scriptOf(
    [call(0, 'a', { policy: 'Always' })],
    {},
    { images: [{ image: 'web:latest', ref: 'sha256:web', size: 5 }] },
  );
  const as = (policy: string) =>
    scriptOf(
      [call(0, 'a', { policy })],
      {},
      { images: [{ image: 'web:latest', ref: 'sha256:web', size: 5 }] },
    );
  const pulls = traced(always, (entry) => entry, v1_31);
  expect(brokenBy(always, pulls, v1_31)).toEqual({});
  expect(Object.keys(brokenBy(as('Never'), pulls, v1_31))).toEqual(['never-does-not-pull']);
  expect(brokenBy(as('IfNotPresent'), pulls, v1_31)).toEqual({
    'present-is-not-pulled': 'ns/a/a pulls web:latest, which is on the node',
  });
});

it('present-is-not-pulled: the gate of 1.36 may ask the registry again, and a removal makes an image absent', () => {
  const while_ = scriptOf(
    [call(0, 'a'), call(5_000, 'b')],
    {},
    { removals: [{ at: 4_000, image: 'web:latest' }] },
  );
  expect(brokenBy(while_, traced(while_))).toEqual({});
  const gated = {
    ...scriptOf(
      [call(0, 'a', { policy: 'Always' }), call(500, 'b')],
      {},
      { images: [{ image: 'web:latest', ref: 'r', size: 1 }] },
    ),
    featureGates: {},
  };
  expect(
    traced(gated).trace.filter((entry) => entry.type === 'runtime' && entry.op === 'PullImage'),
  ).toHaveLength(2);
  expect(brokenBy(gated, traced(gated))).toEqual({});
});

it('slots-respected, slots-in-order: find one pull too many and one out of turn', () => {
  const script = scriptOf([call(0, 'a'), call(100, 'b'), call(200, 'c')], { serializeImagePulls: true });
  expect(brokenBy(script, traced(script))).toEqual({});
  const early = traced(script, (entry) =>
    of('c')(entry) && entry.type === 'runtime' && entry.op === 'PullImage' ? at(entry, 200) : entry,
  );
  expect(
    Object.keys(brokenBy(script, { ...early, trace: early.trace.toSorted((a, b) => a.at - b.at) })),
  ).toEqual(['slots-respected', 'slots-in-order']);
  // The last two change places: each waits for its slot, and no two pull at once.
  const shift = (entry: Entry) => {
    const isWork = entry.at > 200 && 'call' in entry;
    if (isWork && entry.call === 'c') return at(entry, entry.at - 1_000);
    return isWork && entry.call === 'b' ? at(entry, entry.at + 1_000) : entry;
  };
  const swapped = traced(script, shift);
  expect(brokenBy(script, { ...swapped, trace: swapped.trace.toSorted((a, b) => a.at - b.at) })).toEqual({
    'slots-in-order': 'ns/c/c has its turn before ns/b/b, which asked before it',
  });
});

it('pulling-event-is-answered: finds a second Pulling without an answer to the first', () => {
  const script = scriptOf([call(0, 'a')]);
  const twice = traced(script, (entry) =>
    entry.type === 'event' && entry.reason === 'Pulling' ? [entry, entry] : entry,
  );
  expect(Object.keys(brokenBy(script, twice))).toContain('pulling-event-is-answered');
});
