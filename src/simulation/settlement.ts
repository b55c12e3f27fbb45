import type { PodSpec } from '../kubelet/pod.ts';
import type { TraceRecord } from '../trace/record.ts';

/**
 * Tells when nothing can happen any more: every container runs for ever or has ended for good (and the kubelet has said
 * so), every node is Ready, and no arrival and no change of a fault is to come. Ticks, relists and resyncs do not count.
 */
export class Settlement {
  readonly #pods: ReadonlyMap<string, PodSpec>;
  readonly #unsettled = new Set<string>();
  readonly #over = new Set<string>();
  /** Replacements that have not come. */
  readonly #toCome: Set<string>;
  readonly #deleting = new Set<string>();
  #inputsToCome = 0;
  /** Under way. */
  #prePulls = 0;
  /** By the actors that say so. */
  readonly #notReady = new Set<string>();

  /** `replacements`: pods that come only if others are deleted. */
  constructor(pods: readonly PodSpec[], replacements: readonly PodSpec[] = []) {
    this.#pods = new Map([...pods, ...replacements].map((pod) => [pod.uid, pod]));
    this.#toCome = new Set(replacements.map(({ uid }) => uid));
    for (const pod of pods) this.#unsettled.add(pod.uid);
  }

  get isSettled(): boolean {
    return this.#inputsToCome === 0 && this.#unsettled.size === 0 && this.#prePulls === 0 && this.#notReady.size === 0;
  }

  /** An arrival or a change of a fault is to come. */
  expectInput(): void {
    this.#inputsToCome++;
  }

  /** One that was to come has come. */
  inputCame(): void {
    this.#inputsToCome--;
  }

  observe(record: TraceRecord): void {
    if (record.type === 'pod') {
      this.#observePod(record);
    } else if (record.type === 'container' && record.state !== 'running') {
      this.#unsettle(record.pod.uid);
    } else if (record.type === 'status') {
      const pod = this.#pods.get(record.pod.uid);
      if (pod === undefined) return;
      const up = (name: string) => record.containers.some((view) => view.name === name && view.state === 'running');
      const needed = [...pod.initContainers.filter((init) => init.sidecar), ...pod.containers];
      const awaited = record.containers.some((view) => view.kind === 'ephemeral' && view.state === 'waiting');
      if (!awaited && !this.#deleting.has(pod.uid) && needed.every((container) => up(container.name) && container.runsForMicros === null))
        this.#unsettled.delete(pod.uid);
      else this.#unsettle(pod.uid);
    } else if (record.type === 'prePull') {
      if (record.state === 'started') this.#prePulls++;
      else if (record.state === 'finished' || record.state === 'interrupted') this.#prePulls--;
    } else if (record.type === 'condition' && record.condition === 'Ready') {
      if (record.status === 'True') this.#notReady.delete(record.actor);
      else this.#notReady.add(record.actor);
    } else if (record.type === 'node' && record.state === 'rebooting') {
      for (const { uid, nodeName } of this.#pods.values()) {
        if (nodeName === record.actor && !this.#toCome.has(uid)) this.#unsettle(uid);
      }
    }
  }

  #observePod({ state, pod: { uid } }: Extract<TraceRecord, { type: 'pod' }>): void {
    if (state === 'added') this.#toCome.delete(uid);
    if (state === 'deleting') this.#deleting.add(uid);
    const isOver = state === 'rejected' || state === 'terminated' || state === 'deleted';
    if (!isOver) {
      this.#unsettle(uid);
      return;
    }
    this.#deleting.delete(uid);
    this.#over.add(uid);
    this.#unsettled.delete(uid);
  }

  #unsettle(uid: string): void {
    if (!this.#over.has(uid)) this.#unsettled.add(uid);
  }
}
