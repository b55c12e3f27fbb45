import type { Fault } from './fault.ts';

/** A fault in force at a registry. */
export interface RegistryFault {
  readonly id: string;
  readonly fault: Fault;
  readonly sinceMicros: number;
  /** rateLimit: the window now running, counted from the fault's begin, and the requests in it. */
  readonly window: number;
  readonly requests: number;
}

/** What a registry makes of a request while it is in trouble. `draw`: answers `status` to the share `rate` of requests. */
export type Verdict =
  | { readonly kind: 'served' }
  | { readonly kind: 'refused'; readonly fault: string }
  | { readonly kind: 'stalled'; readonly fault: string }
  | { readonly kind: 'status'; readonly status: number; readonly fault: string | undefined }
  | { readonly kind: 'draw'; readonly rate: number; readonly status: number; readonly fault: string };

/** Whether this fault is one that a registry of this host has to know of. */
export function concernsRegistry(fault: Fault, host: string): boolean {
  switch (fault.kind) {
    case 'registryDown':
    case 'errorRate':
    case 'rateLimit':
    case 'notFound':
    case 'unauthorized':
    case 'stall':
      return fault.registry === undefined || fault.registry === host;
    default:
      return false;
  }
}

/**
 * Returns the faults with this request counted in every rate limit. Windows follow one another without gap from the
 * fault's begin: the first of them is [since, since + windowMicros). Every request that reaches the
 * registry counts, also those that get a 429.
 */
export function countRequest(faults: readonly RegistryFault[], nowMicros: number): readonly RegistryFault[] {
  return faults.map((entry) => {
    if (entry.fault.kind !== 'rateLimit') return entry;
    const window = Math.floor((nowMicros - entry.sinceMicros) / entry.fault.windowMicros);
    return { ...entry, window, requests: window === entry.window ? entry.requests + 1 : 1 };
  });
}

/** A request as far as the verdict goes by it. */
export interface JudgedRequest {
  readonly image: string;
  readonly exists: boolean;
  /** With which the repository is closed to whoever asks; absent: it is open. */
  readonly accessStatus?: number | undefined;
}

/** Returns what becomes of a request, the most basic trouble first: no connection, no answer, no access, no quota, no luck. */
export function registryVerdict(faults: readonly RegistryFault[], request: JudgedRequest): Verdict {
  const first = (picks: (fault: Fault) => boolean) => faults.find((entry) => picks(entry.fault));
  const concerns = (fault: { readonly image?: string }) => fault.image === undefined || fault.image === request.image;
  const down = first((fault) => fault.kind === 'registryDown');
  if (down !== undefined) return { kind: 'refused', fault: down.id };
  const stall = first((fault) => fault.kind === 'stall');
  if (stall !== undefined) return { kind: 'stalled', fault: stall.id };
  const unauthorized = first((fault) => fault.kind === 'unauthorized' && concerns(fault));
  if (unauthorized !== undefined) return { kind: 'status', status: 401, fault: unauthorized.id };
  if (request.accessStatus !== undefined) return { kind: 'status', status: request.accessStatus, fault: undefined };
  const limited = faults.find(({ fault, requests }) => fault.kind === 'rateLimit' && requests > fault.requestsMax);
  if (limited !== undefined) return { kind: 'status', status: 429, fault: limited.id };
  const missing = first((fault) => fault.kind === 'notFound' && concerns(fault));
  if (missing !== undefined) return { kind: 'status', status: 404, fault: missing.id };
  if (!request.exists) return { kind: 'status', status: 404, fault: undefined };
  for (const { id, fault } of faults) {
    if (fault.kind === 'errorRate') return { kind: 'draw', rate: fault.rate, status: fault.status, fault: id };
  }
  return { kind: 'served' };
}
