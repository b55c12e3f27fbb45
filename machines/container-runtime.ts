import { type ActorRef, assign, type Snapshot, sendTo, setup, stopChild } from 'xstate';
import type { Observation, PodRef } from '../src/kubelet/observation.ts';
import { type ContainerRuntimeStatus, findContainer, unknownPodStatus } from '../src/kubelet/pod-runtime-status.ts';
import { afterReboot, type PodStatusTable, withContainer, withSandbox } from '../src/kubelet/pod-status-table.ts';
import type { Clock } from './clock.ts';
import { type ContainerExited, containerMachine } from './container.ts';
import { type Recorder, type RecorderEvent, unhandled } from './recorder.ts';

/** The answer to a listing: all pods, and the UIDs of those that changed since the listing before. */
export type PodsListed = { readonly type: 'PODS.LISTED'; readonly pods: PodStatusTable; readonly changed: ReadonlySet<string> };

export interface ContainerCall {
  readonly pod: PodRef;
  readonly container: string;
}

export type Started = ContainerCall & {
  readonly type: 'CONTAINER.STARTED';
  /** null: runs for ever. */
  readonly runsForMicros: number | null;
  readonly exitCode: number;
};

/** What a pod worker tells once a call of the CRI has taken its time; an interrupted call is never told. */
export type ContainerRuntimeCall =
  | { readonly type: 'SANDBOX.CREATED'; readonly pod: PodRef; readonly purged: readonly string[] }
  /** Stopped by the kubelet; how long it takes to go is not modelled. */
  | (ContainerCall & { readonly type: 'CONTAINER.KILLED' })
  | (ContainerCall & { readonly type: 'CONTAINER.CREATED' })
  | Started;

export type ContainerRuntimeEvent =
  | ContainerRuntimeCall
  | ContainerExited
  | { readonly type: 'PODS.LIST_REQUESTED'; readonly requester: ActorRef<Snapshot<unknown>, PodsListed> }
  | { readonly type: 'NODE.REBOOTED' };

export type ContainerRuntime = ActorRef<Snapshot<unknown>, ContainerRuntimeEvent>;

export interface ContainerRuntimeInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
}

export interface ContainerRuntimeContext extends ContainerRuntimeInput {
  readonly pods: PodStatusTable;
  readonly changed: ReadonlySet<string>;
  /** How often the node has come up: processes of an earlier boot are dead. */
  readonly boot: number;
}

function statusOf(context: ContainerRuntimeContext, call: ContainerCall): ContainerRuntimeStatus | undefined {
  return findContainer(context.pods.get(call.pod.uid) ?? unknownPodStatus, call.container);
}

function update(context: ContainerRuntimeContext, uid: string, pods: PodStatusTable): Partial<ContainerRuntimeContext> {
  return { pods, changed: context.changed.has(uid) ? context.changed : new Set(context.changed).add(uid) };
}

/** SIGTERM ends a process that does not handle it with 143. */
function killed(context: ContainerRuntimeContext, call: ContainerCall): ContainerExited {
  const { pod, container } = call;
  return { type: 'CONTAINER.EXITED', pod, container, process: processId(context, call), exitCode: 143 };
}

function processId(context: ContainerRuntimeContext, call: ContainerCall): string {
  return `${call.pod.uid}/${call.container}/${context.boot}/${statusOf(context, call)?.restarts ?? 0}`;
}

/** Keeps sandboxes and containers: the CRI's RuntimeService. How long its calls take is the caller's wait. */
export const containerRuntimeMachine = setup({
  types: { input: {} as ContainerRuntimeInput, context: {} as ContainerRuntimeContext, events: {} as ContainerRuntimeEvent },
  actors: { container: containerMachine },
  guards: {
    endsByItself: (_, params: Started) => params.runsForMicros !== null,
    isCurrent: ({ context }, params: ContainerExited) => processId(context, params) === params.process,
  },
  actions: {
    addSandbox: assign(({ context }, { pod, purged }: { pod: PodRef; purged: readonly string[] }) =>
      update(context, pod.uid, withSandbox(context.pods, pod.uid, purged)),
    ),
    addContainer: assign(({ context }, params: ContainerCall) => {
      const old = statusOf(context, params);
      const restarts = old === undefined ? 0 : old.restarts + 1;
      const container = { name: params.container, state: 'created', exitCode: 0, exitReason: '', restarts, finishedAtMicros: 0 } as const;
      return update(context, params.pod.uid, withContainer(context.pods, params.pod.uid, container));
    }),
    runContainer: assign(({ context }, params: ContainerCall) => {
      const restarts = statusOf(context, params)?.restarts ?? 0;
      const container = { name: params.container, state: 'running', exitCode: 0, exitReason: '', restarts, finishedAtMicros: 0 } as const;
      return update(context, params.pod.uid, withContainer(context.pods, params.pod.uid, container));
    }),
    /** The one place where this machine spawns: a process that will end. */
    spawnProcess: assign(({ context, spawn, self }, params: Started) => {
      const process = processId(context, params);
      spawn('container', {
        id: process,
        input: {
          name: `${context.name}/${params.pod.namespace}/${params.pod.name}/${params.container}`,
          recorder: context.recorder,
          runtime: self,
          pod: params.pod,
          container: params.container,
          process,
          runsForMicros: params.runsForMicros ?? 0,
          exitCode: params.exitCode,
        },
      });
      return {};
    }),
    stopProcess: stopChild((_, params: ContainerExited) => params.process),
    exitContainer: assign(({ context }, params: ContainerExited) => {
      const restarts = statusOf(context, params)?.restarts ?? 0;
      const finishedAtMicros = context.clock.nowMicros();
      const exitReason = params.exitCode === 0 ? 'Completed' : 'Error';
      const container = {
        name: params.container,
        state: 'exited',
        exitCode: params.exitCode,
        exitReason,
        restarts,
        finishedAtMicros,
      } as const;
      return update(context, params.pod.uid, withContainer(context.pods, params.pod.uid, container));
    }),
    reboot: assign({
      pods: ({ context }) => afterReboot(context.pods, context.clock.nowMicros()),
      changed: ({ context }) => new Set(context.pods.keys()),
      boot: ({ context }) => context.boot + 1,
    }),
    list: sendTo(
      (_, params: { requester: ActorRef<Snapshot<unknown>, PodsListed> }) => params.requester,
      ({ context }): PodsListed => ({ type: 'PODS.LISTED', pods: context.pods, changed: context.changed }),
    ),
    forgetChanges: assign({ changed: () => new Set<string>() }),
    tellExit: sendTo(
      ({ context }) => context.recorder,
      ({ context }, { pod, container, exitCode }: ContainerExited): RecorderEvent => {
        const observation: Observation = { type: 'container', state: 'exited', pod, container, exitCode };
        return { type: 'RECORD', actor: context.name, observation };
      },
    ),
    reportUnhandled: sendTo(
      ({ context }) => context.recorder,
      ({ context, event }) => unhandled(context.name, event),
    ),
  },
}).createMachine({
  id: 'containerRuntime',
  description: 'Sandboxes and containers of a node, as the CRI lists them.',
  context: ({ input }) => ({ ...input, pods: new Map(), changed: new Set<string>(), boot: 0 }),
  initial: 'serving',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    serving: {
      description: 'The runtime answers; it outlives restarts of the kubelet.',
      on: {
        'SANDBOX.CREATED': { actions: { type: 'addSandbox', params: ({ event }) => event } },
        'CONTAINER.CREATED': { actions: { type: 'addContainer', params: ({ event }) => event } },
        'CONTAINER.STARTED': [
          {
            guard: { type: 'endsByItself', params: ({ event }) => event },
            actions: [
              { type: 'runContainer', params: ({ event }) => event },
              { type: 'spawnProcess', params: ({ event }) => event },
            ],
          },
          { actions: { type: 'runContainer', params: ({ event }) => event } },
        ],
        'CONTAINER.KILLED': {
          actions: [
            { type: 'tellExit', params: ({ context, event }) => killed(context, event) },
            // Else it would end once more when its own time is over.
            { type: 'stopProcess', params: ({ context, event }) => killed(context, event) },
            { type: 'exitContainer', params: ({ context, event }) => killed(context, event) },
          ],
        },
        'CONTAINER.EXITED': [
          {
            guard: { type: 'isCurrent', params: ({ event }) => event },
            actions: [
              { type: 'tellExit', params: ({ event }) => event },
              { type: 'stopProcess', params: ({ event }) => event },
              { type: 'exitContainer', params: ({ event }) => event },
            ],
          },
          {
            description: 'A process of an earlier boot: the node going down has ended it already.',
            actions: { type: 'stopProcess', params: ({ event }) => event },
          },
        ],
        'PODS.LIST_REQUESTED': { actions: [{ type: 'list', params: ({ event }) => event }, 'forgetChanges'] },
        'NODE.REBOOTED': { actions: 'reboot' },
      },
    },
  },
});
