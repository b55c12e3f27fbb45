import { describe, expect, it } from 'vitest';
import type { PullAnswer } from '../../../machines/pull/image-manager.ts';
import { imagePullMachine } from '../../../machines/pull/image-pull.ts';
import type { PullBackOffEvent } from '../../../machines/pull/pull-back-off.ts';
import type { PullRecordsEvent } from '../../../machines/pull/pull-records.ts';
import type { PullSlotsEvent } from '../../../machines/pull/pull-slots.ts';
import type { PullThrottleEvent } from '../../../machines/pull/pull-throttle.ts';
import type { ImageServiceRequest } from '../../../machines/runtime/cri.ts';
import {
  noPodCredentials,
  type PodCredentials,
  type PullCredential,
} from '../../../src/rules/kubelet/credentials/pull-credential.ts';
import type { Profile } from '../../../src/rules/kubelet/profile.ts';
import { v1_27, v1_31, v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { stage } from '../stage.ts';

const secret = (name: string): PullCredential => ({
  identity: `id-${name}`,
  registryKey: 'registry.example',
  source: { kind: 'secret', namespace: 'default', name, uid: `uid-${name}` },
});
const secrets: PodCredentials = { ...noPodCredentials, secrets: ['one', 'two', 'three'].map(secret) };

interface Options {
  readonly profile?: Profile;
  readonly credentials?: PodCredentials;
  readonly hasToken?: boolean;
  /** PullImage's answers, one after the other: an error, or `ref …`. */
  readonly pulls?: readonly string[];
  readonly size?: number | string;
}

/**
 * Lets a pull that has its slot at once come to its end; returns what it said from then on, as `ms what`, and
 * the records of its attempts. A pull takes 100 ms, the question for the size 10 ms.
 */
function attempts({
  profile = v1_36,
  credentials,
  hasToken = true,
  pulls = ['ref sha256:app'],
  size = 1_234,
}: Options) {
  const world = stage();
  const { recorder, clock } = world;
  const log: string[] = [];
  const say = (text: string) => void log.push(`${world.kernel.nowMicros / 1000} ${text}`);
  const left = [...pulls];
  const imageService = world.listen<ImageServiceRequest>('imageService', (event) => {
    if (event.type === 'IMAGE_PULL.REQUESTED') {
      say(`PullImage ${event.image} by ${event.caller} with ${event.credential?.identity ?? 'nothing'}`);
      const answer = left.shift() ?? 'no answer left';
      world.at(world.kernel.nowMicros + 100_000, () =>
        event.requester.send(
          answer.startsWith('ref')
            ? { type: 'IMAGE_PULL.SUCCEEDED', imageRef: answer.slice(4) }
            : { type: 'IMAGE_PULL.FAILED', error: answer },
        ),
      );
    } else if (event.forSize === true) {
      say(`GetImageSize ${event.image}`);
      world.at(world.kernel.nowMicros + 10_000, () =>
        event.requester.send(
          typeof size === 'string'
            ? { type: 'IMAGE_STATUS.FAILED', error: size }
            : { type: 'IMAGE_STATUS.ANSWERED', imageRef: 'sha256:app', sizeBytes: size },
        ),
      );
    } else event.requester.send({ type: 'IMAGE_STATUS.ANSWERED', imageRef: '', sizeBytes: 0 });
  });
  const pull = world.start(imagePullMachine, {
    name: 'web/app',
    pod: { namespace: 'default', name: 'web', uid: 'web' },
    container: 'app',
    fieldPath: 'spec.containers{app}',
    annotations: {},
    runtimeHandler: '',
    profile,
    verifiesCredentials: false,
    clock,
    recorder,
    imageService,
    slots: world.listen<PullSlotsEvent>('slots', (event) => {
      if (event.type === 'SLOT.REQUESTED')
        event.requester.send({ type: 'SLOT.GRANTED', releasedBy: undefined });
    }),
    throttle: world.listen<PullThrottleEvent>('throttle', ({ requester }) => {
      say('token');
      requester.send({ type: hasToken ? 'THROTTLE.ADMITTED' : 'THROTTLE.REFUSED' });
    }),
    backOff: world.listen<PullBackOffEvent>('backOff', (event) => {
      if (event.type === 'BACK_OFF.ASKED') event.requester.send({ type: 'BACK_OFF.CLEAR' });
      if (event.type === 'FAILURE.REPORTED') {
        event.requester.send({
          type: 'BACK_OFF.EXTENDED',
          window: { windowMicros: 10_000_000, untilMicros: 10_000_000 },
        });
      }
    }),
    records: world.listen<PullRecordsEvent>('records', (event) => {
      if (event.type === 'IMAGE_PULLED.RECORDED')
        say(`succeeded: ${event.imageRef} with ${event.credential?.identity ?? 'nothing'}`);
    }),
  });
  const requester = world.listen<PullAnswer>('podSync', (event) => {
    if (event.type === 'PULL.FAILED') say(`failed: ${event.failure.message}`);
  });
  const request = {
    type: 'PULL.REQUESTED',
    image: 'registry.example/app',
    policy: 'Always',
    requester,
  } as const;
  pull.send(credentials === undefined ? request : { ...request, credentials });
  world.run(10_000_000);
  expect(world.unhandled).toEqual([]);
  expect(world.messagesTo('podSync')).toHaveLength(1);
  expect(world.messagesTo('slots').map(({ type }) => type)).toEqual(['SLOT.REQUESTED', 'SLOT.RELEASED']);
  const told = world.observed.flatMap(({ atMicros, observation: one }) => {
    const ms = atMicros / 1000;
    if (one.type === 'runtime' && one.op !== 'GetImageRef')
      return `${ms} ${one.op} ${one.image} with ${one.credential?.name ?? 'nothing'}`;
    if (one.type === 'runtime-return')
      return `${ms} returned ${one.ref ?? one.error} with ${one.credential?.name ?? 'nothing'}`;
    if (one.type === 'pull' && one.state === 'pulling') return `${ms} pulling`;
    return one.type === 'pull' && one.state === 'pulled' ? `${ms} pulled ${one.sizeBytes} bytes` : [];
  });
  return { log, told };
}

// PullImage of puller.go, helpers.go and kuberuntime_image.go in pkg/kubelet, v1.36.3
describe('without credentials', () => {
  it('takes a token, pulls by the name after the default tag, and asks for the size', () => {
    const { log, told } = attempts({});
    expect(log).toEqual([
      '0 token',
      '0 PullImage registry.example/app:latest by web/app with nothing',
      '100 GetImageSize registry.example/app:latest',
      '110 succeeded: sha256:app with nothing',
    ]);
    expect(told).toEqual([
      '0 pulling',
      '0 PullImage registry.example/app:latest with nothing',
      '100 returned sha256:app with nothing',
      '100 GetImageSize registry.example/app:latest with nothing',
      '110 pulled 1234 bytes',
    ]);
  });

  it('fails with the runtime’s own words after one attempt', () => {
    const { log, told } = attempts({ pulls: ['boom'] });
    expect(log.slice(2)).toEqual(['100 failed: boom']);
    expect(told.slice(2)).toEqual(['100 returned boom with nothing']);
  });

  it('counts 0 bytes where the size cannot be had: the pull has succeeded', () => {
    expect(attempts({ size: 'boom' }).told.at(-1)).toBe('110 pulled 0 bytes');
  });

  it('does not ask for the size of an image without a reference, and up to 1.27 of no image', () => {
    expect(attempts({ pulls: ['ref '] }).log.slice(2)).toEqual(['100 succeeded:  with nothing']);
    const { log, told } = attempts({ profile: v1_27 });
    expect(log.slice(2)).toEqual(['100 succeeded: sha256:app with nothing']);
    expect(told.slice(2)).toEqual(['100 returned sha256:app with nothing', '100 pulled 0 bytes']);
  });

  it('does not call the runtime without a token', () => {
    const { log, told } = attempts({ hasToken: false });
    expect(log).toEqual(['0 token', '0 failed: pull QPS exceeded']);
    expect(told).toEqual([]);
  });
});

// kubeGenericRuntimeManager.PullImage, v1.36.3: the loop over the credentials; utilerrors.NewAggregate of all
// errors.
describe('with credentials', () => {
  it('tries one after the other with one token for all, until one is accepted, and says which', () => {
    const { log, told } = attempts({ credentials: secrets, pulls: ['denied', 'ref sha256:app'] });
    expect(log).toEqual([
      '0 token',
      '0 PullImage registry.example/app:latest by web/app with id-one',
      '100 PullImage registry.example/app:latest by web/app with id-two',
      '200 GetImageSize registry.example/app:latest',
      '210 succeeded: sha256:app with id-two',
    ]);
    expect(told).toEqual([
      '0 pulling',
      '0 PullImage registry.example/app:latest with one',
      '100 returned denied with one',
      '100 PullImage registry.example/app:latest with two',
      '200 returned sha256:app with two',
      '200 GetImageSize registry.example/app:latest with nothing',
      '210 pulled 1234 bytes',
    ]);
  });

  it('fails with all errors once the last one is refused; equal ones count once', () => {
    const { log } = attempts({ credentials: secrets, pulls: ['denied', 'unknown', 'denied'] });
    expect(log.at(-1)).toBe('300 failed: [denied, unknown]');
    expect(attempts({ credentials: secrets, pulls: ['denied', 'denied', 'denied'] }).log.at(-1)).toBe(
      '300 failed: denied',
    );
  });

  it('to 1.31 costs a token even where the secrets cannot be read', () => {
    const { log, told } = attempts({
      profile: v1_31,
      credentials: { ...noPodCredentials, secretsError: 'unexpected end of JSON input' },
    });
    expect(log).toEqual(['0 token', '0 failed: unexpected end of JSON input']);
    expect(told).toEqual([]);
  });
});
