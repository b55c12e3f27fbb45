/** What `windlass worst` takes besides the request of a run. */
export interface WorstChoice {
  readonly figure: string;
  readonly budget: number;
  readonly seeds: number;
  readonly faults: readonly string[];
  readonly mostFaults?: number | undefined;
  readonly failIf?: readonly string[];
  /** The file of the luck that is found; undefined: it is not written. */
  readonly luckFile?: string | undefined;
}

/** Where nothing else is said. */
export const worstByDefault = { figure: 'all running after', budget: 300, seeds: 60 };
