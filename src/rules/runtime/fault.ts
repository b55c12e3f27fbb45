import type { RequestFault } from './registry/request-fault.ts';

/**
 * A timed fault of the world outside the kubelet, as the scenario names it (see FaultInput, which adds the
 * window). `registry` is a host (absent: all of them), `image` a name after the default tag (absent: all),
 * `node` a node's name.
 */
export type Fault =
  | RequestFault
  | { readonly kind: 'registryDown'; readonly registry?: string }
  | { readonly kind: 'errorRate'; readonly registry?: string; readonly rate: number; readonly status: number }
  | {
      readonly kind: 'rateLimit';
      readonly registry?: string;
      readonly requestsMax: number;
      readonly windowMicros: number;
    }
  | { readonly kind: 'notFound'; readonly registry?: string; readonly image?: string }
  | { readonly kind: 'unauthorized'; readonly registry?: string; readonly image?: string }
  | { readonly kind: 'stall'; readonly registry?: string }
  | { readonly kind: 'slowLink'; readonly node?: string; readonly bytesPerSecond: number }
  | { readonly kind: 'diskFull'; readonly node?: string }
  /** The runtime answers every listing and inspection with this error. */
  | { readonly kind: 'runtimeDown'; readonly node?: string; readonly error: string }
  /** null: calls take as long as without the fault. */
  | {
      readonly kind: 'runtimeSlow';
      readonly node?: string;
      readonly listMicros: number | null;
      readonly podStatusMicros: number | null;
    }
  /** The kubelet's credential providers take this long for each question that they run their program for. */
  | { readonly kind: 'credentialsTake'; readonly node?: string; readonly takesMicros: number }
  /** Their program fails. */
  | {
      readonly kind: 'credentialsFail';
      readonly node?: string;
      readonly error: string;
      readonly takesMicros: number;
    }
  | {
      readonly kind: 'pullFails';
      readonly node?: string;
      readonly image: string;
      readonly error: string;
      readonly takesMicros: number;
      /** How many calls it meets; null: all of them. */
      readonly times: number | null;
    }
  | {
      readonly kind: 'pullTakes';
      readonly node?: string;
      readonly image: string;
      readonly takesMicros: number;
    };

interface FaultTarget {
  /** The kind of actor that the fault meets; each actor ignores the others. A stall meets the network too. */
  readonly actorKind:
    | 'registry'
    | 'network'
    | 'disk'
    | 'imageService'
    | 'containerRuntime'
    | 'credentialProviders';
  /** Whether whatever meets the fault names it as its cause, so that a trace shows if anything has. */
  readonly isNamed?: true;
  /** A fault of single requests, which counts those that it meets. */
  readonly isOfRequests?: true;
}

const requests = { actorKind: 'registry', isNamed: true, isOfRequests: true } as const;
const silent = { actorKind: 'registry', isOfRequests: true } as const;

/** The kind of actor that each kind of fault meets, one row each. */
export const faultKinds: Readonly<Record<Fault['kind'], FaultTarget>> = {
  badStatus: requests,
  unanswered: silent,
  connectionReset: requests,
  cutBody: requests,
  stalledBody: requests,
  trickle: requests,
  wrongDigest: silent,
  registryDown: { actorKind: 'registry', isNamed: true },
  errorRate: { actorKind: 'registry', isNamed: true },
  rateLimit: { actorKind: 'registry', isNamed: true },
  notFound: { actorKind: 'registry', isNamed: true },
  unauthorized: { actorKind: 'registry', isNamed: true },
  stall: { actorKind: 'registry' },
  slowLink: { actorKind: 'network' },
  diskFull: { actorKind: 'disk' },
  runtimeDown: { actorKind: 'containerRuntime' },
  runtimeSlow: { actorKind: 'containerRuntime' },
  credentialsTake: { actorKind: 'credentialProviders', isNamed: true },
  credentialsFail: { actorKind: 'credentialProviders', isNamed: true },
  pullFails: { actorKind: 'imageService' },
  pullTakes: { actorKind: 'imageService' },
};

/** Whether this is a fault of single requests. */
export function isRequestFault(fault: { readonly kind: string }): fault is RequestFault {
  return findTarget(fault.kind)?.isOfRequests === true;
}

/** Whether what meets a fault of this kind names it as its cause. */
export function isRecordedAsCause(kind: string): boolean {
  return findTarget(kind)?.isNamed === true;
}

function findTarget(kind: string): FaultTarget | undefined {
  return Object.hasOwn(faultKinds, kind) ? faultKinds[kind as Fault['kind']] : undefined;
}
