import { assign, sendTo, setup } from 'xstate';
import { get } from '../../src/rules/collections/sorted-map.ts';
import type { Fault } from '../../src/rules/runtime/fault.ts';
import { unpackingSource } from '../../src/rules/runtime/network/capacities.ts';
import {
  cancelFlow,
  emptyFlowTable,
  endFlow,
  type FlowTable,
  firstToEnd,
  flowsFrom,
  nextEndMicros,
  receivedBytes,
  retuneFlows,
  startFlow,
} from '../../src/rules/runtime/network/flow-table.ts';
import {
  type LinkLimits,
  type NetworkCapacities,
  type NetworkLimits,
  networkCapacities,
  withServing,
} from '../../src/rules/runtime/network/network-capacities.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { Clock } from './clock.ts';
import type { FlowRequester, FlowsMeasured, NetworkEvent, UnpackingsCounted } from './network-protocol.ts';
import type { Recorder } from './recorder.ts';

/**
 * Link ids are names of nodes, because the `slowLink` fault names nodes; registries are named by host. null
 * means no limit.
 */
export interface NetworkInput extends NetworkLimits {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
}

export interface NetworkContext {
  readonly input: NetworkInput;
  readonly links: NetworkInput['links'];
  readonly faults: Readonly<Record<string, Fault>>;
  /** The limits, with the active faults applied. */
  readonly capacities: NetworkCapacities;
  readonly flows: FlowTable<FlowRequester>;
  readonly nowMicros: number;
}

type FlowRequested = Extract<NetworkEvent, { type: 'FLOW.REQUESTED' }>;
type FlowsAsked = Extract<NetworkEvent, { type: 'FLOWS.ASKED' }>;
type UnpackingsAsked = Extract<NetworkEvent, { type: 'UNPACKINGS.ASKED' }>;
type FlowCancelled = Extract<NetworkEvent, { type: 'FLOW.CANCELLED' }>;

/** Returns the context after a change of the limits. Everything sent so far counts at the old rates. */
function withLimits(
  context: NetworkContext,
  links: NetworkContext['links'],
  faults: NetworkContext['faults'],
): Partial<NetworkContext> {
  const nowMicros = context.input.clock.nowMicros();
  const limits = { ...context.input, links };
  const capacities = networkCapacities(limits, Object.values(faults), context.capacities.swarm?.serving);
  return { links, faults, capacities, nowMicros, flows: retuneFlows(context.flows, capacities, nowMicros) };
}

/**
 * What flows between registries and nodes. Response bodies share each node's link and each registry's egress
 * max-min fairly, as measured for containerd (docs/measurements.md R4), and with the unpacking of layers the
 * node's processors (R5: two cores saturate with two unpackings). Only one timer is armed at a time, for the
 * flow that ends next.
 */
export const networkMachine = setup({
  types: { input: {} as NetworkInput, context: {} as NetworkContext, events: {} as NetworkEvent },
  guards: {
    someFlowIsDone: ({ context }) => nextEndMicros(context.flows) <= context.nowMicros,
    someFlowCanEnd: ({ context }) => nextEndMicros(context.flows) < Infinity,
    concernsTheNetwork: (_, fault: Fault) => fault.kind === 'slowLink' || fault.kind === 'stall',
    isUnderWay: ({ context }, id: FlowCancelled['id']) => get(context.flows.flows, id) !== undefined,
    isKnown: ({ context }, id: string) => context.faults[id] !== undefined,
  },
  delays: { untilNextFlowEnds: ({ context }) => nextEndMicros(context.flows) - context.nowMicros },
  actions: {
    startFlow: assign(({ context }, params: FlowRequested) => {
      const nowMicros = context.input.clock.nowMicros();
      const { type: _, ...flow } = params;
      const capacities = withServing(context.capacities, flow.linkId, flow.registry);
      return { nowMicros, capacities, flows: startFlow(context.flows, capacities, nowMicros, flow) };
    }),
    cancelFlow: assign(({ context }, params: FlowCancelled) => {
      const nowMicros = context.input.clock.nowMicros();
      return { nowMicros, flows: cancelFlow(context.flows, context.capacities, nowMicros, params) };
    }),
    answerMeasured: sendTo(
      (_, { requester }: FlowsAsked) => requester,
      ({ context }, { flows }: FlowsAsked): FlowsMeasured => {
        const nowMicros = context.input.clock.nowMicros();
        return {
          type: 'FLOWS.MEASURED',
          bytes: flows.map(({ id }) => receivedBytes(context.flows, nowMicros, id)),
        };
      },
    ),
    answerCounted: sendTo(
      (_, { requester }: UnpackingsAsked) => requester,
      ({ context }, { linkId }: UnpackingsAsked): UnpackingsCounted => {
        return { type: 'UNPACKINGS.COUNTED', unpackings: flowsFrom(context.flows, linkId, unpackingSource) };
      },
    ),
    notifyRequester: sendTo(({ context }) => firstToEnd(context.flows).requester, { type: 'FLOW.FINISHED' }),
    endFlow: assign(({ context }) => {
      const nowMicros = context.input.clock.nowMicros();
      return { nowMicros, flows: endFlow(context.flows, context.capacities, nowMicros) };
    }),
    changeLink: assign(({ context }, { linkId, link }: { linkId: string; link: LinkLimits }) =>
      withLimits(context, { ...context.links, [linkId]: link }, context.faults),
    ),
    beginFault: assign(({ context }, params: { id: string; fault: Fault }) =>
      withLimits(context, context.links, { ...context.faults, [params.id]: params.fault }),
    ),
    endFault: assign(({ context }, id: string) => {
      const { [id]: _ended, ...faults } = context.faults;
      return withLimits(context, context.links, faults);
    }),
    reportUnhandled,
  },
}).createMachine({
  id: 'network',
  description:
    'The links between registries and nodes with the bytes that flow over them, and the processors that receive and unpack them. Flows over one link share it equally, and one that is limited elsewhere leaves the rest to the others.',
  context: ({ input }) => ({
    input,
    links: input.links,
    faults: {},
    capacities: networkCapacities(input, []),
    flows: emptyFlowTable(),
    nowMicros: 0,
  }),
  initial: 'quiet',
  on: {
    'FLOW.REQUESTED': { target: '.delivering', actions: { type: 'startFlow', params: ofEvent } },
    'FLOWS.ASKED': { actions: { type: 'answerMeasured', params: ofEvent } },
    'UNPACKINGS.ASKED': { actions: { type: 'answerCounted', params: ofEvent } },
    'FLOW.CANCELLED': [
      {
        guard: { type: 'isUnderWay', params: ({ event }) => event.id },
        target: '.delivering',
        actions: { type: 'cancelFlow', params: ofEvent },
      },
      { description: 'All its bytes have come already: its response stalls, or has just ended.' },
    ],
    'LINK.CHANGED': { target: '.delivering', actions: { type: 'changeLink', params: ofEvent } },
    'FAULT.BEGAN': [
      {
        guard: { type: 'concernsTheNetwork', params: ({ event }) => event.fault },
        target: '.delivering',
        actions: { type: 'beginFault', params: ofEvent },
      },
      {},
    ],
    'FAULT.ENDED': [
      {
        guard: { type: 'isKnown', params: ({ event }) => event.id },
        target: '.delivering',
        actions: { type: 'endFault', params: ({ event }) => event.id },
      },
      {},
    ],
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    quiet: {
      description:
        'No flow can end: there is none, or none of them moves. The links are idle, or a fault holds up what is under way.',
    },
    delivering: {
      description:
        'Flows whose last byte has arrived end one after another, and their requesters get a message. No time passes.',
      always: [
        { guard: 'someFlowIsDone', actions: ['notifyRequester', 'endFlow'] },
        { guard: 'someFlowCanEnd', target: 'flowing' },
        { target: 'quiet' },
      ],
    },
    flowing: {
      description:
        'Bytes flow until the next flow is complete. Each flow that begins or ends changes the rates of the others: a large pull slows down every pull of its node, and those of other nodes if the registry’s link is full.',
      tags: 'busy',
      after: { untilNextFlowEnds: { target: 'delivering', actions: ['notifyRequester', 'endFlow'] } },
    },
  },
});
