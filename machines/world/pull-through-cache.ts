import type { AnyActorRef } from 'xstate';
import { items } from '../../src/rules/collections/fifo.ts';
import { get } from '../../src/rules/collections/sorted-map.ts';
import { message, type Outgoing, type Reduced, reducer } from '../reducer.ts';
import {
  contentKey,
  isStored,
  type PullThroughCacheEvent,
  type PullThroughCacheInput,
  type PullThroughCacheTable,
  passedAnswer,
  storedAnswer,
  waitingFor,
  withAnswer,
  withoutWaiting,
  withWaiting,
} from './pull-through-cache-table.ts';
import { answerTo } from './registry-context.ts';
import type { ContentRequested, RegistryAnswer } from './registry-protocol.ts';

function askedUpstream(
  { input: { name, authorization, upstream } }: PullThroughCacheTable,
  { request }: ContentRequested,
  self: AnyActorRef,
): Outgoing {
  const { identity: _, authorization: __, offset: ___, ...requestFields } = request;
  const upstreamFields = {
    id: `${name} ${contentKey(request)}`,
    client: name,
    ...(authorization === undefined ? {} : { authorization }),
  };
  return message(upstream, {
    type: 'HTTP.REQUESTED',
    request: { ...requestFields, ...upstreamFields },
    requester: self,
  });
}

/**
 * Returns the result of an answer from upstream: the clients that wait for it are answered in order of
 * arrival.
 */
function passedOn(table: PullThroughCacheTable, answer: RegistryAnswer): Reduced<PullThroughCacheTable> {
  if (answer.id === undefined) throw new Error(`${table.input.name}: an answer to no request`);
  // The id of the cache's request contains the key.
  const key = answer.id.slice(table.input.name.length + 1);
  const after = withAnswer(table, key, answer);
  return {
    table: after,
    sends: items(waitingFor(table, key)).map((call) =>
      answerTo(call, passedAnswer(after, key, answer, call)),
    ),
  };
}

/**
 * The source of content for a registry that mirrors another. The first request for content goes upstream;
 * clients that ask meanwhile wait for the same answer, and later ones get the stored content. Tags are asked
 * for upstream each time, because they may have moved; if the upstream does not answer, the last known one is
 * served. Mirrors the proxy of distribution (registry/proxy: proxyTagService, proxyManifestStore,
 * proxyBlobStore of v3). The real one also asks again for blobs that are still on their way; this one does
 * not.
 */
export const pullThroughCacheReducer = reducer<
  PullThroughCacheInput,
  PullThroughCacheTable,
  PullThroughCacheEvent
>({
  id: 'pullThroughCache',
  description:
    'The content of a registry that caches another registry, and its requests to that registry. The first pull in the cluster fills the cache and takes as long as without it; later pulls of other nodes come from the cache, also while the other registry is down.',
  begin: (input) => ({ input, stored: undefined, asked: undefined, waiting: undefined }),
  on: {
    'CONTENT.REQUESTED': [
      {
        guard: 'isStored',
        when: (table, { request }) => isStored(table, request),
        reduce: (table, call) => ({ table, sends: [answerTo(call, storedAnswer(table, call))] }),
      },
      {
        guard: 'isAskedFor',
        when: (table, { request }) => waitingFor(table, contentKey(request)).size > 0,
        reduce: (table, call) => ({ table: withWaiting(table, call) }),
      },
      {
        reduce: (table, call, self) => ({
          table: withWaiting(table, call),
          sends: [askedUpstream(table, call, self)],
        }),
      },
    ],
    'HTTP.CANCELLED': [
      {
        guard: 'waitsAlone',
        when: (table, { id }) => waitingFor(table, get(table.waiting, id) ?? '').size === 1,
        reduce: (table, { id }) => ({
          table: withoutWaiting(table, id),
          sends: [
            message(table.input.upstream, {
              type: 'HTTP.CANCELLED',
              id: `${table.input.name} ${get(table.waiting, id) ?? ''}`,
            }),
          ],
        }),
      },
      { reduce: (table, { id }) => ({ table: withoutWaiting(table, id) }) },
    ],
    'HTTP.ANSWERED': passedOn,
    'HTTP.REFUSED': passedOn,
    'HTTP.RESET': passedOn,
  },
});
