import type { Readings } from '../../trace/readings.ts';
import type { ActorRecord, RecordOf } from '../../trace/record.ts';
import { asksForPods, type RunFilter, showsNode, showsPod } from './run-filter.ts';

/**
 * Tells of each record of a run, or of a part of one, whether a filter shows it. Records of a pod go by that
 * pod, and what the runtime does for a pull by the pod that pulls. What befalls a whole node is shown if the
 * node is; where some pods are asked for, from the arrival of the first of them on, and without what others
 * do there.
 */
export class ShownRecords {
  readonly #filter: RunFilter;
  readonly #asksForPods: boolean;
  /** By UID. */
  readonly #pods = new Map<string, boolean>();
  /** By the actor that calls the runtime. */
  readonly #callers = new Map<string, boolean>();
  readonly #nodes = new Set<string>();
  /** The shown and hidden pods that wait for a node. */
  readonly #withoutNode = new Set<string>();
  #count = 0;

  constructor(filter: RunFilter) {
    this.#filter = filter;
    this.#asksForPods = asksForPods(filter);
  }

  /** They come before those that ask. */
  readonly readings: Readings = {
    scheduling: ({ boundTo = '', ...record }) => this.#notePod({ ...record, node: boundTo }),
    pod: (record) => this.#notePod(record),
    pull: ({ actor, pod }) => void this.#callers.set(actor, this.showsPod(pod.uid)),
    sandbox: ({ pull, pod }) => {
      if (pull !== undefined) this.#callers.set(pull, this.showsPod(pod.uid));
    },
  };

  readonly shows = (record: ActorRecord): boolean => {
    if ('pod' in record && record.pod !== undefined) return this.showsPod(record.pod.uid);
    if ('pull' in record && record.pull !== undefined)
      return this.#callers.get(record.pull) ?? this.#showsOthersOn(record.node);
    if (!('node' in record)) return true;
    if (record.type === 'event' || record.type === 'prePull') return this.#showsOthersOn(record.node);
    return this.showsNode(record.node);
  };

  /** Returns the readings without records that are not shown. */
  readonly only = (readings: Readings): Readings => {
    const shown = Object.entries(readings).map(([type, read]) => [
      type,
      (record: ActorRecord) => {
        if (this.shows(record)) read(record as never);
      },
    ]);
    return Object.fromEntries(shown);
  };

  /** Whether what befalls the node is shown. */
  showsNode(node: string): boolean {
    return this.#asksForPods ? this.#nodes.has(node) : showsNode(this.#filter, node);
  }

  /** Whether the pod that bears this UID is shown. */
  showsPod(uid: string): boolean {
    return this.#pods.get(uid) ?? false;
  }

  /** Returns how many pods came, and how many of them are shown. */
  counts(): { readonly pods: number; readonly of: number } {
    return { pods: this.#count, of: this.#pods.size };
  }

  #showsOthersOn(node: string): boolean {
    return !this.#asksForPods && showsNode(this.#filter, node);
  }

  /** Which node a pod gets that waits for one is not known before it has it. */
  #notePod({ pod, node, owner }: Pick<RecordOf<'pod'>, 'pod' | 'node' | 'owner'>): void {
    if (this.#pods.has(pod.uid) && !this.#withoutNode.delete(pod.uid)) return;
    if (node === '') this.#withoutNode.add(pod.uid);
    const isShown = showsPod(this.#filter, { namespace: pod.namespace, name: pod.name, node, owner });
    const wasShown = this.#pods.get(pod.uid) === true;
    this.#pods.set(pod.uid, isShown);
    if (!isShown) return;
    if (node !== '') this.#nodes.add(node);
    if (!wasShown) this.#count += 1;
  }
}

/** Returns readings without records that the filter does not show; all of them without a filter. */
export function filteredReadings(
  readings: readonly Readings[],
  filter: RunFilter | undefined,
): readonly Readings[] {
  if (filter === undefined) return readings;
  const shown = new ShownRecords(filter);
  return [shown.readings, ...readings.map(shown.only)];
}
