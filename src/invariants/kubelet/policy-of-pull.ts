import type { ActorRecord, TraceRecord } from '../../trace/record.ts';
import type { PullRecord } from '../reading/pull-calls.ts';

type PodRecord = Extract<ActorRecord, { type: 'pod' }>;

/**
 * Returns which pull policies a pull may have, according to its pod in the trace. There are several only if an image volume and a container
 * share name and image.
 */
export function policyOfPull(records: readonly TraceRecord[]): (pull: PullRecord) => ReadonlySet<string> {
  const pods = new Map<string, PodRecord['containers']>();
  // The policies are those of the API server, because a restarted kubelet without a feature gate may drop fields of the pod. After a change
  // the old policy stays possible, because a current round continues with what it began with.
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
