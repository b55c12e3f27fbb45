import type { PodLifecycleEvent, PodLifecycleEventType } from './lifecycle-events.ts';
import type { ListedPart, RuntimePod } from './pod-status.ts';

type PlegState = 'running' | 'exited' | 'unknown' | 'nonExistent';

/** The runtime has reported a state that the kubelet does not know: its PLEG panics with this message. */
export class UnrecognizedStateError extends Error {
  constructor(state: string) {
    super(`unrecognized container state: ${state}`);
    this.name = 'UnrecognizedStateError';
  }
}

/**
 * The events that lead from what PLEG knew of a pod to what is listed now; undefined where there is none.
 * Containers and sandboxes are treated alike, each by its id, those known before first. Throws an
 * `UnrecognizedStateError`. Mirrors `getContainersFromPods` and `computeEvents` in
 * pkg/kubelet/pleg/generic.go.
 */
export function podChanges(
  uid: string,
  old: RuntimePod | undefined,
  current: RuntimePod | undefined,
): readonly PodLifecycleEvent[] {
  const events: PodLifecycleEvent[] = [];
  for (const id of partIds(old, current)) {
    for (const eventType of eventsBetween(partState(old, id), partState(current, id)))
      events.push({ uid, eventType, data: id });
  }
  return events;
}

function partIds(...pods: readonly (RuntimePod | undefined)[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const pod of pods) {
    for (const { id } of pod?.containers ?? []) ids.add(id);
    for (const { id } of pod?.sandboxes ?? []) ids.add(id);
  }
  return ids;
}

function partState(pod: RuntimePod | undefined, id: string): PlegState {
  const isPart = (part: ListedPart): boolean => part.id === id;
  const podPart = pod?.containers.find(isPart) ?? pod?.sandboxes.find(isPart);
  return podPart === undefined ? 'nonExistent' : plegState(podPart.state);
}

/** Mirrors `convertState`: the kubelet makes no use of `created`. */
function plegState(state: string): PlegState {
  switch (state) {
    case 'running':
    case 'exited':
      return state;
    case 'created':
    case 'unknown':
      return 'unknown';
    default:
      throw new UnrecognizedStateError(state);
  }
}

/** Mirrors `generateEvents`. */
function eventsBetween(old: PlegState, current: PlegState): readonly PodLifecycleEventType[] {
  if (old === current) return [];
  switch (current) {
    case 'running':
      return ['ContainerStarted'];
    case 'exited':
      return ['ContainerDied'];
    case 'unknown':
      return ['ContainerChanged'];
    case 'nonExistent':
      return old === 'exited' ? ['ContainerRemoved'] : ['ContainerDied', 'ContainerRemoved'];
  }
}
