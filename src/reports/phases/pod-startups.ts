import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { PodStartupLatency, type StartupLatency } from '../../rules/kubelet/pods/pod-startup-latency.ts';
import type { Profile } from '../../rules/kubelet/profile.ts';
import type { PodRef } from '../../trace/observation.ts';
import type { Readings } from '../../trace/readings.ts';
import type { ActorRecord, RecordOf } from '../../trace/record.ts';

type PodRecord = RecordOf<'pod'>;
type SyncRecord = RecordOf<'sync'>;
type StatusRecord = RecordOf<'status'>;

/** A pod that the kubelet has seen start. */
export interface PodStartup extends StartupLatency {
  readonly node: string;
  readonly pod: PodRef;
  readonly atMs: number;
  /** Whether it counts in the total but not in the SLI. */
  readonly leftOut: boolean;
}

interface Tracked {
  readonly pod: PodRef;
  readonly node: string;
  readonly createdMicros: number;
  readonly profile: Profile;
  readonly inits: ReadonlySet<string>;
  readonly stateful: boolean;
  /** undefined if it is not tracked, or not any more. */
  latency: PodStartupLatency | undefined;
  hasStatus: boolean;
  /** The init containers that have exited, with the time: now, and when the current sync began. */
  readonly exited: Map<string, number>;
  exitedAtSync: readonly number[];
  hasBegunMain: boolean;
}

const none: readonly number[] = [];

const endings: ReadonlySet<string> = new Set(['rejected', 'terminated', 'deleted']);

/**
 * Feeds the kubelet's tracker of pod start-ups from a trace. Mirrors the callers of it in pkg/kubelet
 * (v1.36.3).
 */
export class PodStartups {
  readonly #profiles: ReadonlyMap<string, Profile>;
  readonly #pods = new Map<string, Tracked>();
  /** When pods were made that waited for a node. */
  readonly #createdMs = new Map<string, number>();
  readonly #byActor = new Map<string, Tracked>();
  readonly #byNode = new Map<string, Tracked[]>();

  /** `profiles` are by the node's name. */
  constructor(profiles: ReadonlyMap<string, Profile>) {
    this.#profiles = profiles;
  }

  /** Returns readings that call `tell` for each pod that has started, in order. */
  readings(tell: (startup: PodStartup) => void): Readings {
    const note = (record: ActorRecord) => void this.note(record);
    const noteStatus = (record: StatusRecord) => {
      const startup = this.#noteStatus(record);
      if (startup !== undefined) tell(startup);
    };
    return {
      scheduling: note,
      status: noteStatus,
      pod: note,
      sync: note,
      pull: note,
      pulling: note,
      container: note,
      node: note,
    };
  }

  /** Returns the pod that has started for the first time according to this record. Records come in order. */
  note(record: ActorRecord): PodStartup | undefined {
    if (record.type === 'status') return this.#noteStatus(record);
    if (record.type === 'pod') this.#notePod(record);
    else if (record.type === 'sync') noteSync(this.#pods.get(record.pod.uid), record);
    else if (record.type === 'pull') this.#notePull(record);
    else if (record.type === 'pulling') this.#notePulling(record);
    else if (record.type === 'container') noteContainer(this.#pods.get(record.pod.uid), record);
    else if (record.type === 'node') this.#noteNode(record);
    else if (record.type === 'scheduling') this.#noteScheduling(record);
    return undefined;
  }

  #noteScheduling({ pod, at }: RecordOf<'scheduling'>): void {
    if (!this.#createdMs.has(pod.uid)) this.#createdMs.set(pod.uid, at);
  }

  #notePod(record: PodRecord): void {
    const known = this.#pods.get(record.pod.uid);
    if (known !== undefined && endings.has(record.state)) known.latency = undefined;
    if (known !== undefined || record.state !== 'added') return;
    const profile = this.#profiles.get(record.node);
    if (profile === undefined) return;
    // The API has times in whole seconds.
    const createdMicros = Math.floor((this.#createdMs.get(record.pod.uid) ?? record.at) / 1000) * 1e6;
    const tracked: Tracked = {
      pod: record.pod,
      node: record.node,
      createdMicros,
      profile,
      inits: new Set(record.containers.filter(({ kind }) => kind === 'init').map(({ name }) => name)),
      stateful: record.containers.some(({ kind }) => kind === 'imageVolume'),
      latency: new PodStartupLatency(profile.startup, createdMicros),
      hasStatus: false,
      exited: new Map(),
      exitedAtSync: [],
      hasBegunMain: false,
    };
    this.#pods.set(record.pod.uid, tracked);
    getOrInsert(this.#byNode, record.node, () => []).push(tracked);
  }

  /** The tracker ends with its kubelet. A pod that had a status by then is not tracked again. */
  #noteNode(record: RecordOf<'node'>): void {
    if (record.state !== 'kubeletRestarted' && record.state !== 'rebooting') return;
    for (const tracked of this.#byNode.get(record.node) ?? []) {
      if (tracked.latency === undefined) continue;
      tracked.latency = tracked.hasStatus
        ? undefined
        : new PodStartupLatency(tracked.profile.startup, tracked.createdMicros);
    }
  }

  #notePull(record: RecordOf<'pull'>): void {
    const tracked = this.#pods.get(record.pod.uid);
    if (tracked === undefined) return;
    this.#byActor.set(record.actor, tracked);
  }

  #notePulling(record: RecordOf<'pulling'>): void {
    const latency = this.#byActor.get(record.actor)?.latency;
    if (record.state === 'started') latency?.pullStarted(micros(record.at));
    else latency?.pullFinished(micros(record.at));
  }

  /** The status manager writes the status, and the watch brings it back; here both take no time. */
  #noteStatus(record: StatusRecord): PodStartup | undefined {
    const tracked = this.#pods.get(record.pod.uid);
    if (tracked === undefined) return undefined;
    tracked.hasStatus = true;
    const { latency, node, pod, stateful, profile } = tracked;
    if (latency === undefined) return undefined;
    const isOver = record.phase === 'Failed' || record.phase === 'Succeeded';
    const hasStarted = record.containers.every(
      ({ kind, state }) => kind !== 'container' || state === 'running',
    );
    if (!isOver && !hasStarted) return undefined;
    tracked.latency = undefined;
    if (isOver) return undefined;
    const { totalMicros, sliMicros, pullMicros, initMicros } = latency.latency(micros(record.at));
    const leftOut = stateful && profile.startup.leavesOutStateful;
    return { totalMicros, sliMicros, pullMicros, initMicros, node, pod, atMs: record.at, leftOut };
  }
}

function noteSync(tracked: Tracked | undefined, record: SyncRecord): void {
  if (tracked === undefined) return;
  if (record.state === 'started') {
    tracked.exitedAtSync = tracked.exited.size === 0 ? none : [...tracked.exited.values()];
    return;
  }
  // A sync in which an init container could not be started ends before this point.
  const isAborted =
    record.error !== undefined && !tracked.hasBegunMain && tracked.exited.size < tracked.inits.size;
  if (isAborted) return;
  for (const atMicros of tracked.exitedAtSync) tracked.latency?.initFinished(atMicros);
}

function noteContainer(tracked: Tracked | undefined, record: RecordOf<'container'>): void {
  if (tracked === undefined) return;
  if (!tracked.inits.has(record.container)) {
    tracked.hasBegunMain = true;
    return;
  }
  if (record.state === 'running') {
    tracked.exited.delete(record.container);
    tracked.latency?.initStarted(micros(record.at));
  } else if (record.state === 'exited') tracked.exited.set(record.container, micros(record.at));
}

function micros(ms: number): number {
  return Math.round(ms * 1000);
}
