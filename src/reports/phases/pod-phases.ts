import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { PodOwner } from '../../rules/kubelet/pods/pod.ts';
import type { ContainerKind, PodRef } from '../../trace/observation.ts';
import type { Readings } from '../../trace/readings.ts';
import type { ActorRecord, Cause, RecordOf, TraceRecord } from '../../trace/record.ts';
import { readRun } from '../run-reader.ts';
import { ContainerLine } from './container-line.ts';
import { type ContainerPhases, isWaiting, type PullFailureAt } from './container-phases.ts';

export interface PodPhases {
  readonly pod: PodRef;
  /** The workload that makes it; absent for a bare pod, and in traces that do not tell. */
  readonly owner?: PodOwner;
  /** Empty: it has none yet. */
  readonly node: string;
  /** When it came to its node, or, where it waited for one, when it was made. */
  readonly arrivedMs: number;
  /**
   * The state at the end. `running`: every container runs or has succeeded; `ended`: no container is left to
   * run; `notRunning`: one has not started, or has ended and is to start again, such as one in
   * CrashLoopBackOff.
   */
  readonly state: 'running' | 'ended' | 'notRunning' | 'rejected';
  /** The time from arrival until each container had run; absent if one never did. */
  readonly timeToRunningMs?: number;
  /**
   * How often its sandbox could not be made, because the runtime could not pull its own image for sandboxes.
   */
  readonly sandboxFailures: readonly PullFailureAt[];
  readonly containers: readonly ContainerPhases[];
}

/** The reason of the event that tells it (pkg/kubelet/events/event.go). */
const sandboxFailed = 'FailedCreatePodSandBox';

interface PodLine {
  readonly pod: PodRef;
  node: string;
  readonly arrivedMs: number;
  readonly sandboxFailures: PullFailureAt[];
  readonly containers: Map<string, ContainerLine>;
  owner?: PodOwner;
  fate: 'rejected' | 'terminated' | undefined;
  /** What its kubelet told last. */
  told: RecordOf<'status'> | undefined;
}

type PodRecordOnNode = Extract<ActorRecord, { pod: PodRef; node: string }>;

function newLine(pod: PodRef, node: string, arrivedMs: number): PodLine {
  return {
    pod,
    node,
    arrivedMs,
    sandboxFailures: [],
    containers: new Map(),
    fate: undefined,
    told: undefined,
  };
}

/**
 * Returns pods in order of arrival, each with the phases of its containers, up to `atMs` (default: the
 * trace's end).
 */
export function podPhases(
  records: readonly TraceRecord[],
  atMs?: number,
): { readonly endMs: number; readonly pods: readonly PodPhases[] } {
  return readRun(records, atMs, () => {
    const reader = new PodPhasesReader();
    return { readings: [reader.readings], finish: ({ endMs }) => ({ endMs, pods: reader.pods(endMs) }) };
  });
}

/** Draws the phases of pods from their records. */
export class PodPhasesReader {
  readonly #pods = new Map<string, PodLine>();
  readonly #byNode = new Map<string, PodLine[]>();
  /** The newest pod for each name under which the runtime knows a caller. */
  readonly #byActor = new Map<string, ContainerLine>();
  /** Pods whose sandbox needs an image that the runtime pulls, by the name of that pull's caller. */
  readonly #bySandboxPull = new Map<string, PodLine>();

  readonly readings: Readings = {
    scheduling: (record) => this.#noteScheduling(record),
    pod: (record) => this.#notePod(record),
    pull: (record) => {
      const line = this.#container(record, record.container, 'container', record.image);
      this.#byActor.set(record.actor, line);
      line.notePull(record);
    },
    container: (record) => this.#container(record, record.container, 'container', '').noteContainer(record),
    imageRead: (record) => this.#noteRead(record),
    fetch: (record) => this.#noteLayer(record),
    unpack: (record) => this.#noteLayer(record),
    request: (record) => this.#noteRequest(record),
    sandbox: (record) => this.#noteSandbox(record),
    status: (record) => {
      this.#pod(record).told = record;
    },
    node: (record) => this.#noteNode(record),
  };

  get isAnyoneWaiting(): boolean {
    for (const { containers } of this.#pods.values())
      for (const { phase } of containers.values()) if (isWaiting(phase)) return true;
    return false;
  }

  /** Returns the pods in order of arrival, at `endMs`. To be called once, after the last record. */
  pods(endMs: number): PodPhases[] {
    const inOrder = [...this.#pods.values()].sort((a, b) => a.arrivedMs - b.arrivedMs);
    for (const { containers } of inOrder) for (const line of containers.values()) line.catchUp(endMs);
    return inOrder.map((line) => finish(line, endMs));
  }

  #noteScheduling({ pod, at, state, owner, containers, boundTo = '' }: RecordOf<'scheduling'>): void {
    const line = getOrInsert(this.#pods, pod.uid, () => newLine(pod, '', at));
    if (owner !== undefined) line.owner = owner;
    for (const { name, kind, image } of containers) {
      const container = getOrInsert(
        line.containers,
        name,
        () => new ContainerLine({ node: '', pod, name, kind, image }, at, 'waitingForNode'),
      );
      if (state === 'bound') container.noteNode(boundTo, at);
    }
    if (state === 'bound') this.#place(line, boundTo);
  }

  #place(line: PodLine, node: string): void {
    if (line.node === node) return;
    line.node = node;
    getOrInsert(this.#byNode, node, () => []).push(line);
  }

  #notePod(record: RecordOf<'pod'>): void {
    const known = this.#pods.get(record.pod.uid);
    const isOver = record.state === 'rejected' || record.state === 'terminated' || record.state === 'deleted';
    for (const { name, kind, image, startupMs } of record.containers) {
      const line = this.#container(record, name, kind, image);
      if (startupMs !== undefined) line.noteStartup(startupMs);
      // The same pod arrives again when its node has restarted.
      if (isOver) line.end(record.at);
      else if (known !== undefined && record.state === 'added') line.loseNode(record.at);
      else if (record.state === 'changed') line.noteImage(image);
    }
    const pod = this.#pod(record);
    if (record.owner !== undefined) pod.owner = record.owner;
    if (isOver) {
      pod.fate = record.state === 'rejected' || pod.fate === 'rejected' ? 'rejected' : 'terminated';
      for (const line of pod.containers.values()) line.end(record.at);
    }
  }

  #noteRequest(record: RecordOf<'request'>): void {
    this.#byActor.get(record.pull)?.noteRequest(record);
    this.#noteSandboxPull(record.pull, record.because);
  }

  #noteLayer(record: RecordOf<'fetch'> | RecordOf<'unpack'>): void {
    this.#byActor.get(record.pull)?.noteLayer(record);
    // Only what goes wrong is the cause of the wait; a layer that begins may have waited for another's end.
    if (record.state === 'failed' || record.state === 'stalled')
      this.#noteSandboxPull(record.pull, record.because);
  }

  #noteRead(record: RecordOf<'imageRead'>): void {
    const { pod, container = '' } = record;
    if (pod !== undefined) this.#pods.get(pod.uid)?.containers.get(container)?.noteRead(record);
  }

  #noteSandboxPull(caller: string, because: Cause | undefined): void {
    const pod = because && this.#bySandboxPull.get(caller);
    if (pod !== undefined) for (const waiting of pod.containers.values()) waiting.noteSandboxPull(because);
  }

  #noteSandbox(record: RecordOf<'sandbox'>): void {
    const pod = this.#pod(record);
    if (record.pull !== undefined) this.#bySandboxPull.set(record.pull, pod);
    if (record.state === 'failed')
      pod.sandboxFailures.push({ atMs: record.at, reason: sandboxFailed, error: record.error ?? '' });
    for (const line of pod.containers.values()) line.noteSandbox(record);
  }

  #noteNode(record: RecordOf<'node'>): void {
    if (record.state !== 'kubeletRestarted' && record.state !== 'rebooting') return;
    for (const pod of this.#byNode.get(record.node) ?? []) {
      for (const line of pod.containers.values()) {
        if (record.state === 'rebooting') line.loseNode(record.at);
        else line.loseKubelet(record.at);
      }
    }
  }

  #pod(record: PodRecordOnNode): PodLine {
    const { pod, node, at } = record;
    return getOrInsert(this.#pods, pod.uid, () => {
      const line = newLine(pod, '', at);
      this.#place(line, node);
      return line;
    });
  }

  #container(record: PodRecordOnNode, name: string, kind: ContainerKind, image: string): ContainerLine {
    const { node, pod, containers } = this.#pod(record);
    return getOrInsert(
      containers,
      name,
      () => new ContainerLine({ node, pod, name, kind, image }, record.at),
    );
  }
}

function finish(line: PodLine, endMs: number): PodPhases {
  const lines = [...line.containers.values()];
  const main = lines.filter(({ kind }) => kind === 'container' || kind === 'sidecar');
  const ranAtMs = main.map(({ ranAtMs }) => ranAtMs);
  const allRan = main.length > 0 && line.fate !== 'rejected' && ranAtMs.every((at) => at !== undefined);
  return {
    pod: line.pod,
    ...(line.owner === undefined ? {} : { owner: line.owner }),
    node: line.node,
    arrivedMs: line.arrivedMs,
    state: stateOf(line, main),
    ...(allRan
      ? {
          timeToRunningMs:
            ranAtMs.reduce((max, at) => Math.max(max, at ?? 0), line.arrivedMs) - line.arrivedMs,
        }
      : {}),
    sandboxFailures: line.sandboxFailures,
    containers: lines.map((container) => container.finish(endMs)),
  };
}

function stateOf(line: PodLine, main: readonly ContainerLine[]): PodPhases['state'] {
  if (line.fate === 'rejected') return 'rejected';
  if (line.fate === 'terminated') return 'ended';
  if (main.length === 0 || main.some(({ phase }) => phase !== 'running' && phase !== 'ended'))
    return 'notRunning';
  const haveEnded = main.every(({ phase }) => phase === 'ended');
  if (main.some((container) => startsAgain(container, line.told, haveEnded))) return 'notRunning';
  return haveEnded ? 'ended' : 'running';
}

/**
 * Whether a container that has ended is to start again. No record has the restart policy, but the kubelet's
 * word of the pod shows it: the container waits, or all have ended and the pod is still `Running`. Until it
 * has told, one that was restarted before is restarted again.
 */
function startsAgain(
  { name, phase, sinceMs }: ContainerLine,
  told: RecordOf<'status'> | undefined,
  haveEnded: boolean,
): boolean {
  const container = told?.containers.find((other) => other.name === name);
  if (phase !== 'ended' || told === undefined || container === undefined) return false;
  if (told.at < sinceMs) return container.restarts > 0;
  return container.state === 'waiting' || (haveEnded && told.phase === 'Running');
}

/**
 * Returns the phases of every container and image volume, pods in order of arrival, up to `atMs` (default:
 * the trace's end).
 */
export function containerPhases(records: readonly TraceRecord[], atMs?: number): ContainerPhases[] {
  return podPhases(records, atMs).pods.flatMap((pod) => pod.containers);
}
