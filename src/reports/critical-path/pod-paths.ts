import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { PodOwner } from '../../rules/kubelet/pods/pod.ts';
import { ReadingTable } from '../../trace/readings.ts';
import type { ActorRecord, HeaderRecord } from '../../trace/record.ts';
import { type PodPhases, PodPhasesReader } from '../phases/pod-phases.ts';
import { PodStartups } from '../phases/pod-startups.ts';
import { wholeMicros } from '../phases/whole-micros.ts';
import { podRows, type RunRow } from '../run-view/run-rows.ts';
import { profilesByNode } from '../summary/profiles-by-node.ts';
import { criticalPath, type LinkName, longestPath, pathSpan } from './critical-path.ts';
import { PodStagesReader } from './pod-stages.ts';

/** How long a pod took to start, by each measure that has it, and what that time consisted of. Plain data. */
export interface PodPath {
  /** `namespace/name` */
  readonly pod: string;
  readonly owner: PodOwner | undefined;
  readonly state: PodPhases['state'];
  readonly arrivedMs: number;
  /** From its arrival until each container had run; undefined if one never did. */
  readonly timeToRunningMs: number | undefined;
  /** What the kubelet counts from its creation on; undefined if its kubelet has not seen it start. */
  readonly startupMs: number | undefined;
  /** The same without pulls and init containers; undefined too if the kubelet leaves the pod out. */
  readonly sliMs: number | undefined;
  /**
   * The links of its critical path, those of one name added up, in whole microseconds and in the order in
   * which they began. Of a pod that does not run: up to the end of the run; none if its containers have run
   * before, or were refused.
   */
  readonly links: ReadonlyMap<LinkName, number>;
}

/** Reads the parts of a run, and keeps the sums of each pod. */
export class PodPathsReader {
  readonly #paths: PodPath[] = [];
  readonly #open: PartPaths[] = [];

  /** Begins a part. The path of a container that waits at its end goes on to the end of the run. */
  begin(header: HeaderRecord): {
    readonly note: (record: ActorRecord) => void;
    readonly end: (end: { readonly at: number }) => void;
  } {
    const part = new PartPaths(header);
    return {
      note: part.note,
      end: ({ at }) => {
        if (part.isAnyoneWaiting) this.#open.push(part);
        else this.#add(part, at);
      },
    };
  }

  finish(endMs: number): readonly PodPath[] {
    for (const part of this.#open.splice(0)) this.#add(part, endMs);
    return this.#paths;
  }

  #add(part: PartPaths, endMs: number): void {
    for (const path of part.paths(endMs)) this.#paths.push(path);
  }
}

class PartPaths {
  readonly #pods = new PodPhasesReader();
  readonly #stages = new PodStagesReader();
  readonly #startups = new Map<string, { readonly startupMs: number; readonly sliMs: number | undefined }>();
  readonly #table: ReadingTable;

  constructor(header: HeaderRecord) {
    const startups = new PodStartups(profilesByNode(header)).readings(
      ({ pod, totalMicros, sliMicros, leftOut }) => {
        this.#startups.set(pod.uid, {
          startupMs: totalMicros / 1000,
          sliMs: leftOut ? undefined : sliMicros / 1000,
        });
      },
    );
    this.#table = new ReadingTable([this.#pods.readings, this.#stages.readings, startups]);
  }

  readonly note = (record: ActorRecord): void => this.#table.note(record);

  get isAnyoneWaiting(): boolean {
    return this.#pods.isAnyoneWaiting;
  }

  paths(endMs: number): PodPath[] {
    const pods = this.#pods.pods(endMs);
    const rowsByPod = groupedBy(podRows(pods), ({ container }) => container.pod.uid);
    return pods.map(({ pod, owner, state, arrivedMs, timeToRunningMs }) => ({
      pod: `${pod.namespace}/${pod.name}`,
      owner,
      state,
      arrivedMs,
      timeToRunningMs: timeToRunningMs === undefined ? undefined : wholeMicros(timeToRunningMs),
      startupMs: this.#startups.get(pod.uid)?.startupMs,
      sliMs: this.#startups.get(pod.uid)?.sliMs,
      links: this.#links(rowsByPod.get(pod.uid) ?? [], state),
    }));
  }

  #links(rows: readonly RunRow[], state: PodPhases['state']): Map<LinkName, number> {
    const sums = new Map<LinkName, number>();
    const row = longestPath(rows);
    if (row === undefined) return sums;
    const { reached } = pathSpan(row);
    if (reached === 'ended' || (state === 'notRunning' && reached !== 'waiting')) return sums;
    for (const { name, fromMs, toMs } of criticalPath(row, rows, this.#stages)) {
      const micros = Math.round(toMs * 1000) - Math.round(fromMs * 1000);
      if (micros > 0) sums.set(name, (sums.get(name) ?? 0) + micros);
    }
    return sums;
  }
}
