import type { PodSpec } from '../kubelet/pod.ts';
import type { TraceRecord } from '../trace/record.ts';

/**
 * Tells when nothing can happen any more: every container runs for ever or has ended for good (and the kubelet has said
 * so), and no arrival and no change of a fault is to come. Ticks, relists and resyncs do not count.
 */
export class Settlement {
  readonly #pods: ReadonlyMap<string, PodSpec>;
  readonly #unsettled = new Set<string>();
  readonly #over = new Set<string>();
  #inputsToCome = 0;

  constructor(pods: readonly PodSpec[]) {
    this.#pods = new Map(pods.map((pod) => [pod.uid, pod]));
    for (const pod of pods) this.#unsettled.add(pod.uid);
  }

  get isSettled(): boolean {
    return this.#inputsToCome === 0 && this.#unsettled.size === 0;
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
    if (record.type === 'pod' && record.state !== 'added') {
      this.#over.add(record.pod.uid);
      this.#unsettled.delete(record.pod.uid);
    } else if (record.type === 'container' && record.state !== 'running') {
      this.#unsettle(record.pod.uid);
    } else if (record.type === 'status') {
      const pod = this.#pods.get(record.pod.uid);
      if (pod === undefined) return;
      const up = (name: string) => record.containers.some((view) => view.name === name && view.state === 'running');
      const needed = [...pod.initContainers.filter((init) => init.sidecar), ...pod.containers];
      if (needed.every((container) => up(container.name) && container.runsForMicros === null)) this.#unsettled.delete(pod.uid);
      else this.#unsettle(pod.uid);
    } else if (record.type === 'node' && record.state === 'rebooting') {
      for (const pod of this.#pods.values()) if (pod.nodeName === record.actor) this.#unsettle(pod.uid);
    }
  }

  #unsettle(uid: string): void {
    if (!this.#over.has(uid)) this.#unsettled.add(uid);
  }
}
