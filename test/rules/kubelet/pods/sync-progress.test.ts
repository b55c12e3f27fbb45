import { describe, expect, it } from 'vitest';
import { unknownPodStatus } from '../../../../src/rules/kubelet/pods/pod-runtime-status.ts';
import { planSync } from '../../../../src/rules/kubelet/pods/sync-plan.ts';
import {
  hasFailedToPull,
  hasOnlySuccesses,
  openSync,
  type SyncProgress,
  syncOutcome,
  volumeFailure,
  withFailed,
  withKilled,
  withStarted,
  withVolume,
} from '../../../../src/rules/kubelet/pods/sync-progress.ts';
import type { Profile } from '../../../../src/rules/kubelet/profile.ts';
import { v1_36, v1_37, v1_38 } from '../../../../src/rules/kubelet/profiles/profiles.ts';
import { container, podOf, sidecar, withStates } from '../pod-fixtures.ts';

// SyncPod of pkg/kubelet/kuberuntime/kuberuntime_manager.go, its PodSyncResult, and reason_cache.go, v1.36.3.

const boom = { reason: 'ErrImagePull', message: 'say "boom"' };
const bang = { reason: 'ImagePullBackOff', message: 'bang' };
const open = (pod = podOf({ containers: [container('a'), container('b')] })) =>
  openSync(planSync(pod, withStates({}), v1_36), pod, withStates({}), new Map(), v1_36);
const left = (sync: SyncProgress) => sync.starts.map((start) => start.spec.name);

describe('the containers still to be started', () => {
  it('a container that fails does not stop the next', () => {
    expect(left(open())).toEqual(['a', 'b']);
    expect(left(withFailed(open(), boom))).toEqual(['b']);
    expect(left(withFailed(withFailed(open(), boom), bang))).toEqual([]);
  });

  it('a container that starts makes room for the next', () => {
    expect(left(withStarted(open()))).toEqual(['b']);
  });

  it('a regular init container that fails ends the round; a sidecar does not', () => {
    const sync = open();
    const init = { kind: 'init' as const, spec: container('i') };
    const side = { kind: 'sidecar' as const, spec: sidecar('s') };
    expect(left(withFailed({ ...sync, starts: [init, side] }, boom))).toEqual([]);
    expect(left(withFailed({ ...sync, starts: [side, init] }, boom))).toEqual(['i']);
  });

  it('a failure of nothing changes nothing', () => {
    const done = withStarted(withStarted(open()));
    expect(withFailed(done, boom)).toBe(done);
  });
});

describe('the reasons for the next round', () => {
  it('are those of failed starts, and a start that works takes its own away (reasonCache.Update)', () => {
    const before = new Map([
      ['a', boom],
      ['b', boom],
      ['c', boom],
    ]);
    const sync = withFailed(withStarted({ ...open(), reasons: before }), bang);
    expect([...sync.reasons]).toEqual([
      ['b', bang],
      ['c', boom],
    ]);
    expect(before.size).toBe(3);
  });
});

describe('the aggregated error', () => {
  it('is none without failures', () => {
    expect(syncOutcome(withStarted(open()))).toEqual({ error: undefined });
  });

  it('names action, container, reason and message, quoted as Go does', () => {
    expect(syncOutcome(withFailed(open(), boom)).error).toBe(
      'failed to "StartContainer" for "a" with ErrImagePull: "say \\"boom\\""',
    );
  });

  it('lists several in brackets', () => {
    expect(syncOutcome(withFailed(withFailed(open(), boom), bang)).error).toBe(
      '[failed to "StartContainer" for "a" with ErrImagePull: "say \\"boom\\"", failed to "StartContainer" for "b" with ImagePullBackOff: "bang"]',
    );
  });

  it('carries the earliest end of a crash-loop back-off, and none of an image back-off (MinBackoffExpiration)', () => {
    const crash = { reason: 'CrashLoopBackOff', message: 'back-off' };
    expect(syncOutcome(withFailed(withFailed(open(), crash, 70), crash, 50)).crashLoopExpiryMicros).toBe(50);
    expect(syncOutcome(withFailed(withFailed(open(), crash, 50), bang)).crashLoopExpiryMicros).toBe(50);
    expect(syncOutcome(withFailed(open(), bang))).not.toHaveProperty('crashLoopExpiryMicros');
  });
});

describe('a pod that is over', () => {
  const pod = podOf({ initContainers: [sidecar('s1'), sidecar('s2')], containers: [container('done')] });
  const status = withStates({ s1: '+', s2: '+', done: 0 });
  const over = {
    createSandbox: false,
    replacesSandbox: false,
    killsPod: true,
    changed: [],
    resets: [],
    starts: [],
  };

  it('has what still runs stopped, and the sandbox; that is a result', () => {
    const sync = openSync(over, pod, status, new Map(), v1_36);
    expect(sync.kill?.stops.map((stop) => stop.container)).toEqual(['s2', 's1']);
    expect(sync.kill?.stopsSandbox).toBe(true);
    expect(sync.results).toBe(0);
    expect(withKilled(sync)).toMatchObject({ kill: undefined, results: 1 });
  });

  it('is not what a plan without killsPod makes of it', () => {
    expect(openSync({ ...over, killsPod: false }, pod, status, new Map(), v1_36).kill).toBeUndefined();
  });
});

it('containers whose specs have changed are stopped one after the other, from 1.38 on side by side, and the sandbox is not', () => {
  const pod = podOf({
    containers: [container('a', { stopsInMicros: 500_000 }), container('b', { stopsInMicros: 700_000 })],
  });
  const plan = {
    createSandbox: false,
    replacesSandbox: false,
    killsPod: false,
    changed: ['a', 'b'],
    resets: [],
    starts: [],
  };
  expect(openSync(plan, pod, withStates({ a: '+', b: '+' }), new Map(), v1_36).kill).toEqual({
    stopsSandbox: false,
    stops: [
      { container: 'a', afterMicros: 500_000, exitCode: 143 },
      { container: 'b', afterMicros: 1_200_000, exitCode: 143 },
    ],
  });
  const together = openSync(plan, pod, withStates({ a: '+', b: '+' }), new Map(), v1_38).kill;
  expect(together?.stops.map(({ afterMicros }) => afterMicros)).toEqual([500_000, 700_000]);
});

describe('results', () => {
  it('count a sandbox, and each container that was tried', () => {
    const sync = open();
    expect(sync.results).toBe(0);
    expect(withStarted(sync).results).toBe(1);
    expect(withFailed(withStarted(sync), boom).results).toBe(2);
    expect(
      openSync(planSync(podOf(), withStates({}, 'none'), v1_36), podOf(), unknownPodStatus, new Map(), v1_36)
        .results,
    ).toBe(1);
  });

  it('a start of nothing leaves the reasons alone', () => {
    const reasons = new Map([['a', boom]]);
    expect([...withStarted({ ...open(), starts: [], reasons }).reasons]).toEqual([['a', boom]]);
  });
});

describe('whether the pod is looked at on demand (the postSync of SyncPod, v1.36.3)', () => {
  it('needs something done, and no error', () => {
    expect(hasOnlySuccesses(withStarted(open()))).toBe(true);
    expect(hasOnlySuccesses(withFailed(withStarted(open()), boom))).toBe(false);
    expect(
      hasOnlySuccesses(
        openSync(
          planSync(podOf(), withStates({ app: '+' }), v1_36),
          podOf(),
          withStates({ app: '+' }),
          new Map(),
          v1_36,
        ),
      ),
    ).toBe(false);
  });

  it('a new sandbox is something done', () => {
    expect(
      hasOnlySuccesses(
        openSync(planSync(podOf(), unknownPodStatus, v1_36), podOf(), unknownPodStatus, new Map(), v1_36),
      ),
    ).toBe(true);
  });
});

describe('image volumes (getImageVolumes, v1.36.3)', () => {
  const volume = (name: string) => ({ name, image: `${name}:1`, policy: 'Always' });
  const pod = podOf({
    imageVolumes: [volume('v1'), volume('v2'), volume('v3')],
    containers: [
      container('a', { mounts: ['v1', 'v2'] }),
      container('b', { mounts: ['v3'] }),
      container('c'),
    ],
  });
  const ensure = () =>
    [{ failure: boom }, { failure: bang }, { imageRef: 'sha256:v3' }].reduce<SyncProgress>(
      (sync, ensured) => withVolume(sync, pod, ensured),
      open(pod),
    );

  it('are ensured one after the other; a failure stops none of them', () => {
    const ensured = ensure();
    expect(ensured.nextVolume).toBe(3);
    expect([...ensured.volumeFailures]).toEqual([
      ['v1', boom],
      ['v2', bang],
    ]);
    expect([...ensured.volumeRefs]).toEqual([['v3', 'sha256:v3']]);
    expect(ensured.failures).toEqual([]);
  });

  it('are no failure where no container is under way', () => {
    const ensured = ensure();
    expect(volumeFailure({ ...ensured, starts: [] })).toBeUndefined();
    expect(() => withVolume(ensured, pod, { failure: boom })).toThrow('no image volume 3');
  });

  it('fail late, and only the containers that mount them; the last failure of a container is reported', () => {
    const ensured = ensure();
    expect(volumeFailure(ensured)).toBe(bang);
    expect(volumeFailure(withFailed(ensured, bang))).toBeUndefined();
    expect(volumeFailure(withStarted(withFailed(ensured, bang)))).toBeUndefined();
  });
});

describe('image volumes', () => {
  const volume = { name: 'data', image: 'data:1', policy: 'IfNotPresent' };
  const pod = podOf({ containers: [container('a')], imageVolumes: [volume] });
  const opened = (states: Parameters<typeof withStates>[0], profile: Profile) =>
    openSync(planSync(pod, withStates(states), profile), pod, withStates(states), new Map(), profile);

  it('are ensured at each sync to 1.36, and from 1.37 on only where a container is to start', () => {
    expect([opened({ a: '+' }, v1_36).nextVolume, opened({ a: '+' }, v1_37).nextVolume]).toEqual([0, 1]);
    expect([opened({}, v1_36).nextVolume, opened({}, v1_37).nextVolume]).toEqual([0, 0]);
  });
});

it('a postponed pull has not failed, nor a container that could not start for another reason', () => {
  expect(hasFailedToPull(withFailed(open(), boom))).toBe(true);
  expect(hasFailedToPull(withFailed(withFailed(open(), bang), boom))).toBe(true);
  expect(hasFailedToPull(withFailed(open(), bang))).toBe(false);
  expect(hasFailedToPull(open())).toBe(false);
});
