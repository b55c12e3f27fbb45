import { normalizedReference } from '../../../inputs/events/pulled-image-name.ts';
import type { registryEstimate } from '../../../reports/json/cluster.ts';
import type { RuntimeProfile } from '../../../rules/runtime/profiles/runtime-profile.ts';
import type { Parsed } from '../../../trace/record.ts';
import { type Estimate, type Resampling, widened } from './estimate.ts';
import type { ObservedPull, ObservedRequest } from './observed-pull.ts';
import { eventExtraMicros } from './pull-samples.ts';

/** The distance of a registry, in microseconds. */
export type RegistryEstimate = Parsed<typeof registryEstimate>;

const samplesMax = 2_000;
/**
 * Measured: half the spread of the fixed costs around a pull of an image that is present (R2, R6), and of the
 * kubelet's question after it.
 */
const spreadMicros = { log: 3_000, events: 15_000 } as const;

/**
 * Returns one estimate for each registry: from single requests if the log has them, otherwise from pulls of
 * images that were present.
 */
export function estimateRoundTrips(
  requests: readonly ObservedRequest[],
  present: readonly ObservedPull[],
  { delays }: RuntimeProfile,
  resampling: Resampling,
): RegistryEstimate[] {
  const registries = new Map<string, { first: number[]; later: number[]; log: number[]; events: number[] }>();
  const of = (registry: string) => {
    const known = registries.get(registry) ?? { first: [], later: [], log: [], events: [] };
    registries.set(registry, known);
    return known;
  };
  for (const { registry, kind, micros } of requests) of(registry)[kind].push(micros);
  for (const { image, from, durationMicros } of present) {
    const registry = normalizedReference(image)?.registry;
    const micros =
      durationMicros -
      delays.beforeHead -
      delays.beforeReplyPresent -
      (from === 'events' ? eventExtraMicros : 0);
    if (registry !== undefined) of(registry)[from].push(Math.max(micros, 0));
  }
  return [...registries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([registry, { first, later, log, events }]): RegistryEstimate[] => {
      if (later.length > 0) {
        const roundTrip = medianOf(later, 500, 'requests in the log', resampling);
        return [
          { registry, roundTrip, connect: connectOf(first, roundTrip, resampling), withConnect: false },
        ];
      }
      if (first.length > 0) {
        return [
          {
            registry,
            roundTrip: medianOf(first, 500, 'requests in the log', resampling),
            connect: undefined,
            withConnect: true,
          },
        ];
      }
      const from = log.length > 0 ? 'log' : 'events';
      const micros = log.length > 0 ? log : events;
      if (micros.length === 0) return [];
      const roundTrip = medianOf(micros, spreadMicros[from], 'pulls of images that were there', resampling);
      return [{ registry, roundTrip, connect: undefined, withConnect: true }];
    });
}

function connectOf(
  first: readonly number[],
  roundTrip: Estimate,
  resampling: Resampling,
): Estimate | undefined {
  const extra = first.map((micros) => micros - (roundTrip.value ?? 0));
  const estimate = first.length === 0 ? undefined : medianOf(extra, 500, 'requests in the log', resampling);
  return estimate === undefined || (estimate.value ?? 0) < 1_000 ? undefined : estimate;
}

/** Returns the median with its interval, which is at least `spread` to each side. */
function medianOf(all: readonly number[], spread: number, from: string, resampling: Resampling): Estimate {
  const values = resampling.some(all, samplesMax);
  const median = (chosen: Uint32Array) => middle(Array.from(chosen, (index) => values[index] ?? 0));
  const value = middle([...values]);
  const drawn = widened(value, resampling.interval(values.length, median), all.length);
  return {
    value,
    low: Math.max(0, Math.min(drawn.low, value - spread)),
    high: Math.max(drawn.high, value + spread),
    samples: all.length,
    from,
  };
}

function middle(values: number[]): number {
  values.sort((a, b) => a - b);
  const half = values.length >> 1;
  return values.length % 2 === 1 ? (values[half] ?? 0) : ((values[half - 1] ?? 0) + (values[half] ?? 0)) / 2;
}
