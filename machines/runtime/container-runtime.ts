import type { AnyActorRef } from 'xstate';
import { VersionedMap } from '../../src/rules/collections/versioned-map.ts';
import {
  afterReboot,
  exitCodeOfSigterm,
  withContainer,
  withoutContainer,
  withoutPod,
  withSandbox,
  withSandboxStopped,
} from '../../src/rules/kubelet/pods/pod-status-table.ts';
import { withChanges } from '../../src/rules/values/with-changes.ts';
import type { ObservationOf } from '../../src/trace/observation.ts';
import { message, type Outgoing, type Reduced, reducer } from '../reducer.ts';
import type { FaultEvent } from '../world/fault.ts';
import type {
  ContainerCall,
  ContainerExited,
  ContainerRuntimeEvent,
  ImageReadAnswer,
  ImageReadRequest,
  PlegRuntimeAnswer,
  RuntimeLister,
  Started,
} from './container-runtime-protocol.ts';
import type { ContainerRuntimeInput, ContainerRuntimeTable } from './container-runtime-table.ts';
import * as runtime from './container-runtime-table.ts';

export type { ContainerRuntimeEvent } from './container-runtime-protocol.ts';

type Changed = Reduced<ContainerRuntimeTable>;

function exited({ pod, container }: ContainerCall, exitCode: number): ObservationOf<'container'> {
  return { type: 'container', state: 'exited', pod, container, exitCode };
}

/** Returns the same change, with these messages before its own. */
function sendingFirst(first: readonly Outgoing[], { table, sends = [] }: Changed): Changed {
  return { table, sends: [...first, ...sends] };
}

function started(table: ContainerRuntimeTable, call: Started): Changed {
  const restarts = runtime.containerStatus(table, call)?.restarts ?? 0;
  const pods = withContainer(
    table.pods,
    call.pod,
    runtime.newContainer(call.container, 'running', restarts, call),
  );
  return runtime.changedPod(table, call.pod, pods, [{ kind: 'started', name: call.container }]);
}

/** Returns the result of the start of a container that ends by itself: an init container, or one of a Job. */
function startedForAWhile(table: ContainerRuntimeTable, call: Started, self: AnyActorRef): Changed {
  const { pod, container, exitCode, runsForMicros } = call;
  const process = runtime.processId(table, call);
  const end: ContainerExited = { type: 'CONTAINER.EXITED', pod, container, process, exitCode };
  return sendingFirst(
    [message(self, end, { delayMicros: runsForMicros ?? 0, id: process })],
    started(table, call),
  );
}

/** Returns the result of the start of a container whose image may still have to be read from its registry. */
function startedReading(table: ContainerRuntimeTable, call: Started, self: AnyActorRef): Changed {
  const { imageReads } = table.input;
  if (imageReads === undefined) throw new Error(`${table.input.name}: images are not read lazily`);
  const { pod, container, imageRef, exitCode, runsForMicros } = call;
  const reader = { pod, container, process: runtime.processId(table, call), runsForMicros, exitCode };
  const request: ImageReadRequest = { type: 'IMAGE_READ.REQUESTED', imageRef, reader, requester: self };
  return sendingFirst([message(imageReads, request)], started(table, call));
}

/** Containers that end by themselves run for their time from now on; those that have ended meanwhile do not. */
function imageRead(table: ContainerRuntimeTable, { readers }: ImageReadAnswer, self: AnyActorRef): Changed {
  const sends = readers.flatMap(({ runsForMicros, ...reader }) => {
    const end: ContainerExited = { type: 'CONTAINER.EXITED', ...reader };
    if (runsForMicros === null || !isCurrent(table, end)) return [];
    return [message(self, end, { delayMicros: runsForMicros, id: reader.process })];
  });
  return { table, sends };
}

function isCurrent(table: ContainerRuntimeTable, end: ContainerExited): boolean {
  return (
    runtime.processId(table, end) === end.process && runtime.containerStatus(table, end)?.state === 'running'
  );
}

function ended(table: ContainerRuntimeTable, end: ContainerExited): Changed {
  const { pod, container, exitCode, process } = end;
  const running = runtime.containerStatus(table, end);
  if (running === undefined) throw new Error(`${table.input.name}: ${process} has no container`);
  const exitReason = exitCode === 0 ? 'Completed' : 'Error';
  const pods = withContainer(table.pods, pod, {
    ...running,
    state: 'exited',
    exitCode,
    exitReason,
    finishedAtMicros: table.input.clock.nowMicros(),
  });
  const exitRecord = message(table.input.recorder, {
    type: 'RECORD',
    actor: table.input.name,
    observation: exited(end, exitCode),
  });
  // Otherwise a container that was killed would end a second time when its own time is over.
  const first = [exitRecord, { withdrawn: process }];
  return sendingFirst(first, runtime.changedPod(table, pod, pods, [{ kind: 'stopped', name: container }]));
}

/**
 * Returns the result of a fault of this runtime. A runtime that goes down ends the stream of container
 * events.
 */
function faultBegun(
  table: ContainerRuntimeTable,
  { id, fault }: Extract<FaultEvent, { type: 'FAULT.BEGAN' }>,
): Changed {
  const { stream } = table;
  const begun = runtime.createRuntimeFault(table, id, fault);
  const faults = begun === undefined ? table.faults : [...table.faults, begun];
  if (stream === undefined || begun?.error === undefined) return { table: withChanges(table, { faults }) };
  return {
    table: withChanges(table, { faults, stream: undefined }),
    sends: [message(stream, { type: 'STREAM.FAILED' })],
  };
}

/** Returns the answer to a listing, which takes its time. */
function listAnswer(
  table: ContainerRuntimeTable,
  requester: RuntimeLister,
  answer: PlegRuntimeAnswer,
): Outgoing {
  return message(requester, answer, { delayMicros: runtime.listCallMicros(table), id: 'list' });
}

/**
 * Keeps sandboxes and containers: the CRI's RuntimeService. How long the calls of pod workers take is the
 * caller's wait; PLEG's own take their time here, and answer with what was at the moment of the call. It
 * outlives restarts of the kubelet.
 */
export const containerRuntimeReducer = reducer<
  ContainerRuntimeInput,
  ContainerRuntimeTable,
  ContainerRuntimeEvent
>({
  id: 'containerRuntime',
  description:
    'The sandboxes and containers of a node, as the CRI lists them. crictl pods and crictl ps show the same lists. They outlive a restart of the kubelet, which finds them with its first relist.',
  begin: (input) => ({
    input,
    pods: new VersionedMap(),
    changed: new Set(),
    boot: 0,
    faults: [],
    stream: undefined,
  }),
  on: {
    'SANDBOX_NAME.REQUESTED': (table, { pod, requester }) => ({
      table,
      sends: [message(requester, runtime.sandboxNameAnswer(table, pod))],
    }),
    'SANDBOX.CREATED': (table, { pod, purged }) =>
      runtime.changedPod(table, pod, withSandbox(table.pods, pod, purged), [{ kind: 'started', name: '' }]),
    'SANDBOX.STOPPED': (table, { pod }) => {
      const observations = runtime
        .runningContainers(table, pod)
        .map((call) => exited(call, exitCodeOfSigterm));
      const pods = withSandboxStopped(table.pods, pod, table.input.clock.nowMicros());
      const exitRecords = message(table.input.recorder, {
        type: 'RECORDS',
        actor: table.input.name,
        observations,
      });
      return sendingFirst(
        [exitRecords],
        runtime.changedPod(table, pod, pods, runtime.everyPart(table, pod, 'stopped')),
      );
    },
    'POD.REMOVED': (table, { pod }) =>
      runtime.changedPod(
        table,
        pod,
        withoutPod(table.pods, pod.uid),
        runtime.everyPart(table, pod, 'deleted'),
      ),
    'CONTAINER.CREATED': (table, call) => {
      const container = runtime.newContainer(
        call.container,
        'created',
        runtime.restartsOfNext(table, call),
        call,
      );
      const pods = withContainer(table.pods, call.pod, container);
      return runtime.changedPod(table, call.pod, pods, [{ kind: 'created', name: call.container }]);
    },
    'CONTAINER.STARTED': [
      {
        guard: 'readsImages',
        when: (table) => table.input.imageReads !== undefined,
        reduce: startedReading,
      },
      {
        guard: 'endsByItself',
        when: (_, { runsForMicros }) => runsForMicros !== null,
        reduce: startedForAWhile,
      },
      { reduce: started },
    ],
    'IMAGE_READ.FINISHED': imageRead,
    'CONTAINER.KILLED': [
      {
        guard: 'isCurrent',
        when: (table, call) => isCurrent(table, runtime.killed(table, call)),
        reduce: (table, call) => ended(table, runtime.killed(table, call)),
      },
      // The container has ended by itself in the meantime.
      { reduce: (table) => ({ table }) },
    ],
    'CONTAINER.REMOVED': (table, { pod, container }) =>
      runtime.changedPod(table, pod, withoutContainer(table.pods, pod, container), [
        { kind: 'deleted', name: container },
      ]),
    'CONTAINER.EXITED': [
      { guard: 'isCurrent', when: isCurrent, reduce: ended },
      // A process of an earlier boot or of a stopped sandbox has already ended.
      { reduce: (table) => ({ table }) },
    ],
    'PODS.LIST_REQUESTED': [
      {
        // A listing that fails does not report changes; the next one that succeeds will.
        guard: 'hasNothingNew',
        when: (table) => table.changed.size === 0 || runtime.callError(table) !== undefined,
        reduce: (table, { requester }) => ({
          table,
          sends: [listAnswer(table, requester, runtime.listedPods(table))],
        }),
      },
      {
        reduce: (table, { requester }) => ({
          table: withChanges(table, { changed: new Set() }),
          sends: [listAnswer(table, requester, runtime.listedPods(table))],
        }),
      },
    ],
    'POD.LIST_REQUESTED': (table, { requester, uid }) => ({
      table,
      sends: [listAnswer(table, requester, runtime.listedPod(table, uid))],
    }),
    'POD_STATUS.REQUESTED': (table, { requester, pod }) => {
      const delayMicros = runtime.statusCallMicros(table);
      const later = delayMicros === 0 ? undefined : { delayMicros, id: 'podStatus' };
      return { table, sends: [message(requester, runtime.podStatus(table, pod), later)] };
    },
    'CONTAINERS.LIST_REQUESTED': (table, { requester }) => ({
      table,
      sends: [message(requester, runtime.containersListed(table))],
    }),
    'STREAM.REQUESTED': [
      {
        guard: 'isDown',
        when: (table) => runtime.callError(table) !== undefined,
        reduce: (table, { requester }) => ({ table, sends: [message(requester, { type: 'STREAM.FAILED' })] }),
      },
      { reduce: (table, { requester }) => ({ table: withChanges(table, { stream: requester }) }) },
    ],
    'KUBELET.GONE': (table) => ({
      table: withChanges(table, { stream: undefined }),
      sends: [{ withdrawn: 'list' }, { withdrawn: 'podStatus' }],
    }),
    'FAULT.BEGAN': [
      {
        guard: 'isOurs',
        when: (table, { id, fault }) => runtime.createRuntimeFault(table, id, fault) !== undefined,
        reduce: faultBegun,
      },
      { reduce: (table) => ({ table }) },
    ],
    'FAULT.ENDED': (table, { id }) => ({
      table: withChanges(table, { faults: table.faults.filter((fault) => fault.id !== id) }),
    }),
    'NODE.REBOOTED': (table) => ({
      table: withChanges(table, {
        pods: afterReboot(table.pods, table.input.clock.nowMicros()),
        changed: new Set(table.pods.keys()),
        boot: table.boot + 1,
      }),
    }),
  },
});
