import { z } from 'zod';
import { because, count, digest, failure, image, recorded, text, told } from './schema-fields.ts';

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
  fetch: z
    .strictObject({
      ...recorded,
      type: z.literal('fetch'),
      ...told,
      state: z
        .enum(['queued', 'shared', 'present', 'started', 'fetched', 'failed'])
        .meta({ description: '`queued`: waits for a download slot; `shared`: another pull already fetches it, this one waits for that' }),
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
        .enum(['started', 'finished', 'failed', 'skipped', 'shared'])
        .meta({ description: '`skipped`: unpacked before; `shared`: another pull unpacks it' }),
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
