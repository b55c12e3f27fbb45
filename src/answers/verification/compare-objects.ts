import { largest } from '../../rules/collections/extremes.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { type ComparisonOptions, type Deviation, distanceText, secondsText } from './deviation.ts';
import { isOfContainerSettings, withoutFailedStarts } from './failed-starts.ts';
import { modelEventObjects, waitOf } from './model-observations.ts';
import { type EventObservation, type Observation, textOf } from './observation.ts';
import { sequenceOf } from './observation-sequence.ts';

/**
 * Returns in what Event objects differ from a run: what there is of each kind, how often, from when to when. What
 * comes in a pod after something that the run has at another time is compared with the run moved by as much.
 */
export function objectDeviations(
  seen: readonly Observation[],
  records: readonly TraceRecord[],
  { slackMicros, relistMicros }: ComparisonOptions,
): Deviation[] {
  const endLow = largest(seen.map(({ lowMicros }) => lowMicros));
  const endHigh = largest(seen.map(({ highMicros }) => highMicros));
  const off = slackMicros + relistMicros;
  const own = mergedBySequence(seen);
  const early = mergedBySequence(modelEventObjects(records, endLow - off));
  const late = mergedBySequence(modelEventObjects(records, endHigh + off));
  const shifts = new Map<string, number>();
  const inOrder = [...own].sort(([, a], [, b]) => a.first.lowMicros - b.first.lowMicros);
  const deviations = inOrder.flatMap(([sequence, observation]) => {
    const [least, most] = [early.get(sequence), late.get(sequence)];
    const container = `${observation.pod} ${observation.fieldPath}`;
    // Containers of a pod may be late by different times, or be where the run has them.
    const moves = [...new Set([shifts.get(container) ?? 0, shifts.get(observation.pod) ?? 0, 0])].map(
      (byMicros) => objectDeviation(observation, { least, most, off, byMicros }),
    );
    const deviation = moves.some((one) => one === undefined) ? undefined : moves[0];
    if (deviation === undefined) return [];
    if (most !== undefined && deviation.isElsewhere)
      for (const key of [observation.pod, container])
        shifts.set(key, observation.first.lowMicros - most.first.lowMicros);
    return observation.members.map((member) => ({
      ...deviation.found,
      observation: member,
      where: member.at,
    }));
  });
  const missing = [...late.keys()].flatMap((sequence): Deviation[] => {
    const least = early.get(sequence);
    if (own.has(sequence) || least === undefined) return [];
    const { lowMicros } = least.first;
    // Of a pod that is late, it would come after the end of what was seen.
    if (lowMicros + (shifts.get(least.pod) ?? 0) > endLow - off) return [];
    return [
      {
        atMicros: lowMicros,
        kind: 'missing',
        what: textOf(least),
        where: undefined,
        expected: 'it was not seen',
        observation: undefined,
      },
    ];
  });
  return withoutFailedStarts([...deviations, ...missing], seen, off + startMicrosMax);
}

/** The events of one kind that the run has at the earliest and at the latest end, with the tolerance of times. */
interface ModelledEvents {
  readonly least: EventObservation | undefined;
  readonly most: EventObservation | undefined;
  readonly off: number;
  /** By how much the pod is later than in the run. */
  readonly byMicros: number;
}

interface ObjectDeviation {
  readonly found: Omit<Deviation, 'observation' | 'where'>;
  /** Whether the run has it, at another time. */
  readonly isElsewhere: boolean;
}

/** Returns in what an Event object differs from those of the run: in being there, its times, its count, its wait. */
function objectDeviation(
  observation: EventObservation,
  { least, most, off, byMicros }: ModelledEvents,
): ObjectDeviation | undefined {
  const { first, lowMicros, count } = observation;
  const deviation = (atMicros: number, kind: Deviation['kind'], expected: string, isElsewhere = false) => ({
    found: { atMicros, kind, what: textOf(observation), expected },
    isElsewhere,
  });
  const slowMicros = isOfStart(observation) ? startMicrosMax : 0;
  const isNear = (a: { lowMicros: number; highMicros: number }, micros: number) =>
    a.lowMicros - off - slowMicros <= micros + byMicros && micros + byMicros <= a.highMicros + off;
  if (most === undefined) {
    const kind = isOfContainerSettings(observation) ? 'notSimulated' : 'unexpected';
    return deviation(first.lowMicros, kind, 'nothing of the kind');
  }
  if (!isNear(first, most.first.lowMicros)) {
    const by = most.first.lowMicros + byMicros - first.lowMicros;
    const atMicros = Math.min(first.lowMicros, most.first.lowMicros);
    const kind = by < 0 && isOfStart(observation) ? 'slow' : 'unexpected';
    return deviation(atMicros, kind, `it ${distanceText(by)}`, true);
  }
  if (count > most.count || count < (least?.count ?? 0))
    return deviation(lowMicros, 'count', `${least?.count ?? 0} to ${most.count} times, not ${count}`);
  const lasts = [least, most].flatMap((one) => (one?.count === count ? [one.lowMicros] : []));
  if (lasts.length > 0 && !lasts.some((micros) => isNear(observation, micros))) {
    const by = (lasts[0] ?? 0) + byMicros - lowMicros;
    return deviation(
      lowMicros,
      by < 0 && isOfStart(observation) ? 'slow' : 'unexpected',
      `its last ${distanceText(by)}`,
    );
  }
  const [waited, modelled] = [waitOf(observation), waitOf(most)];
  if (count !== 1 || waited === undefined || modelled === undefined) return undefined;
  if (Math.abs(waited - modelled) <= off + 1_000_000) return undefined;
  return deviation(lowMicros, 'waited', `${secondsText(modelled)} including waiting`);
}

/** A node that has just booted reads what it starts from a cold disk. What takes longer is told. */
const startMicrosMax = 1_000_000;

/** Whether it shows that the runtime has created or started a container, which takes no longer in a run than usual. */
function isOfStart({ reason }: EventObservation): boolean {
  return reason === 'Created' || reason === 'Started';
}

/** Events that differ in nothing but figures, as one. */
interface MergedObservation extends EventObservation {
  readonly members: EventObservation[];
}

/** Pulls of one image that took different times are different events; here they count together. */
function mergedBySequence(observations: readonly Observation[]): Map<string, MergedObservation> {
  const merged = new Map<string, MergedObservation>();
  for (const observation of observations) {
    if (observation.what !== 'event') continue;
    const sequence = sequenceOf(observation);
    const before = merged.get(sequence);
    if (before === undefined) merged.set(sequence, { ...observation, members: [observation] });
    else {
      const [first, last] = [before, observation].sort((a, b) => a.lowMicros - b.lowMicros) as [
        EventObservation,
        EventObservation,
      ];
      const earliest =
        before.first.lowMicros < observation.first.lowMicros ? before.first : observation.first;
      before.members.push(observation);
      merged.set(sequence, {
        ...last,
        at: first.at,
        members: before.members,
        count: before.count + observation.count,
        first: earliest,
      });
    }
  }
  return merged;
}
