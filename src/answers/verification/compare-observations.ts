import type { JsonFields } from '../../reports/json/json-text.ts';
import { largest } from '../../rules/collections/extremes.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { type ModelObservation, modelEventObjects, modelObservations, waitOf } from './model-observations.ts';
import { type EventObservation, type Observation, textOf } from './observation.ts';
import { sequenceOf } from './observation-sequence.ts';

/** The first thing in which what was seen differs from a run. Times are microseconds of the run. */
export interface Deviation {
  readonly atMicros: number;
  /**
   * `unexpected`: no run has it there; `missing`: every run has it, and it was not seen; `order`, `waited`,
   * `count`: there, but otherwise.
   */
  readonly kind: NonNullable<JsonFields<'VerifyReport'>['nodes'][number]['deviation']>['kind'];
  /** What was seen, or should have been. */
  readonly what: string;
  /** Where the observation stands in the files; undefined for one that is missing. */
  readonly where: string | undefined;
  readonly expected: string;
}

export interface ComparisonOptions {
  /** How far the model's own small times (a sandbox, a container's start, a call) may be off. */
  readonly slackMicros: number;
  /** A whole cycle of relists. */
  readonly relistMicros: number;
  /** Whether every event was seen, as in a log; Event objects are counted, and some are held back. */
  readonly isWhole: boolean;
  /** How many pulls the node does at once. */
  readonly slots: number;
  /** The only pod that uses an image; undefined if there are several. */
  readonly podOf: (image: string) => string | undefined;
}

/** Returns the first deviation of what was seen from a run; undefined if the run explains it all. */
export function firstDeviation(
  seen: readonly Observation[],
  records: readonly TraceRecord[],
  options: ComparisonOptions,
): Deviation | undefined {
  const run = modelObservations(records, options.relistMicros);
  const found = options.isWhole ? ofLog(seen, run, options) : ofObjects(seen, records, options);
  return found.sort((a, b) => a.atMicros - b.atMicros || rankOf(a) - rankOf(b))[0];
}

/** Of two at one time, the one that stands in a file is the one to look at. */
function rankOf({ where }: Deviation): number {
  return where === undefined ? 1 : 0;
}

function ofLog(
  seen: readonly Observation[],
  run: readonly ModelObservation[],
  options: ComparisonOptions,
): Deviation[] {
  const endMicros = largest(seen.map(({ highMicros }) => highMicros));
  const modelSequences = groupedBy(
    run.filter(({ observation }) => isComparable(observation, seen)),
    ({ sequence }) => sequence,
  );
  const seenSequences = groupedBy(seen, sequenceOf);
  const pairs: Pair[] = [];
  const late: ModelObservation[] = [];
  const deviations = [...new Set([...seenSequences.keys(), ...modelSequences.keys()])].flatMap((sequence) => {
    const own = [...(seenSequences.get(sequence) ?? [])].sort((a, b) => a.lowMicros - b.lowMicros);
    return (
      inSequence(own, modelSequences.get(sequence) ?? [], run, endMicros, options, { pairs, late }) ?? []
    );
  });
  return [
    ...deviations,
    ...lateAndMissing(pairs, late, options),
    ...outOfOrder(pairs, options),
    ...tooManyAtOnce(seen, options),
  ];
}

/** A log of calls has no events, and one of the kubelet's events no calls. */
function isComparable(observation: Observation, seen: readonly Observation[]): boolean {
  return seen.some(({ what }) => what === observation.what);
}

interface Pair {
  readonly observation: Observation;
  readonly model: ModelObservation;
}

function inSequence(
  own: readonly Observation[],
  model: readonly ModelObservation[],
  run: readonly ModelObservation[],
  endMicros: number,
  { slackMicros }: ComparisonOptions,
  found: { readonly pairs: Pair[]; readonly late: ModelObservation[] },
): Deviation | undefined {
  for (let index = 0; index < Math.max(own.length, model.length); index++) {
    const [observation, expected] = [own[index], model[index]];
    const off = slackMicros + (expected?.leewayMicros ?? 0);
    // What a pod shows cannot come before the kubelet was told of it.
    const after = observation?.what === 'arrival' ? slackMicros : off;
    if (
      expected !== undefined &&
      (observation === undefined || expected.atMicros + after < observation.lowMicros)
    ) {
      if (observation === undefined && expected.atMicros + off > endMicros) {
        found.late.push(expected);
        return undefined;
      }
      const later =
        observation === undefined
          ? 'it was not seen'
          : `the next one seen is ${observation.at}, ${secondsText(observation.lowMicros - expected.atMicros)} later`;
      return {
        atMicros: expected.atMicros,
        kind: 'missing',
        what: textOf(expected.observation),
        where: observation?.at,
        expected: later,
      };
    }
    if (observation === undefined) return undefined;
    if (expected === undefined || expected.atMicros - off > observation.highMicros) {
      return {
        atMicros: observation.lowMicros,
        kind: 'unexpected',
        what: textOf(observation),
        where: observation.at,
        expected: insteadOf(observation, expected, run),
      };
    }
    const [waited, modelled] = [waitOf(observation), waitOf(expected.observation)];
    const spread = slackMicros + (observation.highMicros - observation.lowMicros);
    if (waited !== undefined && modelled !== undefined && Math.abs(waited - modelled) > spread) {
      const told = `${secondsText(modelled)} including waiting`;
      return {
        atMicros: observation.lowMicros,
        kind: 'waited',
        what: textOf(observation),
        where: observation.at,
        expected: told,
      };
    }
    found.pairs.push({ observation, model: expected });
  }
  return undefined;
}

/** What the model has of the same pod about that time, or the same thing later. */
function insteadOf(
  observation: Observation,
  later: ModelObservation | undefined,
  run: readonly ModelObservation[],
): string {
  const pod = observation.what === 'call' ? undefined : observation.pod;
  const near = run.filter((one) =>
    one.observation.what === 'call'
      ? pod === undefined
      : one.observation.what === 'event' && one.observation.pod === pod,
  );
  const nearest = near.toSorted(
    (a, b) => Math.abs(a.atMicros - observation.lowMicros) - Math.abs(b.atMicros - observation.lowMicros),
  )[0];
  const same =
    later === undefined ? 'no more of it' : `it ${secondsText(later.atMicros - observation.lowMicros)} later`;
  if (nearest === undefined || nearest === later) return same;
  return `${same}; nearest: ${textOf(nearest.observation)}, ${distanceText(nearest.atMicros - observation.lowMicros)}`;
}

/** What the end of the log may have cut off was cut off only if nothing was seen that comes after it. */
function lateAndMissing(
  pairs: readonly Pair[],
  late: readonly ModelObservation[],
  options: ComparisonOptions,
): Deviation[] {
  return late.flatMap(({ observation, atMicros, order }): Deviation[] => {
    const worker = workerOf(observation, options);
    const after = pairs.find(
      (pair) =>
        pair.model.order > order && worker !== undefined && workerOf(pair.observation, options) === worker,
    );
    return after === undefined
      ? []
      : [
          {
            atMicros,
            kind: 'missing',
            what: textOf(observation),
            where: undefined,
            expected: `before ${textOf(after.observation)} (${after.observation.at})`,
          },
        ];
  });
}

/**
 * A pod has one worker, which does one thing after the other, and events come in that order; so do the calls
 * for its containers.
 */
function outOfOrder(pairs: readonly Pair[], options: ComparisonOptions): Deviation[] {
  const exact = pairs.filter(
    ({ observation }) => observation.what !== 'arrival' && observation.lowMicros === observation.highMicros,
  );
  return [...groupedBy(exact, ({ observation }) => workerOf(observation, options))].flatMap(
    ([worker, own]) => {
      if (worker === undefined) return [];
      // Equal times of a log: the order of its lines, which sorting keeps.
      const inOrder = own.toSorted(
        (a, b) =>
          a.observation.lowMicros - b.observation.lowMicros || lineOf(a.observation) - lineOf(b.observation),
      );
      const index = inOrder.findIndex((pair, at) => rank(pair) < rank(inOrder[at - 1]));
      const [before, wrong] = [inOrder[index - 1], inOrder[index]];
      if (before === undefined || wrong === undefined) return [];
      const { observation } = before;
      const expected = `after ${textOf(wrong.observation)} (${wrong.observation.at})`;
      return [
        {
          atMicros: observation.lowMicros,
          kind: 'order',
          what: textOf(observation),
          where: observation.at,
          expected,
        },
      ];
    },
  );
}

function workerOf(observation: Observation, { podOf }: ComparisonOptions): string | undefined {
  if (observation.what !== 'call') return `events of ${observation.pod}`;
  const pod = podOf(observation.image);
  return pod === undefined ? undefined : `calls of ${pod}`;
}

/** However small the slack: a slot is taken only when it is free. */
function tooManyAtOnce(seen: readonly Observation[], { slots }: ComparisonOptions): Deviation[] {
  const calls = seen.flatMap((observation) =>
    observation.what === 'call' && observation.lowMicros === observation.highMicros ? [observation] : [],
  );
  const inOrder = calls.toSorted(
    (a, b) => a.lowMicros - b.lowMicros || (a.edge === b.edge ? 0 : a.edge === 'end' ? -1 : 1),
  );
  let open = 0;
  for (const call of inOrder) {
    open += call.edge === 'begin' ? 1 : -1;
    if (open <= slots) continue;
    const expected = `${slots} at once at most`;
    return [{ atMicros: call.lowMicros, kind: 'order', what: textOf(call), where: call.at, expected }];
  }
  return [];
}

function rank(pair: Pair | undefined): number {
  return pair?.model.order ?? -Infinity;
}

function lineOf({ at }: Observation): number {
  return Number(/(\d+)\D*$/.exec(at)?.[1] ?? 0);
}

/** Event objects: what there is of each kind, how often, from when to when. */
function ofObjects(
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
  return [...new Set([...own.keys(), ...late.keys()])].flatMap((sequence) => {
    const [observation, least, most] = [own.get(sequence), early.get(sequence), late.get(sequence)];
    if (observation !== undefined) return ofObject(observation, { least, most, off }) ?? [];
    if (least === undefined) return [];
    const { lowMicros } = least.first;
    return {
      atMicros: lowMicros,
      kind: 'missing' as const,
      what: textOf(least),
      where: undefined,
      expected: 'it was not seen',
    };
  });
}

/** The events of one kind that the run has at the earliest and at the latest end, with the tolerance of times. */
interface ModelledEvents {
  readonly least: EventObservation | undefined;
  readonly most: EventObservation | undefined;
  readonly off: number;
}

/** Returns in what an Event object differs from those of the run: in being there, its times, its count, its wait. */
function ofObject(
  observation: EventObservation,
  { least, most, off }: ModelledEvents,
): Deviation | undefined {
  const { first, lowMicros, count } = observation;
  const deviation = (atMicros: number, kind: Deviation['kind'], expected: string): Deviation => ({
    atMicros,
    kind,
    what: textOf(observation),
    where: observation.at,
    expected,
  });
  const isNear = (a: { lowMicros: number; highMicros: number }, micros: number) =>
    a.lowMicros - off <= micros && micros <= a.highMicros + off;
  if (most === undefined) return deviation(first.lowMicros, 'unexpected', 'nothing of the kind');
  if (!isNear(first, most.first.lowMicros)) {
    const by = most.first.lowMicros - first.lowMicros;
    const atMicros = Math.min(first.lowMicros, most.first.lowMicros);
    return deviation(atMicros, 'unexpected', `it ${distanceText(by)}`);
  }
  if (count > most.count || count < (least?.count ?? 0))
    return deviation(lowMicros, 'count', `${least?.count ?? 0} to ${most.count} times, not ${count}`);
  const lasts = [least, most].flatMap((one) => (one?.count === count ? [one.lowMicros] : []));
  if (lasts.length > 0 && !lasts.some((micros) => isNear(observation, micros))) {
    const by = (lasts[0] ?? 0) - lowMicros;
    return deviation(lowMicros, 'unexpected', `its last ${distanceText(by)}`);
  }
  const [waited, modelled] = [waitOf(observation), waitOf(most)];
  if (count !== 1 || waited === undefined || modelled === undefined) return undefined;
  if (Math.abs(waited - modelled) <= off + 1_000_000) return undefined;
  return deviation(lowMicros, 'waited', `${secondsText(modelled)} including waiting`);
}

/** Pulls of one image that took different times are different events; here they count together. */
function mergedBySequence(observations: readonly Observation[]): Map<string, EventObservation> {
  const merged = new Map<string, EventObservation>();
  for (const observation of observations) {
    if (observation.what !== 'event') continue;
    const sequence = sequenceOf(observation);
    const before = merged.get(sequence);
    if (before === undefined) merged.set(sequence, observation);
    else {
      const [first, last] = [before, observation].sort((a, b) => a.lowMicros - b.lowMicros) as [
        EventObservation,
        EventObservation,
      ];
      const earliest =
        before.first.lowMicros < observation.first.lowMicros ? before.first : observation.first;
      merged.set(sequence, {
        ...last,
        at: first.at,
        count: before.count + observation.count,
        first: earliest,
      });
    }
  }
  return merged;
}

/** Returns `12.3 s`. */
function secondsText(micros: number): string {
  return `${Number((micros / 1e6).toFixed(3))} s`;
}

function distanceText(micros: number): string {
  return micros < 0 ? `${secondsText(-micros)} before` : `${secondsText(micros)} later`;
}
