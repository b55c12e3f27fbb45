/** A series' labels and its value at one moment. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What a histogram has counted for one set of labels. */
export interface Distribution {
  readonly labels: Readonly<Record<string, string>>;
  /** Observations up to each bound of `bounds` but above the one before; the last entry is above all bounds. */
  readonly counts: readonly number[];
  readonly count: number;
  readonly sum: number;
}

/** A metric as a page of a kubelet has it. */
export type MetricFamily =
  | {
      readonly type: 'counter' | 'gauge';
      readonly name: string;
      readonly help: string;
      readonly labelNames: readonly string[];
      readonly samples: readonly Sample[];
    }
  | {
      readonly type: 'histogram';
      readonly name: string;
      readonly help: string;
      readonly labelNames: readonly string[];
      /** Upper bounds, each inclusive, rising. */
      readonly bounds: readonly number[];
      readonly distributions: readonly Distribution[];
    };
