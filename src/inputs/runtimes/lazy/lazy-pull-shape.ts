import { z } from 'zod';
import {
  type LazyPullKind,
  lazyPullKinds,
  percentText,
  readAtStartPublished,
} from '../../../rules/runtime/profiles/lazy-pull.ts';
import { lazy } from '../../../rules/values/memoize.ts';
import { omitUndefined } from '../../../rules/values/omit-undefined.ts';
import { ownObject } from '../../documents/own-object.ts';

const kinds = ['none', ...lazyPullKinds] as const;

/** A way to pull lazily, or `none`. */
export const lazyKindShape = z.enum(lazyPullKinds, { error: `one of ${lazyPullKinds.join(', ')}` });

/** A share of an image, as text: `6.4%`. */
export const readAtStartShape = z
  .string({ error: 'a share such as 5%' })
  .regex(/^(?:100|\d{1,2}(?:\.\d{1,4})?) ?%$/, { error: 'a share such as 5%' });

const { share, low, high } = readAtStartPublished;

const fields = ownObject({
  kind: z
    .enum(kinds, { error: `one of ${kinds.join(', ')}` })
    .optional()
    .describe('How images are pulled lazily; none: whole'),
  read_at_start: readAtStartShape
    .optional()
    .describe(
      `What a container reads of its image at its start (default ${percentText(share)}; published: ${percentText(low)} to ${percentText(high)})`,
    ),
});

/** The kind, or the fields. */
export const lazyPullShape = lazy(() =>
  z
    .union([z.enum(kinds), fields], {
      error: `one of ${kinds.join(', ')}, or fields of lazy_pull, of which read_at_start is a share such as 5%`,
    })
    .describe(
      'Windlass’ own: containers start before their image is there (image streaming of GKE, stargz, SOCI with an index, nydus, overlaybd); images are taken to be made for it',
    ),
);

export type LazyPullDocument = z.infer<ReturnType<typeof lazyPullShape>>;

/** What a source says of it; what it leaves out is that of the source below it. */
export interface AskedLazyPull {
  readonly kind?: LazyPullKind | 'none';
  /** Whether only images are pulled so that say that they are made for it. */
  readonly onlyMarkedImages?: boolean;
  readonly readAtStart?: number;
}

/** Returns the content of a checked field. */
export function lazyPullOfDocument(document: LazyPullDocument): AskedLazyPull {
  if (typeof document === 'string') return { kind: document, onlyMarkedImages: false };
  const { kind, read_at_start: share } = document;
  return omitUndefined({
    kind,
    onlyMarkedImages: kind === undefined ? undefined : false,
    readAtStart: share === undefined ? undefined : shareOf(share),
  });
}

/** Returns a share as a number from 0 to 1. */
export function shareOf(text: string): number {
  return Number(text.replace('%', '')) / 100;
}
