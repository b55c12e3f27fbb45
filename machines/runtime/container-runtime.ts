import { assign, cancel, sendTo, setup, stopChild } from 'xstate';
import { emptyFifo, peek, shift } from '../../src/collections/fifo.ts';
import { VersionedMap } from '../../src/collections/versioned-map.ts';
import {
  afterReboot,
  exitCodeOfSigterm,
  withContainer,
  withoutContainer,
  withoutPod,
  withSandbox,
  withSandboxStopped,
} from '../../src/kubelet/pods/pod-status-table.ts';
import type { Fault } from '../../src/runtime/fault.ts';
import type { ObservationOf, PodRef } from '../../src/trace/observation.ts';
import { ofEvent, reportUnhandled, started } from '../chart-parts.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import { type ContainerExited, containerMachine } from './container.ts';
import * as runtime from './container-runtime-context.ts';
import type {
  ContainerCall,
  ContainerEvent,
  ContainerEventStream,
  ContainerMade,
  ContainerRuntimeEvent,
  ContainersListRequested,
  RuntimeLister,
  Started,
} from './container-runtime-protocol.ts';

export type { ContainerRuntimeEvent } from './container-runtime-protocol.ts';

function exited(pod: PodRef, container: string, exitCode: number): ObservationOf<'container'> {
  return { type: 'container', state: 'exited', pod, container, exitCode };
}

/**
 * Keeps sandboxes and containers: the CRI's RuntimeService. How long the calls of pod workers take is the caller's wait;
 * PLEG's own take their time here, and answer with what was at the moment of the call.
 */
export const containerRuntimeMachine = setup({
  types: {
    input: {} as runtime.ContainerRuntimeInput,
    context: {} as runtime.ContainerRuntimeContext,
    events: {} as ContainerRuntimeEvent,
  },
  actors: { container: started(containerMachine) },
  guards: {
    endsByItself: (_, params: Started) => params.runsForMicros !== null,
    isCurrent: ({ context }, params: ContainerExited) =>
      runtime.processId(context, params) === params.process && runtime.containerStatus(context, params)?.state === 'running',
    isOurs: ({ context }, { id, fault }: { id: string; fault: Fault }) => runtime.runtimeFaultOf(context, id, fault) !== undefined,
    isDown: ({ context }) => runtime.callError(context) !== undefined,
    // A listing that fails does not report changes; the next one that succeeds will.
    hasNothingNew: ({ context }) => context.changed.size === 0 || runtime.callError(context) !== undefined,
    breaksStream: ({ context }, { id, fault }: { id: string; fault: Fault }) =>
      runtime.runtimeFaultOf(context, id, fault)?.error !== undefined && context.stream !== undefined,
    isSlow: ({ context }) => runtime.podStatusMicrosOf(context) > 0,
    hasToStream: ({ context }) => context.toStream.size > 0,
  },
  delays: {
    list: ({ context }) => runtime.listMicrosOf(context),
    podStatus: ({ context }) => runtime.podStatusMicrosOf(context),
  },
  actions: {
    addSandbox: assign(({ context }, { pod, purged }: { pod: PodRef; purged: readonly string[] }) =>
      runtime.changedPod(context, pod, withSandbox(context.pods, pod, purged), [{ kind: 'started', name: '' }]),
    ),
    tellStopped: sendTo(
      ({ context }) => context.recorder,
      ({ context }, { pod }: { pod: PodRef }): RecorderEvent => ({
        type: 'RECORDS',
        actor: context.name,
        observations: runtime.runningContainers(context, pod).map((call) => exited(call.pod, call.container, exitCodeOfSigterm)),
      }),
    ),
    stopSandbox: assign(({ context }, { pod }: { pod: PodRef }) => {
      const pods = withSandboxStopped(context.pods, pod, context.clock.nowMicros());
      return runtime.changedPod(context, pod, pods, runtime.everyPart(context, pod, 'stopped'));
    }),
    removePod: assign(({ context }, { pod }: { pod: PodRef }) =>
      runtime.changedPod(context, pod, withoutPod(context.pods, pod.uid), runtime.everyPart(context, pod, 'deleted')),
    ),
    addContainer: assign(({ context }, params: ContainerMade) => {
      const container = runtime.newContainer(params.container, 'created', runtime.restartsOfNext(context, params), params);
      const pods = withContainer(context.pods, params.pod, container);
      return runtime.changedPod(context, params.pod, pods, [{ kind: 'created', name: params.container }]);
    }),
    runContainer: assign(({ context }, params: ContainerMade) => {
      const restarts = runtime.containerStatus(context, params)?.restarts ?? 0;
      const pods = withContainer(context.pods, params.pod, runtime.newContainer(params.container, 'running', restarts, params));
      return runtime.changedPod(context, params.pod, pods, [{ kind: 'started', name: params.container }]);
    }),
    /** The only place where this machine spawns: a process that will end by itself. */
    spawnProcess: assign(({ context, spawn, self }, params: Started) => {
      const { pod, container, runsForMicros, exitCode } = params;
      const process = runtime.processId(context, params);
      const name = `${context.name}/${pod.namespace}/${pod.name}/${container}`;
      const own = { name, recorder: context.recorder, runtime: self, pod, container, process };
      spawn('container', { id: process, input: { ...own, runsForMicros: runsForMicros ?? 0, exitCode } });
      return {};
    }),
    stopProcess: stopChild((_, params: ContainerExited) => params.process),
    exitContainer: assign(({ context }, params: ContainerExited) => {
      const old = runtime.containerStatus(context, params);
      if (old === undefined) return {};
      const exitReason = params.exitCode === 0 ? 'Completed' : 'Error';
      const end = { state: 'exited', exitCode: params.exitCode, exitReason, finishedAtMicros: context.clock.nowMicros() } as const;
      const pods = withContainer(context.pods, params.pod, { ...old, ...end });
      return runtime.changedPod(context, params.pod, pods, [{ kind: 'stopped', name: params.container }]);
    }),
    removeContainer: assign(({ context }, { pod, container }: ContainerCall) =>
      runtime.changedPod(context, pod, withoutContainer(context.pods, pod, container), [{ kind: 'deleted', name: container }]),
    ),
    reboot: assign({
      pods: ({ context }) => afterReboot(context.pods, context.clock.nowMicros()),
      changed: ({ context }) => new Set(context.pods.keys()),
      boot: ({ context }) => context.boot + 1,
    }),
    list: sendTo(
      (_, params: { requester: RuntimeLister }) => params.requester,
      ({ context }) => runtime.listedPods(context),
      { id: 'list', delay: 'list' },
    ),
    forgetChanges: assign({ changed: () => new Set<string>() }),
    listPod: sendTo(
      (_, params: { requester: RuntimeLister; uid: string }) => params.requester,
      ({ context }, { uid }) => runtime.listedPod(context, uid),
      { id: 'list', delay: 'list' },
    ),
    inspect: sendTo(
      (_, params: { requester: RuntimeLister; pod: PodRef }) => params.requester,
      ({ context }, { pod }) => runtime.podStatus(context, pod),
    ),
    inspectSlowly: sendTo(
      (_, params: { requester: RuntimeLister; pod: PodRef }) => params.requester,
      ({ context }, { pod }) => runtime.podStatus(context, pod),
      { id: 'podStatus', delay: 'podStatus' },
    ),
    forgetList: cancel('list'),
    forgetInspection: cancel('podStatus'),
    listContainers: sendTo(
      (_, params: ContainersListRequested) => params.requester,
      ({ context }) => runtime.containersListed(context),
    ),
    openStream: assign({ stream: (_, { requester }: { requester: ContainerEventStream }) => requester }),
    failStream: sendTo((_, { requester }: { requester: ContainerEventStream }) => requester, { type: 'STREAM.FAILED' }),
    breakStream: sendTo(({ context }) => runtime.streamOf(context), { type: 'STREAM.FAILED' }),
    closeStream: assign({ stream: () => undefined, toStream: () => emptyFifo<ContainerEvent>() }),
    stream: sendTo(
      ({ context }) => runtime.streamOf(context),
      ({ context }) => peek(context.toStream),
    ),
    dropStreamed: assign({ toStream: ({ context }) => shift(context.toStream) }),
    beginFault: assign(({ context }, { id, fault }: { id: string; fault: Fault }) => ({
      faults: [...context.faults, runtime.runtimeFaultOf(context, id, fault)].filter((fault) => fault !== undefined),
    })),
    endFault: assign({ faults: ({ context }, { id }: { id: string }) => context.faults.filter((fault) => fault.id !== id) }),
    tellExit: sendTo(
      ({ context }) => context.recorder,
      ({ context }, { pod, container, exitCode }: ContainerExited): RecorderEvent => ({
        type: 'RECORD',
        actor: context.name,
        observation: exited(pod, container, exitCode),
      }),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'containerRuntime',
  description: 'The sandboxes and containers of a node, as the CRI lists them.',
  context: ({ input }) => ({
    ...input,
    pods: new VersionedMap(),
    changed: new Set<string>(),
    boot: 0,
    faults: [],
    stream: undefined,
    toStream: emptyFifo<ContainerEvent>(),
  }),
  initial: 'serving',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    serving: {
      description: 'The runtime answers; it outlives restarts of the kubelet.',
      always: { guard: 'hasToStream', actions: ['stream', 'dropStreamed'] },
      on: {
        'SANDBOX.CREATED': { actions: { type: 'addSandbox', params: ofEvent } },
        'SANDBOX.STOPPED': {
          actions: [
            { type: 'tellStopped', params: ofEvent },
            { type: 'stopSandbox', params: ofEvent },
          ],
        },
        'POD.REMOVED': { actions: { type: 'removePod', params: ofEvent } },
        'CONTAINER.CREATED': { actions: { type: 'addContainer', params: ofEvent } },
        'CONTAINER.STARTED': [
          {
            guard: { type: 'endsByItself', params: ofEvent },
            actions: [
              { type: 'runContainer', params: ofEvent },
              { type: 'spawnProcess', params: ofEvent },
            ],
          },
          { actions: { type: 'runContainer', params: ofEvent } },
        ],
        'CONTAINER.KILLED': [
          {
            guard: { type: 'isCurrent', params: ({ context, event }) => runtime.killed(context, event) },
            actions: [
              { type: 'tellExit', params: ({ context, event }) => runtime.killed(context, event) },
              // Otherwise it would end a second time when its own time is over.
              { type: 'stopProcess', params: ({ context, event }) => runtime.killed(context, event) },
              { type: 'exitContainer', params: ({ context, event }) => runtime.killed(context, event) },
            ],
          },
          { description: 'The container has ended by itself in the meantime.' },
        ],
        'CONTAINER.REMOVED': { actions: { type: 'removeContainer', params: ofEvent } },
        'CONTAINER.EXITED': [
          {
            guard: { type: 'isCurrent', params: ofEvent },
            actions: [
              { type: 'tellExit', params: ofEvent },
              { type: 'stopProcess', params: ofEvent },
              { type: 'exitContainer', params: ofEvent },
            ],
          },
          {
            description: 'A process of an earlier boot or of a stopped sandbox has already ended.',
            actions: { type: 'stopProcess', params: ofEvent },
          },
        ],
        'PODS.LIST_REQUESTED': [
          { guard: 'hasNothingNew', actions: { type: 'list', params: ofEvent } },
          { actions: [{ type: 'list', params: ofEvent }, 'forgetChanges'] },
        ],
        'POD.LIST_REQUESTED': { actions: { type: 'listPod', params: ofEvent } },
        'POD_STATUS.REQUESTED': [
          { guard: 'isSlow', actions: { type: 'inspectSlowly', params: ofEvent } },
          { actions: { type: 'inspect', params: ofEvent } },
        ],
        'CONTAINERS.LIST_REQUESTED': { actions: { type: 'listContainers', params: ofEvent } },
        'STREAM.REQUESTED': [
          { guard: 'isDown', actions: { type: 'failStream', params: ofEvent } },
          { actions: { type: 'openStream', params: ofEvent } },
        ],
        'KUBELET.GONE': { actions: ['forgetList', 'forgetInspection', 'closeStream'] },
        'FAULT.BEGAN': [
          {
            guard: { type: 'breaksStream', params: ofEvent },
            actions: [{ type: 'beginFault', params: ofEvent }, 'breakStream', 'closeStream'],
          },
          {
            guard: { type: 'isOurs', params: ofEvent },
            actions: { type: 'beginFault', params: ofEvent },
          },
          {},
        ],
        'FAULT.ENDED': { actions: { type: 'endFault', params: ofEvent } },
        'NODE.REBOOTED': { actions: 'reboot' },
      },
    },
  },
});
