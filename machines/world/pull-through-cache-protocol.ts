import type { ActorRef, Snapshot } from 'xstate';
import type { BodyFault } from '../../src/runtime/registry/body-fault.ts';
import type { HttpCancelled, RegistryAnswer, RegistryCall } from './registry-protocol.ts';

export type PullThroughCacheEvent =
  /** A request that the registry in front has nothing against; the cache answers its client. `bodyFault`: what happens to the body. */
  | ({ readonly type: 'CONTENT.REQUESTED'; readonly bodyFault?: BodyFault } & RegistryCall)
  | HttpCancelled
  /** Of the upstream registry. */
  | RegistryAnswer;

export type PullThroughCache = ActorRef<Snapshot<unknown>, PullThroughCacheEvent>;
