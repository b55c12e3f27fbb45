import type { ActorRef, Snapshot } from 'xstate';
import type { BodyTrouble } from '../../src/runtime/registry/body-trouble.ts';
import type { RegistryAnswer, RegistryClient, RegistryRequest } from './registry-protocol.ts';

export type PullThroughCacheEvent =
  /** A request that the registry in front has nothing against; the cache answers its client. `trouble`: what happens to the body. */
  | {
      readonly type: 'CONTENT.REQUESTED';
      readonly request: RegistryRequest;
      readonly requester: RegistryClient;
      readonly trouble?: BodyTrouble;
    }
  | { readonly type: 'HTTP.CANCELLED'; readonly id: string }
  /** Of the upstream registry. */
  | RegistryAnswer;

export type PullThroughCache = ActorRef<Snapshot<unknown>, PullThroughCacheEvent>;
