import type { Fault } from '../../src/runtime/fault.ts';

/**
 * A scenario's fault begins or ends. `id` tells the faults of a run apart; it is also the name that causes in the
 * trace point to. Whom each kind befalls stands in `faultKinds`; each actor ignores the other kinds.
 */
export type FaultEvent =
  | { readonly type: 'FAULT.BEGAN'; readonly id: string; readonly fault: Fault }
  | { readonly type: 'FAULT.ENDED'; readonly id: string };
