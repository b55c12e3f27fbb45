import { describe, expect, it } from 'vitest';
import type {
  CallEntry,
  ConformanceTrace,
} from '../../../src/proof/conformance/imagemanager/conformance-trace.ts';
import { runScript } from '../../../src/proof/conformance/imagemanager/run-script.ts';
import type { Script, ScriptCall, ScriptPull } from '../../../src/proof/conformance/imagemanager/script.ts';
import { SimulationError } from '../../../src/run/simulation/simulation-error.ts';
import { profileOf } from './conformance-data.ts';
import { simulatedKubelet } from './simulated-kubelet.ts';

// What the recorded scripts do not show of the adapter; what the kubelet does is in recorded-traces.test.ts.

const v1_36 = profileOf('1.36');
const pod = { namespace: 'ns', name: 'p', uid: 'u' };
const call = (id: string, at: number, changes: Partial<ScriptCall> = {}): ScriptCall => ({
  at,
  id,
  pod,
  image: 'root',
  policy: 'Always',
  ...changes,
});
const script = (
  calls: readonly ScriptCall[],
  pulls: readonly ScriptPull[],
  runtime: Partial<Script['runtime']> = {},
): Script => ({
  name: 'x',
  kubelet: {
    serializeImagePulls: false,
    maxParallelImagePulls: null,
    registryPullQPS: 0,
    registryBurst: 0,
    imagePullBackOff: { initialMs: 10_000, maxMs: 300_000 },
  },
  runtime: { images: [], pulls: { 'root:latest': pulls }, ...runtime },
  calls,
});
const ofType = <T extends CallEntry['type']>({ trace }: ConformanceTrace, type: T) =>
  trace.filter((entry): entry is Extract<CallEntry, { type: T }> => entry.type === type);
/** The names of the image pull actors that a run starts, in order. */
function pullActors(run: Script): string[] {
  const ids: string[] = [];
  runScript(run, v1_36, {
    inspect: ({ type, actorRef }) => {
      const id = 'id' in actorRef ? String(actorRef.id) : '';
      if (type === '@xstate.actor' && /^pull-\d+$/.test(id)) ids.push(id);
    },
  });
  return ids;
}

describe('actors', () => {
  it('an actor whose call has ended serves the next call of its pod', () => {
    const calls = [call('a', 0), call('b', 2_000), call('c', 4_000)];
    expect(pullActors(script(calls, [{ takesMs: 1_000, error: 'no' }]))).toEqual(['pull-1']);
  });

  it('calls that overlap, and those of other pods, have their own', () => {
    const other = { ...pod, uid: 'v' };
    const calls = [
      call('a', 0),
      call('b', 500),
      call('c', 9_000, { pod: other }),
      call('d', 9_000, { runtimeHandler: 'kata' }),
    ];
    expect(pullActors(script(calls, [{ takesMs: 1_000, ref: 'sha256:r' }]))).toEqual([
      'pull-1',
      'pull-2',
      'pull-3',
      'pull-4',
    ]);
  });

  it('a reused actor reports under the call that it serves', () => {
    const trace = runScript(
      script([call('a', 0), call('b', 2_000)], [{ takesMs: 1_000, ref: 'sha256:r' }]),
      v1_36,
    );
    expect(ofType(trace, 'result').map((entry) => [entry.call, entry.at])).toEqual([
      ['a', 1_000],
      ['b', 3_000],
    ]);
  });
});

describe('order', () => {
  it('at one instant calls come before removals, and both before ends of pulls (protocol)', () => {
    const calls = [call('a', 0), call('b', 1_000, { policy: 'IfNotPresent', pod: { ...pod, uid: 'v' } })];
    const removals = [{ at: 1_000, image: 'root:latest' }];
    const images = [{ image: 'root:latest', ref: 'sha256:old', size: 1 }];
    const gone = script(calls, [{ takesMs: 1_000, ref: 'sha256:new', size: 2 }], { images, removals });
    const trace = runScript({ ...gone, featureGates: { KubeletEnsureSecretPulledImages: false } }, v1_36);
    // The call still sees the old image; the end of the pull comes after the removal, so that the new one has
    // a size.
    expect(ofType(trace, 'result').map(({ imageRef }) => imageRef)).toEqual(['sha256:new', 'sha256:old']);
    expect(ofType(trace, 'event').map(({ message }) => message)).toContainEqual(
      expect.stringContaining('Image size: 2 bytes'),
    );
  });

  it('entries of one instant stand in the order of the calls', () => {
    const trace = runScript(
      script([call('late', 0), call('early', 0)], [{ takesMs: 5, ref: 'sha256:r' }]),
      v1_36,
    );
    expect(trace.trace.flatMap((entry) => ('call' in entry && entry.at === 5 ? [entry.call] : []))).toEqual([
      ...Array<string>(5).fill('late'),
      ...Array<string>(5).fill('early'),
    ]);
  });

  it('times may have fractions down to a nanosecond', () => {
    const trace = runScript(
      script(
        [call('a', 0.1)],
        [
          { takesMs: 0.2, ref: 'sha256:r' },
          { takesMs: 199.999999, error: 'no' },
        ],
      ),
      v1_36,
    );
    expect(ofType(trace, 'result')[0]?.at).toBe(0.3);
    expect(
      ofType(
        runScript(script([call('a', 0.000_001)], [{ takesMs: 199.999999, error: 'no' }]), v1_36),
        'result',
      )[0]?.at,
    ).toBe(200);
  });
});

describe('races', () => {
  const two = [call('a', 0), call('b', 0)];

  it('are pulls of one key that fail at once with different messages', () => {
    const failures = [
      { takesMs: 7, error: 'one' },
      { takesMs: 7, error: 'two' },
    ];
    expect(runScript(script(two, failures), v1_36).races).toEqual(['7 u_root']);
  });

  it('are not calls that end otherwise before they pull', () => {
    const inspect = { 'root:latest': [{ error: 'one' }, { error: 'two' }] };
    const inspected = script(two, []);
    expect(
      runScript({ ...inspected, runtime: { ...inspected.runtime, inspect } }, profileOf('1.27')),
    ).not.toHaveProperty('races');
    const never = script([call('a', 0), { ...call('b', 0), policy: 'Never' }], [{ error: 'one' }]);
    expect(runScript(never, v1_36)).not.toHaveProperty('races');
  });

  it('are not pulls that fail with the same message, or at different times', () => {
    expect(runScript(script(two, [{ takesMs: 7, error: 'one' }]), v1_36)).not.toHaveProperty('races');
    const apart = [
      { takesMs: 7, error: 'one' },
      { takesMs: 8, error: 'two' },
    ];
    expect(runScript(script(two, apart), v1_36)).not.toHaveProperty('races');
  });
});

describe('the known bug striped-locks (pkg/kubelet/images/pullmanager/locks.go, v1.36.3)', () => {
  const many = (image: string, gate = true, maxParallelImagePulls = 64): Script => {
    const plain = script([call('a', 0, { image }), call('b', 5_000, { image })], []);
    const pulls = { [`${image}:latest`]: [{ takesMs: 1_000, ref: 'ref-0' }] };
    return {
      ...plain,
      runtime: { images: [], pulls },
      kubelet: { ...plain.kubelet, maxParallelImagePulls },
      featureGates: { KubeletEnsureSecretPulledImages: gate },
    };
  };

  it('ends a call before its pull, and is counted', () => {
    const { trace } = runScript(many('img1'), v1_36);
    const message = 'runtime error: index out of range [31] with length 31';
    expect(trace).toEqual([
      { at: 0, call: 'a', type: 'panic', message },
      { at: 5_000, call: 'b', type: 'panic', message },
      expect.objectContaining({
        type: 'metric',
        count: 2,
        labels: expect.objectContaining({ pull_required: 'true' }),
      }),
    ]);
  });

  it('is not met with the gate off, with 31 pulls, or in a release without it', () => {
    expect(ofType(runScript(many('img1', false), v1_36), 'panic')).toEqual([]);
    expect(ofType(runScript(many('img1', true, 31), v1_36), 'panic')).toEqual([]);
    expect(ofType(runScript(many('img1'), profileOf('1.31')), 'panic')).toEqual([]);
  });
});

it('is a system under test', async () => {
  const system = simulatedKubelet(v1_36);
  const run = script([call('a', 0)], [{ takesMs: 5, ref: 'sha256:r' }]);
  expect(system.name).toBe('windlass 1.36.3');
  expect(await system.run(run)).toEqual(runScript(run, v1_36));
  await system.close();
});

it('a script that does not start at a time is refused', () => {
  expect(() => runScript(script([call('a', Number.NaN)], []), v1_36)).toThrow(SimulationError);
});
