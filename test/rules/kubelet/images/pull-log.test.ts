import { describe, expect, it } from 'vitest';
import * as log from '../../../../src/rules/kubelet/images/pull-log.ts';
import type { Profile } from '../../../../src/rules/kubelet/profile.ts';
import { v1_27, v1_36 } from '../../../../src/rules/kubelet/profiles/profiles.ts';
import type { ObservationOf } from '../../../../src/trace/observation.ts';

// What EnsureImageExists says on its way: pkg/kubelet/images/image_manager.go, v1.36.3 and v1.27.16. Its
// order and its texts per release are tested with the machine (test/machines/image-pull*.test.ts).

const pod = { namespace: 'default', name: 'web', uid: 'uid-1' };
const call = (
  changes: Partial<log.PullCall> = {},
  profile: Profile = v1_36,
  subject: Partial<log.PullSubject> = {},
): log.PullUnderWay => ({
  input: {
    profile,
    pod,
    container: 'app',
    fieldPath: 'spec.containers{app}',
    annotations: {},
    runtimeHandler: '',
    ...subject,
  },
  call: { ...log.openCall(profile, 'root', 'IfNotPresent'), ...changes },
});
const common = { type: 'pull', pod, container: 'app', image: 'root' };

describe('opening a call', () => {
  it('applies the default tag for the runtime and keeps the name as written', () => {
    expect(log.openCall(v1_36, 'root', 'Always')).toMatchObject({
      image: 'root',
      policy: 'Always',
      runtimeImage: 'root:latest',
      nameError: '',
    });
  });

  it('notes why a name is invalid', () => {
    expect(log.openCall(v1_36, 'Root', 'Always')).toMatchObject({
      image: 'Root',
      runtimeImage: '',
      nameError: expect.stringMatching(/lowercase/),
    });
  });

  it('keys the back-off by the pod’s UID and the name as written', () => {
    expect(log.backOffKey(call())).toBe('uid-1_root');
  });
});

it('waiting is given to the pulling-time recorder before the event', () => {
  expect(log.waiting(call()).map((observation) => observation.type)).toEqual(['pull', 'pulling', 'event']);
});

it('times are in milliseconds, exact to the microsecond', () => {
  const times = { askedMicros: 1_000_001, grantedMicros: 1_500_003 };
  const timed = call({ ...times, imageRef: 'sha256:r' });
  expect(log.pulling(timed)[0]).toEqual({ ...common, state: 'pulling', waitedMs: 500.002 });
  expect(log.pulled(timed, 2_500_004, 7).observations[0]).toEqual({
    ...common,
    state: 'pulled',
    waitedMs: 500.002,
    tookMs: 1_000.001,
    sizeBytes: 7,
  });
  const window = { windowMicros: 10_000_000, untilMicros: 12_500_004 };
  expect(log.failed(call({ ...times, error: 'boom' }), 2_500_004, window).observations[0]).toEqual({
    ...common,
    state: 'failed',
    reason: 'ErrImagePull',
    error: 'boom',
    waitedMs: 500.002,
    tookMs: 1_000.001,
    windowMs: 10_000,
    untilMs: 12_500.004,
  });
});

it('a pull shorter than a millisecond prints 0s', () => {
  const times = { askedMicros: 0, grantedMicros: 0, imageRef: 'sha256:r' };
  expect(log.pulled(call(times), 999, 7).observations[2]).toMatchObject({
    message: 'Successfully pulled image "root" in 0s (0s including waiting). Image size: 7 bytes.',
  });
  expect(log.pulled(call(times, v1_27), 999, 0).observations[2]).toMatchObject({
    message: 'Successfully pulled image "root" in 999µs (999µs including waiting)',
  });
});

it('a result says what the metric of EnsureImageExists counts (images/metrics.go, v1.36.3)', () => {
  const window = { windowMicros: 1, untilMicros: 1 };
  const facts = (outcome: log.PullOutcome) => {
    const { policy, present, pullRequired } = outcome.observations.at(-1) as ObservationOf<'result'>;
    return [policy, present, pullRequired];
  };
  expect(facts(log.invalidName(call()))).toEqual(['IfNotPresent', undefined, undefined]);
  expect(facts(log.inspectFailed(call(), 'boom'))).toEqual(['IfNotPresent', undefined, undefined]);
  expect(facts(log.neverPresent(call({ policy: 'Never' })))).toEqual(['Never', false, undefined]);
  expect(facts(log.inaccessible(call({ policy: 'Never' })))).toEqual(['Never', true, true]);
  expect(facts(log.present(call(), 'sha256:r', true))).toEqual(['IfNotPresent', true, false]);
  expect(facts(log.backingOff(call({ present: false }), 'me', window, undefined))).toEqual([
    'IfNotPresent',
    false,
    true,
  ]);
  expect(facts(log.failed(call({ policy: 'Always' }), 1, window))).toEqual(['Always', undefined, true]);
  expect(facts(log.pulled(call({ present: true }), 1, 1))).toEqual(['IfNotPresent', true, true]);
});

it('an outcome either has a reference or a failure', () => {
  const window = { windowMicros: 1, untilMicros: 1 };
  const bad = [
    log.invalidName(call()),
    log.inspectFailed(call(), 'boom'),
    log.neverPresent(call()),
    log.backingOff(call(), 'me', window, undefined),
    log.failed(call({ error: 'boom' }), 1, window),
  ];
  for (const outcome of bad) {
    expect(outcome.imageRef).toBe('');
    expect(outcome.observations.at(-1)).toMatchObject({
      type: 'result',
      imageRef: '',
      error: outcome.failure?.reason,
      message: outcome.failure?.message,
    });
  }
  for (const outcome of [
    log.present(call(), 'sha256:r', false),
    log.pulled(call({ imageRef: 'sha256:r' }), 1, 1),
  ]) {
    expect(outcome).toMatchObject({ imageRef: 'sha256:r', failure: undefined });
  }
});

it('events are on the container, or on the pod for an image volume', () => {
  expect(log.waiting(call()).at(-1)).toHaveProperty('fieldPath', 'spec.containers{app}');
  expect(log.waiting(call({}, v1_36, { fieldPath: undefined })).at(-1)).not.toHaveProperty('fieldPath');
});
