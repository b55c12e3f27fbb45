import type { PodRef } from '../../../trace/observation.ts';
import { VersionedMap } from '../../collections/versioned-map.ts';
import type { ListedPart, PodStatus, RuntimePod } from '../pleg/pod-status.ts';
import {
  type ContainerRuntimeStatus,
  findContainer,
  type PodRuntimeStatus,
  unknownPodStatus,
} from './pod-runtime-status.ts';

/** A pod in the runtime: the part that a listing shows, and the part that an inspection adds. */
export interface PodInRuntime extends RuntimePod {
  readonly status: PodRuntimeStatus;
  /** How many sandboxes the pod has had. Only the latest is kept. */
  readonly sandboxesMade: number;
  /**
   * How many containers of each name the pod has had, including those that were purged with their sandbox.
   */
  readonly containersMade: Readonly<Record<string, number>>;
  /**
   * The restart counts of containers that were removed and whose logs were kept (`calcRestartCountByLogDir`).
   */
  readonly restartsLogged: Readonly<Record<string, number>>;
}

/** The pods of a node by UID, as the runtime knows them. */
export type PodStatusTable = VersionedMap<string, PodInRuntime>;

/** SIGTERM ends a process that does not handle it with 143. */
export const exitCodeOfSigterm = 143;

type Made = Pick<PodInRuntime, 'sandboxesMade' | 'containersMade' | 'restartsLogged'>;

const nothingMade: Made = { sandboxesMade: 0, containersMade: {}, restartsLogged: {} };

/**
 * Each start creates another container, with an id of its own. In this model, the one before it is gone by
 * then.
 */
function podInRuntime(pod: PodRef, status: PodRuntimeStatus, made: Made): PodInRuntime {
  const { uid, name, namespace } = pod;
  const idOf = (container: string) => `${uid}/${container}/${(made.containersMade[container] ?? 1) - 1}`;
  const containers = status.containers.map(
    (one): ListedPart => ({ id: idOf(one.name), name: one.name, state: one.state }),
  );
  const state = status.sandbox === 'ready' ? 'running' : 'exited';
  const sandboxes =
    status.sandbox === 'none' ? [] : [{ id: `${uid}/sandbox/${made.sandboxesMade}`, name: '', state }];
  return { uid, name, namespace, containers, sandboxes, status, ...made };
}

function withChangedPod(
  table: PodStatusTable,
  pod: PodRef,
  change: (status: PodRuntimeStatus) => PodRuntimeStatus,
  make: (made: Made) => Partial<Made> = () => ({}),
): PodStatusTable {
  const old = table.get(pod.uid);
  const counts = creationCounts(old);
  return table.with(
    pod.uid,
    podInRuntime(pod, change(old?.status ?? unknownPodStatus), { ...counts, ...make(counts) }),
  );
}

function creationCounts({ sandboxesMade, containersMade, restartsLogged }: Made = nothingMade): Made {
  return { sandboxesMade, containersMade, restartsLogged };
}

/**
 * The table with the pod's sandbox ready and these (init) containers of a sandbox before it gone; mirrors
 * `purgeInitContainers`.
 */
export function withSandbox(table: PodStatusTable, pod: PodRef, purged: readonly string[]): PodStatusTable {
  const keptContainers = ({ containers }: PodRuntimeStatus) =>
    containers.flatMap((container) =>
      purged.includes(container.name) ? [] : [{ ...container, isActive: false }],
    );
  const make = ({ sandboxesMade }: Made) => ({ sandboxesMade: sandboxesMade + 1 });
  return withChangedPod(
    table,
    pod,
    (status) => ({ sandbox: 'ready', containers: keptContainers(status) }),
    make,
  );
}

/** The table with this container as the latest of its name; `restarts` counts the ones before it. */
export function withContainer(
  table: PodStatusTable,
  pod: PodRef,
  container: ContainerRuntimeStatus,
): PodStatusTable {
  const otherContainers = ({ containers }: PodRuntimeStatus) =>
    containers.filter((other) => other.name !== container.name);
  const old = findContainer(table.get(pod.uid)?.status ?? unknownPodStatus, container.name);
  const isNew = old === undefined || old.restarts !== container.restarts;
  const make = ({ containersMade }: Made) => {
    const counts = { ...containersMade };
    counts[container.name] = (counts[container.name] ?? 0) + (isNew ? 1 : 0);
    return { containersMade: counts };
  };
  return withChangedPod(
    table,
    pod,
    (status) => ({ ...status, containers: [...otherContainers(status), container] }),
    make,
  );
}

/**
 * The table without this container of the pod, whose logs stay; mirrors `removeContainer` with `keepLogs`.
 */
export function withoutContainer(table: PodStatusTable, pod: PodRef, name: string): PodStatusTable {
  const restarts = findContainer(table.get(pod.uid)?.status ?? unknownPodStatus, name)?.restarts ?? 0;
  const otherContainers = ({ containers }: PodRuntimeStatus) =>
    containers.filter((other) => other.name !== name);
  const make = ({ restartsLogged }: Made) => ({ restartsLogged: { ...restartsLogged, [name]: restarts } });
  return withChangedPod(table, pod, (status) => ({ ...status, containers: otherContainers(status) }), make);
}

/**
 * The table with the pod's sandbox stopped: what ran in it was asked to end (143). A pod that is not there
 * changes nothing.
 */
export function withSandboxStopped(table: PodStatusTable, pod: PodRef, nowMicros: number): PodStatusTable {
  const end = {
    state: 'exited',
    exitCode: exitCodeOfSigterm,
    exitReason: 'Error',
    finishedAtMicros: nowMicros,
  } as const;
  return table.has(pod.uid) ? withChangedPod(table, pod, (status) => down(status, end)) : table;
}

/** Returns the table without the pod. */
export function withoutPod(table: PodStatusTable, uid: string): PodStatusTable {
  return table.without(uid);
}

/**
 * The table after the node went down: no sandbox is ready, and what ran has exited as containerd finds it
 * then (255, Unknown).
 */
export function afterReboot(table: PodStatusTable, nowMicros: number): PodStatusTable {
  const end = { state: 'exited', exitCode: 255, exitReason: 'Unknown', finishedAtMicros: nowMicros } as const;
  return new VersionedMap(
    [...table].map(([uid, pod]) => [uid, podInRuntime(pod, down(pod.status, end), creationCounts(pod))]),
  );
}

function down(
  status: PodRuntimeStatus,
  end: Pick<ContainerRuntimeStatus, 'state' | 'exitCode' | 'exitReason' | 'finishedAtMicros'>,
): PodRuntimeStatus {
  return {
    sandbox: status.sandbox === 'none' ? 'none' : 'notReady',
    containers: status.containers.map((container) =>
      container.state === 'exited' ? container : { ...container, ...end },
    ),
  };
}

/**
 * What GetPodStatus says of a pod of the table; one that is not there has an empty status, without an error.
 * Pod IPs are not modelled.
 */
export function inspected(table: PodStatusTable, { uid, name, namespace }: PodRef): PodStatus {
  const pod = table.get(uid);
  return {
    uid,
    name,
    namespace,
    ips: [],
    containers: pod?.containers ?? [],
    sandboxes: (pod?.sandboxes ?? []).map(({ id, state }) => ({ id, isReady: state === 'running', ip: '' })),
    forSync: pod?.status ?? unknownPodStatus,
  };
}
