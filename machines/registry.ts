import { assign, sendTo, setup } from 'xstate';
import { emptyFifo, type Fifo, peek, push, remove, shift } from '../src/kubelet/fifo.ts';
import type { Fault } from '../src/runtime/fault.ts';
import { imageLocation } from '../src/runtime/image-location.ts';
import { accessStatus, type PrivateRepositories } from '../src/runtime/private-repositories.ts';
import { concernsRegistry, countRequest, type RegistryFault, registryVerdict, type Verdict } from '../src/runtime/registry-verdict.ts';
import type { Clock } from './clock.ts';
import type { Dice, DrawAnswered } from './dice.ts';
import { type Recorder, unhandled } from './recorder.ts';
import type { RegistryAnswer, RegistryClient, RegistryEvent, RegistryRequest } from './registry-protocol.ts';

export interface RegistryMachineInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly dice: Dice;
  readonly host: string;
  readonly roundTripMicros: number;
  /** Absent: all of it is public. */
  readonly private?: readonly PrivateRepositories[];
}

export interface RegistryCall {
  readonly request: RegistryRequest;
  readonly requester: RegistryClient;
}

export interface RegistryContext {
  /** Apart from the rest, because a context is copied at each assignment. */
  readonly input: RegistryMachineInput;
  readonly faults: readonly RegistryFault[];
  /** The call that is being judged, and what became of it. */
  readonly call: RegistryCall | undefined;
  readonly verdict: Verdict;
  /** Unanswered as long as a stall lasts. */
  readonly held: Fifo<RegistryCall>;
  /** Waiting for their number; the dice answer in the order of asking, and at once. */
  readonly drawing: Fifo<RegistryCall & { readonly verdict: Extract<Verdict, { kind: 'draw' }> }>;
}

const served: Verdict = { kind: 'served' };

/** Returns the call at hand; a state in which there is one has been entered with it. */
function callOf(context: RegistryContext): RegistryCall {
  if (context.call === undefined) throw new Error(`${context.input.name}: no call is being judged`);
  return context.call;
}

function answerOf(context: RegistryContext, verdict: Verdict): RegistryAnswer {
  const { roundTripMicros } = context.input;
  if (verdict.kind === 'refused') return { type: 'HTTP.REFUSED', roundTripMicros, fault: verdict.fault };
  if (verdict.kind === 'status') return { type: 'HTTP.ANSWERED', status: verdict.status, roundTripMicros, fault: verdict.fault };
  return { type: 'HTTP.ANSWERED', status: 200, roundTripMicros, fault: undefined };
}

/** A request that meets no open door is not counted: it has reached nobody. */
function judged(context: RegistryContext, { request, requester }: RegistryCall): Partial<RegistryContext> {
  const asked = { ...request, accessStatus: statusFor(context, request) };
  const verdict = registryVerdict(context.faults, asked);
  if (verdict.kind === 'refused' || verdict.kind === 'stalled') return { call: { request, requester }, verdict };
  const faults = countRequest(context.faults, context.input.clock.nowMicros());
  return { faults, call: { request, requester }, verdict: registryVerdict(faults, asked) };
}

/** With which status the repository is closed to this request. */
function statusFor({ input }: RegistryContext, { image, identity }: RegistryRequest): number | undefined {
  return input.private === undefined ? undefined : accessStatus(input.private, imageLocation(image).repository, identity);
}

/**
 * One image registry, shared by all nodes. A request meets the faults in force when it is sent; the answer says how long
 * it is under way, and the client waits for that long. Bodies of layers follow over the network.
 */
export const registryMachine = setup({
  types: {
    input: {} as RegistryMachineInput,
    context: {} as RegistryContext,
    events: {} as RegistryEvent | DrawAnswered,
  },
  guards: {
    isStalled: ({ context }) => context.verdict.kind === 'stalled',
    needsDraw: ({ context }) => context.verdict.kind === 'draw',
    isWell: ({ context }) => context.faults.length === 0,
    someoneIsHeld: ({ context }) => context.held.size > 0,
    nextIsStalled: ({ context }) => context.held.size > 0 && registryVerdict(context.faults, peek(context.held).request).kind === 'stalled',
    concernsUs: ({ context }, params: { fault: Fault }) => concernsRegistry(params.fault, context.input.host),
  },
  actions: {
    judge: assign(({ context }, params: RegistryCall) => judged(context, params)),
    judgeHeld: assign(({ context }) => ({
      ...judged(context, peek(context.held)),
      held: shift(context.held),
    })),
    applyDraw: assign(({ context }, params: { values: readonly number[] }) => {
      const { request, requester, verdict } = peek(context.drawing);
      const unlucky = (params.values[0] ?? 1) < verdict.rate;
      return {
        call: { request, requester },
        drawing: shift(context.drawing),
        verdict: unlucky ? ({ kind: 'status', status: verdict.status, fault: verdict.fault } as const) : served,
      };
    }),
    answer: sendTo(
      ({ context }) => callOf(context).requester,
      ({ context }) => answerOf(context, context.verdict),
    ),
    serve: sendTo(
      (_, params: RegistryCall) => params.requester,
      ({ context }, params: RegistryCall) =>
        answerOf(context, registryVerdict([], { ...params.request, accessStatus: statusFor(context, params.request) })),
    ),
    hold: assign({ held: ({ context }) => push(context.held, callOf(context)) }),
    await: assign({
      drawing: ({ context }) =>
        context.verdict.kind === 'draw' ? push(context.drawing, { ...callOf(context), verdict: context.verdict }) : context.drawing,
    }),
    draw: sendTo(
      ({ context }) => context.input.dice,
      ({ context, self }) => ({ type: 'DRAW.REQUESTED', stream: context.input.name, count: 1, requester: self }) as const,
    ),
    forgetHeld: assign({
      held: ({ context }, params: { id: string }) =>
        context.held.size === 0 ? context.held : remove(context.held, (call) => call.request.id === params.id),
    }),
    beginFault: assign({
      faults: ({ context }, params: { id: string; fault: Fault }) => [
        ...context.faults,
        { id: params.id, fault: params.fault, sinceMicros: context.input.clock.nowMicros(), window: 0, requests: 0 },
      ],
    }),
    endFault: assign({ faults: ({ context }, params: { id: string }) => context.faults.filter((entry) => entry.id !== params.id) }),
    reportUnhandled: sendTo(
      ({ context }) => context.input.recorder,
      ({ context, event }) => unhandled(context.input.name, event),
    ),
  },
}).createMachine({
  id: 'registry',
  description: 'An image registry, shared by all nodes.',
  context: ({ input }) => ({
    input,
    faults: [],
    call: undefined,
    verdict: served,
    held: emptyFifo(),
    drawing: emptyFifo(),
  }),
  initial: 'healthy',
  on: {
    'HTTP.CANCELLED': {
      actions: { type: 'forgetHeld', params: ({ event }) => event },
    },
    'FAULT.BEGAN': [
      {
        guard: { type: 'concernsUs', params: ({ event }) => event },
        target: '.troubled',
        actions: { type: 'beginFault', params: ({ event }) => event },
      },
      {},
    ],
    'FAULT.ENDED': {},
    'DRAW.ANSWERED': { actions: [{ type: 'applyDraw', params: ({ event }) => event }, 'answer'] },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    healthy: {
      description: 'No fault is in force: whatever exists is served.',
      on: { 'HTTP.REQUESTED': { actions: { type: 'serve', params: ({ event }) => event } } },
    },
    troubled: {
      description: 'At least one fault is in force; each request meets what they make of it together.',
      tags: 'troubled',
      on: {
        'HTTP.REQUESTED': { target: 'judging', actions: { type: 'judge', params: ({ event }) => event } },
        'FAULT.ENDED': { target: 'releasing', actions: { type: 'endFault', params: ({ event }) => event } },
      },
    },
    judging: {
      description: 'A request meets the verdict on it.',
      always: [
        { guard: 'isStalled', target: 'troubled', actions: 'hold' },
        { guard: 'needsDraw', target: 'troubled', actions: ['await', 'draw'] },
        { target: 'troubled', actions: 'answer' },
      ],
    },
    releasing: {
      description: 'A fault has ended: requests that nothing holds any more are judged anew, in the order in which they came.',
      always: [
        { guard: 'nextIsStalled', target: 'troubled' },
        { guard: 'someoneIsHeld', target: 'rejudging', actions: 'judgeHeld' },
        { guard: 'isWell', target: 'healthy' },
        { target: 'troubled' },
      ],
    },
    rejudging: {
      description: 'A request that a stall held meets what is in force now.',
      always: [
        { guard: 'needsDraw', target: 'releasing', actions: ['await', 'draw'] },
        { target: 'releasing', actions: 'answer' },
      ],
    },
  },
});
