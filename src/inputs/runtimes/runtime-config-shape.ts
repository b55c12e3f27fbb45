import { z } from 'zod';
import { ownObject } from '../documents/own-object.ts';
import { imageShape } from '../images/image-name.ts';
import { byteSizeShape, durationShape } from '../scenario/quantity-shapes.ts';
import { lazyPullShape } from './lazy/lazy-pull-shape.ts';
import { parallelPullShape } from './soci/parallel-pull-shape.ts';

const count = z.int({ error: 'a whole number such as 3; 0 is no limit' }).min(0).max(1_000_000);
const timeout = z.union([durationShape, z.literal(0)], { error: 'a duration such as 5m0s; 0s is none' });
const capability = z.enum(['pull', 'resolve', 'push']);
const address = z.string().min(1).max(500);

const transfer = ownObject({
  max_concurrent_downloads: count
    .optional()
    .describe('Of the transfer service, for the whole node (default 3)'),
  max_concurrent_unpacks: count
    .optional()
    .describe('Layers that are unpacked at once on the node (2.2 and later; default 1)'),
  concurrent_layer_fetch_buffer: byteSizeShape
    .optional()
    .describe('Layers are fetched in pieces of this size (default 0: whole)'),
});

/**
 * The settings of the runtime's own configuration under its own names: containerd's, or CRI-O's if that
 * differs.
 */
export const runtimeConfigShape = ownObject({
  max_concurrent_downloads: count
    .optional()
    .describe(
      "Of containerd's CRI plugin (default 3): of each pull in 1.x and 2.0; in later ones not 3 makes it pull locally",
    ),
  max_concurrent_unpacks: transfer.shape.max_concurrent_unpacks,
  concurrent_layer_fetch_buffer: transfer.shape.concurrent_layer_fetch_buffer,
  image_pull_progress_timeout: timeout
    .optional()
    .describe('A pull without a byte for so long is cancelled (default 5m0s; none in 1.6)'),
  snapshotter: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('overlayfs or native; others count as overlayfs'),
  use_local_image_pull: z
    .boolean()
    .optional()
    .describe('Pull by the client library instead of the transfer service (2.1 and later)'),
  pull_progress_timeout: timeout.optional().describe("CRI-O's own (default 0s: none)"),
  'io.containerd.transfer.v1.local': transfer
    .optional()
    .describe('Of the transfer service, which pulls for the CRI plugin since 2.1'),
  parallel_pull_unpack: parallelPullShape().optional(),
  lazy_pull: lazyPullShape().optional(),
  sandbox_image: imageShape
    .optional()
    .describe("What pod sandboxes are made of (default: the runtime's own pause)"),
  hosts: z
    .record(
      z.string().min(1),
      z
        .array(
          z.union([address, ownObject({ host: address, capabilities: z.array(capability).optional() })]),
          {
            error: 'a list of mirrors such as [https://mirror.example]',
          },
        )
        .max(100),
    )
    .optional()
    .describe(
      'Mirrors by registry, in order, as in hosts.toml; the registry itself comes last; _default for all others',
    ),
});

export type RuntimeConfigDocument = z.infer<typeof runtimeConfigShape>;
