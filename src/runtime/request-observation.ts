import type { RequestObservation } from '../kubelet/observation.ts';
import type { RequestPoint } from './pull-error.ts';

/** Returns what the trace is told of a request; `status` belongs to an answer. */
export function requestObservation(
  { method, kind, digest }: RequestPoint,
  registry: string,
  image: string,
  state: RequestObservation['state'],
  status: number | undefined,
): RequestObservation {
  const observation: RequestObservation = { type: 'request', state, method, kind, registry, image };
  const about = digest === '' ? observation : { ...observation, digest };
  if (state === 'failed') return { ...about, error: 'connection refused' };
  return status === undefined ? about : { ...about, status };
}
