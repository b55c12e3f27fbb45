import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { type Readings, ReadingTable } from '../../trace/readings.ts';
import type { ActorRecord, HeaderRecord, Parsed } from '../../trace/record.ts';
import { type HeldPods, heldPods } from '../first-cause/held-pods.ts';
import { PullDemand } from '../first-cause/pull-demand.ts';
import type { nodeFigures } from '../json/run-summary.ts';
import type { PartTimes } from '../numbering/record-number.ts';
import { type ColdStart, ColdStartReader } from '../phases/cold-start.ts';
import { type LongestWait, longestWait } from '../phases/longest-wait.ts';
import { type PodPhases, PodPhasesReader } from '../phases/pod-phases.ts';
import { PodStartups } from '../phases/pod-startups.ts';
import { type StartupMicros, startupMicros } from '../phases/startup-parts.ts';
import { type WaitingMicros, waitingMicros } from '../phases/waiting-shares.ts';
import { wholeMicros } from '../phases/whole-micros.ts';
import { type RunFilter, showsWorkload } from '../run-filter/run-filter.ts';
import { ShownRecords } from '../run-filter/shown-records.ts';
import { RecordedCauses } from '../run-view/recorded-causes.ts';
import { type BugMeeting, KnownBugsReader } from './known-bugs-met.ts';
import { profilesByNode } from './profiles-by-node.ts';
import { type ByteFigures, type PullFigures, PullFiguresReader } from './pull-figures.ts';
import { type RolloutFigures, rolloutFigures } from './rollout-figures.ts';

/**
 * The result of a part of a run: nodes, their pods, and everything about them. It is plain data, from which
 * `joinSummaries` makes the summary of the run. Lists are in order of the pods' arrival; times in virtual ms.
 */
export interface PartSummary {
  /** `neverStarted`: those that ended before all of their containers had run; part of `ended`. */
  readonly pods: Readonly<Record<PodPhases['state'] | 'neverStarted', number>>;
  readonly podTimes: readonly PodTime[];
  readonly sliMs: readonly number[];
  readonly totalMs: readonly number[];
  readonly startup: StartupMicros;
  readonly waiting: WaitingMicros;
  readonly pulls: PullFigures;
  readonly bytes: ByteFigures;
  readonly failures: readonly FailureOfPart[];
  readonly backOffs: number;
  readonly held: readonly HeldPods[];
  readonly longestWait: (LongestWait & { readonly arrivedMs: number }) | undefined;
  /** undefined: no pod waited for a node. */
  readonly coldStart: ColdStart | undefined;
  readonly bugs: readonly BugMeeting[];
  readonly nodes: NodeFigures;
  readonly rollouts: readonly RolloutFigures[];
  /** Present if a filter shows some of the pods. */
  readonly shown?: { readonly pods: number; readonly of: number };
}

/** When a pod came to run, after its arrival. */
export interface PodTime {
  /** `namespace/name` */
  readonly pod: string;
  /** null if it never did. */
  readonly timeToRunningMs: number | null;
}

/** Failed pulls of one reason, with the error of the first pod, and when that pod arrived. */
interface FailureOfPart {
  readonly reason: string;
  count: number;
  readonly error: string;
  readonly arrivedMs: number;
}

/**
 * Adds up a run, or a part of one, record by record. Keeps a little for each pod and image, and a few bytes
 * for each record.
 */
export class SummaryReader {
  readonly #untilMs: number;
  readonly #causes: RecordedCauses;
  readonly #pods = new PodPhasesReader();
  readonly #bugs: KnownBugsReader;
  readonly #pulls: PullFiguresReader;
  readonly #nodes = new NodeFiguresReader();
  readonly #coldStart = new ColdStartReader();
  readonly #demand = new PullDemand();
  readonly #table: ReadingTable;
  readonly #rollouts: HeaderRecord['rollouts'];
  readonly #sliMs: number[] = [];
  readonly #totalMs: number[] = [];
  readonly #shown: ShownRecords | undefined;
  #backOffs = 0;

  /**
   * `untilMs`: later records do not count. Figures are of what the filter shows; causes come from everywhere,
   * and what another pod has pulled is on the node too.
   */
  constructor(header: HeaderRecord | undefined, untilMs = Number.POSITIVE_INFINITY, filter?: RunFilter) {
    this.#untilMs = untilMs;
    this.#shown = filter && new ShownRecords(filter);
    this.#causes = new RecordedCauses(header);
    this.#rollouts = header?.rollouts?.filter(
      ({ workload, namespace }) => filter === undefined || showsWorkload(filter, workload, namespace),
    );
    if (header !== undefined) this.#causes.note(header);
    this.#bugs = new KnownBugsReader(header, this.#shown?.shows);
    this.#pulls = new PullFiguresReader(this.#shown?.shows);
    const readings = [
      this.#pods.readings,
      this.#startupReadings(header),
      this.#nodes.readings,
      this.#backOffReadings,
    ];
    const shown =
      this.#shown === undefined ? readings : [this.#shown.readings, ...readings.map(this.#shown.only)];
    this.#table = new ReadingTable([
      ...shown,
      this.#pulls.readings,
      this.#demand.readings,
      ...this.#bugs.readings,
      this.#coldStart.readings,
    ]);
  }

  /** Takes every record of an actor, in order. */
  note(record: ActorRecord): void {
    this.#causes.note(record);
    if (record.at <= this.#untilMs) this.#table.note(record);
  }

  /** Whether a container waits for something now. */
  get isAnyoneWaiting(): boolean {
    return this.#pods.isAnyoneWaiting;
  }

  /** Returns the time of each record. */
  times(): PartTimes {
    return this.#causes.times();
  }

  /** Returns the figures at `endMs`. To be called once, after the last record. */
  finish(endMs: number): PartSummary {
    const pods = this.#pods.pods(endMs);
    return {
      pods: podCounts(pods),
      podTimes: pods.map(podTime),
      sliMs: this.#sliMs,
      totalMs: this.#totalMs,
      startup: startupMicros(pods),
      waiting: waitingMicros(pods),
      pulls: this.#pulls.pulls(),
      bytes: this.#pulls.bytes(),
      failures: failuresOf(pods),
      backOffs: this.#backOffs,
      held: heldPods(this.#causes, pods, this.#demand),
      longestWait: longestWait(this.#causes, pods),
      coldStart: this.#coldStart.slowest(pods),
      bugs: this.#bugs.meetings(),
      nodes: this.#nodes.figures(),
      rollouts: rolloutFigures(this.#rollouts, this.#causes, pods, endMs),
      ...(this.#shown && { shown: this.#shown.counts() }),
    };
  }

  get #backOffReadings(): Readings {
    return {
      pull: ({ state }) => {
        if (state === 'backingOff') this.#backOffs += 1;
      },
    };
  }

  #startupReadings(header: HeaderRecord | undefined): Readings {
    const tracker = new PodStartups(profilesByNode(header));
    return tracker.readings(({ sliMicros, totalMicros, leftOut }) => {
      this.#totalMs.push(totalMicros / 1000);
      if (!leftOut) this.#sliMs.push(sliMicros / 1000);
    });
  }
}

function podCounts(pods: readonly PodPhases[]): PartSummary['pods'] {
  const counts = { running: 0, ended: 0, neverStarted: 0, notRunning: 0, rejected: 0 };
  for (const { state, timeToRunningMs } of pods) {
    counts[state] += 1;
    if (state === 'ended' && timeToRunningMs === undefined) counts.neverStarted += 1;
  }
  return counts;
}

function podTime({ pod, timeToRunningMs }: PodPhases): PodTime {
  const time = timeToRunningMs === undefined ? null : wholeMicros(timeToRunningMs);
  return { pod: `${pod.namespace}/${pod.name}`, timeToRunningMs: time };
}

function failuresOf(pods: readonly PodPhases[]): FailureOfPart[] {
  const byReason = new Map<string, FailureOfPart>();
  for (const { arrivedMs, sandboxFailures, containers } of pods) {
    for (const failures of [sandboxFailures, ...containers.map((container) => container.failures)]) {
      for (const { reason: sentinel, error, throttled } of failures) {
        // A refusal of the node's own throttle is counted separately, because the registry got no request.
        const reason = throttled === true ? `${sentinel} (${error})` : sentinel;
        getOrInsert(byReason, reason, () => ({ reason, count: 0, error, arrivedMs })).count += 1;
      }
    }
  }
  return [...byReason.values()];
}

/**
 * What happened to the nodes besides pulls. Of images that share layers image GC believes to free more than
 * it does.
 */
export type NodeFigures = Parsed<typeof nodeFigures>;

/** Counts what happens to nodes. */
class NodeFiguresReader {
  readonly #figures = {
    imagesRemoved: 0,
    freedBytes: 0,
    believedBytes: 0,
    gcFailures: 0,
    notReady: 0,
    diskPressure: 0,
    podsDeleted: 0,
  };
  /** New nodes that have never been ready. */
  readonly #starting = new Set<string>();
  #joined = 0;

  readonly readings: Readings = {
    pod: ({ state }) => {
      if (state === 'deleted') this.#figures.podsDeleted += 1;
    },
    instance: ({ node, state }) => {
      if (state === 'registered') this.#starting.add(node);
    },
    condition: ({ node, condition, status }) => {
      if (condition === 'Ready') this.#noteReady(node, status === 'True');
      if (condition === 'DiskPressure' && status === 'True') this.#figures.diskPressure += 1;
    },
    imageGC: ({ state, freedBytes = 0, believedBytes = 0, error }) => {
      if (state === 'removed') {
        this.#figures.imagesRemoved += 1;
        this.#figures.freedBytes += freedBytes;
        this.#figures.believedBytes += believedBytes;
      } else if (state === 'finished' && error !== undefined) this.#figures.gcFailures += 1;
    },
  };

  /** A new node is not ready until its network is. */
  #noteReady(node: string, isReady: boolean): void {
    if (isReady && this.#starting.delete(node)) this.#joined += 1;
    else if (!isReady && !this.#starting.has(node)) this.#figures.notReady += 1;
  }

  figures(): NodeFigures {
    return this.#joined === 0 ? this.#figures : { ...this.#figures, joined: this.#joined };
  }
}
