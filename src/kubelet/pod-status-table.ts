import type { ContainerRuntimeStatus, PodRuntimeStatus } from './pod-runtime-status.ts';
import { unknownPodStatus } from './pod-runtime-status.ts';

/** The pods of a node by UID, as the runtime knows them. */
export type PodStatusTable = ReadonlyMap<string, PodRuntimeStatus>;

/** The table with the pod's sandbox ready and these (init) containers of a sandbox before it gone; mirrors `purgeInitContainers`. */
export function withSandbox(table: PodStatusTable, uid: string, purged: readonly string[]): PodStatusTable {
  const containers = (table.get(uid)?.containers ?? []).filter(({ name }) => !purged.includes(name));
  return new Map(table).set(uid, { sandbox: 'ready', containers });
}

/** The table with this container as the latest of its name; `restarts` counts the ones before it. */
export function withContainer(table: PodStatusTable, uid: string, container: ContainerRuntimeStatus): PodStatusTable {
  const pod = table.get(uid) ?? unknownPodStatus;
  const others = pod.containers.filter((other) => other.name !== container.name);
  return new Map(table).set(uid, { ...pod, containers: [...others, container] });
}

/** The table after the node went down: no sandbox is ready, and what ran has exited as containerd finds it then (255, Unknown). */
export function afterReboot(table: PodStatusTable, nowMicros: number): PodStatusTable {
  const down = (container: ContainerRuntimeStatus): ContainerRuntimeStatus =>
    container.state === 'exited'
      ? container
      : { ...container, state: 'exited', exitCode: 255, exitReason: 'Unknown', finishedAtMicros: nowMicros };
  return new Map(
    [...table].map(([uid, pod]) => [uid, { sandbox: pod.sandbox === 'none' ? 'none' : 'notReady', containers: pod.containers.map(down) }]),
  );
}

/** Whether PLEG sends an event that syncs the pod: its sandbox or a container came up or went down. */
export function hasLifecycleEvent(before: PodRuntimeStatus | undefined, after: PodRuntimeStatus): boolean {
  if ((before?.sandbox ?? 'none') !== after.sandbox) return true;
  return after.containers.some((container) => {
    // A container that is created and not started has no event; a restart seen late shows as a new start.
    if (container.state === 'created') return false;
    const old = before?.containers.find((other) => other.name === container.name);
    return container.state !== old?.state || container.restarts !== old.restarts;
  });
}
