import { isMapping } from '../../inputs/documents/mapping.ts';
import { type KubernetesEvent, kubernetesEvent } from '../../inputs/events/kubernetes-event.ts';
import { imageIn } from '../../inputs/events/pod-sighting.ts';
import { unnamedPod } from '../../inputs/pasted/pasted-objects.ts';
import type { PodRow } from '../../inputs/pasted/pod-rows.ts';
import { appendAll } from '../../rules/collections/append-all.ts';
import { largest } from '../../rules/collections/extremes.ts';
import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { Interval } from './interval.ts';

/** All that a text says of one pod. */
export interface PodEvidence {
  /** `namespace/name` */
  readonly pod: string;
  node: string | undefined;
  /** By the time of the first of each. */
  readonly events: KubernetesEvent[];
  /** What the API server says of the containers. */
  readonly states: ContainerState[];
  /** As `kubectl get pods` prints it. */
  status: string | undefined;
  /** The moment of the text, in microseconds since 1970. */
  readonly nowMicros: number;
}

/** A container's state, as a pod's status has it. */
export interface ContainerState {
  readonly name: string;
  readonly image: string;
  readonly isRunning: boolean;
  readonly waiting: { readonly reason: string; readonly message: string } | undefined;
  readonly exitCode: number | undefined;
  readonly restarts: number;
}

/** Returns what objects and rows say, by pod, in the order in which they come. */
export function podEvidence(values: readonly unknown[], rows: readonly PodRow[]): PodEvidence[] {
  const objects = values.flatMap(itemsOf);
  const events = objects.flatMap((value) => (value.kind === 'Event' ? (kubernetesEvent(value) ?? []) : []));
  const nowMicros = printedAt(objects) ?? largest(events.map(({ micros }) => micros));
  const pods = new Map<string, PodEvidence>();
  const evidence = (pod: string) =>
    getOrInsert(pods, pod, () => ({
      pod,
      node: undefined,
      events: [],
      states: [],
      status: undefined,
      nowMicros,
    }));
  for (const value of objects) if (value.kind === 'Pod') notePod(value, evidence);
  for (const event of events) {
    if (event.object.kind !== 'Pod') continue;
    const ofPod = evidence(`${event.object.namespace}/${event.object.name}`);
    ofPod.events.push(event);
    ofPod.node ??= event.node;
  }
  const firstByName = new Map<string, string>();
  for (const pod of pods.keys()) getOrInsert(firstByName, nameOf(pod), () => pod);
  for (const { namespace, name, status, node } of rows) {
    const usual = `${namespace ?? 'default'}/${name}`;
    const ofPod = evidence(namespace === undefined ? getOrInsert(firstByName, name, () => usual) : usual);
    getOrInsert(firstByName, name, () => ofPod.pod);
    ofPod.status = status;
    ofPod.node ??= node;
  }
  joinUnnamed(pods);
  for (const { events: ofPod } of pods.values()) ofPod.sort((a, b) => a.firstMicros - b.firstMicros);
  return [...pods.values()];
}

function nameOf(pod: string): string {
  return pod.slice(pod.indexOf('/') + 1);
}

/** Lines of a runtime's log name no pod: they are of the pod that has their image, if there is one. */
function joinUnnamed(pods: Map<string, PodEvidence>): void {
  const unnamed = pods.get(`default/${unnamedPod}`);
  if (unnamed === undefined || unnamed.states.length > 0) return;
  const namedPods = [...pods.values()].filter((one) => one !== unnamed);
  const owner = namedPods.find(({ events, states }) =>
    unnamed.events.some(({ message }) => {
      const image = imageIn(message);
      return (
        image !== undefined &&
        (events.some((event) => imageIn(event.message) === image) ||
          states.some((state) => state.image === image))
      );
    }),
  );
  if (owner === undefined) return;
  appendAll(owner.events, unnamed.events);
  pods.delete(unnamed.pod);
}

/** When ages were printed. */
function printedAt(objects: readonly Fields[]): number | undefined {
  const times = objects.flatMap(({ printedAges }) => {
    const at = fieldsOf(printedAges).atMicros;
    return typeof at === 'number' ? [at] : [];
  });
  return times.length === 0 ? undefined : largest(times);
}

type Fields = Readonly<Record<string, unknown>>;

function itemsOf(value: unknown): Fields[] {
  if (Array.isArray(value)) return value.flatMap(itemsOf);
  if (!isMapping(value)) return [];
  return Array.isArray(value.items) ? value.items.flatMap(itemsOf) : [value];
}

function fieldsOf(value: unknown): Fields {
  return isMapping(value) ? value : {};
}

function notePod(value: Fields, evidence: (pod: string) => PodEvidence): void {
  const metadata = fieldsOf(value.metadata);
  if (typeof metadata.name !== 'string') return;
  const ofPod = evidence(
    `${typeof metadata.namespace === 'string' ? metadata.namespace : 'default'}/${metadata.name}`,
  );
  const [spec, status] = [fieldsOf(value.spec), fieldsOf(value.status)];
  if (typeof spec.nodeName === 'string') ofPod.node = spec.nodeName;
  if (typeof status.phase === 'string' && status.phase !== '') ofPod.status = status.phase;
  for (const list of [status.initContainerStatuses, status.containerStatuses])
    for (const one of Array.isArray(list) ? list.map(fieldsOf) : []) ofPod.states.push(stateOf(one));
}

function stateOf(status: Fields): ContainerState {
  const [state, before] = [fieldsOf(status.state), fieldsOf(status.lastState)];
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  const waiting = isMapping(state.waiting)
    ? { reason: textOf(state.waiting.reason), message: textOf(state.waiting.message) }
    : undefined;
  const ended = fieldsOf(state.terminated ?? before.terminated);
  return {
    name: textOf(status.name),
    image: textOf(status.image),
    isRunning: isMapping(state.running),
    waiting,
    exitCode: typeof ended.exitCode === 'number' ? ended.exitCode : undefined,
    restarts: typeof status.restartCount === 'number' ? status.restartCount : 0,
  };
}

/** How long before the moment of the text an event was last seen. */
export function agoOf({ nowMicros }: PodEvidence, { micros, spreadMicros }: KubernetesEvent): Interval {
  return { least: Math.max(0, nowMicros - micros - spreadMicros), most: Math.max(0, nowMicros - micros) };
}

/** How long from one event's first time to another's. */
export function between(from: KubernetesEvent, to: KubernetesEvent): Interval {
  const least = to.firstMicros - from.firstMicros - from.firstSpreadMicros;
  return {
    least: Math.max(0, least),
    most: Math.max(0, to.firstMicros + to.firstSpreadMicros - from.firstMicros),
  };
}
