import { type Readings, ReadingTable } from '../../trace/readings.ts';
import type { ActorRecord, HeaderRecord } from '../../trace/record.ts';
import { type LongestWait, longestWait } from '../phases/longest-wait.ts';
import { type PodPhases, PodPhasesReader } from '../phases/pod-phases.ts';
import { PodStartups } from '../phases/pod-startups.ts';
import { type StartupMicros, startupMicros } from '../phases/startup-parts.ts';
import { type WaitingMicros, waitingMicros } from '../phases/waiting-shares.ts';
import { RecordedCauses } from '../run-view/recorded-causes.ts';
import { type BugMeeting, KnownBugsReader } from './known-bugs-met.ts';
import { type NodeFigures, NodeFiguresReader } from './node-figures.ts';
import { profilesByNode } from './profiles-by-node.ts';
import { type ByteFigures, type PullFigures, PullFiguresReader } from './pull-figures.ts';
import type { PartTimes } from './record-number.ts';

/**
 * What a part of a run came to: nodes, their pods, and all that is told of them. Plain data, from which `joinSummaries` makes
 * the summary of the run. Lists are in order of pods' arrival; times in virtual ms.
 */
export interface PartSummary {
  readonly pods: Readonly<Record<PodPhases['state'], number>>;
  readonly timesToRunningMs: readonly number[];
  readonly sliMs: readonly number[];
  readonly totalMs: readonly number[];
  readonly startup: StartupMicros;
  readonly waiting: WaitingMicros;
  readonly pulls: PullFigures;
  readonly bytes: ByteFigures;
  readonly failures: readonly FailureOfPart[];
  readonly backOffs: number;
  readonly longestWait: (LongestWait & { readonly arrivedMs: number }) | undefined;
  readonly bugs: readonly BugMeeting[];
  readonly nodes: NodeFigures;
}

/** Failed pulls of one reason, with the error of the first pod's, and when that pod arrived. */
export interface FailureOfPart {
  readonly reason: string;
  count: number;
  readonly error: string;
  readonly arrivedMs: number;
}

/** Adds up a run, or a part of one, record by record; keeps something of each pod and image, and a few bytes of each record. */
export class SummaryReader {
  readonly #untilMs: number;
  readonly #causes: RecordedCauses;
  readonly #pods = new PodPhasesReader();
  readonly #bugs: KnownBugsReader;
  readonly #pulls = new PullFiguresReader();
  readonly #nodes = new NodeFiguresReader();
  readonly #table: ReadingTable;
  readonly #sliMs: number[] = [];
  readonly #totalMs: number[] = [];
  #backOffs = 0;

  /** `untilMs`: what happens later does not count. */
  constructor(header: HeaderRecord | undefined, untilMs = Number.POSITIVE_INFINITY) {
    this.#untilMs = untilMs;
    this.#causes = new RecordedCauses(header);
    if (header !== undefined) this.#causes.note(header);
    this.#bugs = new KnownBugsReader(header);
    const readings = [
      this.#pods.readings,
      this.#startupReadings(header),
      this.#pulls.readings,
      this.#nodes.readings,
      this.#backOffReadings,
    ];
    this.#table = new ReadingTable([...readings, ...this.#bugs.readings]);
  }

  /** Every record that actors told, in order. */
  note(record: ActorRecord): void {
    this.#causes.note(record);
    if (record.at <= this.#untilMs) this.#table.note(record);
  }

  /** Whether a container waits for something by now. */
  get isAnyoneWaiting(): boolean {
    return this.#pods.isAnyoneWaiting;
  }

  /** When each record was told. */
  times(): PartTimes {
    return this.#causes.times();
  }

  /** The figures as of `endMs`. To be asked once, after the last record. */
  finish(endMs: number): PartSummary {
    const pods = this.#pods.pods(endMs);
    return {
      pods: podCounts(pods),
      timesToRunningMs: pods.flatMap(({ timeToRunningMs }) => (timeToRunningMs === undefined ? [] : [wholeMicros(timeToRunningMs)])),
      sliMs: this.#sliMs,
      totalMs: this.#totalMs,
      startup: startupMicros(pods),
      waiting: waitingMicros(pods),
      pulls: this.#pulls.pulls(),
      bytes: this.#pulls.bytes(),
      failures: failuresOf(pods),
      backOffs: this.#backOffs,
      longestWait: longestWait(this.#causes, pods),
      bugs: this.#bugs.meetings(),
      nodes: this.#nodes.figures(),
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
  const counts = { running: 0, ended: 0, notRunning: 0, rejected: 0 };
  for (const { state } of pods) counts[state] += 1;
  return counts;
}

/** Differences of ms are not exact to the microsecond as floating point has them. */
function wholeMicros(durationMs: number): number {
  return Math.round(durationMs * 1000) / 1000;
}

function failuresOf(pods: readonly PodPhases[]): FailureOfPart[] {
  const byReason = new Map<string, FailureOfPart>();
  for (const { arrivedMs, containers } of pods) {
    for (const { failures } of containers) {
      for (const { reason: sentinel, error, throttled } of failures) {
        // A refusal of the node's own throttle is told apart, as the registry never heard of that pull.
        const reason = throttled === true ? `${sentinel} (${error})` : sentinel;
        const known = byReason.get(reason);
        if (known === undefined) byReason.set(reason, { reason, count: 1, error, arrivedMs });
        else known.count += 1;
      }
    }
  }
  return [...byReason.values()];
}
