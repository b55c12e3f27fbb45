import { imageName } from '../../inputs/images/image-name.ts';
import { largest, smallest } from '../../rules/collections/extremes.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { PodSpec } from '../../rules/kubelet/pods/pod.ts';
import { simulate } from '../../run/simulation/simulate.ts';
import type { SimulationInput } from '../../run/simulation-input.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { type Attempt, attemptsOf, isUnfinished, scriptedFaults } from './attempts.ts';
import { compareObservations } from './compare-observations.ts';
import type { Deviation } from './deviation.ts';
import { GuidedChance, type Phases } from './guided-chance.ts';
import { modelObservations } from './model-observations.ts';
import { middleOf, type Observation } from './observation.ts';
import { sequenceOf } from './observation-sequence.ts';
import { candidatePhases } from './phase-candidates.ts';

export interface VerifyOptions {
  readonly slackMicros: number;
  readonly isWhole: boolean;
  /** Whether pods come when the input says; otherwise when their first observation fits. */
  readonly arrivalsAreKnown: boolean;
  /** How many runs are tried at most. */
  readonly runsMax: number;
}

/** Whether a run of the model explains what was seen of a node. Times are microseconds of the run. */
interface NodeVerdict {
  readonly runs: number;
  /** What no run explains, by time: of the run that explains most. */
  readonly deviations: readonly Deviation[];
  /** The first, of the run that explains the longest beginning; undefined: a run explains it all. */
  readonly deviation: Deviation | undefined;
  readonly records: readonly TraceRecord[];
}

/** How often a run is made again with arrivals and unseen durations that fit better. */
const fittingsMax = 3;
/** A fit that moves less than this is good enough. */
const fitMicros = 2_000;

/**
 * Searches a run of one node that explains what was seen: pulls end as they ended, pods come when their first
 * observation says, the jitter of each sync is chosen to meet the next observation, and the phases of ticks
 * and relists are tried. `input` has this node only, and the observations' pods.
 */
export function verifyNode(
  input: SimulationInput,
  observations: readonly Observation[],
  options: VerifyOptions,
): NodeVerdict {
  const search = new Search(input, observations, options);
  let best: NodeVerdict | undefined;
  let longest: Deviation | undefined;
  let runs = 0;
  for (const { phases, variation } of candidatePhases(observations, options.runsMax)) {
    for (let fitting = 0; fitting < fittingsMax && runs < options.runsMax; fitting++) {
      const records = search.run(phases, variation);
      runs += 1;
      const deviations = search.deviationsFrom(records);
      const [deviation] = deviations;
      if (deviation === undefined) return { runs, deviations, deviation, records };
      if (best === undefined || isBetter(deviations, best.deviations))
        best = { runs, deviations, deviation, records };
      if (longest === undefined || deviation.atMicros > longest.atMicros) longest = deviation;
      if (!search.fit(records)) break;
    }
    // No phase makes the runtime slower, or simulates what the model does not have.
    if (best?.deviations.every(({ kind }) => isOfNoRun(kind))) break;
  }
  if (best === undefined) return { runs, deviations: [], deviation: undefined, records: [] };
  return { ...best, deviation: longest, runs };
}

/** Whether a deviation is one that no luck of a run explains. */
export function isOfNoRun(kind: Deviation['kind']): boolean {
  return kind === 'slow' || kind === 'notSimulated' || kind === 'cutOff';
}

/** The fewer observations a run leaves, the better; of two that leave as many, the one that goes wrong later. */
function isBetter(a: readonly Deviation[], b: readonly Deviation[]): boolean {
  const [left, leftBefore] = [observationsOf(a).size, observationsOf(b).size];
  if (left !== leftBefore) return left < leftBefore;
  return a.length === b.length ? (a[0]?.atMicros ?? 0) > (b[0]?.atMicros ?? 0) : a.length < b.length;
}

/** Returns what was seen and is not explained. */
export function observationsOf(deviations: readonly Deviation[]): Set<Observation> {
  return new Set(deviations.flatMap(({ observation }) => observation ?? []));
}

/** The unseen times that are fitted from run to run. */
class Search {
  readonly #input: SimulationInput;
  readonly #observations: readonly Observation[];
  readonly #options: VerifyOptions;
  readonly #attempts: readonly Attempt[];
  readonly #tookMicros: number[];
  readonly #arrivals: Map<PodSpec, number>;
  readonly #observationsOfPod: ReadonlyMap<PodSpec, readonly Observation[]>;
  readonly #begins: ReadonlyMap<PodSpec, number>;
  readonly #endMicros: number;
  readonly #showsFailures: boolean;

  constructor(input: SimulationInput, observations: readonly Observation[], options: VerifyOptions) {
    this.#input = input;
    this.#observations = observations;
    this.#options = options;
    this.#attempts = attemptsOf(observations);
    const imageSizeMicros = input.nodes[0]?.timings.imageSizeMicros ?? 0;
    const ofCalls = observations.some(({ what }) => what === 'call');
    this.#tookMicros = this.#attempts.map(({ tookMicros, beginMicros, endMicros }) =>
      // What the kubelet's event says has the question for the size in it.
      tookMicros === undefined ? endMicros - beginMicros : tookMicros - (ofCalls ? 0 : imageSizeMicros),
    );
    this.#observationsOfPod = new Map(input.pods.map((pod) => [pod, observationsOfPod(pod, observations)]));
    this.#begins = firstObservations(this.#observationsOfPod);
    this.#showsFailures = options.isWhole && observations.some(({ what }) => what === 'event');
    this.#endMicros = largest(observations.map(({ highMicros }) => highMicros));
    this.#arrivals = this.#firstArrivals();
  }

  /** Runs the model once with these phases. */
  run(phases: Phases, variation: number): readonly TraceRecord[] {
    const [node] = this.#input.nodes;
    if (node === undefined) return [];
    const horizonMicros = this.#endMicros + 10_000_000;
    const pods = this.#input.pods
      .map((pod) => ({ ...pod, arrivesAtMicros: Math.max(0, Math.round(this.#arrivals.get(pod) ?? 0)) }))
      .sort((a, b) => a.arrivesAtMicros - b.arrivesAtMicros);
    const faults = scriptedFaults(this.#attempts, this.#tookMicros, {
      images: this.#input.images,
      horizonMicros,
    });
    const guided = new Map(
      this.#input.pods.map((pod) => {
        const own = this.#observationsOfPod.get(pod) ?? [];
        return [
          `${node.name}/kubelet/${pod.namespace}/${pod.name}`,
          { timesMicros: timesOf(own), meanHopMicros: meanHop(own), showsFailures: this.#showsFailures },
        ];
      }),
    );
    const chance = new GuidedChance(
      { name: node.name, syncFrequencyMicros: node.kubelet.syncFrequencyMicros },
      guided,
      phases,
      variation,
    );
    const { podActions: _, ...input } = this.#input;
    return simulate(
      { ...input, pods, faults, horizonMicros },
      {
        draw: (stream, drawn, now) => chance.draw(stream, drawn, now),
        onRecord: (record) => {
          if (record.type !== 'header' && record.type !== 'end') chance.note(record);
        },
      },
    ).records;
  }

  deviationsFrom(records: readonly TraceRecord[]): Deviation[] {
    const { timings } = this.#input.nodes[0] ?? {};
    const relistMicros = (timings?.relistPeriodMicros ?? 0) + (timings?.relistMicros ?? 0);
    return compareObservations(this.#observations, records, {
      ...this.#options,
      relistMicros,
      slots: this.#slots(),
      podOf: (image) => this.#podOf(image),
    });
  }

  #slots(): number {
    const { serializeImagePulls, maxParallelImagePulls } = this.#input.nodes[0]?.kubelet ?? {};
    return serializeImagePulls === true ? 1 : (maxParallelImagePulls ?? Infinity);
  }

  /** Returns the only pod that uses an image. */
  #podOf(image: string): string | undefined {
    const users = this.#input.pods.filter((pod) => imagesOfPod(pod).has(canonical(image)));
    return users.length === 1 ? `${users[0]?.namespace}/${users[0]?.name}` : undefined;
  }

  /** Moves arrivals and unseen durations towards what was seen; returns whether anything moved. */
  fit(records: readonly TraceRecord[]): boolean {
    const model = modelObservations(records, 0);
    const first = new Map<string, number>();
    for (const { sequence, atMicros } of model) if (!first.has(sequence)) first.set(sequence, atMicros);
    const moves = this.#input.pods.flatMap((pod) => {
      const observation = (this.#observationsOfPod.get(pod) ?? []).find(({ what }) => what !== 'arrival');
      const at = observation === undefined ? undefined : first.get(sequenceOf(observation));
      const begin = this.#begins.get(pod);
      return begin === undefined || at === undefined ? [] : [{ pod, by: begin - at }];
    });
    let most = 0;
    // Known arrivals move together: only when the whole began is not known.
    const shared = moves.map(({ by }) => by).sort((a, b) => a - b)[moves.length >> 1] ?? 0;
    for (const { pod, by } of this.#options.arrivalsAreKnown
      ? this.#input.pods.map((pod) => ({ pod, by: shared }))
      : moves) {
      this.#arrivals.set(pod, (this.#arrivals.get(pod) ?? 0) + by);
      most = Math.max(most, Math.abs(by));
    }
    return Math.max(most, this.#fitDurations(records)) > fitMicros;
  }

  #fitDurations(records: readonly TraceRecord[]): number {
    const ends = groupedBy(
      records.flatMap((record) =>
        record.type === 'runtime-return'
          ? [{ image: canonical(record.image ?? ''), micros: record.at * 1_000 }]
          : [],
      ),
      ({ image }) => image,
    );
    const counts = new Map<string, number>();
    let most = 0;
    for (const [index, { image, endMicros, tookMicros, isRepeated }] of this.#attempts.entries()) {
      const key = canonical(image);
      const place = counts.get(key) ?? 0;
      counts.set(key, place + 1);
      const end = ends.get(key)?.[place];
      if (tookMicros !== undefined || isRepeated || end === undefined) continue;
      const by = endMicros - end.micros;
      this.#tookMicros[index] = Math.max(1_000, (this.#tookMicros[index] ?? 0) + by);
      most = Math.max(most, Math.abs(by));
    }
    return most;
  }

  #firstArrivals(): Map<PodSpec, number> {
    const { timings } = this.#input.nodes[0] ?? {};
    const lead =
      (timings?.podSyncMicros ?? 0) + (timings?.sandboxMicros ?? 0) + (timings?.imageStatusMicros ?? 0);
    const fitting = new Map(
      this.#input.pods.map((pod) => {
        const [first] = this.#observationsOfPod.get(pod) ?? [];
        const at = this.#begins.get(pod) ?? 0;
        return [
          pod,
          at -
            (first?.what === 'arrival' ? 0 : lead + (pod.hasVolumes ? (timings?.volumeMountMicros ?? 0) : 0)),
        ];
      }),
    );
    if (!this.#options.arrivalsAreKnown) return fitting;
    const by = smallest(this.#input.pods.map((pod) => (fitting.get(pod) ?? 0) - pod.arrivesAtMicros));
    return new Map(this.#input.pods.map((pod) => [pod, pod.arrivesAtMicros + by]));
  }
}

function canonical(image: string): string {
  return imageName(image)?.canonical ?? image;
}

function imagesOfPod(pod: PodSpec): ReadonlySet<string> {
  return new Set(
    [...pod.initContainers, ...pod.containers, ...pod.imageVolumes].map(({ image }) => canonical(image)),
  );
}

/** Returns the observations of a pod in order. A call tells no pod, only the image. */
function observationsOfPod(pod: PodSpec, observations: readonly Observation[]): Observation[] {
  const name = `${pod.namespace}/${pod.name}`;
  const images = imagesOfPod(pod);
  return observations
    .filter((observation) =>
      observation.what === 'call' ? images.has(canonical(observation.image)) : observation.pod === name,
    )
    .sort((a, b) => startOf(a) - startOf(b));
}

function startOf(observation: Observation): number {
  return middleOf(observation.what === 'event' ? observation.first : observation);
}

/** What a sync of a pod shows first. Pulls that end, and containers that start, come later in it. */
const firstReasons = /^(?:Pulling|BackOff|ErrImageNeverPull|InspectFailed)$/;

/**
 * Returns when each pod was seen first. Of pods that were first seen in the same second, those whose first
 * pull began earlier came earlier: a queue for slots keeps its order.
 */
function firstObservations(
  observationsOfPod: ReadonlyMap<PodSpec, readonly Observation[]>,
): Map<PodSpec, number> {
  const seen = [...observationsOfPod].flatMap(([pod, observations]) => {
    const observation = observations.find(({ what }) => what !== 'arrival') ?? observations[0];
    if (observation === undefined) return [];
    const { lowMicros, highMicros } = observation.what === 'event' ? observation.first : observation;
    const [attempt] = attemptsOf(observations);
    // Of a pull without an end nobody knows when it had its turn: after the others.
    const pulledMicros = attempt === undefined ? 0 : isUnfinished(attempt) ? Infinity : attempt.beginMicros;
    return [{ pod, lowMicros, highMicros, pulledMicros }];
  });
  return new Map(
    [...groupedBy(seen, ({ lowMicros, highMicros }) => `${lowMicros} ${highMicros}`).values()].flatMap(
      (together) => {
        const inOrder = together.toSorted((a, b) => a.pulledMicros - b.pulledMicros);
        const share = (place: number) => (place + 1) / (inOrder.length + 1);
        return inOrder.map(
          ({ pod, lowMicros, highMicros }, place) =>
            [pod, lowMicros + (highMicros - lowMicros) * share(place)] as const,
        );
      },
    ),
  );
}

/** Returns when syncs of a pod were seen to begin: counted events at their first and their last time. */
function timesOf(observations: readonly Observation[]): number[] {
  const events = observations.flatMap((observation) =>
    observation.what === 'event' &&
    (firstReasons.test(observation.reason) || /already present/.test(observation.message))
      ? [observation]
      : [],
  );
  const begins = observations.filter(
    (observation) => observation.what === 'call' && observation.edge === 'begin',
  );
  const times =
    events.length > 0
      ? events.flatMap((event) => [middleOf(event.first), middleOf(event)])
      : begins.map(middleOf);
  return [...new Set(times)].sort((a, b) => a - b);
}

/** Returns the mean distance of syncs, where counts tell how many there were of one container. */
function meanHop(observations: readonly Observation[]): number | undefined {
  const events = observations.flatMap((observation) =>
    observation.what === 'event' && /^(?:BackOff|Pulling)$/.test(observation.reason) ? [observation] : [],
  );
  const hops = [...groupedBy(events, ({ fieldPath }) => fieldPath).values()].flatMap((own) => {
    if (own.every(({ count }) => count <= 2)) return [];
    const syncs = own.reduce((sum, { count }) => sum + count, 0);
    const first = smallest(own.map((one) => middleOf(one.first)));
    return [(largest(own.map(middleOf)) - first) / (syncs - 1)];
  });
  return hops.length === 0 ? undefined : smallest(hops);
}
