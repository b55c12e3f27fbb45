import { type Fifo, push } from '../../src/collections/fifo.ts';
import type { ImageUser } from '../../src/kubelet/image-gc/image-records.ts';
import { type ContainerRuntimeStatus, findContainer, unknownPodStatus } from '../../src/kubelet/pods/pod-runtime-status.ts';
import { inspected, type PodInRuntime, type PodStatusTable } from '../../src/kubelet/pods/pod-status-table.ts';
import type { Fault } from '../../src/runtime/fault.ts';
import type { PodRef } from '../../src/trace/observation.ts';
import type { Clock } from '../world/clock.ts';
import type { Recorder } from '../world/recorder.ts';
import type { ContainerExited } from './container.ts';
import type {
  ContainerCall,
  ContainerEvent,
  ContainerEventStream,
  ContainerMade,
  ContainersListAnswer,
  PlegRuntimeAnswer,
} from './container-runtime-protocol.ts';

export interface ContainerRuntimeInput {
  readonly name: string;
  /** The node's name, because a fault may be limited to one node. */
  readonly node: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  /** How long GetPods and GetPod take. */
  readonly listMicros: number;
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

export interface ContainerRuntimeContext extends ContainerRuntimeInput {
  readonly pods: PodStatusTable;
  /** Pods that changed since PLEG last listed them. */
  readonly changed: ReadonlySet<string>;
  /** How often the node has booted. The processes of an earlier boot are dead. */
  readonly boot: number;
  readonly faults: readonly RuntimeFault[];
  /** The reader of the container events, and the events that it has not been told yet. */
  readonly stream: ContainerEventStream | undefined;
  readonly toStream: Fifo<ContainerEvent>;
}

/** The effect of a fault on this runtime; undefined if the fault is not one of the runtime, or of another node. */
export function runtimeFaultOf(context: ContainerRuntimeContext, id: string, fault: Fault): RuntimeFault | undefined {
  if (fault.kind !== 'runtimeDown' && fault.kind !== 'runtimeSlow') return undefined;
  if (fault.node !== undefined && fault.node !== context.node) return undefined;
  return fault.kind === 'runtimeDown'
    ? { id, error: fault.error, listMicros: undefined, podStatusMicros: undefined }
    : { id, error: undefined, listMicros: fault.listMicros ?? undefined, podStatusMicros: fault.podStatusMicros ?? undefined };
}

/** The error of every call while the runtime is down, or undefined. */
export function callError(context: ContainerRuntimeContext): string | undefined {
  return failureOf(context)?.error;
}

function failureOf({ faults }: ContainerRuntimeContext): { readonly error: string; readonly fault: string } | undefined {
  const found = faults.find(({ error }) => error !== undefined);
  return found?.error === undefined ? undefined : { error: found.error, fault: found.id };
}

/** How long GetPodStatus takes now; 0 unless a fault says otherwise. */
export function podStatusMicrosOf({ faults }: ContainerRuntimeContext): number {
  return faults.findLast(({ podStatusMicros }) => podStatusMicros !== undefined)?.podStatusMicros ?? 0;
}

/** How long a listing takes now. */
export function listMicrosOf({ faults, listMicros }: ContainerRuntimeContext): number {
  return faults.findLast((fault) => fault.listMicros !== undefined)?.listMicros ?? listMicros;
}

function listedContainers({ pods }: ContainerRuntimeContext): readonly ImageUser[] {
  const listed: ImageUser[] = [];
  for (const [, { status }] of pods) {
    for (const { imageRef, mountedImageRefs } of status.containers) listed.push({ imageRef, mountedImageRefs });
  }
  return listed;
}

/** The status of the container, if it exists. */
export function containerStatus(context: ContainerRuntimeContext, call: ContainerCall): ContainerRuntimeStatus | undefined {
  return findContainer(context.pods.get(call.pod.uid)?.status ?? unknownPodStatus, call.container);
}

/** Returns the name of the process of the container's latest start. */
export function processId(context: ContainerRuntimeContext, call: ContainerCall): string {
  return `${context.boot}/${partOf(context.pods.get(call.pod.uid), call.container)?.id ?? ''}`;
}

/** How the container ends when the kubelet stops it. */
export function killed(context: ContainerRuntimeContext, call: ContainerCall & { readonly exitCode: number }): ContainerExited {
  const { pod, container, exitCode } = call;
  return { type: 'CONTAINER.EXITED', pod, container, process: processId(context, call), exitCode };
}

/** A new container of a pod, listed after earlier containers of the same name. */
export function newContainer(name: string, state: 'created' | 'running', restarts: number, images: ContainerMade): ContainerRuntimeStatus {
  const { image, imageRef, mountedImageRefs } = images;
  return { name, state, exitCode: 0, exitReason: '', restarts, finishedAtMicros: 0, image, imageRef, mountedImageRefs };
}

/** The restart count of the container that is created now. */
export function restartsOfNext(context: ContainerRuntimeContext, call: ContainerCall): number {
  const before = containerStatus(context, call)?.restarts ?? context.pods.get(call.pod.uid)?.restartsLogged[call.container];
  return before === undefined ? 0 : before + 1;
}

/** The containers of the pod that run. */
export function runningContainers(context: ContainerRuntimeContext, pod: PodRef): readonly ContainerCall[] {
  const { containers } = context.pods.get(pod.uid)?.status ?? unknownPodStatus;
  return containers.filter(({ state }) => state === 'running').map(({ name }) => ({ pod, container: name }));
}

/** The event of a container, or of the sandbox if `name` is empty. */
interface Happening {
  readonly kind: ContainerEvent['kind'];
  readonly name: string;
}

/**
 * The changes after something happened to a pod: its entry in the table, its mark as changed, and the events for the reader of
 * the stream, if there is one.
 */
export function changedPod(
  context: ContainerRuntimeContext,
  pod: PodRef,
  pods: PodStatusTable,
  happenings: readonly Happening[],
): Partial<ContainerRuntimeContext> {
  const changed = context.changed.has(pod.uid) ? context.changed : new Set(context.changed).add(pod.uid);
  if (context.stream === undefined) return { pods, changed };
  const told = happenings.map((happening) => containerEvent(context, pods, pod, happening));
  return { pods, changed, toStream: told.reduce(push, context.toStream) };
}

/** The event of a deletion carries the pod as it was before. */
function containerEvent(context: ContainerRuntimeContext, pods: PodStatusTable, pod: PodRef, { kind, name }: Happening): ContainerEvent {
  const table = pods.has(pod.uid) ? pods : context.pods;
  return {
    type: 'CONTAINER_EVENT.RECEIVED',
    kind,
    containerId: partOf(table.get(pod.uid), name)?.id ?? '',
    createdAtMicros: context.clock.nowMicros(),
    status: inspected(table, pod),
  };
}

function partOf(pod: PodInRuntime | undefined, name: string): { readonly id: string } | undefined {
  return name === '' ? pod?.sandboxes.at(-1) : pod?.containers.find((container) => container.name === name);
}

/** Everything that the pod consists of, its sandbox last. */
export function everyPart(context: ContainerRuntimeContext, pod: PodRef, kind: Happening['kind']): readonly Happening[] {
  const known = context.pods.get(pod.uid);
  const containers = (known?.containers ?? []).map(({ name }) => ({ kind, name }));
  return known === undefined || known.sandboxes.length === 0 ? containers : [...containers, { kind, name: '' }];
}

/** The answer to GetPod. */
export function listedPod(context: ContainerRuntimeContext, uid: string): PlegRuntimeAnswer {
  const pod = context.pods.get(uid);
  const failure = failureOf(context);
  if (failure !== undefined) return { type: 'POD.LIST_FAILED', ...failure };
  if (pod === undefined) return { type: 'POD.LIST_FAILED', error: podNotFound };
  // The request comes at the very end of a sync and must arrive strictly later, so that a worker which waits for newer data gets
  // it.
  return { type: 'POD.LISTED', pod, asOfMicros: context.clock.nowMicros() + 1 };
}

/** The answer to GetPods. */
export function listedPods(context: ContainerRuntimeContext): PlegRuntimeAnswer {
  const failure = failureOf(context);
  return failure === undefined
    ? { type: 'PODS.LISTED', pods: context.pods, changed: context.changed }
    : { type: 'PODS.LIST_FAILED', ...failure };
}

/** The answer to GetPodStatus. */
export function podStatus(context: ContainerRuntimeContext, pod: PodRef): PlegRuntimeAnswer {
  const failure = failureOf(context);
  return failure === undefined
    ? { type: 'POD_STATUS.ANSWERED', status: inspected(context.pods, pod) }
    : { type: 'POD_STATUS.FAILED', ...failure, status: null };
}

/** The answer to image GC. */
export function containersListed(context: ContainerRuntimeContext): ContainersListAnswer {
  const error = callError(context);
  return error === undefined
    ? { type: 'CONTAINERS.LISTED', containers: listedContainers(context) }
    : { type: 'CONTAINERS.LIST_FAILED', error };
}

/** The reader of the container events; throws if there is none, which a guard must have checked. */
export function streamOf({ name, stream }: ContainerRuntimeContext): ContainerEventStream {
  if (stream === undefined) throw new Error(`${name}: nobody reads the container events`);
  return stream;
}
