import { groupedBy } from '../collections/grouped-by.ts';
import type { TraceRecord } from '../trace/record.ts';
import { laneOf } from './lanes.ts';
import { type ModelSight, modelEventObjects, modelSights, waitOf } from './model-sights.ts';
import { type EventSight, type Sight, textOf } from './sight.ts';

/** The first thing in which what was seen differs from a run. Times are microseconds of the run. */
export interface Deviation {
  readonly atMicros: number;
  /** `unexpected`: no run has it there; `missing`: every run has it, and it was not seen; `order`, `waited`, `count`: there, but otherwise. */
  readonly kind: 'unexpected' | 'missing' | 'order' | 'waited' | 'count';
  /** What was seen, or should have been. */
  readonly what: string;
  /** Where the sight stands in the files; undefined for one that is missing. */
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
export function firstDeviation(seen: readonly Sight[], records: readonly TraceRecord[], options: ComparisonOptions): Deviation | undefined {
  const run = modelSights(records, options.relistMicros);
  const found = options.isWhole ? ofLog(seen, run, options) : ofObjects(seen, records, options);
  return found.sort((a, b) => a.atMicros - b.atMicros || rankOf(a) - rankOf(b))[0];
}

/** Of two at one time, the one that stands in a file is the one to look at. */
function rankOf({ where }: Deviation): number {
  return where === undefined ? 1 : 0;
}

function ofLog(seen: readonly Sight[], run: readonly ModelSight[], options: ComparisonOptions): Deviation[] {
  const endMicros = Math.max(...seen.map(({ highMicros }) => highMicros));
  const modelLanes = groupedBy(
    run.filter(({ sight }) => isComparable(sight, seen)),
    ({ lane }) => lane,
  );
  const seenLanes = groupedBy(seen, laneOf);
  const pairs: Pair[] = [];
  const late: ModelSight[] = [];
  const deviations = [...new Set([...seenLanes.keys(), ...modelLanes.keys()])].flatMap((lane) => {
    const own = [...(seenLanes.get(lane) ?? [])].sort((a, b) => a.lowMicros - b.lowMicros);
    return inLane(own, modelLanes.get(lane) ?? [], run, endMicros, options, { pairs, late }) ?? [];
  });
  return [...deviations, ...lateAndMissing(pairs, late, options), ...outOfOrder(pairs, options), ...tooManyAtOnce(seen, options)];
}

/** A log of calls has no events, and one of the kubelet's events no calls. */
function isComparable(sight: Sight, seen: readonly Sight[]): boolean {
  return seen.some(({ what }) => what === sight.what);
}

interface Pair {
  readonly sight: Sight;
  readonly model: ModelSight;
}

function inLane(
  own: readonly Sight[],
  model: readonly ModelSight[],
  run: readonly ModelSight[],
  endMicros: number,
  { slackMicros }: ComparisonOptions,
  found: { readonly pairs: Pair[]; readonly late: ModelSight[] },
): Deviation | undefined {
  for (let index = 0; index < Math.max(own.length, model.length); index++) {
    const [sight, expected] = [own[index], model[index]];
    const off = slackMicros + (expected?.leewayMicros ?? 0);
    // What a pod shows cannot come before the kubelet was told of it.
    const after = sight?.what === 'arrival' ? slackMicros : off;
    if (expected !== undefined && (sight === undefined || expected.atMicros + after < sight.lowMicros)) {
      if (sight === undefined && expected.atMicros + off > endMicros) {
        found.late.push(expected);
        return undefined;
      }
      const later =
        sight === undefined
          ? 'it was not seen'
          : `the next one seen is ${sight.at}, ${secondsText(sight.lowMicros - expected.atMicros)} later`;
      return { atMicros: expected.atMicros, kind: 'missing', what: textOf(expected.sight), where: sight?.at, expected: later };
    }
    if (sight === undefined) return undefined;
    if (expected === undefined || expected.atMicros - off > sight.highMicros) {
      return {
        atMicros: sight.lowMicros,
        kind: 'unexpected',
        what: textOf(sight),
        where: sight.at,
        expected: insteadOf(sight, expected, run),
      };
    }
    const [waited, modelled] = [waitOf(sight), waitOf(expected.sight)];
    const spread = slackMicros + (sight.highMicros - sight.lowMicros);
    if (waited !== undefined && modelled !== undefined && Math.abs(waited - modelled) > spread) {
      const told = `${secondsText(modelled)} including waiting`;
      return { atMicros: sight.lowMicros, kind: 'waited', what: textOf(sight), where: sight.at, expected: told };
    }
    found.pairs.push({ sight, model: expected });
  }
  return undefined;
}

/** What the model has of the same pod about that time, or the same thing later. */
function insteadOf(sight: Sight, later: ModelSight | undefined, run: readonly ModelSight[]): string {
  const pod = sight.what === 'call' ? undefined : sight.pod;
  const near = run.filter((one) => (one.sight.what === 'call' ? pod === undefined : one.sight.what === 'event' && one.sight.pod === pod));
  const nearest = near.toSorted((a, b) => Math.abs(a.atMicros - sight.lowMicros) - Math.abs(b.atMicros - sight.lowMicros))[0];
  const same = later === undefined ? 'no more of it' : `it ${secondsText(later.atMicros - sight.lowMicros)} later`;
  if (nearest === undefined || nearest === later) return same;
  return `${same}; nearest: ${textOf(nearest.sight)}, ${distanceText(nearest.atMicros - sight.lowMicros)}`;
}

/** What the end of the log may have cut off was cut off only if nothing was seen that comes after it. */
function lateAndMissing(pairs: readonly Pair[], late: readonly ModelSight[], options: ComparisonOptions): Deviation[] {
  return late.flatMap(({ sight, atMicros, order }): Deviation[] => {
    const worker = workerOf(sight, options);
    const after = pairs.find((pair) => pair.model.order > order && worker !== undefined && workerOf(pair.sight, options) === worker);
    return after === undefined
      ? []
      : [
          {
            atMicros,
            kind: 'missing',
            what: textOf(sight),
            where: undefined,
            expected: `before ${textOf(after.sight)} (${after.sight.at})`,
          },
        ];
  });
}

/** A pod has one worker, which does one thing after the other, and events come in that order; so do the calls for its containers. */
function outOfOrder(pairs: readonly Pair[], options: ComparisonOptions): Deviation[] {
  const exact = pairs.filter(({ sight }) => sight.what !== 'arrival' && sight.lowMicros === sight.highMicros);
  return [...groupedBy(exact, ({ sight }) => workerOf(sight, options))].flatMap(([worker, own]) => {
    if (worker === undefined) return [];
    // Equal times of a log: the order of its lines, which sorting keeps.
    const inOrder = own.toSorted((a, b) => a.sight.lowMicros - b.sight.lowMicros || lineOf(a.sight) - lineOf(b.sight));
    const index = inOrder.findIndex((pair, at) => rank(pair) < rank(inOrder[at - 1]));
    const [before, wrong] = [inOrder[index - 1], inOrder[index]];
    if (before === undefined || wrong === undefined) return [];
    const { sight } = before;
    const expected = `after ${textOf(wrong.sight)} (${wrong.sight.at})`;
    return [{ atMicros: sight.lowMicros, kind: 'order', what: textOf(sight), where: sight.at, expected }];
  });
}

function workerOf(sight: Sight, { podOf }: ComparisonOptions): string | undefined {
  if (sight.what !== 'call') return `events of ${sight.pod}`;
  const pod = podOf(sight.image);
  return pod === undefined ? undefined : `calls of ${pod}`;
}

/** However small the slack: a slot is taken only when it is free. */
function tooManyAtOnce(seen: readonly Sight[], { slots }: ComparisonOptions): Deviation[] {
  const calls = seen.flatMap((sight) => (sight.what === 'call' && sight.lowMicros === sight.highMicros ? [sight] : []));
  const inOrder = calls.toSorted((a, b) => a.lowMicros - b.lowMicros || (a.edge === b.edge ? 0 : a.edge === 'end' ? -1 : 1));
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

function lineOf({ at }: Sight): number {
  return Number(/(\d+)\D*$/.exec(at)?.[1] ?? 0);
}

/** Event objects: what there is of each kind, how often, from when to when. */
function ofObjects(seen: readonly Sight[], records: readonly TraceRecord[], { slackMicros, relistMicros }: ComparisonOptions): Deviation[] {
  const endLow = Math.max(...seen.map(({ lowMicros }) => lowMicros));
  const endHigh = Math.max(...seen.map(({ highMicros }) => highMicros));
  const off = slackMicros + relistMicros;
  const own = mergedByLane(seen);
  const early = mergedByLane(modelEventObjects(records, endLow - off));
  const late = mergedByLane(modelEventObjects(records, endHigh + off));
  return [...new Set([...own.keys(), ...late.keys()])].flatMap((lane): Deviation[] => {
    const [sight, least, most] = [own.get(lane), early.get(lane), late.get(lane)];
    if (sight === undefined) {
      if (least === undefined) return [];
      return [{ atMicros: least.first.lowMicros, kind: 'missing', what: textOf(least), where: undefined, expected: 'it was not seen' }];
    }
    const told = { what: textOf(sight), where: sight.at };
    if (most === undefined) return [{ atMicros: sight.first.lowMicros, kind: 'unexpected', ...told, expected: 'nothing of the kind' }];
    const isNear = (a: { lowMicros: number; highMicros: number }, micros: number) =>
      a.lowMicros - off <= micros && micros <= a.highMicros + off;
    if (!isNear(sight.first, most.first.lowMicros)) {
      const by = most.first.lowMicros - sight.first.lowMicros;
      return [
        {
          atMicros: Math.min(sight.first.lowMicros, most.first.lowMicros),
          kind: 'unexpected',
          ...told,
          expected: `it ${distanceText(by)}`,
        },
      ];
    }
    if (sight.count > most.count || sight.count < (least?.count ?? 0)) {
      return [
        { atMicros: sight.lowMicros, kind: 'count', ...told, expected: `${least?.count ?? 0} to ${most.count} times, not ${sight.count}` },
      ];
    }
    const lasts = [least, most].flatMap((one) => (one?.count === sight.count ? [one.lowMicros] : []));
    if (lasts.length > 0 && !lasts.some((micros) => isNear(sight, micros))) {
      const by = (lasts[0] ?? 0) - sight.lowMicros;
      return [{ atMicros: sight.lowMicros, kind: 'unexpected', ...told, expected: `its last ${distanceText(by)}` }];
    }
    const [waited, modelled] = [waitOf(sight), waitOf(most)];
    if (sight.count === 1 && waited !== undefined && modelled !== undefined && Math.abs(waited - modelled) > off + 1_000_000) {
      return [{ atMicros: sight.lowMicros, kind: 'waited', ...told, expected: `${secondsText(modelled)} including waiting` }];
    }
    return [];
  });
}

/** Pulls of one image that took different times are different events; here they count together. */
function mergedByLane(sights: readonly Sight[]): Map<string, EventSight> {
  const merged = new Map<string, EventSight>();
  for (const sight of sights) {
    if (sight.what !== 'event') continue;
    const lane = laneOf(sight);
    const before = merged.get(lane);
    if (before === undefined) merged.set(lane, sight);
    else {
      const [first, last] = [before, sight].sort((a, b) => a.lowMicros - b.lowMicros) as [EventSight, EventSight];
      const earliest = before.first.lowMicros < sight.first.lowMicros ? before.first : sight.first;
      merged.set(lane, { ...last, at: first.at, count: before.count + sight.count, first: earliest });
    }
  }
  return merged;
}

/** Returns `12.3 s`. */
export function secondsText(micros: number): string {
  return `${Number((micros / 1e6).toFixed(3))} s`;
}

function distanceText(micros: number): string {
  return micros < 0 ? `${secondsText(-micros)} before` : `${secondsText(micros)} later`;
}
