import type { FoundImage } from '../known-images/find-known-image.ts';
import type { PredictedSize } from '../known-images/predict-size.ts';

/** The origin of what is known of an image. */
export type ImageOrigin = GivenOrigin | UncertainOrigin;

/** Given by the user. `by` names the source, such as a file or an option. */
interface GivenOrigin {
  readonly kind: 'given';
  readonly by: string;
}

/** Known from a public document, for this version or a similar one; or by what its name says. */
export type UncertainOrigin =
  | { readonly kind: 'known'; readonly found: FoundImage }
  | {
      readonly kind: 'drawn';
      /** What of the name counts most. */
      readonly because: PredictedSize['because'];
      /** Compressed bytes: the median, 10 and 90 %. */
      readonly middle: number;
      readonly low: number;
      readonly high: number;
    };

/**
 * Returns the range of an image's size, 10 to 90 %; both ends are equal if it is exact. undefined if the user
 * gave it.
 */
export function rangeOf(origin: ImageOrigin): { readonly low: number; readonly high: number } | undefined {
  if (origin.kind === 'given') return undefined;
  const { low, high } = origin.kind === 'known' ? origin.found : origin;
  return { low, high };
}
