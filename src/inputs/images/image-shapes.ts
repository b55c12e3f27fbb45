import { z } from 'zod';
import { lazy } from '../../rules/values/memoize.ts';
import { ownObject } from '../documents/own-object.ts';
import { limits } from '../limits.ts';
import { lazyKindShape, readAtStartShape } from '../runtimes/lazy/lazy-pull-shape.ts';
import {
  byteSizeShape,
  imageSizeShape,
  platformExample,
  platformPattern,
} from '../scenario/quantity-shapes.ts';

const digest = z.string().regex(/^[a-z0-9]+:[a-zA-Z0-9=_-]{1,128}$/, {
  error: 'a digest such as sha256:… (images that name the same digest share the layer)',
});

const layerShape = lazy(() =>
  ownObject({
    size: byteSizeShape.describe('Compressed, as it goes over the wire'),
    unpackedSize: byteSizeShape.optional().describe('On the disk (default: 2.6 times the size)'),
    compression: z
      .enum(['gzip', 'none', 'zstd'])
      .optional()
      .describe('How it is packed (default: what mediaType says, else gzip)'),
    mediaType: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('As manifests have it, such as application/vnd.oci.image.layer.v1.tar+zstd'),
    files: z
      .int()
      .min(0)
      .max(100_000_000)
      .optional()
      .describe('How many files it holds: many small ones unpack slowly (default: few)'),
    digest: digest.optional().describe('Name the same digest in two images and they share the layer'),
  }),
);

/** One image of a Scenario or an ImageCatalog. */
export const imageShape = lazy(() =>
  ownObject({
    name: z.string().min(1).max(500).describe('As pods write it; other spellings of the same name match too'),
    size: imageSizeShape
      .optional()
      .describe('Compressed size of all layers; the split into layers is then assumed'),
    layers: z
      .array(layerShape())
      .min(1)
      .max(limits.layers)
      .optional()
      .describe('The layers in order, base first, instead of size'),
    index: z
      .boolean()
      .optional()
      .describe('The tag points to an index of several platforms: one more round trip (default false)'),
    platforms: z
      .array(z.string().regex(platformPattern, { error: platformExample }))
      .min(1)
      .max(100)
      .optional()
      .describe('The platforms of its index; on a node of another one the pull fails (default: all)'),
    lazyFormat: lazyKindShape
      .optional()
      .describe('What it is made for, where nodes pull lazily (default: what lazy_pull says)'),
    readAtStart: readAtStartShape
      .optional()
      .describe('What a container reads of it at its start, where nodes pull lazily, such as 5%'),
  }).refine((image) => (image.size === undefined) !== (image.layers === undefined), {
    error: 'an image with either size or layers',
  }),
);

export type ImageDocument = z.infer<ReturnType<typeof imageShape>>;
