import type { ActorRecord, TraceRecord } from '../../trace/record.ts';
import type { PullRecord } from '../reading/pull-calls.ts';

type PodRecord = Extract<ActorRecord, { type: 'pod' }>;

/**
 * Says which pull policies a pull may be of, from what the trace tells of its pod. More than one only where an image
 * volume and a container share name and image.
 */
export function policyOfPull(records: readonly TraceRecord[]): (pull: PullRecord) => ReadonlySet<string> {
  const pods = new Map<string, PodRecord['containers']>();
  // As the API server has it: a kubelet restarted without a feature's gate may know less of the pod by its end. What was
  // changed stays possible, since a round under way goes on with what it began with.
  for (const record of records) {
    if (record.type !== 'pod') continue;
    const known = pods.get(record.pod.uid);
    if (known === undefined) pods.set(record.pod.uid, record.containers);
    else if (record.state === 'changed') pods.set(record.pod.uid, [...known, ...record.containers]);
  }
  return (pull) => {
    const own = (pods.get(pull.pod.uid) ?? []).filter(({ name, image }) => name === pull.container && image === pull.image);
    return new Set(own.map(({ policy }) => policy));
  };
}
