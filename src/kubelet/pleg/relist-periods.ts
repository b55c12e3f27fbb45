/** How often PLEG relists by itself, and how old its last relist may be (`RelistDuration` of pkg/kubelet/pleg). */
export interface RelistPeriods {
  readonly relistPeriodMicros: number;
  readonly relistThresholdMicros: number;
}

/** `genericPlegRelistThreshold` of pkg/kubelet/kubelet.go; the period is a timing of the node. */
const genericThresholdMicros = 180_000_000;
/** `eventedPlegRelistPeriod` and `eventedPlegRelistThreshold`: relists only make sure that no event was missed. */
const eventedPeriodMicros = 300_000_000;
const eventedThresholdMicros = 600_000_000;

/** The periods of a kubelet whose own is `relistPeriodMicros`, with or without the gate EventedPLEG. */
export function relistPeriods(relistPeriodMicros: number, isEvented: boolean): RelistPeriods {
  return isEvented
    ? { relistPeriodMicros: eventedPeriodMicros, relistThresholdMicros: eventedThresholdMicros }
    : { relistPeriodMicros, relistThresholdMicros: genericThresholdMicros };
}
