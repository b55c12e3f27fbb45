import { z } from 'zod';
import {
  count,
  digest,
  failure,
  image,
  ms,
  nodeRecord,
  pod,
  pull,
  pullRecord,
  text,
  worldRecord,
} from './schema-fields.ts';

const layer = count('place in the manifest, from 0');

/**
 * Records of the container runtime. The actor is `node-1/images/` followed by the caller's name without its
 * node.
 */
export const runtimeRecords = {
  request: pullRecord('request', 'One request of the container runtime to a registry.', {
    state: z.enum(['waiting', 'sent', 'answered', 'failed', 'resting']).meta({
      description:
        '`waiting`: for a download slot, or, with the cause `inFlight`, for another pull that fetches the same manifest; `resting`: the runtime waits before it asks again',
    }),
    method: z.enum(['HEAD', 'GET']).meta({ description: 'HTTP method' }),
    kind: z
      .enum(['tag', 'index', 'manifest', 'config', 'layer', 'token'])
      .meta({ description: 'what is asked for' }),
    registry: text('host of the registry'),
    image,
    digest: digest.exactOptional(),
    connection: count('TCP connection of the pull, from 0').exactOptional(),
    offset: count('first byte asked for, where it is not 0').exactOptional(),
    status: count('answered: HTTP status').exactOptional(),
    from: text(
      'answered: who sends the bytes, where the host that was asked does not: another node (`peers/node-3`), or a cache’s upstream',
    ).exactOptional(),
    error: failure.exactOptional(),
    dueMs: ms('resting: when it asks again').exactOptional(),
  }),
  pullLimit: worldRecord(
    'pullLimit',
    'A registry refuses a client’s pull for the first time since its last one was allowed; the actor is `registry/docker.io/node-1`.',
    {
      registry: text('host of the registry'),
      client: text('whose pulls are counted: a node, the address that nodes share, or a credential'),
      pullsMax: count('pulls allowed in a window'),
      windowMs: ms('how long a pull counts; absent in older traces').exactOptional(),
      untilMs: ms('when the next pull will be allowed'),
    },
  ),
  fetch: pullRecord('fetch', 'A layer’s way into the content store.', {
    state: z.enum(['queued', 'shared', 'present', 'started', 'stalled', 'fetched', 'failed']).meta({
      description:
        '`queued`: waits for a download slot; `shared`: another pull already fetches it, this one waits for that; `stalled`: no more bytes come, and the connection stays open',
    }),
    image,
    digest,
    layer,
    bytes: count('compressed size'),
    error: failure.exactOptional(),
  }),
  unpack: pullRecord('unpack', 'A layer is unpacked.', {
    state: z.enum(['queued', 'started', 'throttled', 'finished', 'failed', 'skipped', 'shared']).meta({
      description:
        '`queued`: waits for an unpack slot; `throttled`: goes on at the rate of the disk, for too many files wait in memory; `skipped`: unpacked before; `shared`: another pull unpacks it',
    }),
    image,
    digest,
    layer,
    bytes: count('unpacked size'),
    error: failure.exactOptional(),
  }),
  imageRead: nodeRecord(
    'imageRead',
    'A container reads an image that is pulled lazily, or the rest of the image is fetched behind it.',
    {
      state: z.enum(['reading', 'read', 'failed', 'complete']).meta({
        description:
          '`reading`: the container has started and waits for what it reads; `read`: it goes on; `failed`: the registry did not give it, and is asked again; `complete`: all of the image is on the node',
      }),
      image,
      ref: text('reference of the image'),
      pod: pod.exactOptional(),
      container: text('of the container').exactOptional(),
      bytes: count('compressed size of what is read').exactOptional(),
      error: failure.exactOptional(),
    },
  ),
  image: nodeRecord('image', 'An image came to be on the node or left it.', {
    pull: pull.exactOptional(),
    state: z.enum(['present', 'removed']).meta({ description: 'what became of it' }),
    image,
    ref: text('reference of the image'),
  }),
};
