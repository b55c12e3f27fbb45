import { assign, sendTo, setup } from 'xstate';
import { createFifo, emptyFifo, peek, push, shift } from '../../src/rules/collections/fifo.ts';
import { entries, remove, set } from '../../src/rules/collections/sorted-map.ts';
import type { Fault } from '../../src/rules/runtime/fault.ts';
import { beginningFault, concernsRegistry } from '../../src/rules/runtime/registry/registry-fault.ts';
import { type RegistryState, registryVerdict } from '../../src/rules/runtime/registry/registry-verdict.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { DrawAnswered } from './random-source.ts';
import {
  judgedCall,
  limitName,
  type RegistryContext,
  type RegistryMachineInput,
  registryAnswer,
  requireSource,
} from './registry-context.ts';
import type { RegistryAnswer, RegistryCall, RegistryEvent, RegistryRequest } from './registry-protocol.ts';

const withoutFaults: RegistryState = { faults: [], pulls: undefined };

/** Returns the call alone, without the other fields of an event or an entry of a table. */
function calling({ request, requester, travels }: RegistryCall): RegistryCall {
  return { request, requester, ...(travels === undefined ? {} : { travels }) };
}

/** Returns the context with this call as the one being judged, and the verdict on it. */
function judged({ input, state }: RegistryContext, call: RegistryCall): Partial<RegistryContext> {
  const { request } = call;
  return { call: calling(call), ...registryVerdict(input, state, request, input.clock.nowMicros()) };
}

function keepsNothing({ input }: RegistryContext): boolean {
  return input.pullLimit === undefined && input.cache === undefined;
}

/** Returns the answer of a registry without faults that keeps nothing. */
function served({ input }: RegistryContext, request: RegistryRequest): RegistryAnswer {
  return registryAnswer(input, request, registryVerdict(input, withoutFaults, request, 0).verdict);
}

/**
 * Returns the context without the fault. Calls that it held are judged again, in the order of their arrival.
 */
function released(context: RegistryContext, id: string): Partial<RegistryContext> {
  const freed = entries(context.held)
    .map(([, call]) => call)
    .filter(({ by }) => by === id)
    .sort((one, other) => one.sequence - other.sequence);
  return {
    state: { ...context.state, faults: context.state.faults.filter((entry) => entry.id !== id) },
    held: freed.reduce((held, { request }) => remove(held, request.id), context.held),
    released: createFifo(freed),
  };
}

/**
 * One image registry, shared by all nodes. The faults that are active when a request is sent decide its
 * answer; the answer arrives after the round trip that it names. The bodies of layers follow over the
 * network.
 */
export const registryMachine = setup({
  types: {
    input: {} as RegistryMachineInput,
    context: {} as RegistryContext,
    events: {} as RegistryEvent | DrawAnswered,
  },
  guards: {
    keepsNothing: ({ context }) => keepsNothing(context),
    servesFar: ({ context }, travels: RegistryCall['travels']) => keepsNothing(context) && travels === true,
    isFar: ({ context }) => judgedCall(context).travels === true,
    isHeld: ({ context }) => context.verdict.kind === 'held',
    needsDraw: ({ context }) => context.verdict.kind === 'draw',
    isFirstOverLimit: ({ context }) =>
      context.verdict.kind === 'status' && context.verdict.limit?.refused === 1,
    hasCache: ({ context }) => context.input.cache !== undefined,
    comesFromCache: ({ context }) =>
      context.input.cache !== undefined &&
      context.verdict.kind === 'served' &&
      judgedCall(context).request.kind !== 'token',
    isWell: ({ context }) => context.state.faults.length === 0,
    someoneIsReleased: ({ context }) => context.released.size > 0,
    concernsUs: ({ context: { input } }, fault: Fault) =>
      concernsRegistry(fault, input.host, input.isBlobStore),
  },
  delays: {
    roundTrip: ({ context }) => context.input.roundTripMicros,
    travel: ({ context }) =>
      registryAnswer(context.input, judgedCall(context).request, context.verdict).roundTripMicros,
  },
  actions: {
    judge: assign(({ context }, params: RegistryCall) => judged(context, params)),
    judgeReleased: assign(({ context }) => ({
      ...judged(context, peek(context.released)),
      released: shift(context.released),
    })),
    applyDraw: assign(({ context }, values: readonly number[]) => {
      const pendingRequest = peek(context.drawing);
      const { verdict } = pendingRequest;
      const { status, fault, otherwise } = verdict;
      const unlucky = (values[0] ?? 1) < verdict.rate;
      return {
        call: calling(pendingRequest),
        drawing: shift(context.drawing),
        verdict: unlucky ? ({ kind: 'status', status, fault } as const) : otherwise,
      };
    }),
    answer: sendTo(
      ({ context }) => judgedCall(context).requester,
      ({ context }) => registryAnswer(context.input, judgedCall(context).request, context.verdict),
    ),
    serve: sendTo(
      (_, params: RegistryCall) => params.requester,
      ({ context }, { request }: RegistryCall) => served(context, request),
    ),
    answerFar: sendTo(
      ({ context }) => judgedCall(context).requester,
      ({ context }) => registryAnswer(context.input, judgedCall(context).request, context.verdict),
      { id: 'answer', delay: 'travel' },
    ),
    serveFar: sendTo(
      (_, params: RegistryCall) => params.requester,
      ({ context }, { request }: RegistryCall) => served(context, request),
      { id: 'answer', delay: 'roundTrip' },
    ),
    askCache: sendTo(
      ({ context }) => requireSource(context.input),
      ({ context }) => {
        const bodyFault = context.verdict.kind === 'served' ? context.verdict.bodyFault : undefined;
        return {
          type: 'CONTENT.REQUESTED',
          ...judgedCall(context),
          ...(bodyFault === undefined ? {} : { bodyFault }),
        } as const;
      },
    ),
    notifyCache: sendTo(
      ({ context }) => requireSource(context.input),
      (_, id: string) => ({ type: 'HTTP.CANCELLED', id }) as const,
    ),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }) => {
        if (context.verdict.kind !== 'status' || context.verdict.limit === undefined)
          throw new Error('no limit was reached');
        const { counter, pullsMax, windowMicros, untilMicros } = context.verdict.limit;
        const { host } = context.input;
        const times = { windowMs: windowMicros / 1000, untilMs: untilMicros / 1000 };
        const observation = {
          type: 'pullLimit',
          registry: host,
          client: counter,
          pullsMax,
          ...times,
        } as const;
        return { type: 'RECORD', actor: limitName(context.input, counter), observation } as const;
      },
    ),
    hold: assign(({ context }) => {
      const call = judgedCall(context);
      const { verdict, sequence } = context;
      if (verdict.kind !== 'held') return {};
      return {
        held: set(context.held, call.request.id, { ...call, by: verdict.fault, sequence }),
        sequence: sequence + 1,
      };
    }),
    await: assign({
      drawing: ({ context }) =>
        context.verdict.kind === 'draw'
          ? push(context.drawing, { ...judgedCall(context), verdict: context.verdict })
          : context.drawing,
    }),
    draw: sendTo(
      ({ context }) => context.input.random,
      ({ context, self }) =>
        ({ type: 'DRAW.REQUESTED', stream: context.input.name, count: 1, requester: self }) as const,
    ),
    forgetHeld: assign({ held: ({ context }, id: string) => remove(context.held, id) }),
    beginFault: assign({
      state: ({ context }, params: { id: string; fault: Fault }) => {
        const fault = beginningFault(params.id, params.fault, context.input.clock.nowMicros());
        return { ...context.state, faults: [...context.state.faults, fault] };
      },
    }),
    endFault: assign(({ context }, id: string) => released(context, id)),
    reportUnhandled,
  },
}).createMachine({
  id: 'registry',
  description:
    'An image registry, shared by all nodes. Its link, its pull limits (429) and its faults concern every node that pulls from it at the same time.',
  context: ({ input }) => ({
    input,
    state: withoutFaults,
    call: undefined,
    verdict: { kind: 'served' },
    held: undefined,
    sequence: 0,
    released: emptyFifo(),
    drawing: emptyFifo(),
  }),
  initial: 'healthy',
  on: {
    'HTTP.CANCELLED': [
      {
        guard: 'hasCache',
        actions: [
          { type: 'forgetHeld', params: ({ event }) => event.id },
          { type: 'notifyCache', params: ({ event }) => event.id },
        ],
      },
      { actions: { type: 'forgetHeld', params: ({ event }) => event.id } },
    ],
    'FAULT.BEGAN': [
      {
        guard: { type: 'concernsUs', params: ({ event }) => event.fault },
        target: '.faulty',
        actions: { type: 'beginFault', params: ofEvent },
      },
      {},
    ],
    'FAULT.ENDED': {},
    'DRAW.ANSWERED': {
      target: '.judging',
      actions: { type: 'applyDraw', params: ({ event }) => event.values },
    },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    healthy: {
      description:
        'No fault is in force: existing images are served to every client that may read them. An image that does not exist, or that a client may not read, is refused nevertheless, and its pod shows ErrImagePull.',
      on: {
        'HTTP.REQUESTED': [
          {
            guard: { type: 'servesFar', params: ({ event }) => event.travels },
            actions: { type: 'serveFar', params: ofEvent },
          },
          { guard: 'keepsNothing', actions: { type: 'serve', params: ofEvent } },
          { target: 'judging', actions: { type: 'judge', params: ofEvent } },
        ],
      },
    },
    faulty: {
      description:
        'At least one fault is in force; the faults together decide about each request. Pods on all nodes show errors of their pulls, or stay in "Pulling" where the registry does not answer. Running containers notice nothing.',
      tags: 'unhealthy',
      on: {
        'HTTP.REQUESTED': { target: 'judging', actions: { type: 'judge', params: ofEvent } },
        'FAULT.ENDED': { target: 'settling', actions: { type: 'endFault', params: ({ event }) => event.id } },
      },
    },
    judging: {
      description: 'A request is judged. No time passes.',
      always: [
        { guard: 'isHeld', target: 'settling', actions: 'hold' },
        { guard: 'needsDraw', target: 'settling', actions: ['await', 'draw'] },
        { guard: 'comesFromCache', target: 'settling', actions: 'askCache' },
        { guard: 'isFirstOverLimit', target: 'answering', actions: 'record' },
        { target: 'answering' },
      ],
    },
    answering: {
      description: 'The answer is decided and is sent. No time passes.',
      always: [
        { guard: 'isFar', target: 'settling', actions: 'answerFar' },
        { target: 'settling', actions: 'answer' },
      ],
    },
    settling: {
      description:
        'A request is done. Requests that an ended fault had held are judged again before anything else happens.',
      always: [
        { guard: 'someoneIsReleased', target: 'judging', actions: 'judgeReleased' },
        { guard: 'isWell', target: 'healthy' },
        { target: 'faulty' },
      ],
    },
  },
});
