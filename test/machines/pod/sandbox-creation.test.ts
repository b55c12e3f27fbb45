import { expect, it } from 'vitest';
import type { SandboxImageAnswer } from '../../../machines/runtime/cri.ts';
import { v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { workerWorld } from './worker-world.ts';

const pod = { namespace: 'default', name: 'web', uid: 'uid-1' };
const pull = 'node-1/images/sandboxes/default/web';

/** The first seconds of a pod whose runtime answers so of its sandbox image, each answer after so many ms. */
function creation(
  seconds: number,
  ...sandboxImage: readonly (readonly [ms: number, answer: SandboxImageAnswer])[]
) {
  const world = workerWorld({ profile: v1_36, slotsMax: 1, sandboxImage });
  world.runTo(seconds);
  expect(world.unhandled).toEqual([]);
  const told = world.observed.flatMap(({ atMicros, observation }) =>
    observation.type === 'sandbox' ? [[atMicros / 1000, observation.state] as const] : [],
  );
  const sandboxes = world.observed.flatMap(({ observation }) =>
    observation.type === 'sandbox' ? [observation] : [],
  );
  const causes = world.observed.flatMap(({ observation, pull, because }) =>
    observation.type === 'sandbox' ? [{ pull, because }] : [],
  );
  const errors = world
    .ended()
    .flatMap(({ atMs, error }) => (error === undefined ? [] : [[atMs, error] as const]));
  return { ...world, told, sandboxes, causes, errors, made: world.timesOf('runtime', 'SANDBOX.CREATED') };
}

const missing: SandboxImageAnswer = { type: 'SANDBOX_IMAGE.MISSING', image: 'pause:1', pull };

// ensureImageExists in pkg/cri/server/helpers.go (containerd 1.6.20): LocalResolve, and nothing more where
// that finds it.
it('makes the sandbox at once where its image is there', () => {
  const { told, made, messagesTo } = creation(5, [0, { type: 'SANDBOX_IMAGE.PRESENT' }]);
  expect(told).toEqual([
    [0, 'creating'],
    [100, 'ready'],
  ]);
  expect(made).toEqual([100]);
  expect(messagesTo('sandboxImages')).toMatchObject([{ pod, caller: 'node-1/sandboxes/default/web' }]);
});

it('waits for the pull of its image, which is the cause of the wait', () => {
  const { told, made, sandboxes, causes } = creation(
    5,
    [0, missing],
    [250, { type: 'IMAGE_PULL.SUCCEEDED', imageRef: 'sha256:pause' }],
  );
  expect(told).toEqual([
    [0, 'pullingImage'],
    [250, 'creating'],
    [350, 'ready'],
  ]);
  expect(sandboxes).toEqual([
    { type: 'sandbox', state: 'pullingImage', pod, image: 'pause:1' },
    { type: 'sandbox', state: 'creating', pod },
    { type: 'sandbox', state: 'ready', pod },
  ]);
  expect(causes).toEqual([
    { pull: 'node-1/sandboxes/default/web', because: undefined },
    { pull: undefined, because: { kind: 'sandboxImage', actor: pull } },
    { pull: undefined, because: undefined },
  ]);
  expect(made).toEqual([350]);
});

it('fails with the error of the runtime where the image cannot be pulled', () => {
  const { told, errors, made, sandboxes } = creation(
    5,
    [0, missing],
    [90, { type: 'IMAGE_PULL.FAILED', error: 'boom' }],
  );
  expect(told[1]).toEqual([90, 'failed']);
  expect(sandboxes[1]).toEqual({ type: 'sandbox', state: 'failed', pod, error: 'boom' });
  expect(errors[0]).toEqual([90, expect.stringContaining('boom')]);
  expect(made).toEqual([]);
});

// remote_runtime.go of cri-client: twice the runtimeRequestTimeout, whose default is 2 min.
it('gives up after four minutes, and the pull with it', () => {
  const { errors, messagesTo } = creation(245, [0, missing]);
  const error = 'rpc error: code = DeadlineExceeded desc = context deadline exceeded';
  expect(errors).toEqual([[240_000, expect.stringContaining(error)]]);
  expect(messagesTo('sandboxImages').at(-1)).toEqual({
    type: 'IMAGE_PULL.CANCELLED',
    caller: 'node-1/sandboxes/default/web',
  });
});

// sandboxNameIndex.Reserve in internal/cri/server/sandbox_run.go (containerd 2.2.0).
it('makes no second sandbox where a restarted kubelet does not know of the first', () => {
  const world = workerWorld({ profile: v1_36, slotsMax: 1, takenName: 'the name is reserved' });
  world.runTo(30);
  expect(world.unhandled).toEqual([]);
  expect(world.timesOf('runtime', 'SANDBOX.CREATED')).toEqual([]);
  expect(world.messagesTo('sandboxImages')).toEqual([]);
  const [first] = world.ended();
  expect(first?.error).toContain('the name is reserved');
  expect(world.timesOf('runtime', 'CONTAINER.STARTED')).not.toEqual([]);
});
