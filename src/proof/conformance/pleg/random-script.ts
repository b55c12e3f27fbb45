import fc from 'fast-check';
import { randomList } from '../random-list.ts';
import type { PlegScript, PlegStep, ScriptOutcome, ScriptPod } from './script-schema.ts';

/** The name of every random script. A script that is kept gets a name of its own. */
const randomScriptName = 'random';

type Action = PlegStep extends infer S ? (S extends { at: number } ? Omit<S, 'at'> : never) : never;

const uid = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c') },
  { weight: 1, arbitrary: fc.constantFrom(...'defghijkl') },
);
const state = fc.constantFrom('running', 'running', 'exited', 'created', 'unknown');
const ips = fc.constantFrom<string[]>([], ['10.0.0.1'], ['10.0.0.2', 'fd00::2']);
const containers = fc.uniqueArray(fc.record({ id: fc.constantFrom('x', 'y', 'z', 'w', 'v'), state }), {
  maxLength: 5,
  size: 'max',
  selector: ({ id }) => id,
});
const sandboxes = fc.uniqueArray(fc.record({ id: fc.constantFrom('s', 't', 'x'), state }), {
  maxLength: 3,
  size: 'max',
  selector: ({ id }) => id,
});
const parts = fc.record({ containers, sandboxes, ips }, { requiredKeys: [] });

const pod: fc.Arbitrary<ScriptPod> = fc
  .record({ uid, parts, status: fc.option(parts, { nil: undefined, freq: 5 }) })
  .map((drawn) => ({
    uid: drawn.uid,
    name: `pod-${drawn.uid}`,
    namespace: 'ns',
    ...drawn.parts,
    ...(drawn.status === undefined ? {} : { status: drawn.status }),
  }));

/** Mostly as few pods as change on one node within a second, sometimes all of them. */
const pods = fc.oneof(
  { withCrossShrink: true },
  ...[3, 12].map((maxLength) => fc.uniqueArray(pod, { maxLength, size: 'max', selector: (one) => one.uid })),
);

const failure: fc.Arbitrary<ScriptOutcome> = fc.oneof(
  fc.constantFrom<ScriptOutcome>(null, 'e1', 'e2'),
  uid.map((of) => ({
    error: 'e3',
    status: { uid: of, name: 'n', namespace: 'ns', ips: ['10.0.0.7'], containers: [], sandboxes: [] },
  })),
);

/** Actions that change the world, and questions that do not. */
const world: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: pods.map((drawn) => ({ set: { pods: drawn } })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ getPodsError: 'boom' }, { getPodsError: null }, { getPodsError: null }),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(uid, randomList(failure, { minLength: 1, maxLength: 4 }))
      .map(([of, outcomes]) => ({ podStatusError: { [of]: outcomes } })),
  },
);
const asked: fc.Arbitrary<Action> = fc.oneof(
  uid.map((of) => ({ cacheGet: of })),
  fc
    .tuple(uid, fc.constantFrom(0, 100, 900, 1000, 2000, 2500, 4000))
    .map(([of, minTimeMs]) => ({ getNewerThan: { uid: of, minTimeMs } })),
  uid.map((of) => ({ requestReinspect: of })),
  uid.map((of) => ({ requestRelist: of })),
  fc.constant<Action>({ healthy: true }),
);

/** The time between steps in ms: none, round figures, any number of microseconds. */
const gap = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.constantFrom(0, 0, 1, 400, 1000, 100_000) },
  { weight: 1, arbitrary: fc.nat(3_000_000).map((micros) => micros / 1000) },
);

/** Relists are requested by the script, so that none coincides with a step by itself. */
const byHand: fc.Arbitrary<PlegScript> = fc
  .record({
    steps: randomList(
      fc.tuple(
        gap,
        fc.oneof(
          { weight: 4, arbitrary: world },
          { weight: 4, arbitrary: fc.constant<Action>({ relist: true }) },
          { weight: 4, arbitrary: asked },
          {
            weight: 1,
            arbitrary: fc
              .constantFrom(0, 50, 300)
              .map((getPodsMs) => ({ latency: { getPodsMs, getPodStatusMs: 0 } })),
          },
          { weight: 1, arbitrary: fc.constant<Action>({ drain: true }) },
        ),
      ),
      { minLength: 1, maxLength: 80 },
    ),
    channelCapacity: fc.constantFrom(0, 1, 2, 4, 100, 100),
    relistThresholdMs: fc.constantFrom(0, 1000, 180_000),
    drain: fc.constantFrom('auto' as const, 'manual' as const),
    gates: fc.constantFrom({}, {}, { EventedPLEG: true }),
  })
  .map(({ steps, drain, gates, ...rest }) => ({
    kind: 'pleg',
    name: randomScriptName,
    ...gatesOf(gates),
    relistPeriodMs: 3_600_000,
    ...rest,
    drain,
    steps: inTime(steps.filter(([, action]) => drain === 'manual' || !('drain' in action))),
  }));

/** PLEG is started, and the script may end during a relist. */
const started: fc.Arbitrary<PlegScript> = fc
  .record({
    steps: randomList(
      fc.tuple(
        fc.constantFrom(0, 0, 1, 400, 700, 1500),
        fc.oneof(
          { weight: 4, arbitrary: world },
          { weight: 4, arbitrary: asked },
          {
            weight: 1,
            arbitrary: fc
              .tuple(fc.constantFrom(0, 20, 700), fc.constantFrom(0, 0, 30))
              .map(([getPodsMs, getPodStatusMs]) => ({ latency: { getPodsMs, getPodStatusMs } })),
          },
        ),
      ),
      { maxLength: 60 },
    ),
    relistPeriodMs: fc.constantFrom(1000, 3000, 10_000),
    gates: fc.constantFrom({}, {}, { PLEGOnDemandRelist: false }, { EventedPLEG: true }),
    restMs: fc.oneof({ withCrossShrink: true }, fc.constant(4000), fc.nat(4000)),
  })
  .map(({ steps, gates, relistPeriodMs, restMs }) => {
    const later = inTime(steps).map((step, index) => ({ ...step, at: apart(step.at, index) }));
    const lastMs = Math.floor(later.at(-1)?.at ?? 0);
    return {
      kind: 'pleg',
      name: randomScriptName,
      ...gatesOf(gates),
      relistPeriodMs,
      relistThresholdMs: 5000,
      channelCapacity: 100,
      steps: [{ at: 0, start: true }, ...later],
      untilMs: apart(lastMs + restMs, later.length),
    };
  });

/**
 * Returns the moment of a step for a PLEG that is started. Each step has its own microsecond in a
 * millisecond: relists begin and end whole milliseconds after the start or an earlier step, and so never at
 * the moment of a later one.
 */
function apart(wholeMs: number, index: number): number {
  return wholeMs + (index + 1) / 1000;
}

/** Returns random scripts for the oracle: with relists by hand, and with a PLEG that runs by itself. */
export function randomScript(): fc.Arbitrary<PlegScript> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 2, arbitrary: byHand },
    { weight: 1, arbitrary: started },
  );
}

function gatesOf(gates: Readonly<Record<string, boolean>>): { featureGates?: Record<string, boolean> } {
  return Object.keys(gates).length === 0 ? {} : { featureGates: gates };
}

function inTime(steps: readonly (readonly [number, Action])[]): PlegStep[] {
  let at = 0;
  return steps.map(([after, action]) => {
    at += after;
    return { at, ...action } as PlegStep;
  });
}
