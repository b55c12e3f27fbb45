import type { FoundImage } from '../known-images/find-known-image.ts';
import type { NameKind } from '../known-images/name-kinds.ts';

/** Where what is known of an image comes from. */
export type ImageOrigin = GivenOrigin | UncertainOrigin;

/** The user told: `by` says where, such as a file or an option. */
export interface GivenOrigin {
  readonly kind: 'given';
  readonly by: string;
}

/** A public document told of it, or of a near version; or nobody did, and its size is drawn by what its name says. */
export type UncertainOrigin =
  | { readonly kind: 'known'; readonly found: FoundImage }
  | {
      readonly kind: 'drawn';
      readonly nameKind: NameKind;
      /** Compressed bytes: the median, and 10 and 90 %. */
      readonly middle: number;
      readonly low: number;
      readonly high: number;
    };

/** What the size of an image lies between, 10 to 90 %; the same where it is exact. Undefined where the user told it. */
export function rangeOf(origin: ImageOrigin): { readonly low: number; readonly high: number } | undefined {
  if (origin.kind === 'given') return undefined;
  const { low, high } = origin.kind === 'known' ? origin.found : origin;
  return { low, high };
}
