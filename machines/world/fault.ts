import type { Fault } from '../../src/runtime/fault.ts';

/**
 * A scenario's trouble begins or ends. `id` tells the troubles of a run apart; it is also the name that causes in the
 * trace point to. Who listens: the registry (registryDown, errorRate, rateLimit, notFound, unauthorized, stall), the
 * network (slowLink, stall), the disk (diskFull), the image service (pullFails, pullTakes), the container
 * runtime (runtimeDown, runtimeSlow). Each ignores the other kinds.
 */
export type FaultEvent =
  | { readonly type: 'FAULT.BEGAN'; readonly id: string; readonly fault: Fault }
  | { readonly type: 'FAULT.ENDED'; readonly id: string };
