import type { Series } from '../../report/run-view/series-builder.ts';

/** One of the small charts: a series with its limit, and all that is said of it in words. */
export interface ResourceChart {
  readonly key: string;
  readonly title: string;
  /** The part of a class name that chooses its colour. */
  readonly look: 'slots' | 'tokens' | 'link' | 'registry' | 'disk';
  readonly series: Series;
  /** Drawn behind the first: those who wait together with those who have. */
  readonly second?: Series;
  /** The value at the top of the picture. */
  readonly top: number;
  /** Levels that are drawn as lines, the limit among them; those above the top are left out. */
  readonly levels: readonly { readonly value: number; readonly name: string }[];
  /** Why there is nothing to see; absent: there is. */
  readonly empty?: string;
  /** What it holds at a moment, for the right side. */
  readonly readout: (atMs: number) => string;
  /** All of it in a sentence, for those who cannot see it. */
  readonly summary: string;
}
