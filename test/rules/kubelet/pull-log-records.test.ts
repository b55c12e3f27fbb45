import { expect, it } from 'vitest';
import * as log from '../../../src/rules/kubelet/images/pull-log.ts';
import type { Profile } from '../../../src/rules/kubelet/profile.ts';
import { v1_27, v1_31, v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';

// Record by record what a call of EnsureImageExists tells the trace; the reasons of events are those of
// pkg/kubelet/events/event.go, the sentinels those of pkg/kubelet/images/types.go, v1.36.3.

const pod = { namespace: 'default', name: 'web', uid: 'uid-1' };
const on = { pod, fieldPath: 'spec.containers{app}' };
const window = { windowMicros: 10_000_000, untilMicros: 12_500_000 };
const call = (
  changes: Partial<log.PullCall> = {},
  profile: Profile = v1_36,
  subject: Partial<log.PullSubject> = {},
): log.PullUnderWay => ({
  input: {
    profile,
    pod,
    container: 'app',
    fieldPath: on.fieldPath,
    annotations: {},
    runtimeHandler: '',
    ...subject,
  },
  call: { ...log.openCall(profile, 'root', 'IfNotPresent'), ...changes },
});
const pull = (state: string, more = {}) => ({
  type: 'pull',
  state,
  pod,
  container: 'app',
  image: 'root',
  ...more,
});
const event = (eventType: string, reason: string, message: string) => ({
  type: 'event',
  eventType,
  reason,
  message,
  ...on,
});
const failure = (error: string, message: string) => ({ type: 'result', imageRef: '', error, message });
/** Without what the metric of 1.36 counts, which has a test of its own. */
const told = ({ observations }: log.PullOutcome) =>
  observations.map((one) => {
    if (one.type !== 'result') return one;
    const { type, imageRef, error, message } = one;
    return { type, imageRef, error, message };
  });

it('a call begins with nothing known of its end', () => {
  expect(log.openCall(v1_36, 'root', 'Always')).toMatchObject({
    imageRef: '',
    error: '',
    askedMicros: 0,
    grantedMicros: 0,
  });
});

it('asks the runtime for the image, by its name after the default tag', () => {
  expect(log.inspecting(call())).toStrictEqual([
    pull('inspecting'),
    { type: 'runtime', op: 'GetImageRef', image: 'root:latest' },
  ]);
});

it('passes on annotations from 1.27 and the runtime handler from 1.31, where the pod has them', () => {
  const extra = { annotations: { team: 'a' }, runtimeHandler: 'kata' };
  const bare = { type: 'runtime', op: 'PullImage', image: 'root:latest' };
  expect(log.runtimeCall(call(), 'PullImage')).toStrictEqual(bare);
  expect(log.runtimeCall(call({}, v1_27, extra), 'PullImage')).toStrictEqual({
    ...bare,
    annotations: extra.annotations,
  });
  expect(log.runtimeCall(call({}, v1_31, extra), 'PullImage')).toStrictEqual({ ...bare, ...extra });
  const neither = { ...v1_36, passesAnnotations: false, passesRuntimeHandler: false };
  expect(log.runtimeCall(call({}, neither, extra), 'PullImage')).toStrictEqual(bare);
});

it('says what PullImage returned', () => {
  const returned = { type: 'runtime-return', op: 'PullImage', image: 'root:latest' };
  expect(log.runtimeReturn(call(), { ref: 'sha256:r' })).toStrictEqual([{ ...returned, ref: 'sha256:r' }]);
  expect(log.runtimeReturn(call(), { error: 'boom' })).toStrictEqual([{ ...returned, error: 'boom' }]);
});

it('waits with "Pulling"; a release without a pulling-time recorder records none', () => {
  const pulling = event('Normal', 'Pulling', 'Pulling image "root"');
  expect(log.waiting(call())).toStrictEqual([
    pull('waiting'),
    { type: 'pulling', state: 'started' },
    pulling,
  ]);
  expect(log.waiting(call({}, { ...v1_36, recordsPulling: 'never' }))).toStrictEqual([
    pull('waiting'),
    pulling,
  ]);
});

it('pulls, and names the pull whose release freed the slot', () => {
  expect(log.pulling(call())).toStrictEqual([pull('pulling', { waitedMs: 0 })]);
  expect(log.pulling(call({ releasedBy: 'other', grantedMicros: 2_000 }))).toStrictEqual([
    pull('pulling', { waitedMs: 2, because: { kind: 'slot', actor: 'other' } }),
  ]);
});

it('refuses an invalid name', () => {
  const message = 'Failed to apply default image tag "root": bad';
  expect(told(log.invalidName(call({ nameError: 'bad' })))).toStrictEqual([
    pull('invalidName', { reason: 'InvalidImageName' }),
    event('Warning', 'InspectFailed', message),
    failure('InvalidImageName', message),
  ]);
});

it('a result leaves out unknown fields', () => {
  const [, , result] = log.invalidName(call({ nameError: 'bad' })).observations;
  const message = 'Failed to apply default image tag "root": bad';
  expect(result).toStrictEqual({ ...failure('InvalidImageName', message), policy: 'IfNotPresent' });
});

it('gives up where the runtime cannot say whether the image is there', () => {
  const message = 'Failed to inspect image "root": boom';
  const outcome = log.inspectFailed(call({}, v1_31), 'boom');
  expect(outcome.failure).toStrictEqual({ reason: 'ImageInspectError', message });
  expect(told(outcome)).toStrictEqual([
    pull('inspectFailed', { reason: 'ImageInspectError' }),
    event('Warning', 'InspectFailed', message),
    failure('ImageInspectError', message),
  ]);
});

it('refuses a missing image that may not be pulled', () => {
  const message = 'Container image "root" is not present with pull policy of Never';
  expect(told(log.neverPresent(call()))).toStrictEqual([
    pull('neverPresent', { reason: 'ErrImageNeverPull' }),
    event('Warning', 'ErrImageNeverPull', message),
    failure('ErrImageNeverPull', message),
  ]);
});

it('backs off: the result says why, the event does not, and the record names the pull that failed', () => {
  const previous = { reason: 'ErrImagePull', message: 'boom' };
  expect(told(log.backingOff(call(), 'me', window, previous))).toStrictEqual([
    pull('backingOff', {
      reason: 'ImagePullBackOff',
      windowMs: 10_000,
      untilMs: 12_500,
      because: { kind: 'backOff', actor: 'me' },
    }),
    event('Normal', 'BackOff', 'Back-off pulling image "root"'),
    failure('ImagePullBackOff', 'Back-off pulling image "root": ErrImagePull: boom'),
  ]);
});

it('fails with the runtime’s text in the event and the sentinel’s in the result', () => {
  const error = 'RegistryUnavailable: 503';
  expect(told(log.failed(call({ error }), 3_000, window)).slice(1)).toStrictEqual([
    event('Warning', 'Failed', `Failed to pull image "root": ${error}`),
    failure('RegistryUnavailable', 'image pull failed for root because the registry is unavailable: 503'),
  ]);
});

it('finds the image there; 1.36 ends the recorder’s session and answers with a message, 1.31 does neither', () => {
  const message = 'Container image "root" already present on machine';
  const found = event('Normal', 'Pulled', message);
  const ended = { type: 'pulling', state: 'finished' };
  const answer = { type: 'result', imageRef: 'sha256:r', error: '' };
  expect(told(log.present(call(), 'sha256:r', false))).toStrictEqual([
    pull('present'),
    found,
    ended,
    { ...answer, message },
  ]);
  expect(told(log.present(call({}, v1_31), 'sha256:r', false))).toStrictEqual([
    pull('present'),
    found,
    { ...answer, message: '' },
  ]);
});

it('has pulled: the durations begin with the slot and with the question', () => {
  const timed = { imageRef: 'sha256:r', askedMicros: 1_000_000, grantedMicros: 3_000_000 };
  const done = [
    pull('pulled', { waitedMs: 2_000, tookMs: 4_000, sizeBytes: 5 }),
    { type: 'pulling', state: 'finished' },
    event(
      'Normal',
      'Pulled',
      'Successfully pulled image "root" in 4s (6s including waiting). Image size: 5 bytes.',
    ),
    { type: 'result', imageRef: 'sha256:r', error: '', message: '' },
  ];
  expect(told(log.pulled(call(timed), 7_000_000, 5))).toStrictEqual(done);
  const silent = { ...v1_36, recordsPulling: 'never' as const };
  expect(told(log.pulled(call(timed, silent), 7_000_000, 5))).toStrictEqual(
    done.filter((one) => one.type !== 'pulling'),
  );
});
