import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedBeforeRelist, plegKind } from '../../../../src/proof/conformance/pleg/pleg-kind.ts';
import type { PlegScript } from '../../../../src/proof/conformance/pleg/script-schema.ts';

// The protocol of docs/conformance.md, kind pleg. 3,000 of these scripts agreed with the real code of each
// release.

const run = (script: PlegScript, version = '1.36') => {
  const runner = plegKind.runnerOf(version);
  if ('error' in runner) throw new Error(runner.error);
  return runner.run(script);
};

it('random scripts reach every kind of entry', () => {
  const types = new Set(
    fc.sample(plegKind.random(), 150).flatMap((script) => run(script, '1.31').trace.map(({ type }) => type)),
  );
  const wanted = [
    'runtime',
    'cache',
    'pleg-event',
    'discarded',
    'healthy',
    'cache-get',
    'newer',
    'blocked',
    'unsupported',
    'metric',
  ];
  expect([...types]).toEqual(expect.arrayContaining(wanted));
});

// v1.36.3 itself: nothing after the GetPod, though a relist of all pods has fallen due behind it.
it('an end within a relist on demand cuts it off, and the relist that waits for it never begins', () => {
  const containers = [{ id: 'x', state: 'running' }];
  const { trace } = run({
    kind: 'pleg',
    name: 'end',
    relistPeriodMs: 1000,
    relistThresholdMs: 5000,
    channelCapacity: 100,
    steps: [
      { at: 0, set: { pods: [{ uid: 'a', name: 'a', namespace: 'ns', containers }] } },
      { at: 0, start: true },
      { at: 500.001, latency: { getPodsMs: 700, getPodStatusMs: 0 } },
      { at: 800.001, requestRelist: 'a' },
    ],
    untilMs: 1200.002,
  });
  expect(trace.filter(({ at, type }) => at > 0 && type !== 'metric')).toEqual([
    { at: 800.001, type: 'runtime', op: 'GetPod', uid: 'a' },
  ]);
});

describe('what a script may not do', () => {
  const script: PlegScript = {
    kind: 'pleg',
    name: 'x',
    relistPeriodMs: 1000,
    relistThresholdMs: 1000,
    channelCapacity: 1,
    steps: [],
  };

  it.each<[string, PlegScript['steps'], string]>([
    [
      'go back in time',
      [
        { at: 5, relist: true },
        { at: 4, healthy: true },
      ],
      'steps[1].at: expected 5 or later, not 4',
    ],
    [
      'relist while started',
      [
        { at: 0, start: true },
        { at: 1, relist: true },
      ],
      'steps[1]: not while the PLEG is started; stop it first',
    ],
    [
      'drain where everything is read',
      [{ at: 0, drain: true }],
      'steps[0].drain: only with "drain": "manual"',
    ],
  ])('%s', (_, steps, problem) => {
    expect(plegKind.problemsOf({ ...script, steps })).toEqual([problem]);
  });

  it('a step has one action, and no unknown field', () => {
    expect(
      plegKind.schema.safeParse({ ...script, steps: [{ at: 0, relist: true, healthy: true }] }).success,
    ).toBe(false);
    expect(plegKind.schema.safeParse({ ...script, steps: [{ at: 0, relists: true }] }).success).toBe(false);
  });
});

it('a race leaves out the whole relist in which it happened', () => {
  const entry = (at: number, op: string) => ({ at, type: 'runtime', op });
  const trace = [
    entry(0, 'GetPods'),
    entry(1000, 'GetPods'),
    entry(1020, 'GetPodStatus'),
    entry(1050, 'GetPodStatus'),
  ];
  const expected = { script: 'x', trace, races: ['1050 pods inspected one after the other'] };
  expect(comparedBeforeRelist(expected, { script: 'x', trace })).toMatchObject({
    expected: [{ at: 0 }],
    excludedBy: 'races',
  });
  expect(comparedBeforeRelist({ script: 'x', trace }, { script: 'x', trace }).expected).toHaveLength(4);
});
