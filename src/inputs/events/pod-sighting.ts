import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { goUnquote } from '../../rules/kubelet/go/go-strings.ts';
import type { KubernetesEvent } from './kubernetes-event.ts';

/** What events say of one container of a pod. Times are microseconds since 1970. */
export interface ContainerSighting {
  readonly name: string;
  readonly isInit: boolean;
  /** As the events name it; undefined if none does. */
  image: string | undefined;
  readonly firstMicros: number;
  /** When the first pull of its image began; undefined if none was seen. */
  pullingMicros: number | undefined;
  wasPresent: boolean;
  /** Whether the kubelet was not allowed to pull. */
  isNeverPulled: boolean;
  starts: number;
  firstStartMicros: number | undefined;
  lastStartMicros: number | undefined;
  /** Whether the kubelet waited before it started the container once more. */
  isCrashing: boolean;
}

/** What events say of one pod. Times are microseconds since 1970. */
export interface PodSighting {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string | undefined;
  node: string | undefined;
  /** When the scheduler bound it; undefined if that was not seen. */
  boundMicros: number | undefined;
  firstMicros: number;
  lastMicros: number;
  /** When the kubelet began to stop its containers, if it was the last that was seen of it. */
  killedMicros: number | undefined;
  readonly containers: Map<string, ContainerSighting>;
  /** Images that are pulled for the pod itself: those of its volumes. */
  readonly volumeImages: Map<string, number>;
}

const containerPath = /^spec\.(initContainers|containers)\{(.+)\}$/;
const namedImage =
  /^(?:\(combined from similar events\): )?(?:Pulling image|Successfully pulled image|Failed to pull image|Back-off pulling image|Container image|Failed to apply default image tag|Failed to inspect image) "((?:[^"\\]|\\.)+)"/;
const assigned = /^Successfully assigned (\S+) to (\S+)$/;

/** Returns what events say of pods, by pod, in the order in which the pods were first seen. */
export function podSightings(events: readonly KubernetesEvent[]): PodSighting[] {
  const sightings = new Map<string, PodSighting>();
  for (const event of events.toSorted((a, b) => a.firstMicros - b.firstMicros)) {
    const { kind, namespace, name, uid } = event.object;
    if (kind !== 'Pod' || name === '') continue;
    const sighting = getOrInsert(sightings, `${namespace}/${name} ${uid ?? ''}`, () => ({
      namespace,
      name,
      uid,
      node: undefined,
      boundMicros: undefined,
      firstMicros: event.firstMicros,
      lastMicros: event.micros,
      killedMicros: undefined,
      containers: new Map(),
      volumeImages: new Map(),
    }));
    noteEvent(sighting, event);
  }
  return [...sightings.values()];
}

function noteEvent(sighting: PodSighting, event: KubernetesEvent): void {
  sighting.lastMicros = Math.max(sighting.lastMicros, event.micros);
  const [, , node] = assigned.exec(event.message) ?? [];
  if (event.reason === 'Scheduled' && node !== undefined) {
    sighting.node = node;
    sighting.boundMicros = event.firstMicros;
    return;
  }
  if (!isOfKubelet(event)) return;
  sighting.node ??= event.node;
  if (event.reason === 'Killing' && event.message.startsWith('Stopping container'))
    sighting.killedMicros = event.micros;
  else if (event.firstMicros > (sighting.killedMicros ?? Infinity)) sighting.killedMicros = undefined;
  const image = imageIn(event.message);
  const [, list, name] = containerPath.exec(event.object.fieldPath) ?? [];
  if (name === undefined) {
    if (image !== undefined && event.object.fieldPath === '')
      sighting.volumeImages.set(image, event.firstMicros);
    return;
  }
  const isInit = list === 'initContainers';
  const container = getOrInsert(sighting.containers, name, () =>
    newContainer(name, isInit, event.firstMicros),
  );
  container.image ??= image;
  noteContainer(container, event);
}

function noteContainer(container: ContainerSighting, event: KubernetesEvent): void {
  switch (event.reason) {
    case 'Pulling':
      container.pullingMicros ??= event.firstMicros;
      break;
    case 'Pulled':
      if (event.message.includes('already present on machine')) container.wasPresent = true;
      break;
    case 'ErrImageNeverPull':
      container.isNeverPulled = true;
      break;
    case 'Started':
      container.starts += event.count;
      container.firstStartMicros ??= event.firstMicros;
      container.lastStartMicros = event.micros;
      break;
    case 'BackOff':
      if (event.message.startsWith('Back-off restarting failed container')) container.isCrashing = true;
  }
}

function newContainer(name: string, isInit: boolean, firstMicros: number): ContainerSighting {
  return {
    name,
    isInit,
    image: undefined,
    firstMicros,
    pullingMicros: undefined,
    wasPresent: false,
    isNeverPulled: false,
    starts: 0,
    firstStartMicros: undefined,
    lastStartMicros: undefined,
    isCrashing: false,
  };
}

/** Whether an event is one of a kubelet; events that were pasted often do not say whose they are. */
export function isOfKubelet({ component, reason }: KubernetesEvent): boolean {
  return component === undefined
    ? !/^(?:Scheduled|FailedScheduling|Preempted|TaintManagerEviction)$/.test(reason)
    : component === 'kubelet';
}

/** Returns the image that the message of a kubelet's event names, as the pod names it. */
export function imageIn(message: string): string | undefined {
  const quoted = namedImage.exec(message)?.[1];
  return quoted === undefined ? undefined : goUnquote(quoted);
}
