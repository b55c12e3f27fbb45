/** A row of bars: the stay of one image, or the back-off windows of one key. */
export interface StripRow {
  readonly key: string;
  readonly label: string;
  readonly bars: readonly StripBar[];
}

export interface StripBar {
  readonly fromMs: number;
  readonly toMs: number;
  /** In the bar, where there is room. */
  readonly text: string;
  /** For who points at it. */
  readonly words: string;
}
