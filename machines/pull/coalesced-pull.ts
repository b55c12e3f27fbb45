import { assign, sendTo, setup } from 'xstate';
import type { Observation } from '../../src/trace/observation.ts';
import { actorType, ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import {
  type CoalescedPullContext,
  type CoalescedPullInput,
  coalescingKey,
  joined,
  requireRequest,
} from './coalesced-pull-context.ts';
import type { PullAnswer, PullRequested } from './image-manager.ts';
import { imagePullMachine } from './image-pull.ts';
import type { LeadAnswer, PullCoalescerEvent } from './pull-coalescer.ts';

export type CoalescedPullEvent = PullRequested | PullAnswer | LeadAnswer;

/**
 * Stands between a pod's worker and the pull of one of its images: the pull begins when no other pod is
 * bringing the same image, or when that one has ended.
 *
 * Follows what pull request 139591 of kubernetes/kubernetes says of itself: callers of `EnsureImageExists` whose
 * policy is not Always are joined; who waited calls it after that, so that it looks for the image, and checks its
 * own credentials and policy.
 */
export const coalescedPullMachine = setup({
  types: {
    input: {} as CoalescedPullInput,
    context: {} as CoalescedPullContext,
    events: {} as CoalescedPullEvent,
  },
  actors: { imagePull: actorType(imagePullMachine) },
  guards: {
    isAlwaysPulled: (_, { policy }: PullRequested) => policy === 'Always',
  },
  actions: {
    accept: assign({ request: (_, params: PullRequested) => params }),
    askLead: sendTo(
      ({ context }) => context.input.coalescer,
      ({ context, self }): PullCoalescerEvent => ({
        type: 'LEAD.REQUESTED',
        key: coalescingKey(context),
        holder: context.input.pull.name,
        requester: self,
      }),
    ),
    releaseLead: sendTo(
      ({ context }) => context.input.coalescer,
      ({ context }): PullCoalescerEvent => ({ type: 'LEAD.RELEASED', key: coalescingKey(context) }),
    ),
    pull: sendTo(
      ({ context }) => context.pull,
      ({ context, self }): PullRequested => ({ ...requireRequest(context), requester: self }),
    ),
    answer: sendTo(
      ({ context }) => requireRequest(context).requester,
      (_, params: PullAnswer) => params,
    ),
    record: sendTo(
      ({ context }) => context.input.pull.recorder,
      ({ context }, observations: readonly Observation[]): RecorderEvent => ({
        type: 'RECORDS',
        actor: context.input.pull.name,
        observations,
      }),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'coalescedPull',
  description:
    'Only with the policy "coalesce", which no released kubelet has: the image of one container of a pod, which may wait until another pod has brought the same one.',
  context: ({ input, spawn }) => ({
    input,
    request: undefined,
    pull: spawn('imagePull', { id: 'pull', input: input.pull }),
  }),
  initial: 'settled',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    settled: {
      description:
        'No call is under way. The pod shows the outcome of the last one until its worker asks again.',
      on: {
        'PULL.REQUESTED': [
          {
            description: 'Always: the registry must be asked for this pod itself.',
            guard: { type: 'isAlwaysPulled', params: ofEvent },
            target: 'pulling',
            actions: { type: 'accept', params: ofEvent },
          },
          { target: 'joining', actions: { type: 'accept', params: ofEvent } },
        ],
      },
    },
    joining: {
      description: 'It is asked whether another pod is bringing the same image. No time passes.',
      entry: 'askLead',
      on: {
        'LEAD.GRANTED': { target: 'leading' },
        'LEAD.TAKEN': {
          target: 'following',
          actions: { type: 'record', params: ({ context, event }) => joined(context, event.leader) },
        },
      },
    },
    leading: {
      description:
        'This pod brings the image, or finds it on the node. Others that need it wait until it has ended.',
      entry: 'pull',
      on: {
        'PULL.SUCCEEDED': {
          target: 'settled',
          actions: ['releaseLead', { type: 'answer', params: ofEvent }],
        },
        'PULL.FAILED': {
          description:
            'Those that waited try for themselves. The lead ends before the pod has the answer, which may ask for the same image again at once.',
          target: 'settled',
          actions: ['releaseLead', { type: 'answer', params: ofEvent }],
        },
      },
    },
    following: {
      description:
        'Another pod is bringing the image. This one holds no slot, and no event shows that it waits; kubectl describe shows nothing but that it is scheduled.',
      tags: 'waiting',
      on: { 'LEAD.ENDED': { target: 'pulling' } },
    },
    pulling: {
      description:
        'The pod pulls by itself: it must ask the registry, or the pull that it waited for has ended. Then it finds the image there, unless that pull has failed or its credentials are not enough.',
      entry: 'pull',
      on: {
        'PULL.SUCCEEDED': { target: 'settled', actions: { type: 'answer', params: ofEvent } },
        'PULL.FAILED': { target: 'settled', actions: { type: 'answer', params: ofEvent } },
      },
    },
  },
});
