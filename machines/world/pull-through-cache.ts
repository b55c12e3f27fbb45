import { and, assign, sendTo, setup } from 'xstate';
import { shift } from '../../src/collections/fifo.ts';
import { get, remove } from '../../src/collections/sorted-map.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import {
  type CacheCall,
  isStored,
  keyOf,
  nextOf,
  type PullThroughCacheContext,
  type PullThroughCacheInput,
  passedAnswer,
  storedAnswer,
  withAnswer,
  withoutWaiting,
  withWaiting,
} from './pull-through-cache-context.ts';
import type { PullThroughCacheEvent } from './pull-through-cache-protocol.ts';
import type { RegistryAnswer } from './registry-protocol.ts';

/** Returns the key of the content that an answer from upstream is about. The id of the cache's request contains it. */
function askedFor({ input }: PullThroughCacheContext, { id }: RegistryAnswer): string {
  if (id === undefined) throw new Error(`${input.name}: an answer to no request`);
  return id.slice(input.name.length + 1);
}

/**
 * The source of content for a registry that mirrors another. The first request for content goes upstream; clients that ask meanwhile wait
 * for the same answer, and later ones get the stored content. Tags are asked for upstream each time, because they may have moved; if the
 * upstream does not answer, the last known one is served. Mirrors the proxy of distribution (registry/proxy: proxyTagService,
 * proxyManifestStore, proxyBlobStore of v3). The real one also asks again for blobs that are still on their way; this one does not.
 */
export const pullThroughCacheMachine = setup({
  types: {
    input: {} as PullThroughCacheInput,
    context: {} as PullThroughCacheContext,
    events: {} as PullThroughCacheEvent,
  },
  guards: {
    isStored: ({ context }, params: CacheCall) => isStored(context, params.request),
    isAskedFor: ({ context }, params: CacheCall) => get(context.asked, keyOf(params.request)) !== undefined,
    isWaiting: ({ context }, params: { id: string }) => get(context.waiting, params.id) !== undefined,
    waitsAlone: ({ context }, params: { id: string }) => get(context.asked, get(context.waiting, params.id) ?? '')?.size === 1,
    isStoredForFar: ({ context }, params: CacheCall) => isStored(context, params.request) && params.travels === true,
    someoneWaits: ({ context }) => (context.passing?.to.size ?? 0) > 0,
    nextIsFar: ({ context }) => nextOf(context).travels === true,
  },
  delays: {
    travelStored: ({ context, event }) => (event.type === 'CONTENT.REQUESTED' ? storedAnswer(context, event).roundTripMicros : 0),
    travelPassed: ({ context }) => passedAnswer(context, nextOf(context)).roundTripMicros,
  },
  actions: {
    serve: sendTo(
      (_, params: CacheCall) => params.requester,
      ({ context }, params: CacheCall) => storedAnswer(context, params),
    ),
    serveFar: sendTo(
      (_, params: CacheCall) => params.requester,
      ({ context }, params: CacheCall) => storedAnswer(context, params),
      { id: 'answer', delay: 'travelStored' },
    ),
    enqueue: assign(({ context }, params: CacheCall) => withWaiting(context, params)),
    askUpstream: sendTo(
      ({ context }) => context.input.upstream,
      ({ context, self }, { request }: CacheCall) => {
        const { identity: _, authorization: __, offset: ___, ...same } = request;
        const { name, authorization } = context.input;
        const own = { id: `${name} ${keyOf(request)}`, client: name, ...(authorization === undefined ? {} : { authorization }) };
        return { type: 'HTTP.REQUESTED', request: { ...same, ...own }, requester: self } as const;
      },
    ),
    cancelUpstream: sendTo(
      ({ context }) => context.input.upstream,
      ({ context }, params: { id: string }) =>
        ({ type: 'HTTP.CANCELLED', id: `${context.input.name} ${get(context.waiting, params.id) ?? ''}` }) as const,
    ),
    forget: assign(({ context }, params: { id: string }) => withoutWaiting(context, params.id)),
    takeIn: assign(({ context }, params: RegistryAnswer) => withAnswer(context, askedFor(context, params), params)),
    passOn: sendTo(
      ({ context }) => nextOf(context).requester,
      ({ context }) => passedAnswer(context, nextOf(context)),
    ),
    passOnFar: sendTo(
      ({ context }) => nextOf(context).requester,
      ({ context }) => passedAnswer(context, nextOf(context)),
      { id: 'answer', delay: 'travelPassed' },
    ),
    nextClient: assign(({ context }) => {
      const { passing, waiting } = context;
      return passing === undefined
        ? {}
        : { passing: { ...passing, to: shift(passing.to) }, waiting: remove(waiting, nextOf(context).request.id) };
    }),
    forgetAnswer: assign({ passing: undefined }),
    reportUnhandled,
  },
}).createMachine({
  id: 'pullThroughCache',
  description: 'The content of a registry that caches another registry, and its requests to that registry.',
  context: ({ input }) => ({ input, stored: undefined, asked: undefined, waiting: undefined, passing: undefined }),
  initial: 'serving',
  on: {
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    serving: {
      description: 'Cached content is served; other content is requested from the upstream registry, once each.',
      on: {
        'CONTENT.REQUESTED': [
          {
            guard: { type: 'isStoredForFar', params: ofEvent },
            actions: { type: 'serveFar', params: ofEvent },
          },
          { guard: { type: 'isStored', params: ofEvent }, actions: { type: 'serve', params: ofEvent } },
          { guard: { type: 'isAskedFor', params: ofEvent }, actions: { type: 'enqueue', params: ofEvent } },
          {
            actions: [
              { type: 'enqueue', params: ofEvent },
              { type: 'askUpstream', params: ofEvent },
            ],
          },
        ],
        'HTTP.CANCELLED': [
          {
            guard: { type: 'waitsAlone', params: ofEvent },
            actions: [
              { type: 'cancelUpstream', params: ofEvent },
              { type: 'forget', params: ofEvent },
            ],
          },
          { guard: { type: 'isWaiting', params: ofEvent }, actions: { type: 'forget', params: ofEvent } },
          {},
        ],
        'HTTP.ANSWERED': { target: 'passingOn', actions: { type: 'takeIn', params: ofEvent } },
        'HTTP.REFUSED': { target: 'passingOn', actions: { type: 'takeIn', params: ofEvent } },
        'HTTP.RESET': { target: 'passingOn', actions: { type: 'takeIn', params: ofEvent } },
      },
    },
    passingOn: {
      description: 'The upstream has answered: the clients that wait for it are answered in order of arrival.',
      always: [
        { guard: and(['someoneWaits', 'nextIsFar']), actions: ['passOnFar', 'nextClient'] },
        { guard: 'someoneWaits', actions: ['passOn', 'nextClient'] },
        { target: 'serving', actions: 'forgetAnswer' },
      ],
    },
  },
});
