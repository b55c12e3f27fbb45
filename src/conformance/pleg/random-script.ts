import fc from 'fast-check';
import type { PlegScript, PlegStep, ScriptOutcome, ScriptPod } from './script-schema.ts';

/** The name of every random script: who keeps one gives it a name of its own. */
export const randomScriptName = 'random';

type Action = PlegStep extends infer S ? (S extends { at: number } ? Omit<S, 'at'> : never) : never;

const uid = fc.constantFrom('a', 'b', 'c');
const state = fc.constantFrom('running', 'running', 'exited', 'created', 'unknown');
const ips = fc.constantFrom<string[]>([], ['10.0.0.1'], ['10.0.0.2', 'fd00::2']);
const containers = fc.uniqueArray(fc.record({ id: fc.constantFrom('x', 'y', 'z'), state }), { maxLength: 3, selector: ({ id }) => id });
const sandboxes = fc.uniqueArray(fc.record({ id: fc.constantFrom('s', 't', 'x'), state }), { maxLength: 2, selector: ({ id }) => id });
const parts = fc.record({ containers, sandboxes, ips }, { requiredKeys: [] });

const pod: fc.Arbitrary<ScriptPod> = fc.record({ uid, parts, status: fc.option(parts, { nil: undefined, freq: 5 }) }).map((drawn) => ({
  uid: drawn.uid,
  name: `pod-${drawn.uid}`,
  namespace: 'ns',
  ...drawn.parts,
  ...(drawn.status === undefined ? {} : { status: drawn.status }),
}));

const failure: fc.Arbitrary<ScriptOutcome> = fc.oneof(
  fc.constantFrom<ScriptOutcome>(null, 'e1', 'e2'),
  uid.map((of) => ({ error: 'e3', status: { uid: of, name: 'n', namespace: 'ns', ips: ['10.0.0.7'], containers: [], sandboxes: [] } })),
);

/** What changes in the world, and what asks without touching it. */
const world: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: fc.uniqueArray(pod, { maxLength: 3, selector: (one) => one.uid }).map((pods) => ({ set: { pods } })) },
  { weight: 1, arbitrary: fc.constantFrom({ getPodsError: 'boom' }, { getPodsError: null }, { getPodsError: null }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(uid, fc.array(failure, { minLength: 1, maxLength: 3 }))
      .map(([of, outcomes]) => ({ podStatusError: { [of]: outcomes } })),
  },
);
const asked: fc.Arbitrary<Action> = fc.oneof(
  uid.map((of) => ({ cacheGet: of })),
  fc.tuple(uid, fc.constantFrom(0, 100, 900, 1000, 2000, 2500, 4000)).map(([of, minTimeMs]) => ({ getNewerThan: { uid: of, minTimeMs } })),
  uid.map((of) => ({ requestReinspect: of })),
  uid.map((of) => ({ requestRelist: of })),
  fc.constant<Action>({ healthy: true }),
);

/** At whole milliseconds; relists of the kind's own are asked for, so that none falls on the instant of a step. */
const byHand: fc.Arbitrary<PlegScript> = fc
  .record({
    steps: fc.array(
      fc.tuple(
        fc.constantFrom(0, 0, 1, 400, 1000, 100_000),
        fc.oneof(
          { weight: 4, arbitrary: world },
          { weight: 4, arbitrary: fc.constant<Action>({ relist: true }) },
          { weight: 4, arbitrary: asked },
          { weight: 1, arbitrary: fc.constantFrom(0, 50, 300).map((getPodsMs) => ({ latency: { getPodsMs, getPodStatusMs: 0 } })) },
          { weight: 1, arbitrary: fc.constant<Action>({ drain: true }) },
        ),
      ),
      { minLength: 1, maxLength: 30 },
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

/** Started: the steps stand half a millisecond off, where no relist can begin or end. */
const started: fc.Arbitrary<PlegScript> = fc
  .record({
    steps: fc.array(
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
      { maxLength: 25 },
    ),
    relistPeriodMs: fc.constantFrom(1000, 3000, 10_000),
    gates: fc.constantFrom({}, {}, { PLEGOnDemandRelist: false }, { EventedPLEG: true }),
  })
  .map(({ steps, gates, relistPeriodMs }) => {
    const later = inTime(steps).map((step) => ({ ...step, at: step.at + 0.5 }));
    return {
      kind: 'pleg',
      name: randomScriptName,
      ...gatesOf(gates),
      relistPeriodMs,
      relistThresholdMs: 5000,
      channelCapacity: 100,
      steps: [{ at: 0, start: true }, ...later],
      untilMs: (later.at(-1)?.at ?? 0.5) + 4000,
    };
  });

/** Scripts for the oracle: relists by hand, and PLEGs that run by themselves. */
export function randomScript(): fc.Arbitrary<PlegScript> {
  return fc.oneof({ withCrossShrink: true }, { weight: 2, arbitrary: byHand }, { weight: 1, arbitrary: started });
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
