import type { RequestFault } from '../../runtime/registry/request-fault.ts';
import { bytes, bytesPerSecond, micros } from './quantity-shapes.ts';
import type { RequestFaultDocument } from './request-fault-shapes.ts';

/** What a trouble of single requests is in the simulation; its registry and its image are known already. */
export function requestFaultOf(
  fault: RequestFaultDocument,
  where: { readonly registry?: string },
  what: { readonly image?: string },
): RequestFault {
  const { layer, times } = fault;
  const match = { ...where, ...what, ...(layer === undefined ? {} : { layer }), ...(times === undefined ? {} : { times }) };
  switch (fault.kind) {
    case 'badStatus': {
      const message = fault.message === undefined ? {} : { message: fault.message };
      return { ...match, ...requestsOf(fault), kind: fault.kind, status: fault.status, ...message, ...pauseOf(fault) };
    }
    case 'unanswered':
      return { ...match, ...requestsOf(fault), kind: fault.kind };
    case 'connectionReset': {
      const after = fault.afterBytes === undefined ? {} : { afterBytes: bytes(fault.afterBytes) };
      return { ...match, ...requestsOf(fault), kind: fault.kind, ...after, ...pauseOf(fault) };
    }
    case 'cutBody':
      return { ...match, kind: fault.kind, afterBytes: bytes(fault.afterBytes), ...pauseOf(fault) };
    case 'stalledBody':
      return { ...match, kind: fault.kind, afterBytes: bytes(fault.afterBytes) };
    case 'trickle':
      return { ...match, kind: fault.kind, afterBytes: bytes(fault.afterBytes ?? 0), bytesPerSecond: bytesPerSecond(fault.speed) ?? 0 };
    case 'wrongDigest':
      return { ...match, kind: fault.kind };
  }
}

function pauseOf({ pause }: { readonly pause?: string | undefined }) {
  return pause === undefined ? {} : { pauseMicros: micros(pause) };
}

function requestsOf({ request }: Extract<RequestFaultDocument, { kind: 'badStatus' | 'unanswered' | 'connectionReset' }>) {
  return request === undefined ? {} : { requests: typeof request === 'string' ? [request] : request };
}
