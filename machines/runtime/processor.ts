import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import type { Capacities } from '../../src/runtime/network/capacities.ts';
import {
  cancelFlow,
  emptyFlowTable,
  endFlow,
  type FlowTable,
  firstToEnd,
  nextEndMicros,
  startFlow,
} from '../../src/runtime/network/flow-table.ts';
import { networkCapacities } from '../../src/runtime/network/network-capacities.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { Clock } from '../world/clock.ts';
import type { Recorder } from '../world/recorder.ts';

/** The messages to a node's processor. `micros` is how long the work takes if nothing else runs. */
export type ProcessorEvent =
  | { readonly type: 'WORK.REQUESTED'; readonly id: string; readonly micros: number; readonly requester: WorkRequester }
  | { readonly type: 'WORK.CANCELLED'; readonly id: string };

export type WorkFinished = { readonly type: 'WORK.FINISHED' };

export type WorkRequester = ActorRef<Snapshot<unknown>, WorkFinished>;

export type Processor = ActorRef<Snapshot<unknown>, ProcessorEvent>;

export interface ProcessorInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  /** The number of processors; absent: as many as are needed. */
  readonly cpus?: number | undefined;
  /** How many processors one piece of work keeps busy. */
  readonly cpusPerWork: number;
}

export interface ProcessorContext {
  readonly input: ProcessorInput;
  /** The node's capacity, modelled as one pipe: work flows through it, in microseconds of its own time. */
  readonly capacities: Capacities;
  readonly works: FlowTable<WorkRequester>;
  readonly nowMicros: number;
}

type WorkRequested = Extract<ProcessorEvent, { type: 'WORK.REQUESTED' }>;

const pipes = { linkId: 'cpus', registry: 'works' };

/** No work goes faster than it would alone; all work together is limited by the number of processors. */
function capacitiesOf({ cpus = Infinity, cpusPerWork }: ProcessorInput): Capacities {
  const limits = { egressBytesPerSecond: null, bytesPerSecondPerResponse: 1e6 };
  const bytesPerSecond = cpus === Infinity ? null : (cpus / cpusPerWork) * 1e6;
  return networkCapacities({ links: { cpus: { bytesPerSecond } }, registries: { works: limits } }, []);
}

/**
 * The node's processors, as far as unpacking keeps them busy: shared max-min fairly, as flows share a link (measured,
 * docs/measurements.md R5: two cores saturate with two unpackings). One timer is armed at a time, for the next end.
 */
export const processorMachine = setup({
  types: { input: {} as ProcessorInput, context: {} as ProcessorContext, events: {} as ProcessorEvent },
  guards: {
    someWorkIsDone: ({ context }) => nextEndMicros(context.works) <= context.nowMicros,
    someWorkIsLeft: ({ context }) => nextEndMicros(context.works) < Infinity,
  },
  delays: { untilNextWorkEnds: ({ context }) => nextEndMicros(context.works) - context.nowMicros },
  actions: {
    startWork: assign(({ context }, { id, micros, requester }: WorkRequested) => {
      const nowMicros = context.input.clock.nowMicros();
      const work = { id, bytes: micros, ...pipes, requester };
      return { nowMicros, works: startFlow(context.works, context.capacities, nowMicros, work) };
    }),
    cancelWork: assign(({ context }, params: { id: string }) => {
      const nowMicros = context.input.clock.nowMicros();
      return { nowMicros, works: cancelFlow(context.works, context.capacities, nowMicros, { id: params.id, ...pipes }) };
    }),
    tellRequester: sendTo(({ context }) => firstToEnd(context.works).requester, { type: 'WORK.FINISHED' }),
    endWork: assign(({ context }) => {
      const nowMicros = context.input.clock.nowMicros();
      return { nowMicros, works: endFlow(context.works, context.capacities, nowMicros) };
    }),
    reportUnhandled,
  },
}).createMachine({
  id: 'processor',
  description: 'The processors of a node, and the work that shares them.',
  context: ({ input }) => ({ input, capacities: capacitiesOf(input), works: emptyFlowTable(), nowMicros: 0 }),
  initial: 'idle',
  on: {
    'WORK.REQUESTED': { target: '.finishing', actions: { type: 'startWork', params: ofEvent } },
    'WORK.CANCELLED': { target: '.finishing', actions: { type: 'cancelWork', params: ofEvent } },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    idle: { description: 'There is no work.' },
    finishing: {
      description: 'The owners of finished work are told, one after another; no time passes.',
      always: [
        { guard: 'someWorkIsDone', actions: ['tellRequester', 'endWork'] },
        { guard: 'someWorkIsLeft', target: 'working' },
        { target: 'idle' },
      ],
    },
    working: {
      description: 'The processors are busy until the next piece of work is done.',
      tags: 'busy',
      after: { untilNextWorkEnds: { target: 'finishing', actions: ['tellRequester', 'endWork'] } },
    },
  },
});
