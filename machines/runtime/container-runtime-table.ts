import type { ImageUser } from '../../src/rules/kubelet/image-gc/image-records.ts';
import {
  type ContainerRuntimeStatus,
  findContainer,
  unknownPodStatus,
} from '../../src/rules/kubelet/pods/pod-runtime-status.ts';
import {
  inspected,
  type PodInRuntime,
  type PodStatusTable,
} from '../../src/rules/kubelet/pods/pod-status-table.ts';
import type { Fault } from '../../src/rules/runtime/fault.ts';
import { sandboxNameError } from '../../src/rules/runtime/images/sandbox-name.ts';
import type { RuntimeWording } from '../../src/rules/runtime/profiles/runtime-profile.ts';
import { withChanges } from '../../src/rules/values/with-changes.ts';
import type { PodRef } from '../../src/trace/observation.ts';
import { message, type Reduced } from '../reducer.ts';
import type { Clock } from '../world/clock.ts';
import type { Recorder } from '../world/recorder.ts';
import type {
  ContainerCall,
  ContainerEvent,
  ContainerEventStream,
  ContainerExited,
  ContainerMade,
  ContainersListAnswer,
  ImageReads,
  PlegRuntimeAnswer,
  SandboxNameAnswer,
} from './container-runtime-protocol.ts';

export interface ContainerRuntimeInput {
  readonly name: string;
  /** The node's name, because a fault may be limited to one node. */
  readonly node: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  /** How long GetPods and GetPod take. */
  readonly listMicros: number;
  readonly wording: RuntimeWording;
  /** Asked whenever a container starts, where images are pulled lazily; absent: they are not. */
  readonly imageReads?: ImageReads;
}

/** `ErrPodNotFound` of pkg/kubelet/container. */
const podNotFound = 'pod sandboxes not found';

/** A fault in force: calls fail, or take more time. */
interface RuntimeFault {
  readonly id: string;
  readonly error: string | undefined;
  readonly listMicros: number | undefined;
  readonly podStatusMicros: number | undefined;
}

export interface ContainerRuntimeTable {
  readonly input: ContainerRuntimeInput;
  readonly pods: PodStatusTable;
  /** Pods that changed since PLEG last listed them. */
  readonly changed: ReadonlySet<string>;
  /** How often the node has booted. The processes of an earlier boot are dead. */
  readonly boot: number;
  readonly faults: readonly RuntimeFault[];
  /** The reader of the container events. */
  readonly stream: ContainerEventStream | undefined;
}

/**
 * The effect of a fault on this runtime; undefined if the fault is not one of the runtime, or of another
 * node.
 */
export function createRuntimeFault(
  table: ContainerRuntimeTable,
  id: string,
  fault: Fault,
): RuntimeFault | undefined {
  if (fault.kind !== 'runtimeDown' && fault.kind !== 'runtimeSlow') return undefined;
  if (fault.node !== undefined && fault.node !== table.input.node) return undefined;
  return fault.kind === 'runtimeDown'
    ? { id, error: fault.error, listMicros: undefined, podStatusMicros: undefined }
    : {
        id,
        error: undefined,
        listMicros: fault.listMicros ?? undefined,
        podStatusMicros: fault.podStatusMicros ?? undefined,
      };
}

/** The error of every call while the runtime is down, or undefined. */
export function callError(table: ContainerRuntimeTable): string | undefined {
  return currentFailure(table)?.error;
}

function currentFailure({
  faults,
}: ContainerRuntimeTable): { readonly error: string; readonly fault: string } | undefined {
  const failingFault = faults.find(({ error }) => error !== undefined);
  return failingFault?.error === undefined
    ? undefined
    : { error: failingFault.error, fault: failingFault.id };
}

/** How long GetPodStatus takes now; 0 unless a fault says otherwise. */
export function statusCallMicros({ faults }: ContainerRuntimeTable): number {
  return faults.findLast(({ podStatusMicros }) => podStatusMicros !== undefined)?.podStatusMicros ?? 0;
}

/** How long a listing takes now. */
export function listCallMicros({ input: { listMicros }, faults }: ContainerRuntimeTable): number {
  return faults.findLast((fault) => fault.listMicros !== undefined)?.listMicros ?? listMicros;
}

function listedContainers({ pods }: ContainerRuntimeTable): readonly ImageUser[] {
  const imageUsers: ImageUser[] = [];
  for (const [, { status }] of pods) {
    for (const { imageRef, mountedImageRefs } of status.containers)
      imageUsers.push({ imageRef, mountedImageRefs });
  }
  return imageUsers;
}

/** The status of the container, if it exists. */
export function containerStatus(
  table: ContainerRuntimeTable,
  call: ContainerCall,
): ContainerRuntimeStatus | undefined {
  return findContainer(table.pods.get(call.pod.uid)?.status ?? unknownPodStatus, call.container);
}

/** Returns the name of the process of the container's latest start. */
export function processId(table: ContainerRuntimeTable, call: ContainerCall): string {
  return `${table.boot}/${findPart(table.pods.get(call.pod.uid), call.container)?.id ?? ''}`;
}

/** Whether the first sandbox of the pod may have its name: not while the runtime keeps a sandbox of the pod. */
export function sandboxNameAnswer(
  { input: { wording }, pods }: ContainerRuntimeTable,
  pod: PodRef,
): SandboxNameAnswer {
  const sandbox = pods.get(pod.uid)?.sandboxes[0];
  return sandbox === undefined
    ? { type: 'SANDBOX_NAME.FREE' }
    : { type: 'SANDBOX_NAME.TAKEN', error: sandboxNameError(wording, pod, sandbox.id) };
}

/** How the container ends when the kubelet stops it. */
export function killed(
  table: ContainerRuntimeTable,
  call: ContainerCall & { readonly exitCode: number },
): ContainerExited {
  const { pod, container, exitCode } = call;
  return { type: 'CONTAINER.EXITED', pod, container, process: processId(table, call), exitCode };
}

/** A new container of a pod, listed after earlier containers of the same name. */
export function newContainer(
  name: string,
  state: 'created' | 'running',
  restarts: number,
  images: ContainerMade,
): ContainerRuntimeStatus {
  const { image, imageRef, mountedImageRefs } = images;
  const end = { exitCode: 0, exitReason: '', finishedAtMicros: 0 };
  return { name, state, isActive: true, restarts, ...end, image, imageRef, mountedImageRefs };
}

/** The restart count of the container that is created now. */
export function restartsOfNext(table: ContainerRuntimeTable, call: ContainerCall): number {
  const before =
    containerStatus(table, call)?.restarts ?? table.pods.get(call.pod.uid)?.restartsLogged[call.container];
  return before === undefined ? 0 : before + 1;
}

/** The containers of the pod that run. */
export function runningContainers(table: ContainerRuntimeTable, pod: PodRef): readonly ContainerCall[] {
  const { containers } = table.pods.get(pod.uid)?.status ?? unknownPodStatus;
  return containers.filter(({ state }) => state === 'running').map(({ name }) => ({ pod, container: name }));
}

/** The event of a container, or of the sandbox if `name` is empty. */
interface Happening {
  readonly kind: ContainerEvent['kind'];
  readonly name: string;
}

/**
 * The result of something that happened to a pod: its new entry, its mark as changed, and the events for the
 * reader of the stream.
 */
export function changedPod(
  table: ContainerRuntimeTable,
  pod: PodRef,
  pods: PodStatusTable,
  happenings: readonly Happening[],
): Reduced<ContainerRuntimeTable> {
  const { stream } = table;
  const changedUids = table.changed.has(pod.uid) ? table.changed : new Set(table.changed).add(pod.uid);
  return {
    table: withChanges(table, { pods, changed: changedUids }),
    sends:
      stream === undefined
        ? []
        : happenings.map((happening) => message(stream, containerEvent(table, pods, pod, happening))),
  };
}

/** The event of a deletion carries the pod as it was before. */
function containerEvent(
  before: ContainerRuntimeTable,
  pods: PodStatusTable,
  pod: PodRef,
  { kind, name }: Happening,
): ContainerEvent {
  const table = pods.has(pod.uid) ? pods : before.pods;
  return {
    type: 'CONTAINER_EVENT.RECEIVED',
    kind,
    containerId: findPart(table.get(pod.uid), name)?.id ?? '',
    createdAtMicros: before.input.clock.nowMicros(),
    status: inspected(table, pod),
  };
}

function findPart(pod: PodInRuntime | undefined, name: string): { readonly id: string } | undefined {
  return name === '' ? pod?.sandboxes.at(-1) : pod?.containers.find((container) => container.name === name);
}

/** Everything that the pod consists of, its sandbox last. */
export function everyPart(
  table: ContainerRuntimeTable,
  pod: PodRef,
  kind: Happening['kind'],
): readonly Happening[] {
  const podInRuntime = table.pods.get(pod.uid);
  const containers = (podInRuntime?.containers ?? []).map(({ name }) => ({ kind, name }));
  return podInRuntime === undefined || podInRuntime.sandboxes.length === 0
    ? containers
    : [...containers, { kind, name: '' }];
}

/** The answer to GetPod. */
export function listedPod(table: ContainerRuntimeTable, uid: string): PlegRuntimeAnswer {
  const pod = table.pods.get(uid);
  const failure = currentFailure(table);
  if (failure !== undefined) return { type: 'POD.LIST_FAILED', ...failure };
  if (pod === undefined) return { type: 'POD.LIST_FAILED', error: podNotFound };
  // The request comes at the very end of a sync and must arrive strictly later, so that a worker which waits
  // for newer data gets it.
  return { type: 'POD.LISTED', pod, asOfMicros: table.input.clock.nowMicros() + 1 };
}

/** The answer to GetPods. */
export function listedPods(table: ContainerRuntimeTable): PlegRuntimeAnswer {
  const failure = currentFailure(table);
  return failure === undefined
    ? { type: 'PODS.LISTED', pods: table.pods, changed: table.changed }
    : { type: 'PODS.LIST_FAILED', ...failure };
}

/** The answer to GetPodStatus. */
export function podStatus(table: ContainerRuntimeTable, pod: PodRef): PlegRuntimeAnswer {
  const failure = currentFailure(table);
  return failure === undefined
    ? { type: 'POD_STATUS.ANSWERED', status: inspected(table.pods, pod) }
    : { type: 'POD_STATUS.FAILED', ...failure, status: null };
}

/** The answer to image GC. */
export function containersListed(table: ContainerRuntimeTable): ContainersListAnswer {
  const error = callError(table);
  return error === undefined
    ? { type: 'CONTAINERS.LISTED', containers: listedContainers(table) }
    : { type: 'CONTAINERS.LIST_FAILED', error };
}
