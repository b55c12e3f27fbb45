import type { ContentRequested, HttpCancelled, RegistryAnswer } from './registry-protocol.ts';

export type PullThroughCacheEvent =
  /** A request that the registry in front allows; the cache answers its client. */
  | ContentRequested
  | HttpCancelled
  /** An answer of the upstream registry. */
  | RegistryAnswer;
