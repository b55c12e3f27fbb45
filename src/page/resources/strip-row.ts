/** A row of bars: the times of one image on the disk, or the back-off windows of one key. */
export interface StripRow {
  readonly key: string;
  readonly label: string;
  readonly bars: readonly StripBar[];
}

export interface StripBar {
  readonly fromMs: number;
  readonly toMs: number;
  /** The text in the bar, if there is room. */
  readonly text: string;
  /** The text for whoever points at it. */
  readonly words: string;
}
