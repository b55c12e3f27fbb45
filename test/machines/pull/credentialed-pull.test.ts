import { describe, expect, it } from 'vitest';
import { type AttemptsAnswer, credentialedPullMachine } from '../../../machines/pull/credentialed-pull.ts';
import type { PullThrottleEvent } from '../../../machines/pull/pull-throttle.ts';
import type { ImageServiceRequest } from '../../../machines/runtime/cri.ts';
import type { CredentialsForImage } from '../../../src/kubelet/credentials/credentials-for-image.ts';
import type { PullCredential } from '../../../src/kubelet/credentials/pull-credential.ts';
import { openCall } from '../../../src/kubelet/images/pull-log.ts';
import type { Profile } from '../../../src/kubelet/profile.ts';
import { v1_27 } from '../../../src/kubelet/profiles/v1-27.ts';
import { v1_31 } from '../../../src/kubelet/profiles/v1-31.ts';
import { v1_36 } from '../../../src/kubelet/profiles/v1-36.ts';
import { stage } from '../stage.ts';

const secret = (name: string): PullCredential => ({
  identity: `id-${name}`,
  registryKey: 'registry.example',
  source: { kind: 'secret', namespace: 'default', name, uid: `uid-${name}` },
});
const secrets: CredentialsForImage = { credentials: ['one', 'two', 'three'].map(secret) };

interface Options {
  readonly profile?: Profile;
  readonly credentials?: CredentialsForImage;
  readonly hasToken?: boolean;
  /** PullImage's answers, one after the other: an error, or `ref …`. */
  readonly pulls?: readonly string[];
  readonly size?: number | string;
}

/** Lets a pull come to its end; returns all that it said, as `ms what`. A pull takes 100 ms, the question for the size 10 ms. */
function attempts({
  profile = v1_36,
  credentials = { credentials: [] },
  hasToken = true,
  pulls = ['ref sha256:app'],
  size = 1_234,
}: Options) {
  const world = stage();
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
    } else {
      say(`ImageStatus ${event.image}, for its size: ${event.forSize}`);
      world.at(world.kernel.nowMicros + 10_000, () =>
        event.requester.send(
          typeof size === 'string'
            ? { type: 'IMAGE_STATUS.FAILED', error: size }
            : { type: 'IMAGE_STATUS.ANSWERED', imageRef: 'sha256:app', sizeBytes: size },
        ),
      );
    }
  });
  const throttle = world.listen<PullThrottleEvent>('throttle', ({ requester }) => {
    say('token');
    requester.send({ type: hasToken ? 'TOKEN.GRANTED' : 'TOKEN.REFUSED' });
  });
  const requester = world.listen<AttemptsAnswer>('imagePull', (event) => {
    say(
      event.type === 'ATTEMPTS.FAILED'
        ? `failed: ${event.error}`
        : `succeeded: ${event.imageRef}, ${event.sizeBytes} bytes with ${event.credential?.identity ?? 'nothing'}`,
    );
  });
  const call = {
    ...openCall(profile, 'registry.example/app', 'Always'),
    profile,
    pod: { namespace: 'default', name: 'web', uid: 'web' },
    container: 'app',
    fieldPath: 'spec.containers{app}',
    annotations: {},
    runtimeHandler: '',
  };
  world.start(credentialedPullMachine, { name: 'web/app', requester, recorder: world.recorder, imageService, throttle, call, credentials });
  world.run(10_000_000);
  expect(world.unhandled).toEqual([]);
  const told = world.observed.map(({ atMicros, observation: one }) => {
    const ms = atMicros / 1000;
    if (one.type === 'runtime') return `${ms} ${one.op} ${one.image} with ${one.credential?.name ?? 'nothing'}`;
    if (one.type === 'runtime-return') return `${ms} returned ${one.ref ?? one.error} with ${one.credential?.name ?? 'nothing'}`;
    return one.type === 'pull' ? `${ms} pull ${one.state}` : `${ms} ${one.type}`;
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
      '100 ImageStatus registry.example/app:latest, for its size: true',
      '110 succeeded: sha256:app, 1234 bytes with nothing',
    ]);
    expect(told).toEqual([
      '0 pull pulling',
      '0 PullImage registry.example/app:latest with nothing',
      '100 returned sha256:app with nothing',
      '100 GetImageSize registry.example/app:latest with nothing',
    ]);
  });

  it('fails with the runtime’s own words after one attempt', () => {
    const { log, told } = attempts({ pulls: ['boom'] });
    expect(log.slice(2)).toEqual(['100 failed: boom']);
    expect(told.slice(2)).toEqual(['100 returned boom with nothing']);
  });

  it('counts 0 bytes where the size cannot be had: the pull has succeeded', () => {
    expect(attempts({ size: 'boom' }).log.at(-1)).toBe('110 succeeded: sha256:app, 0 bytes with nothing');
  });

  it('asks for no size of an image without reference, and to 1.27 of none', () => {
    expect(attempts({ pulls: ['ref '] }).log.slice(2)).toEqual(['100 succeeded: , 0 bytes with nothing']);
    const { log, told } = attempts({ profile: v1_27 });
    expect(log.slice(2)).toEqual(['100 succeeded: sha256:app, 0 bytes with nothing']);
    expect(told.slice(2)).toEqual(['100 returned sha256:app with nothing']);
  });

  it('does not call the runtime without a token', () => {
    const { log, told } = attempts({ hasToken: false });
    expect(log).toEqual(['0 token', '0 failed: pull QPS exceeded']);
    expect(told).toEqual([]);
  });
});

// kubeGenericRuntimeManager.PullImage, v1.36.3: the loop over the credentials; utilerrors.NewAggregate of all errors.
describe('with credentials', () => {
  it('tries one after the other with one token for all, until one is accepted, and says which', () => {
    const { log, told } = attempts({ credentials: secrets, pulls: ['denied', 'ref sha256:app'] });
    expect(log).toEqual([
      '0 token',
      '0 PullImage registry.example/app:latest by web/app with id-one',
      '100 PullImage registry.example/app:latest by web/app with id-two',
      '200 ImageStatus registry.example/app:latest, for its size: true',
      '210 succeeded: sha256:app, 1234 bytes with id-two',
    ]);
    expect(told).toEqual([
      '0 pull pulling',
      '0 PullImage registry.example/app:latest with one',
      '100 returned denied with one',
      '100 PullImage registry.example/app:latest with two',
      '200 returned sha256:app with two',
      '200 GetImageSize registry.example/app:latest with nothing',
    ]);
  });

  it('fails with all errors once the last one is refused; equal ones count once', () => {
    const { log } = attempts({ credentials: secrets, pulls: ['denied', 'unknown', 'denied'] });
    expect(log.at(-1)).toBe('300 failed: [denied, unknown]');
    expect(attempts({ credentials: secrets, pulls: ['denied', 'denied', 'denied'] }).log.at(-1)).toBe('300 failed: denied');
  });

  it('to 1.31 costs a token even where the secrets cannot be read', () => {
    const { log, told } = attempts({ profile: v1_31, credentials: { error: 'unexpected end of JSON input' } });
    expect(log).toEqual(['0 token', '0 failed: unexpected end of JSON input']);
    expect(told).toEqual([]);
  });
});
