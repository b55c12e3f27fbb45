import { describe, expect, it } from 'vitest';
import { type AccessAnswer, pullRecordsReducer } from '../../../machines/pull/pull-records.ts';
import { stage } from '../stage.ts';

// PullManager of pkg/kubelet/images/pullmanager, v1.36.3, gate KubeletEnsureSecretPulledImages

function records(policy = '') {
  const world = stage();
  const actor = world.start(pullRecordsReducer, {
    name: 'records',
    recorder: world.recorder,
    clock: world.clock,
    policy,
  });
  const requester = world.listen<AccessAnswer>('pull');
  return {
    ...world,
    actor,
    intend: (image: string) => actor.send({ type: 'INTENT.RECORDED', image }),
    fail: (image: string) => actor.send({ type: 'IMAGE_PULL_FAILED.RECORDED', image }),
    succeed: (image: string, imageRef: string) =>
      actor.send({ type: 'IMAGE_PULLED.RECORDED', image, imageRef }),
    ask(image: string, imageRef: string) {
      actor.send({ type: 'ACCESS.ASKED', image, imageRef, credentials: { credentials: [] }, requester });
      return world.messagesTo('pull').at(-1)?.type;
    },
  };
}

describe('by default (NeverVerifyPreloadedImages)', () => {
  it('a preloaded image may be used', () => {
    expect(records().ask('root', 'sha256:r')).toBe('ACCESS.GRANTED');
  });

  it('a preloaded image must be pulled while the kubelet pulls that very name, until the last of the pulls has failed', () => {
    const world = records();
    world.intend('root');
    world.intend('root');
    expect(world.ask('root', 'sha256:r')).toBe('ACCESS.REFUSED');
    expect(world.ask('root:latest', 'sha256:r')).toBe('ACCESS.GRANTED');
    world.fail('root');
    expect(world.ask('root', 'sha256:r')).toBe('ACCESS.REFUSED');
    world.fail('root');
    expect(world.ask('root', 'sha256:r')).toBe('ACCESS.GRANTED');
  });

  it('an image that the kubelet pulled may be used under any tag of that name, and not under another name', () => {
    const world = records();
    world.intend('root');
    world.succeed('root', 'sha256:r');
    expect(world.ask('root', 'sha256:r')).toBe('ACCESS.GRANTED');
    expect(world.ask('root:other', 'sha256:r')).toBe('ACCESS.GRANTED');
    expect(world.ask('docker.io/library/root', 'sha256:r')).toBe('ACCESS.REFUSED');
    expect(world.ask('root', 'sha256:else')).toBe('ACCESS.GRANTED');
  });
});

describe('a kubelet that starts', () => {
  it('brings the policy of its configuration', () => {
    const world = records('NeverVerify');
    world.intend('root');
    expect(world.ask('root', 'sha256:r')).toBe('ACCESS.GRANTED');
    world.actor.send({ type: 'KUBELET.STARTED', policy: 'AlwaysVerify', verifiesCredentials: true });
    expect(world.ask('other', 'sha256:o')).toBe('ACCESS.REFUSED');
  });

  it('without the gate writes nothing, and keeps existing records (NoopImagePullManager)', () => {
    const world = records();
    const start = (verifiesCredentials: boolean) =>
      world.actor.send({ type: 'KUBELET.STARTED', policy: '', verifiesCredentials });
    world.intend('old');
    world.succeed('old', 'sha256:old');
    start(false);
    start(false);
    for (const [image, ref] of [['root', 'sha256:r']] as const) {
      world.intend(image);
      world.succeed(image, ref);
      world.fail(image);
    }
    world.actor.send({ type: 'KUBELET.GONE' });
    start(true);
    expect(world.ask('docker.io/root', 'sha256:r')).toBe('ACCESS.GRANTED');
    expect(world.ask('docker.io/old', 'sha256:old')).toBe('ACCESS.REFUSED');
  });
});

it('AlwaysVerify refuses what the kubelet did not pull itself', () => {
  const world = records('AlwaysVerify');
  expect(world.ask('root', 'sha256:r')).toBe('ACCESS.REFUSED');
  world.succeed('root', 'sha256:r');
  expect(world.ask('root', 'sha256:r')).toBe('ACCESS.GRANTED');
});

it('NeverVerify grants all, also during a pull', () => {
  const world = records('NeverVerify');
  world.intend('root');
  expect(world.ask('root', 'sha256:r')).toBe('ACCESS.GRANTED');
});

it('survives the kubelet: pulled images stay on record', () => {
  const world = records();
  world.intend('root');
  world.succeed('root', 'sha256:r');
  world.actor.send({ type: 'KUBELET.GONE' });
  expect(world.ask('root', 'sha256:r')).toBe('ACCESS.GRANTED');
  expect(world.ask('else', 'sha256:r')).toBe('ACCESS.REFUSED');
  expect(world.unhandled).toEqual([]);
});

it('an unknown policy is a programmer’s error', () => {
  const world = records('Sometimes');
  world.ask('root', 'sha256:r');
  expect(world.check).toThrow('unknown image pull credential verification policy: Sometimes');
});
