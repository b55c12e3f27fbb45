import { expect, it } from 'vitest';
import { sandboxCreationMachine } from '../../../machines/pod/sandbox-creation.ts';
import type { SandboxImageAnswer, SandboxImageRequest } from '../../../machines/runtime/cri.ts';
import { stage } from '../stage.ts';

const pod = { namespace: 'default', name: 'web', uid: 'uid-1' };
const pull = 'node-1/images/sandboxes/default/web';

/** RunPodSandbox whose image service answers so, each answer after so many ms. */
function creation(...answers: readonly (readonly [ms: number, answer: SandboxImageAnswer])[]) {
  const world = stage();
  const images = world.listen<SandboxImageRequest>('images', (event) => {
    if (event.type !== 'SANDBOX_IMAGE.REQUESTED') return;
    expect(event).toMatchObject({ pod, caller: 'node-1/sandboxes/default/web' });
    for (const [ms, answer] of answers) world.at(ms * 1000, () => event.requester.send(answer));
  });
  world.start(sandboxCreationMachine, {
    name: 'worker',
    caller: 'node-1/sandboxes/default/web',
    pod,
    recorder: world.recorder,
    images,
    sandboxMicros: 180_000,
    requester: world.listen('round'),
  });
  world.run(600_000_000);
  expect(world.unhandled).toEqual([]);
  const told = world.observed.map(({ atMicros, observation }) => [atMicros / 1000, 'state' in observation && observation.state]);
  const returned = world.heard.filter(({ by }) => by === 'round').map(({ atMicros, message }) => [atMicros / 1000, message]);
  return { ...world, told, returned };
}

const missing: SandboxImageAnswer = { type: 'SANDBOX_IMAGE.MISSING', image: 'pause:1', pull };

// ensureImageExists in pkg/cri/server/helpers.go (containerd 1.6.20): LocalResolve, and nothing more where that finds it.
it('makes the sandbox at once where its image is there', () => {
  const { told, returned } = creation([0, { type: 'SANDBOX_IMAGE.PRESENT' }]);
  expect(told).toEqual([
    [0, 'creating'],
    [180, 'ready'],
  ]);
  expect(returned).toEqual([[180, { type: 'SANDBOX.MADE' }]]);
});

it('waits for the pull of its image, which is the cause of the wait', () => {
  const { told, returned, observed } = creation([0, missing], [250, { type: 'IMAGE_PULL.SUCCEEDED', imageRef: 'sha256:pause' }]);
  expect(told).toEqual([
    [0, 'pullingImage'],
    [250, 'creating'],
    [430, 'ready'],
  ]);
  expect(observed[0]?.observation).toEqual({ type: 'sandbox', state: 'pullingImage', pod, image: 'pause:1' });
  expect(returned).toEqual([[430, { type: 'SANDBOX.MADE' }]]);
});

it('fails with the error of the runtime where the image cannot be pulled', () => {
  const { told, returned } = creation([0, missing], [90, { type: 'IMAGE_PULL.FAILED', error: 'boom' }]);
  expect(told.at(-1)).toEqual([90, 'failed']);
  expect(returned).toEqual([[90, { type: 'SANDBOX.FAILED', error: 'boom' }]]);
});

// remote_runtime.go of cri-client: twice the runtimeRequestTimeout, whose default is 2 min.
it('gives up after four minutes, and the pull with it', () => {
  const { returned, heard } = creation([0, missing]);
  const error = 'rpc error: code = DeadlineExceeded desc = context deadline exceeded';
  expect(returned).toEqual([[240_000, { type: 'SANDBOX.FAILED', error }]]);
  expect(heard.filter(({ by }) => by === 'images').at(-1)?.message).toEqual({
    type: 'IMAGE_PULL.CANCELLED',
    caller: 'node-1/sandboxes/default/web',
  });
});
