import type { RequestFault } from './registry/request-fault.ts';

/**
 * A timed trouble of the world outside the kubelet, as the scenario names it (see FaultInput, which adds the window).
 * `registry` is a host (absent: all of them), `image` a name after the default tag (absent: all), `node` a node's name.
 */
export type Fault =
  | RequestFault
  | { readonly kind: 'registryDown'; readonly registry?: string }
  | { readonly kind: 'errorRate'; readonly registry?: string; readonly rate: number; readonly status: number }
  | { readonly kind: 'rateLimit'; readonly registry?: string; readonly requestsMax: number; readonly windowMicros: number }
  | { readonly kind: 'notFound'; readonly registry?: string; readonly image?: string }
  | { readonly kind: 'unauthorized'; readonly registry?: string; readonly image?: string }
  | { readonly kind: 'stall'; readonly registry?: string }
  | { readonly kind: 'slowLink'; readonly node?: string; readonly bytesPerSecond: number }
  | { readonly kind: 'diskFull'; readonly node?: string }
  /** The runtime answers every listing and inspection with this error. */
  | { readonly kind: 'runtimeDown'; readonly node?: string; readonly error: string }
  /** null: as long as ever. */
  | { readonly kind: 'runtimeSlow'; readonly node?: string; readonly listMicros: number | null; readonly podStatusMicros: number | null }
  | {
      readonly kind: 'pullFails';
      readonly image: string;
      readonly error: string;
      readonly takesMicros: number;
      /** How many calls it meets; null: all of them. */
      readonly times: number | null;
    }
  | { readonly kind: 'pullTakes'; readonly image: string; readonly takesMicros: number };
