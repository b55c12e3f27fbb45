import { describe, expect, it } from 'vitest';
import { v1_31, v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { pullWorld, window } from './pull-world.ts';

// EnsureImageExists, imagePullPrecheck and pullImage of pkg/kubelet/images/image_manager.go, v1.36.3; seeds
// 000 (its tests) and 003.

const key = 'uid-1_root';
const backOffQuestion = ['→ INTENT.RECORDED', `→ BACK_OFF.ASKED ${key}`];
const looking = [
  'pull inspecting',
  'runtime GetImageRef root:latest',
  '→ IMAGE_STATUS.REQUESTED root:latest',
];
const starting = [
  'pull waiting',
  'pulling started',
  'Normal Pulling: Pulling image "root"',
  '→ SLOT.REQUESTED',
  '→ THROTTLE.ASKED',
];
const calling = ['pull pulling', 'runtime PullImage root:latest', '→ IMAGE_PULL.REQUESTED root:latest'];

describe('a missing image with IfNotPresent (v1.36.3)', () => {
  it('is looked for, pulled, sized, and answered with its reference', () => {
    expect(pullWorld(v1_36).call('root', 'IfNotPresent')).toEqual([
      ...looking,
      ...backOffQuestion,
      ...starting,
      ...calling,
      'returned sha256:pulled',
      'runtime GetImageSize root:latest',
      '→ IMAGE_STATUS.REQUESTED root:latest',
      '→ SLOT.RELEASED',
      '→ IMAGE_PULLED.RECORDED',
      '→ SWEEP.REQUESTED',
      'pull pulled',
      'pulling finished',
      'Normal Pulled: Successfully pulled image "root" in 1.513s (1.513s including waiting). Image size: 1234 bytes.',
      'result ref=sha256:pulled error= message=',
      'answer sha256:pulled',
    ]);
  });

  it('fails with the runtime’s text, releases the slot and extends the back-off; the recorder of pulling times gets no end', () => {
    const world = pullWorld(v1_36, { pull: { error: 'boom' } });
    expect(world.call('root', 'IfNotPresent')).toEqual([
      ...looking,
      ...backOffQuestion,
      ...starting,
      ...calling,
      'returned boom',
      '→ SLOT.RELEASED',
      '→ IMAGE_PULL_FAILED.RECORDED',
      `→ FAILURE.REPORTED ${key}`,
      'pull failed',
      'Warning Failed: Failed to pull image "root": boom',
      'result ref= error=ErrImagePull message=boom',
      'answer ErrImagePull: boom',
    ]);
    expect(world.messagesTo('backOff').find((event) => event.type === 'FAILURE.REPORTED')).toMatchObject({
      failure: { reason: 'ErrImagePull', message: 'boom' },
    });
    expect(world.messagesTo('requester')).toEqual([
      { type: 'PULL.FAILED', failure: { reason: 'ErrImagePull', message: 'boom' } },
    ]);
  });

  it('is refused while its key backs off; the intent is written and deleted all the same', () => {
    const previous = { reason: 'ErrImagePull', message: 'boom' };
    expect(pullWorld(v1_36, { backsOff: { previous } }).call('root', 'IfNotPresent')).toEqual([
      ...looking,
      ...backOffQuestion,
      '→ IMAGE_PULL_FAILED.RECORDED',
      'pull backingOff',
      'Normal BackOff: Back-off pulling image "root"',
      'result ref= error=ImagePullBackOff message=Back-off pulling image "root": ErrImagePull: boom',
      'answer ImagePullBackOff: Back-off pulling image "root": ErrImagePull: boom',
    ]);
  });

  it('fails like any pull when the throttle refuses, without a call to the runtime', () => {
    expect(pullWorld(v1_36, { hasToken: false }).call('root', 'IfNotPresent')).toEqual([
      ...looking,
      ...backOffQuestion,
      ...starting,
      '→ SLOT.RELEASED',
      '→ IMAGE_PULL_FAILED.RECORDED',
      `→ FAILURE.REPORTED ${key}`,
      'pull failed',
      'Warning Failed: Failed to pull image "root": pull QPS exceeded',
      'result ref= error=ErrImagePull message=pull QPS exceeded',
      'answer ErrImagePull: pull QPS exceeded',
    ]);
  });
});

describe('an image that is present (v1.36.3)', () => {
  const present = 'Container image "root" already present on machine';

  it('is used without a pull; the recorder of pulling times is called after the event', () => {
    expect(pullWorld(v1_36, { imageRef: 'sha256:here' }).call('root', 'IfNotPresent')).toEqual([
      ...looking,
      'pull present',
      `Normal Pulled: ${present}`,
      'pulling finished',
      `result ref=sha256:here error= message=${present}`,
      'answer sha256:here',
    ]);
  });

  it.each(['IfNotPresent', 'Never'])(
    'with %s and the credentials gate on, is used where the pull records allow it',
    (policy) => {
      const text = `${present} and can be accessed by the pod`;
      const world = pullWorld(v1_36, { imageRef: 'sha256:here' }, { verifiesCredentials: true });
      expect(world.call('root', policy)).toEqual([
        ...looking,
        '→ ACCESS.ASKED',
        'pull present',
        `Normal Pulled: ${text}`,
        'pulling finished',
        `result ref=sha256:here error= message=${text}`,
        'answer sha256:here',
      ]);
      expect(world.messagesTo('records')[0]).toMatchObject({ image: 'root', imageRef: 'sha256:here' });
    },
  );

  it('is pulled nevertheless where the pull records refuse it', () => {
    const world = pullWorld(v1_36, { imageRef: 'sha256:here', mayUse: false }, { verifiesCredentials: true });
    const log = world.call('root', 'IfNotPresent');
    expect(log.slice(0, 6)).toEqual([...looking, '→ ACCESS.ASKED', ...backOffQuestion]);
    expect(log.at(-1)).toBe('answer sha256:pulled');
  });

  it('counts as not present with Never where the pull records refuse it', () => {
    const world = pullWorld(v1_36, { imageRef: 'sha256:here', mayUse: false }, { verifiesCredentials: true });
    expect(world.call('root', 'Never')).toEqual([
      ...looking,
      '→ ACCESS.ASKED',
      'pull neverPresent',
      'Warning ErrImageNeverPull: Container image "root" is not present with pull policy of Never',
      'result ref= error=ErrImageNeverPull message=Container image "root" is not present with pull policy of Never',
      'answer ErrImageNeverPull: Container image "root" is not present with pull policy of Never',
    ]);
  });

  it('is never verified where the image is missing: there is nothing to use', () => {
    const world = pullWorld(v1_36, {}, { verifiesCredentials: true });
    expect(world.call('root', 'IfNotPresent')).not.toContain('→ ACCESS.ASKED');
  });
});

describe('what ends a call before a pull (v1.36.3)', () => {
  it('a name that cannot be parsed', () => {
    const text =
      'Failed to apply default image tag "Root": couldn\'t parse image name "Root": invalid reference format: repository name (library/Root) must be lowercase';
    expect(pullWorld(v1_36).call('Root', 'IfNotPresent')).toEqual([
      'pull invalidName',
      `Warning InspectFailed: ${text}`,
      `result ref= error=InvalidImageName message=${text}`,
      `answer InvalidImageName: ${text}`,
    ]);
  });

  it('an inspection that fails; the release prints the empty reference instead of the name', () => {
    expect(pullWorld(v1_36, { inspectError: 'boom' }).call('root', 'IfNotPresent')).toEqual([
      ...looking,
      'pull inspectFailed',
      'Warning InspectFailed: Failed to inspect image "": boom',
      'result ref= error=ImageInspectError message=Failed to inspect image "": boom',
      'answer ImageInspectError: Failed to inspect image "": boom',
    ]);
  });

  it('Never, and the image is missing: neither back-off nor intent are asked', () => {
    const log = pullWorld(v1_36).call('root', 'Never');
    expect(log.slice(3)).toEqual([
      'pull neverPresent',
      'Warning ErrImageNeverPull: Container image "root" is not present with pull policy of Never',
      'result ref= error=ErrImageNeverPull message=Container image "root" is not present with pull policy of Never',
      'answer ErrImageNeverPull: Container image "root" is not present with pull policy of Never',
    ]);
  });
});

describe('the same actor serves the next call', () => {
  it.each([
    ['a success', {}, 'pulled'],
    ['a failure', { pull: { error: 'boom' } }, 'failed'],
    ['a back-off', { backsOff: { previous: undefined } }, 'backingOff'],
    ['a present image', { imageRef: 'sha256:here' }, 'present'],
    ['an inspection that failed', { inspectError: 'boom' }, 'inspectFailed'],
  ] as const)('after %s, without any data of the call before', (_, changes, state) => {
    const world = pullWorld(v1_36, changes);
    const first = world.call('root', 'IfNotPresent');
    expect(world.pull.getSnapshot().value).toEqual({ settled: state });
    expect(world.call('root', 'IfNotPresent')).toEqual(first);
    Object.assign(world.script, {
      imageRef: '',
      pull: { imageRef: 'sha256:pulled' },
      backsOff: undefined,
      inspectError: undefined,
    });
    const log = world.call('other:1', 'IfNotPresent');
    expect(log).toContain('→ IMAGE_PULL.REQUESTED other:1');
    expect(log).toContain('→ BACK_OFF.ASKED uid-1_other:1');
    expect(log.at(-1)).toBe('answer sha256:pulled');
  });
});

describe('waiting for a slot', () => {
  it('counts into waitedMs and "including waiting" but not into the pull, and names the pull that released the slot', () => {
    const world = pullWorld(v1_31, { slotMicros: 2_000_500, releasedBy: 'other' });
    world.call('root', 'IfNotPresent');
    const pulls = world.observations().filter((observation) => observation.type === 'pull');
    expect(pulls.find((pull) => pull.state === 'pulling')).toMatchObject({
      waitedMs: 2000.5,
      because: { kind: 'slot', actor: 'other' },
    });
    expect(pulls.find((pull) => pull.state === 'pulled')).toMatchObject({
      waitedMs: 2000.5,
      tookMs: 1513.25,
      sizeBytes: 1234,
    });
    expect(world.log).toContain(
      'Normal Pulled: Successfully pulled image "root" in 1.513s (3.513s including waiting). Image size: 1234 bytes.',
    );
  });

  it('has "Pulling" out before the slot is granted, and takes the token after it (puller.go, helpers.go)', () => {
    const world = pullWorld(v1_31, { slotMicros: 2_000_000 });
    world.ask('root', 'Always');
    world.run(1_000_000);
    expect(world.log.slice(-2)).toEqual(['Normal Pulling: Pulling image "root"', '→ SLOT.REQUESTED']);
    world.run(2_002_000);
    expect(world.log.slice(-4)).toEqual(['→ THROTTLE.ASKED', ...calling]);
  });

  it('names no other pull where a slot was free', () => {
    const world = pullWorld(v1_36);
    world.call('root', 'Always');
    expect(
      world.observations().find((one) => one.type === 'pull' && one.state === 'pulling'),
    ).not.toHaveProperty('because');
  });
});

it('records the back-off window and points to its own last failure', () => {
  const world = pullWorld(v1_36, { backsOff: { previous: undefined } });
  world.call('root', 'IfNotPresent');
  expect(world.observations().find((one) => one.type === 'pull' && one.state === 'backingOff')).toMatchObject(
    {
      reason: 'ImagePullBackOff',
      windowMs: window.windowMicros / 1000,
      untilMs: window.untilMicros / 1000,
      because: { kind: 'backOff', actor: 'node-1/kubelet/default/p/app' },
    },
  );
});

it('reports a second request while one is open', () => {
  const world = pullWorld(v1_36);
  world.ask('root', 'IfNotPresent');
  world.ask('root', 'IfNotPresent');
  expect(world.log.at(-1)).toBe('unhandled PULL.REQUESTED');
});
