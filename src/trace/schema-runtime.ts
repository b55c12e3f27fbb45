import { z } from 'zod';
import { because, count, digest, failure, image, ms, recorded, text, told } from './schema-fields.ts';

const layer = count('place in the manifest, from 0');

/** What the container runtime tells. The actor is `node-1/images/` and the caller's name without its node. */
export const runtimeRecords = {
  request: z
    .strictObject({
      ...recorded,
      type: z.literal('request'),
      ...told,
      state: z.enum(['waiting', 'sent', 'answered', 'failed']).meta({ description: '`waiting`: for a download slot' }),
      method: z.enum(['HEAD', 'GET']).meta({ description: 'HTTP method' }),
      kind: z.enum(['tag', 'index', 'manifest', 'config', 'layer', 'token']).meta({ description: 'what is asked for' }),
      registry: text('host of the registry'),
      image,
      digest: digest.exactOptional(),
      connection: count('TCP connection of the pull, from 0').exactOptional(),
      offset: count('first byte asked for, where it is not 0').exactOptional(),
      status: count('answered: HTTP status').exactOptional(),
      error: failure.exactOptional(),
      because,
    })
    .meta({ description: 'One request of the container runtime to a registry.' }),
  pullLimit: z
    .strictObject({
      ...recorded,
      type: z.literal('pullLimit'),
      ...told,
      registry: text('host of the registry'),
      client: text('whose pulls are counted: a node, the address that nodes share, or a credential'),
      pullsMax: count('pulls allowed in a window'),
      untilMs: ms('when the next pull will be allowed'),
    })
    .meta({
      description:
        'A registry refuses a client’s pull for the first time since its last one was allowed; the actor is `registry/docker.io/node-1`.',
    }),
  fetch: z
    .strictObject({
      ...recorded,
      type: z.literal('fetch'),
      ...told,
      state: z.enum(['queued', 'shared', 'present', 'started', 'stalled', 'fetched', 'failed']).meta({
        description:
          '`queued`: waits for a download slot; `shared`: another pull already fetches it, this one waits for that; `stalled`: no more bytes come, and the connection stays open',
      }),
      image,
      digest,
      layer,
      bytes: count('compressed size'),
      error: failure.exactOptional(),
      because,
    })
    .meta({ description: 'A layer’s way into the content store.' }),
  unpack: z
    .strictObject({
      ...recorded,
      type: z.literal('unpack'),
      ...told,
      state: z
        .enum(['queued', 'started', 'finished', 'failed', 'skipped', 'shared'])
        .meta({ description: '`queued`: waits for an unpack slot; `skipped`: unpacked before; `shared`: another pull unpacks it' }),
      image,
      digest,
      layer,
      bytes: count('unpacked size'),
      error: failure.exactOptional(),
      because,
    })
    .meta({ description: 'A layer is unpacked.' }),
  image: z
    .strictObject({
      ...recorded,
      type: z.literal('image'),
      ...told,
      state: z.enum(['present', 'removed']).meta({ description: 'what became of it' }),
      image,
      ref: text('reference of the image'),
      because,
    })
    .meta({ description: 'An image came to be on the node or left it.' }),
};
