import type { Series } from '../../report/run-view/series-builder.ts';

/** One of the small charts: a series with its limit, and its texts. */
export interface ResourceChart {
  readonly key: string;
  readonly title: string;
  /** The part of a class name that sets its colour. */
  readonly look: 'slots' | 'tokens' | 'link' | 'registry' | 'disk';
  readonly series: Series;
  /** A series that is drawn behind the first, such as those who wait together with those who do not. */
  readonly second?: Series;
  /** The value at the top of the picture. */
  readonly top: number;
  /** Levels that are drawn as lines, including the limit. Those above the top are left out. */
  readonly levels: readonly { readonly value: number; readonly name: string }[];
  /** Why there is nothing to see; absent if there is something. */
  readonly empty?: string;
  /** Returns the text for the value at a moment. */
  readonly readout: (atMs: number) => string;
  /** The whole chart in a sentence, for people who cannot see it. */
  readonly summary: string;
}
