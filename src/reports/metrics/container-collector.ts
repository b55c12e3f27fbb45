import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { kubeletMetricsTable as table } from '../../rules/kubelet/kubelet-metrics.ts';
import type { ContainerKind } from '../../trace/observation.ts';
import type { Readings } from '../../trace/readings.ts';
import type { RecordOf } from '../../trace/record.ts';
import { type MetricCollector, MetricCounter, type MetricFamily } from './metric-family.ts';

interface KnownContainer {
  readonly kind: ContainerKind;
  /** Whether its image could not be pulled and the short event about that is still to come. */
  hasFailed: boolean;
}

/** Counts attempts to start containers, and the containers of the runtime. */
export class ContainerCollector implements MetricCollector {
  #started = new MetricCounter(table.startedContainers);
  #errors = new MetricCounter(table.startedContainersErrors);
  readonly #containers = new Map<string, KnownContainer>();
  readonly #byActor = new Map<string, KnownContainer>();
  /** The latest container of each name, by pod. */
  readonly #states = new Map<string, Map<string, 'created' | 'running' | 'exited'>>();
  readonly #sandboxes = new Set<string>();

  readonly readings: Readings = {
    pod: (record) => this.#notePod(record),
    pull: (record) => this.#notePull(record),
    result: (record) => this.#noteResult(record),
    event: (record) => this.#noteEvent(record),
    container: (record) => this.#noteContainer(record),
    sandbox: ({ pod, state }) => {
      if (state === 'ready') this.#sandboxes.add(pod.uid);
      else this.#sandboxes.delete(pod.uid);
      if (state === 'gone') this.#states.delete(pod.uid);
    },
    node: ({ state }) => {
      if (state === 'rebooting') this.#goDown();
    },
  };

  restart(): void {
    this.#started = new MetricCounter(table.startedContainers);
    this.#errors = new MetricCounter(table.startedContainersErrors);
  }

  /**
   * Mirrors updateRunningPodAndContainerMetrics of pkg/kubelet/pleg/generic.go (v1.36.3), but for this moment
   * and not for the last relist.
   */
  families(): MetricFamily[] {
    const pods = new MetricCounter(table.runningPods);
    pods.set({}, this.#sandboxes.size);
    const containers = new MetricCounter(table.runningContainers);
    for (const states of this.#states.values())
      for (const state of states.values()) containers.add({ container_state: state });
    return [this.#started.family(), this.#errors.family(), pods.family(), containers.family()];
  }

  #notePod(record: RecordOf<'pod'>): void {
    for (const { name, kind } of record.containers) {
      const key = `${record.pod.uid}/${name}/${kind === 'imageVolume'}`;
      if (!this.#containers.has(key)) this.#containers.set(key, { kind, hasFailed: false });
    }
    if (record.state !== 'deleted') return;
    this.#states.delete(record.pod.uid);
    this.#sandboxes.delete(record.pod.uid);
  }

  #notePull({ actor, pod, container }: RecordOf<'pull'>): void {
    if (this.#byActor.has(actor)) return;
    // The actor of an image volume's pull has a name of its own.
    const known =
      this.#containers.get(`${pod.uid}/${container}/false`) ??
      this.#containers.get(`${pod.uid}/${container}/true`);
    if (known !== undefined) this.#byActor.set(actor, known);
  }

  #noteResult({ actor, error }: RecordOf<'result'>): void {
    const container = this.#byActor.get(actor);
    if (container === undefined || container.kind === 'imageVolume') return;
    this.#started.add({ container_type: typeOf(container.kind) });
    container.hasFailed = error !== '';
    if (error !== '') this.#errors.add({ container_type: typeOf(container.kind), code: error });
  }

  /**
   * A container whose image volume failed counts as started and not as an error, because startContainer is
   * never called.
   */
  #noteEvent({ actor, pod, reason, fieldPath }: RecordOf<'event'>): void {
    // A pull that fails has an event of its own, before that of the container's start.
    if (pod === undefined || reason !== 'Failed' || this.#byActor.has(actor)) return;
    const container = this.#containers.get(`${pod.uid}/${fieldPath?.match(/\{(.*)\}$/)?.[1] ?? ''}/false`);
    if (container === undefined) return;
    if (!container.hasFailed) this.#started.add({ container_type: typeOf(container.kind) });
    container.hasFailed = false;
  }

  #noteContainer({ pod, container, state }: RecordOf<'container'>): void {
    if (state === 'creating') return;
    getOrInsert(this.#states, pod.uid, () => new Map()).set(container, state);
  }

  #goDown(): void {
    this.#sandboxes.clear();
    for (const states of this.#states.values()) for (const name of states.keys()) states.set(name, 'exited');
  }
}

function typeOf(kind: ContainerKind): string {
  if (kind === 'ephemeral') return 'ephemeral_container';
  return kind === 'container' ? 'container' : 'init_container';
}
