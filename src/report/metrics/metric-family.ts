/** A series' labels and its value at one moment. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The counts of a histogram for one set of labels. */
export interface Distribution {
  readonly labels: Readonly<Record<string, string>>;
  /** For each bound of `bounds`, the observations up to it but above the bound before; the last entry is for those above all bounds. */
  readonly counts: readonly number[];
  readonly count: number;
  readonly sum: number;
}

/** A metric as it stands on a kubelet's page. */
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
      /** The upper bounds, inclusive and rising. */
      readonly bounds: readonly number[];
      readonly distributions: readonly Distribution[];
    };
