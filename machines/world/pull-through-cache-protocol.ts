import type { ActorRef, Snapshot } from 'xstate';
import type { ContentRequested, HttpCancelled, RegistryAnswer } from './registry-protocol.ts';

export type PullThroughCacheEvent =
  /** A request that the registry in front has nothing against; the cache answers its client. */
  | ContentRequested
  | HttpCancelled
  /** Of the upstream registry. */
  | RegistryAnswer;

export type PullThroughCache = ActorRef<Snapshot<unknown>, PullThroughCacheEvent>;
