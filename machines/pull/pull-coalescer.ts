import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import { emptyFifo, type Fifo, peek, push, shift } from '../../src/rules/collections/fifo.ts';
import { get, remove, type SortedMap, set } from '../../src/rules/collections/sorted-map.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { Recorder } from '../world/recorder.ts';

/** The answers to a request: the asker leads, follows the one that does, or has followed it to its end. */
export type LeadAnswer =
  | { readonly type: 'LEAD.GRANTED' }
  | { readonly type: 'LEAD.TAKEN'; readonly leader: string }
  | { readonly type: 'LEAD.ENDED' };

export type LeadRequested = {
  readonly type: 'LEAD.REQUESTED';
  /** Pulls with the same key are joined. */
  readonly key: string;
  readonly holder: string;
  readonly requester: LeadRequester;
};

export type LeadReleased = { readonly type: 'LEAD.RELEASED'; readonly key: string };

export type PullCoalescerEvent = LeadRequested | LeadReleased;

export type LeadRequester = ActorRef<Snapshot<unknown>, LeadAnswer>;

export type PullCoalescer = ActorRef<Snapshot<unknown>, PullCoalescerEvent>;

export interface PullCoalescerInput {
  readonly name: string;
  readonly recorder: Recorder;
}

/** The pull that leads, and those that wait for it, in the order in which they came. */
interface Lead {
  readonly leader: string;
  readonly followers: Fifo<LeadRequester>;
}

export interface PullCoalescerContext {
  readonly input: PullCoalescerInput;
  /** By the key of the pulls. */
  readonly leads: SortedMap<Lead>;
  /** Those whose leader has ended, before they are told. */
  readonly dismissed: Fifo<LeadRequester>;
}

/**
 * Lets one pull of an image at a time go ahead, and holds the others until it has ended. All of them go on
 * then, and look at the node anew.
 *
 * Follows what pull request 139591 of kubernetes/kubernetes says of itself: coordination "per ImageSpec" in the
 * image manager, before any slot. It is part of no released kubelet.
 */
export const pullCoalescerMachine = setup({
  types: {
    input: {} as PullCoalescerInput,
    context: {} as PullCoalescerContext,
    events: {} as PullCoalescerEvent,
  },
  guards: {
    isLed: ({ context }, key: string) => get(context.leads, key) !== undefined,
    someoneLeads: ({ context }) => context.leads !== undefined,
    someoneIsDismissed: ({ context }) => context.dismissed.size > 0,
  },
  actions: {
    lead: assign({
      leads: ({ context }, { key, holder }: LeadRequested) =>
        set(context.leads, key, { leader: holder, followers: emptyFifo() }),
    }),
    follow: assign({
      leads: ({ context }, { key, requester }: LeadRequested) => {
        const lead = requireLead(context, key);
        return set(context.leads, key, { ...lead, followers: push(lead.followers, requester) });
      },
    }),
    endLead: assign({
      leads: ({ context }, key: string) => remove(context.leads, key),
      dismissed: ({ context }, key: string) => requireLead(context, key).followers,
    }),
    dropDismissed: assign({ dismissed: ({ context }) => shift(context.dismissed) }),
    grant: sendTo((_, { requester }: LeadRequested) => requester, { type: 'LEAD.GRANTED' }),
    nameLeader: sendTo(
      (_, { requester }: LeadRequested) => requester,
      ({ context }, { key }: LeadRequested): LeadAnswer => ({
        type: 'LEAD.TAKEN',
        leader: requireLead(context, key).leader,
      }),
    ),
    dismiss: sendTo(({ context }) => peek(context.dismissed), { type: 'LEAD.ENDED' }),
    reportUnhandled,
  },
}).createMachine({
  id: 'pullCoalescer',
  description:
    'Only with the policy "coalesce", which no released kubelet has: of the pods that ask for one image, the first pulls it, and the others wait without a slot.',
  context: ({ input }) => ({ input, leads: undefined, dismissed: emptyFifo() }),
  initial: 'idle',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    idle: {
      description: 'No image is asked for: the next pod that needs one leads.',
      on: {
        'LEAD.REQUESTED': {
          target: 'leading',
          actions: [
            { type: 'lead', params: ofEvent },
            { type: 'grant', params: ofEvent },
          ],
        },
      },
    },
    leading: {
      description:
        'One pod or more bring an image each. A pod that needs one of these images waits for it; a pod that needs another one leads as well.',
      tags: 'contended',
      on: {
        'LEAD.REQUESTED': [
          {
            guard: { type: 'isLed', params: ({ event }) => event.key },
            actions: [
              { type: 'follow', params: ofEvent },
              { type: 'nameLeader', params: ofEvent },
            ],
          },
          {
            actions: [
              { type: 'lead', params: ofEvent },
              { type: 'grant', params: ofEvent },
            ],
          },
        ],
        // A release of an image that nobody leads goes on to the report of unhandled events.
        'LEAD.RELEASED': {
          guard: { type: 'isLed', params: ({ event }) => event.key },
          target: 'dismissing',
          actions: { type: 'endLead', params: ({ event }) => event.key },
        },
      },
    },
    dismissing: {
      description:
        'A leader has ended, with its image or without it. Those that waited for it go on at once, in the order in which they came. No time passes.',
      always: [
        {
          guard: 'someoneIsDismissed',
          target: 'dismissing',
          reenter: true,
          actions: ['dismiss', 'dropDismissed'],
        },
        { guard: 'someoneLeads', target: 'leading' },
        { target: 'idle' },
      ],
    },
  },
});

function requireLead({ input, leads }: PullCoalescerContext, key: string): Lead {
  const lead = get(leads, key);
  if (lead === undefined) throw new Error(`${input.name}: no pull leads ${key}`);
  return lead;
}
