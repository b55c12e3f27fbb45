import type { ActorRecord, TraceRecord } from '../trace/record.ts';
import type { PullRecord } from './pull-calls.ts';

type PodRecord = Extract<ActorRecord, { type: 'pod' }>;

/**
 * Says which pull policies a pull may be of, from what the trace tells of its pod. More than one only where an image
 * volume and a container share name and image.
 */
export function policyOfPull(records: readonly TraceRecord[]): (pull: PullRecord) => ReadonlySet<string> {
  const pods = new Map<string, PodRecord['containers']>();
  // As the API server bound it: a kubelet restarted without a feature's gate may know less of the pod by its end.
  for (const record of records) if (record.type === 'pod' && !pods.has(record.pod.uid)) pods.set(record.pod.uid, record.containers);
  return (pull) => {
    const own = (pods.get(pull.pod.uid) ?? []).filter(({ name, image }) => name === pull.container && image === pull.image);
    return new Set(own.map(({ policy }) => policy));
  };
}
