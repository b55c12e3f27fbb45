import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { Readings } from '../../trace/readings.ts';
import type { RecordOf, TraceRecord } from '../../trace/record.ts';
import { type RunReader, readRun } from '../run-reader.ts';

type PodRecord = RecordOf<'pod'>;
type StatusRecord = RecordOf<'status'>;
type ContainerRecord = RecordOf<'container'>;

/** One run of a container. Times in ms. */
export interface ContainerRun {
  readonly startedMs: number;
  readonly finishedMs?: number;
  readonly exitCode?: number;
}

/** What was known of a container when the kubelet last published the pod's status. */
export interface ContainerAt {
  /** The ID of the image from which the container was started; absent before its start. */
  readonly imageId?: string;
  readonly run?: ContainerRun;
  /** The run before the one in the status. */
  readonly previous?: ContainerRun;
}

/** A pod as the API server has it at a moment. */
export interface PodAt {
  readonly pod: PodRecord['pod'];
  /** Empty: no node has taken it. */
  readonly node: string;
  /** When it came to its node; while it has none, when it was made. */
  readonly arrivedMs: number;
  readonly containers: PodRecord['containers'];
  readonly rejected?: PodRecord;
  readonly deletingMs?: number;
  /** Absent before the kubelet's first sync. */
  readonly status?: StatusRecord;
  /** Whether it had a sandbox when the kubelet last said so. */
  readonly hasSandbox: boolean;
  readonly containerAt: ReadonlyMap<string, ContainerAt>;
}

/** Returns the pods that exist at `atMs`, in order of arrival. */
export function podsAt(records: readonly TraceRecord[], atMs: number): PodAt[] {
  return readRun(records, atMs, podsAtReader);
}

/** Reads a run for them. */
export function podsAtReader(): RunReader<PodAt[]> {
  const pods = new Pods();
  const inOrder = () =>
    Array.from(pods.pods.values(), (pod) => pod.at()).sort((a, b) => a.arrivedMs - b.arrivedMs);
  return { readings: [pods.readings], finish: inOrder };
}

class Pods {
  readonly pods = new Map<string, Pod>();
  readonly #ofNode = new Map<string, Set<Pod>>();
  readonly #byActor = new Map<string, { readonly pod: Pod; readonly container: string }>();

  readonly readings: Readings = {
    scheduling: ({ boundTo = '', message: _, ...record }) =>
      this.#notePod({ ...record, type: 'pod', state: 'added', node: boundTo }),
    pod: (record) => this.#notePod(record),
    result: ({ actor, imageRef }) => {
      const of = this.#byActor.get(actor);
      if (imageRef !== '') of?.pod.imageIds.set(of.container, imageRef);
    },
    node: ({ state, node, at }) => {
      if (state !== 'rebooting' && state !== 'rebooted') return;
      for (const pod of this.#ofNode.get(node) ?? []) {
        if (state === 'rebooting') pod.sandbox = false;
        else pod.noteReboot(at);
      }
    },
    pull: ({ actor, pod: { uid }, container }) => {
      const pod = this.pods.get(uid);
      if (pod !== undefined) this.#byActor.set(actor, { pod, container });
    },
    status: (record) => this.pods.get(record.pod.uid)?.publish(record),
    container: (record) => this.pods.get(record.pod.uid)?.noteContainer(record),
    sandbox: (record) => {
      const pod = this.pods.get(record.pod.uid);
      if (pod !== undefined) pod.sandbox = record.state === 'ready';
    },
    sync: (record) => {
      const pod = this.pods.get(record.pod.uid);
      if (pod !== undefined && record.state === 'started') pod.hasSandbox = pod.sandbox;
    },
  };

  #notePod(record: PodRecord): void {
    const { uid } = record.pod;
    const pod = getOrInsert(this.pods, uid, () => new Pod(record));
    const beside = getOrInsert(this.#ofNode, record.node, () => new Set());
    if (record.state === 'deleted') {
      this.pods.delete(uid);
      beside.delete(pod);
      return;
    }
    beside.add(pod);
    if (record.state === 'added') pod.added = record;
    if (record.state === 'added' || record.state === 'changed') pod.latest = record;
    if (record.state === 'rejected') pod.rejected = record;
    if (record.state === 'deleting') pod.deletingMs ??= record.at;
  }
}

class Pod {
  /** When it came to its node; the pod comes again when its node has restarted. */
  #added: PodRecord;
  latest: PodRecord;
  rejected: PodRecord | undefined;
  deletingMs: number | undefined;
  sandbox = false;
  hasSandbox = false;
  readonly imageIds = new Map<string, string>();
  readonly #runs = new Map<string, readonly [run: ContainerRun, previous: ContainerRun | undefined]>();
  #status: StatusRecord | undefined;
  #containers: ReadonlyMap<string, ContainerAt> = new Map();

  set added(record: PodRecord) {
    if (this.#added.node === '') this.#added = record;
  }

  constructor(added: PodRecord) {
    this.#added = added;
    this.latest = added;
  }

  noteContainer({ at, container, state, exitCode }: ContainerRecord): void {
    const [run, previous] = this.#runs.get(container) ?? [];
    if (state === 'running') this.#runs.set(container, [{ startedMs: at }, run]);
    else if (state === 'exited')
      this.#runs.set(container, [
        { startedMs: run?.startedMs ?? at, finishedMs: at, exitCode: exitCode ?? 0 },
        previous,
      ]);
  }

  /** The runtime finds what has ended with the node. */
  noteReboot(atMs: number): void {
    for (const [container, [run, previous]] of this.#runs)
      if (run.finishedMs === undefined)
        this.#runs.set(container, [{ ...run, finishedMs: atMs, exitCode: 255 }, previous]);
  }

  /** The status knows of containers only what was so when it was published. */
  publish(status: StatusRecord): void {
    this.#status = status;
    this.hasSandbox = this.sandbox;
    this.#containers = new Map(
      status.containers.map(({ name }) => {
        const imageId = this.imageIds.get(name);
        const [run, previous] = this.#runs.get(name) ?? [];
        // An image from which no container has been started is not in the status.
        const image = run === undefined || imageId === undefined ? {} : { imageId };
        return [
          name,
          {
            ...image,
            ...(run === undefined ? {} : { run }),
            ...(previous === undefined ? {} : { previous }),
          },
        ];
      }),
    );
  }

  at(): PodAt {
    return {
      pod: this.#added.pod,
      node: this.#added.node,
      arrivedMs: this.#added.at,
      containers: this.latest.containers,
      ...(this.rejected === undefined ? {} : { rejected: this.rejected }),
      ...(this.deletingMs === undefined ? {} : { deletingMs: this.deletingMs }),
      ...(this.#status === undefined ? {} : { status: this.#status }),
      hasSandbox: this.hasSandbox,
      containerAt: this.#containers,
    };
  }
}
