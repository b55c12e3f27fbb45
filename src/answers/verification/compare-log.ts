import { largest } from '../../rules/collections/extremes.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { type ComparisonOptions, type Deviation, distanceText, secondsText } from './deviation.ts';
import { type ModelObservation, waitOf } from './model-observations.ts';
import { type Observation, textOf } from './observation.ts';
import { sequenceOf } from './observation-sequence.ts';

/** Returns in what a log, which has every event to the microsecond, differs from a run. */
export function logDeviations(
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
    const model = modelSequences.get(sequence) ?? [];
    const { slackMicros } = options;
    return sequenceDeviations({ own, model, run, endMicros, slackMicros, found: { pairs, late } });
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

/** Where the comparison of a sequence stands, and what it has found. */
interface SequenceWalk {
  readonly own: readonly Observation[];
  readonly model: readonly ModelObservation[];
  readonly run: readonly ModelObservation[];
  readonly endMicros: number;
  readonly slackMicros: number;
  readonly found: { readonly pairs: Pair[]; readonly late: ModelObservation[] };
}

/**
 * Goes through a sequence on both sides. What only one side has is a deviation; where both have as many left, the
 * two that differ in time are one.
 */
function sequenceDeviations(walk: SequenceWalk): Deviation[] {
  const { own, model, found } = walk;
  const deviations: Deviation[] = [];
  let [seen, expected] = [0, 0];
  while (seen < own.length || expected < model.length) {
    const [observation, modelled] = [own[seen], model[expected]];
    const deviation = pairDeviation(observation, modelled, walk);
    const isPair = own.length - seen === model.length - expected;
    if (deviation === undefined) {
      if (observation === undefined || modelled === undefined) break;
      found.pairs.push({ observation, model: modelled });
    } else deviations.push(isPair && observation !== undefined ? { ...deviation, observation } : deviation);
    if (deviation === undefined || isPair || deviation.kind === 'waited')
      [seen, expected] = [seen + 1, expected + 1];
    else if (deviation.kind === 'missing') expected += 1;
    else seen += 1;
  }
  return deviations;
}

/** Returns in what the next of both sides differ; undefined if in nothing, or if the rest is after the log's end. */
function pairDeviation(
  observation: Observation | undefined,
  expected: ModelObservation | undefined,
  { run, endMicros, slackMicros, found }: SequenceWalk,
): Deviation | undefined {
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
      observation: undefined,
    };
  }
  if (observation === undefined) return undefined;
  const what = { what: textOf(observation), where: observation.at, observation };
  if (expected === undefined || expected.atMicros - off > observation.highMicros)
    return {
      atMicros: observation.lowMicros,
      kind: 'unexpected',
      expected: insteadOf(observation, expected, run),
      ...what,
    };
  const [waited, modelled] = [waitOf(observation), waitOf(expected.observation)];
  const spread = slackMicros + (observation.highMicros - observation.lowMicros);
  if (waited === undefined || modelled === undefined || Math.abs(waited - modelled) <= spread)
    return undefined;
  const told = `${secondsText(modelled)} including waiting`;
  return { atMicros: observation.lowMicros, kind: 'waited', expected: told, ...what };
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
            observation: undefined,
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
      return inOrder.flatMap((pair, at): Deviation[] => {
        const before = inOrder[at - 1];
        if (before === undefined || rank(pair) >= rank(before)) return [];
        const { observation } = before;
        return [
          {
            atMicros: observation.lowMicros,
            kind: 'order',
            what: textOf(observation),
            where: observation.at,
            expected: `after ${textOf(pair.observation)} (${pair.observation.at})`,
            observation,
          },
        ];
      });
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
  return inOrder.flatMap((call): Deviation[] => {
    open += call.edge === 'begin' ? 1 : -1;
    if (call.edge === 'end' || open <= slots) return [];
    const what = { what: textOf(call), where: call.at, observation: call };
    return [{ atMicros: call.lowMicros, kind: 'order', expected: `${slots} at once at most`, ...what }];
  });
}

function rank(pair: Pair): number {
  return pair.model.order;
}

function lineOf({ at }: Observation): number {
  return Number(/(\d+)\D*$/.exec(at)?.[1] ?? 0);
}
