import type { ImageReadRequest } from '../../../../machines/runtime/container-runtime-protocol.ts';
import { lazyReadMachine } from '../../../../machines/runtime/lazy-read.ts';
import { askAgainMicros } from '../../../../machines/runtime/lazy-read-context.ts';
import { type LazyImage, lazyImage } from '../../../rules/runtime/images/lazy-image.ts';
import { type LazyPullKind, lazyPullRows } from '../../../rules/runtime/profiles/lazy-pull.ts';
import { containerd24 } from '../../../rules/runtime/profiles/runtime-profiles.ts';
import { withChanges } from '../../../rules/values/with-changes.ts';
import { delayElapsed, type ModelEvent, modelOf } from '../machine-model.ts';
import { modelImage } from '../model-node.ts';

const { named, model } = modelOf(lazyReadMachine);

const readersMax = 2;

function imageOf(kind: LazyPullKind): LazyImage {
  const image = lazyImage(modelImage('docker.io/library/app:1', 'base', 'app'), { kind });
  if (image === undefined) throw new Error(`${kind} pulls it whole`);
  return image;
}

function request(requester: ImageReadRequest['requester'], container: string): ImageReadRequest {
  const pod = { namespace: 'default', name: 'web', uid: 'web' };
  const reader = { pod, container, process: container, runsForMicros: null, exitCode: 0 };
  return { type: 'IMAGE_READ.REQUESTED', imageRef: 'sha256:app', reader, requester };
}

/** Returns what the fetch says while a part arrives, or after it was cancelled. */
function fetchSays(state: string): readonly ModelEvent[] {
  if (state.endsWith('.cancelling'))
    return [
      named('FETCH.DROPPED'),
      named('PARTIAL_BLOB.KEPT', { digest: 'sha256:app#start', bytes: 10 }),
      named('FETCH.FINISHED', { fetch: 0, layer: 0, endedMicros: 0 }),
    ];
  if (!state.endsWith('.arriving')) return [];
  return [
    named('FETCH.FINISHED', { fetch: 0, layer: 0, endedMicros: 0 }),
    named('FETCH.FAILED', {
      error: { kind: 'refused', at: { method: 'GET', kind: 'layer', digest: 'sha256:app' } },
    }),
    named('PROGRESS.RECEIVING', { layer: 0, bytes: 0, flow: { id: 'a', linkId: 'node-1', registry: 'r' } }),
    named('PROGRESS.ASKING', { fetch: 0, at: { method: 'GET', kind: 'layer', digest: 'sha256:app' } }),
    named('PROGRESS.SETTLED', { fetch: 0 }),
  ];
}

/** One image of which a node has what its pull brought, and up to two containers that read it at once. */
export const lazyReadModel = model({
  input: ({ recorder, clock, neighbour, stubs }) => ({
    name: 'node-1/images/reads/0',
    recorder,
    clock,
    ...stubs('network', 'disk', 'slots', 'content', 'metadata'),
    profile: containerd24,
    linkId: 'node-1',
    connectMicros: {},
    exists: true,
    identity: undefined,
    hosts: [{ host: 'docker.io', capabilities: ['resolve', 'pull'], registry: neighbour('registry') }],
    image: imageOf('stargz'),
    first: request(neighbour('runtime'), 'first'),
  }),
  starts: {
    'the rest comes behind': {},
    'the rest comes after a while': { image: withChanges(imageOf('stargz'), { row: lazyPullRows.soci }) },
    'the rest does not come': { image: imageOf('nydus') },
  },
  events: ({ context, state, world }) => {
    const { image } = context.input;
    return [
      ...fetchSays(state),
      ...(context.readers.length < readersMax
        ? [
            named('IMAGE_READ.REQUESTED', {
              ...request(world.neighbour('runtime'), `after-${context.readers.length}`),
            }),
          ]
        : []),
      ...(state.endsWith('.awaitingRegistry')
        ? [delayElapsed('askAgain', `lazyRead.${state}`, askAgainMicros)]
        : []),
      ...(state === 'atStart.handingOver'
        ? [delayElapsed('reading', `lazyRead.${state}`, image.readMicros)]
        : []),
      ...(state === 'behind.resting'
        ? [delayElapsed('quiet', `lazyRead.${state}`, image.row.behind?.afterMicros ?? 0)]
        : []),
      named('RUNTIME_PULL.CANCELLED'),
    ];
  },
  project: ({ context: { readers, offset } }) => ({ readers: readers.length, offset }),
});
