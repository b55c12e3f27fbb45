import { sendTo, setup } from 'xstate';
import { plegNotHealthy, readyCondition, readyEvent } from '../../src/rules/kubelet/pleg/pleg-health.ts';
import type { Observation } from '../../src/trace/observation.ts';
import { reportUnhandled } from '../chart-parts.ts';
import type { Clock } from '../world/clock.ts';
import type { Recorder, RecorderEvent } from '../world/recorder.ts';
import type { HealthAnswered, Pleg, PlegEvent } from './pleg-protocol.ts';
import type { RuntimeStateChanged } from './sync-loop-protocol.ts';

export type NodeStatusEvent = RuntimeStateChanged | HealthAnswered;

export interface NodeStatusInput {
  readonly name: string;
  /** The node's name, as its events have it. */
  readonly node: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly pleg: Pleg;
  /** When the kubelet posted its status for the first time. It does so every 10 s. */
  readonly originMicros: number;
}

/** `nodeStatusUpdateFrequency` of KubeletConfiguration. */
const updateFrequencyMicros = 10_000_000;

/**
 * The node's Ready condition as the kubelet posts it: what is so for less than a period is never seen.
 *
 * Mirrors `syncNodeStatus` and `ReadyCondition` (pkg/kubelet/nodestatus/setters.go, v1.36.3). It looks only
 * while there is something to see; the jitter of the period (4 %) is left out.
 */
export const nodeStatusMachine = setup({
  types: {
    input: {} as NodeStatusInput,
    context: {} as { readonly input: NodeStatusInput },
    events: {} as NodeStatusEvent,
  },
  guards: {
    isHealthy: (_, health: HealthAnswered['health']) => health.isHealthy,
    becameHealthy: (_, isHealthy: RuntimeStateChanged['isHealthy']) => isHealthy,
  },
  delays: {
    update: ({
      context: {
        input: { clock, originMicros },
      },
    }) => updateFrequencyMicros - ((clock.nowMicros() - originMicros) % updateFrequencyMicros),
  },
  actions: {
    askHealth: sendTo(
      ({ context }) => context.input.pleg,
      ({ self }): PlegEvent => ({ type: 'HEALTH.REQUESTED', requester: self }),
    ),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, observations: readonly Observation[]): RecorderEvent => ({
        type: 'RECORDS',
        actor: context.input.name,
        observations,
      }),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'nodeStatus',
  description:
    'The node status that the kubelet posts. kubectl get nodes shows it. It says NotReady some time after the runtime has stopped answering.',
  context: ({ input }) => ({ input }),
  initial: 'ready',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    ready: {
      description: 'The node is posted as ready, and it is. New pods may come.',
      on: {
        'RUNTIME_STATE.CHANGED': [
          {
            guard: { type: 'becameHealthy', params: ({ event }) => event.isHealthy },
            description: 'The runtime was unhealthy between two posts, so no post shows it.',
          },
          { target: 'failing' },
        ],
      },
    },
    failing: {
      description:
        'The node is posted as ready, but the runtime is unhealthy; the next post says so if it still is. Pods wait without a visible reason.',
      after: { update: 'looking' },
      on: { 'RUNTIME_STATE.CHANGED': { description: 'The next post asks for the runtime’s health itself.' } },
    },
    looking: {
      description: 'PLEG is asked for its health before the post. No time passes.',
      entry: 'askHealth',
      on: {
        'HEALTH.ANSWERED': [
          { guard: { type: 'isHealthy', params: ({ event }) => event.health }, target: 'ready' },
          {
            target: 'notReady',
            actions: {
              type: 'record',
              params: ({ context, event }) => [
                readyCondition(plegNotHealthy(event.health)),
                readyEvent(context.input.node, 'NodeNotReady'),
              ],
            },
          },
        ],
      },
    },
    notReady: {
      description:
        'The node is posted as not ready; every post asks again. Running pods go on; the scheduler sends no new ones.',
      tags: 'unhealthy',
      after: { update: 'lookingAgain' },
      on: { 'RUNTIME_STATE.CHANGED': { description: 'The next post asks for the runtime’s health itself.' } },
    },
    lookingAgain: {
      description:
        'PLEG is asked for its health again. A node whose runtime answers again is posted as ready at once.',
      tags: 'unhealthy',
      entry: 'askHealth',
      on: {
        'HEALTH.ANSWERED': [
          {
            guard: { type: 'isHealthy', params: ({ event }) => event.health },
            target: 'ready',
            actions: {
              type: 'record',
              params: ({ context }) => [
                readyCondition(undefined),
                readyEvent(context.input.node, 'NodeReady'),
              ],
            },
          },
          { target: 'notReady' },
        ],
      },
    },
  },
});
